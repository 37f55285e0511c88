import { readFileSync } from "node:fs";
import type { Cookie } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { undoableFor } from "~/features/accounts/address.server";
import { daysToReturn } from "~/features/accounts/departing.server";
import { absoluteLimit, idleLimit } from "~/features/accounts/sessions.server";
import { keptDays as figuresKeptDays, viewsKeptDays } from "~/features/analytics/analytics.server";
import { keptDays as contactKeptDays } from "~/features/contact/inbox.server";
import { passReturnsAfterDays } from "~/features/discovery/filling.server";
import { mostPoints, workPoints } from "~/features/discovery/score";
import { type Answer, answers } from "~/features/leaving/answers";
import { daysToFetch } from "~/features/leaving/exporting.server";
import { changeableFor } from "~/features/messaging/message";
import { suspensionLengths } from "~/features/moderation/report";
import { goodFor } from "~/features/newsletter/newsletter.server";
import { sealedKinds } from "~/features/notifications/kinds";
import { sentRetention, unsentRetention } from "~/features/notifications/mailing.server";
import { graceDays } from "~/features/payments/provided-plan";
import { noticesKeptDays } from "~/features/payments/reconciling.server";
import { matchlessAskDays, matchlessDays, moneyBackDays } from "~/features/payments/refunds";
import { postDays } from "~/features/plans/plan";
import { restorable } from "~/features/portfolio/arranging.server";
import { retentionDays } from "~/features/profiles/drafting.server";
import * as cookies from "~/http/cookies.server";

const day = 86_400_000;
const hour = 3_600_000;

const textOf = (file: string) =>
  readFileSync(new URL(`../content/${file}.md`, import.meta.url), "utf8").replace(/\s+/g, " ");

const passed = { 1: "an hour", 365: "one year" };

/** What the documents promise, with the figures from the code that implements it. */
const promises: Record<string, string[]> = {
  "legal/privacy-policy": [
    `after ${idleLimit / day} days without use, and after ${absoluteLimit / day} days in any case`,
    `undone from the old address for ${undoableFor / hour} hours`,
    `kept for ${retentionDays} days after the last change`,
    `restored for ${passed[(restorable / hour) as 1]}`,
    `deleted for ${changeableFor} minutes`,
    `for ${figuresKeptDays} days. To count each viewer once a day, we keep a record of who looked, which we delete after ${word(viewsKeptDays)} days`,
    `no content, are deleted after ${noticesKeptDays} days`,
    `deleted after ${sentRetention / day} days; after ${unsentRetention / day} days if`,
    `${passed[contactKeptDays as 365]} after we've handled them`,
    `unconfirmed addresses are deleted after ${goodFor / day} days`,
    `For ${daysToReturn} days you can come back`,
    `download it for ${daysToFetch} days`,
  ],
  "legal/terms-of-service": [
    `lasts ${postDays.pay_per_post} days`,
    `${graceDays} more days to fix it`,
    `refund of a paid plan within ${moneyBackDays} days`,
    `no match within ${matchlessDays} days can be refunded, too, if you ask within the ${matchlessAskDays} days after`,
    `within ${daysToReturn} days you can come back`,
  ],
  "help/faq/how-swipe-matching-works": [`may come back after ${passReturnsAfterDays} days`],
  "help/faq/getting-featured": [
    `a match that's ${mostPoints + 1} points better`,
    `within ${workPoints} points of each other`,
  ],
  "safety/community-guidelines": [
    `closed for ${Object.keys(suspensionLengths).slice(0, -2).join(", ")} or ${Object.keys(suspensionLengths).at(-2)} days`,
  ],
};

function word(number: number): string {
  return { 2: "two" }[number] ?? String(number);
}

test.each(Object.entries(promises))("content/%s.md has the same figures as the code", (file, expected) => {
  const text = textOf(file);
  expect(expected.filter((promise) => !text.includes(promise))).toEqual([]);
});

test.each(["privacy-policy", "terms-of-service"])("%s states its date, and that it's for adults", (file) => {
  const text = textOf(`legal/${file}`);
  expect(text).toContain("updated: 2025-04-13");
  expect(text).toContain("from April 13, 2025");
  expect(text).toContain("at least 18 years old");
});

