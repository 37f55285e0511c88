import {
  addressChangingMail,
  addressConfirmMail,
  addressInUseMail,
  addressKeptMail,
} from "~/features/accounts/address.server";
import { passwordChangedMail } from "~/features/accounts/password.server";
import { recoveryMail } from "~/features/accounts/recovering.server";
import { newDeviceMail } from "~/features/accounts/signing-in.server";
import { confirmSignUpMail } from "~/features/accounts/signing-up.server";
import { suspendedMail } from "~/features/accounts/suspending.server";
import { reasonWords } from "~/features/accounts/suspension";
import { nameChangedMail } from "~/features/admin/person.server";
import { contactMail, contactReceiptMail } from "~/features/contact/contacting.server";
import { contactAnswerMail } from "~/features/contact/inbox.server";
import { matchMail } from "~/features/discovery/matching.server";
import { copyAskedMail, exportMail } from "~/features/leaving/exporting.server";
import { accountDeletedMail, leavingMail, leavingSoonMail } from "~/features/leaving/removing.server";
import { reminderMail } from "~/features/messaging/inbox.server";
import { appealMail } from "~/features/moderation/appeals.server";
import { newsletterMail } from "~/features/newsletter/newsletter.server";
import { digestMail } from "~/features/notifications/digesting.server";
import type { Kind, MailKind } from "~/features/notifications/kinds";
import { type MailWords, renderMail } from "~/features/notifications/mailing.server";
import { paymentMail, planWords, undoWords } from "~/features/payments/announcing.server";
import { liftedMail } from "~/features/payments/lifting.server";
import { declinedWords, refundedWords, standingWords } from "~/features/payments/payment-words";
import type { ProvidedPlan } from "~/features/payments/provided-plan";
import { decisionMail, decisions, submissionMail } from "~/features/profiles/vetting.server";
import { invitedWords, projectMail, toApplicants, toOwner } from "~/features/projects/announcing.server";
import { expiryMail } from "~/features/projects/closing.server";
import { factsOfProject } from "~/features/projects/mail-facts";
import { invitationMail } from "~/features/referrals/inviting.server";
import { rewardMail } from "~/features/referrals/rewarding.server";
import { inviteeWords, referrerWords } from "~/features/referrals/rewards";
import { searchMail } from "~/features/searches/telling.server";
import { recoveryCodeUsedMail } from "~/features/second-factor/codes.server";
import {
  codesMadeMail,
  factorDroppedMail,
  factorOffMail,
  factorOnMail,
  factorsRemovedMail,
} from "~/features/second-factor/managing.server";
import { passkeyAddedMail, passkeyRemovedMail } from "~/features/second-factor/passkeys.server";
import { paths } from "~/paths";

/** Texts that people wrote, and names that they chose. */
export interface Theirs {
  name: string;
  project: string;
  note: string;
  search: string;
  passkey: string;
}

export const demoWords: Theirs = {
  name: "Maya Okafor",
  project: "Editor for a twelve-part river series",
  note: "The canyon cut convinced me.\nCould you start with episode one?",
  search: "Editors in Oregon",
  passkey: "June's phone",
};

const token = "a-token-that-opens-nothing";
const id = "00000000-0000-4000-8000-000000000000";
const now = new Date("2026-11-27T17:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const zone = "America/New_York";

const free: ProvidedPlan = {
  plan: "free",
  status: "active",
  interval: null,
  periodStart: inDays(-3),
  periodEnd: inDays(11),
  cancelsAtPeriodEnd: false,
  graceUntil: null,
  nextPlan: null,
  nextInterval: null,
  subscriptionId: null,
};
const pro: ProvidedPlan = {
  ...free,
  plan: "pro",
  interval: "month",
  periodStart: now,
  periodEnd: inDays(30),
  subscriptionId: "sub_1",
};
const becoming = (before: ProvidedPlan, after: ProvidedPlan): MailWords[] => {
  const words = planWords({
    before,
    after,
    now,
    timeZone: zone,
    paid: { amountCents: 2_499, paidAt: now, reason: "bought" },
  });
  return words ? [paymentMail(words)] : [];
};

/** One or more samples of every kind. A new kind without a sample doesn't compile. */
export function sampleMails({ name, project, note, search, passkey }: Theirs): Record<MailKind, MailWords[]> {
  const facts = factsOfProject({
    amountUnit: "episode",
    amountLow: 60_000,
    amountHigh: 90_000,
    budgetDetails: "",
    startDate: new Date("2026-12-08"),
    timeline: "Two weeks for each episode",
  });
  const here = paths.project(id);
  const toOwnerOf = (what: keyof typeof toOwner) =>
    projectMail(
      toOwner[what].kind,
      { ...toOwner[what], title: toOwner[what].title(name, project) },
      here,
      "",
    );
  const toApplicant = (what: keyof typeof toApplicants, written = "") =>
    projectMail(
      toApplicants[what].kind as Kind,
      { ...toApplicants[what], title: toApplicants[what].title(project) },
      here,
      written,
      [...(what === "accepted" ? facts : [])],
    );
  const expiring = { id, title: project, expires_at: inDays(5), takes: true, time_zone: zone };
  const departure = { userId: id, email: "june@example.com", isConfirmed: true, leavesAt: inDays(14) };
  const suspension = { suspensionId: id, reason: reasonWords("respect"), words: "", timeZone: zone };
  return {
    match: [
      matchMail(
        {
          name,
          facts: [
            ["Location", "Portland, OR"],
            ["Price", "$65–$85 per hour"],
            ["Availability", "Available now"],
          ],
        },
        paths.match(id),
      ),
    ],
    message: [reminderMail(name, 1, id), reminderMail(name, 3, id), reminderMail(name, "request", id)],
    application: [toOwnerOf("applied")],
    "application-withdrawn": [toOwnerOf("withdrawn"), toOwnerOf("invitation-declined")],
    "application-accepted": [toApplicant("accepted")],
    "application-declined": [
      toApplicant("declined", note),
      toApplicant("released", note),
      toApplicant("taken_back"),
    ],
    invitation: [projectMail("invitation", invitedWords(name, project), here, note, facts)],
    "project-changed": (["completed", "cancelled", "edited", "reopened", "resumed", "expired"] as const).map(
      (what) => toApplicant(what),
    ),
    "project-expiring": [
      expiryMail({ ...expiring, posts: { canExtend: true, used: 1, limit: 4 } }),
      expiryMail({ ...expiring, posts: { canExtend: false, used: 4, limit: 4 } }),
    ],
    referral: [rewardMail(referrerWords(inDays(30), zone, true)), rewardMail(inviteeWords(inDays(7), zone))],
    "saved-search": [
      searchMail(
        { title: `2 new people for “${search}”`, name: search, href: paths.contributors() },
        [
          { text: name, href: paths.profile(id) },
          { text: "Theo Brandt", href: paths.profile(id) },
        ],
        false,
      ),
    ],
    digest: [
      digestMail([
        { subject: `It's a match: you and ${name}`, href: paths.match(id) },
        { subject: toOwner.applied.title(name, project), href: here },
      ]),
    ],
    payment: [
      ...becoming(free, pro),
      ...becoming(pro, { ...pro, status: "past_due", graceUntil: inDays(7) }),
      ...becoming(pro, free),
      ...Object.values(undoWords).map(paymentMail),
      paymentMail(refundedWords(2_499, "")),
      paymentMail(declinedWords(2_499, "You used the plan for more than 14 days.", false)),
    ],
    export: [exportMail("Nov 27, 2026, 12:00 PM")],
    contributor_status: [
      decisionMail(decisions.approved),
      decisionMail(decisions.changes, "Please add two more samples of your work."),
      decisionMail(decisions.rejected, "The samples aren't yours."),
    ],
    appeal: [
      appealMail("warning", "grant", "We've withdrawn the warning.", "", []),
      appealMail("hiding", "refuse", "What we hid stays hidden.", "It still shows someone's address.", []),
    ],
    "suspension-appeal": [
      appealMail(
        "suspension",
        "grant",
        "We've lifted the suspension.",
        "",
        standingWords(pro, { zone, now: 0 }),
      ),
    ],
    suspended: [
      suspendedMail({ ...suspension, until: inDays(7).toISOString() }),
      suspendedMail({ ...suspension, until: null }),
      liftedMail([]),
    ],
    "name-changed": [nameChangedMail(name, "Maya O.", "Profiles need a person's name.")],
    recovery: [recoveryMail(token)],
    "confirm-sign-up": [confirmSignUpMail(token)],
    "address-changing": [addressChangingMail("june@new.example", token)],
    "address-confirm": [addressConfirmMail(token)],
    "address-in-use": [addressInUseMail(), addressKeptMail()],
    "password-changed": [passwordChangedMail([]), passwordChangedMail([{ name: passkey }])],
    "new-device": [newDeviceMail("Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0")],
    "second-factor-on": [factorOnMail()],
    "second-factor-off": [factorOffMail(), factorDroppedMail()],
    "recovery-codes-made": [codesMadeMail()],
    "recovery-code-used": [recoveryCodeUsedMail(3)],
    "passkeys-changed": [passkeyAddedMail(passkey), passkeyRemovedMail(passkey)],
    "factors-removed": [factorsRemovedMail({ passkeys: [passkey], app: true })],
    "copy-asked": [copyAskedMail()],
    leaving: [leavingMail(departure), leavingSoonMail({ ...departure, isConfirmed: false })],
    "account-deleted": [accountDeletedMail()],
    invite: [invitationMail(name, "maya-river")],
    "newsletter-confirm": [newsletterMail(token)],
    contact: [
      contactMail(id, { key: id, name, email: "guest@example.com", subject: "support", message: note }),
    ],
    "contact-receipt": [contactReceiptMail(true, note), contactReceiptMail(false, note)],
    "contact-answer": [contactAnswerMail(name, "Thanks for writing.\nIt's fixed now.")],
    admin_notification: [submissionMail(id, name)],
  };
}

/** The samples, rendered for an account, because the links at the end of an email depend on it. */
export const listSamples = () =>
  Object.values(sampleMails(demoWords)).flatMap((mails) =>
    mails.map((words, number) => ({ kind: words.kind, number, ...renderMail({ ...words, userId: id }) })),
  );