describe("the privacy policy", () => {
  const text = textOf("legal/privacy-policy");

  test("lists every cookie with its lifetime", async () => {
    const lasting: Record<string, string> = {};
    for (const [, cookie] of Object.entries(cookies)) {
      if (typeof cookie !== "object") continue;
      const seconds = Number(/Max-Age=(\d+)/.exec(await (cookie as Cookie).serialize("x"))?.[1]);
      lasting[(cookie as Cookie).name] = lengthOf(seconds);
    }
    const rows = [...text.matchAll(/- \*\*([a-z-]+)\*\* \((\d+ \w+?)s?(?: at most)?\)/g)];
    expect(Object.fromEntries(rows.map(([, name, length]) => [name, length]))).toEqual(lasting);
  });

  test("says which emails have encrypted text", () => {
    const links: Record<string, string[]> = {
      "gives a new password": ["recovery"],
      "confirms an address": ["confirm-sign-up", "address-confirm", "newsletter-confirm"],
      "undoes something": ["address-changing", "leaving"],
    };
    expect(sealedKinds).toEqual(new Set(Object.values(links).flat()));
    const [password, address, undo] = Object.keys(links);
    expect(text).toContain(`Its text is encrypted if a link in it ${password}, ${address} or ${undo}.`);
  });

  test("describes every table that has personal data", () => {
    const personal = Object.entries(answers).filter(([, answer]) => isPersonal(answer));
    const silent = personal.filter(([table]) => !text.includes(wordsFor(table) ?? "no words"));
    expect(silent.map(([table]) => table)).toEqual([]);
  });
});

const isPersonal = ({ leaving, exported }: Answer) =>
  leaving !== "kept: no personal data" && exported !== "not: computed from other tables";

function lengthOf(seconds: number): string {
  if (seconds >= 86_400) return `${seconds / 86_400} day`;
  return `${seconds / 60} minute`;
}

/** The policy's words for each table. A new table needs a line here and in the policy. */
const subjects: [tables: RegExp, words: string][] = [
  [/^users$/, "Your email address"],
  [/^(sessions|kept_forms)$/, "Your sessions"],
  [/^unsent_forms$/, "If a form arrives after your session has ended"],
  [/^(recovery_links|confirmation_links)$/, "Links that we email"],
  [/^address_changes$/, "Changes to your email address"],
  [/^(authenticator_apps|recovery_codes|passkeys|passkey_challenges)$/, "your authenticator app"],
  [/^(warnings|suspensions|appeals)$/, "warnings, suspensions, appeals"],
  [/^(reports|report_cases)$/, "with the report"],
  [/^audit_log$/, "A log of what admins did"],
  [/^act_names$/, "the old and new names are kept"],
  [/^rate_limits$/, "we count attempts"],
  [/^exports$/, "a copy of everything"],
  [/^(profiles|profile_links|creator_\w+|contributor_\w+)$/, "What you fill in: name"],
  [/^profile_drafts$/, "into the profile builder"],
  [/^(work_samples|media)$/, "Work samples and their files"],
  [/^uploads$/, "Uploads that are never finished"],
  [/^review_notes$/, "notes that admins write"],
  [/^(swipes|matches|saved_(contributors|lists|list_items)|blocks)$/, "Likes, passes, matches, favorites"],
  [/^(conversations|conversation_participants|messages)$/, "Conversations: messages, files"],
  [/^(project_\w+|brief_files)$/, "Projects, drafts, files, invitations, applications"],
  [
    /^(user_subscriptions|payments|receipts|refund_(requests|parts)|abandoned_customers)$/,
    "your plan and its dates",
  ],
  [/^payment_events$/, "The provider's notices"],
  [/^(user_usage|usage_ledger)$/, "how often you used what your plan counts"],
  [/^(notifications|admin_notifications)$/, "- Notifications"],
  [/^(notification_settings|mail_schedules)$/, "privacy and notifications"],
  [/^outbox_mails$/, "a record of each email"],
  [/^(outbox_events|carrier_events)$/, "never what's new"],
  [/^(member_days|member_events|profile_views)$/, "Figures about your own profile"],
  [/^(referral_codes|referrals|boosts|mailed_invitations)$/, "Invitations: your code"],
  [/^invitation_stops$/, "If you don't want invitations"],
  [/^paid_cards$/, "fingerprints of the cards"],
  [/^(saved_searches|saved_search_results)$/, "Searches that you save"],
  [/^push_subscriptions$/, "If you turn on push notifications"],
  [/^newsletter_subscribers$/, "**Newsletter:**"],
  [/^contact_messages$/, "**Contact form:**"],
];

const wordsFor = (table: string) => subjects.find(([tables]) => tables.test(table))?.[1];
