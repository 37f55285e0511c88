import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { LinkifyIt } from "linkify-it";
import { describe, expect, test, vi } from "vitest";
import { setPassword } from "~/features/accounts/password.server";
import { renameByAdmin } from "~/features/admin/person.server";
import { sendContact } from "~/features/contact/contacting.server";
import { handleContact } from "~/features/contact/inbox.server";
import { swipe } from "~/features/discovery/swiping.server";
import { remind } from "~/features/messaging/inbox.server";
import { sendDigests } from "~/features/notifications/digesting.server";
import type { MailKind } from "~/features/notifications/kinds";
import { queueMail, renderMail } from "~/features/notifications/mailing.server";
import { announceSubmission } from "~/features/profiles/vetting.server";
import { notifyApplicants } from "~/features/projects/announcing.server";
import { apply, withdraw } from "~/features/projects/applying.server";
import { tellExpiries } from "~/features/projects/closing.server";
import { declineInvitation, invite } from "~/features/projects/inviting.server";
import { inviteByMail } from "~/features/referrals/inviting.server";
import { readSavedFilter } from "~/features/searches/kinds.server";
import { saveSearch } from "~/features/searches/saving.server";
import { tellSearches } from "~/features/searches/telling.server";
import { dropRecentFactors } from "~/features/second-factor/managing.server";
import { removePasskey } from "~/features/second-factor/passkeys.server";
import { db, transaction } from "~/platform/db.server";
import { demoWords, sampleMails } from "../dev/mail-samples.server";
import { makeAdmin, makeContributor, makeCreator, type Person } from "./support/people";
import { bareProject, makeProject } from "./support/projects";
import { makeTalk } from "./support/talks";

// The environment is read on import, so this must run first. Messages to us are emailed to this address.
vi.hoisted(() => {
  process.env.SUPPORT_EMAIL = "guest@example.com";
});

/** A name or title as it may have been stored before names were sanitized. */
const hostile = "\u202eevil.com/b \u2066www.evil.example x@evil.io 1.2.3.4/d";

/** Files whose emails contain names or titles, with the kinds of those emails. `send` sends each kind. */
const withNames: Record<string, string[]> = {
  "accounts/password": ["password-changed"],
  "admin/person": ["name-changed"],
  "contact/contacting": ["contact", "contact-receipt"],
  "contact/inbox": ["contact-answer"],
  "discovery/matching": ["match"],
  "messaging/inbox": ["message"],
  "notifications/digesting": ["digest"],
  "profiles/vetting": ["admin_notification"],
  "projects/announcing": [
    ...["application", "application-withdrawn", "application-accepted", "application-declined"],
    ...["invitation", "project-changed"],
  ],
  "projects/closing": ["project-expiring"],
  "referrals/inviting": ["invite"],
  "searches/telling": ["saved-search"],
  "second-factor/managing": ["factors-removed"],
  "second-factor/passkeys": ["passkeys-changed"],
};

/** Files whose emails contain nothing that members named, only fixed text, addresses, dates, and what admins write. */
const withoutNames = [
  ...["address", "recovering", "signing-in", "signing-up", "suspending"].map((file) => `accounts/${file}`),
  ...["admin/jobs-and-mail", "leaving/exporting", "leaving/removing", "moderation/appeals"],
  ...["newsletter/newsletter", "payments/announcing", "payments/lifting", "referrals/rewarding"],
  "second-factor/codes",
];

const guest = { email: "guest@example.com", address: "198.51.100.7" };
const day = 86_400_000;

async function send(): Promise<void> {
  const admin = await makeAdmin({ name: hostile });
  const { creator, contributor, conversationId } = await makeTalk("Hello", {
    creator: hostile,
    contributor: hostile,
  });
  const others = [await makeContributor({ name: hostile }), await makeContributor({ name: hostile })];
  const pair = [await makeCreator({ name: hostile }), await makeContributor({ name: hostile })];
  for (const [one, other] of [pair, pair.toReversed()])
    if (one && other) await swipe(one, { targetId: other.userId, liked: true, key: randomUUID() });
  await remindOf(conversationId);
  await sendAboutProjects(creator, others);
  await sendAboutPasskeys(contributor);
  await renameByAdmin(admin, contributor.userId, {
    was: hostile,
    fullName: `${hostile}2`,
    why: "It's a link.",
  });
  const pending = await makeContributor({ name: hostile, status: "pending" });
  await announceSubmission(pending.userId);
  await inviteByMail(creator, "friend@example.com");
  await sendContact(null, guest.address, {
    ...{ key: randomUUID(), name: hostile, email: guest.email, subject: "support", message: "Hello" },
  });
  const { id } = await db.contactMessage.findFirstOrThrow();
  await handleContact(admin, id, { intent: "answer", answer: "Hello" });
  await sendSearch(admin);
  await sendDigest(creator);
}

async function remindOf(conversationId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE messages SET created_at = now() - interval '6 minutes' WHERE conversation_id = ${conversationId}::uuid`;
  await remind(conversationId);
}

async function sendAboutProjects(creator: Person, [one, other]: Person[]): Promise<void> {
  if (!one || !other) throw new Error("expected two contributors");
  const id = await makeProject(creator, { ...bareProject, title: hostile });
  await db.notificationSetting.create({ data: { userId: creator.userId, kind: "application-withdrawn" } });
  await invite(creator, id, one.userId, "");
  await invite(creator, id, other.userId, "");
  await declineInvitation(other, id);
  await apply(one, id, { note: "Hello", portfolioLink: null, answers: [] });
  await withdraw(one, id);
  const project = { id, title: hostile, creatorId: creator.userId };
  for (const what of ["accepted", "declined", "completed"] as const)
    await transaction((tx) =>
      notifyApplicants(tx, project, what, [{ contributorId: one.userId, eventId: what }]),
    );
  await db.projectBrief.update({ where: { id }, data: { expiresAt: new Date(Date.now() + 3 * day) } });
  await tellExpiries();
}

async function sendAboutPasskeys(person: Person): Promise<void> {
  const { userId, email } = person;
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const [first] = await db.passkey.createManyAndReturn({
    data: [1, 2].map(() => ({
      ...{ userId, credentialId: randomUUID(), publicKey: Buffer.from("key"), counter: 0n, transports: [] },
      name: hostile,
    })),
  });
  await removePasskey(person, first?.id ?? "");
  await transaction((tx) => setPassword(tx, { userId, email, passwordHash: passwordHash ?? "" }));
  await transaction((tx) => dropRecentFactors(tx, userId, new Date(0)));
}

async function sendSearch(person: Person): Promise<void> {
  const filter = await readSavedFilter("directory", new URLSearchParams("service=all"));
  if (!filter) throw new Error("expected a search of the directory");
  await saveSearch(person, filter, { name: hostile, pace: "daily" });
  await makeContributor({ name: hostile, services: ["Podcast Editor"] });
  await tellSearches(new Date(Date.now() + day + 60_000));
}

/** Sends a digest with a subject from before subjects were sanitized. */
async function sendDigest({ userId }: Person): Promise<void> {
  await db.mailSchedule.create({ data: { userId, pace: "daily" } });
  await db.$transaction((tx) =>
    queueMail(tx, { userId, kind: "match", subject: "It's a match", lines: [], eventKey: "held" }),
  );
  await db.outboxMail.update({ where: { eventKey: "held" }, data: { subject: hostile, href: "/matches" } });
  // No digest is sent before 8 o'clock, so the given time is noon.
  await sendDigests(new Date(new Date(Date.now() + 2 * day).setUTCHours(12)));
}

const linkify = new LinkifyIt({ fuzzyIP: true }).tlds(["example"], true);
/** The links that an email client would make from plain text, except our own. */
const linksIn = (text: string) =>
  (linkify.match(text) ?? [])
    .map(({ url }) => url)
    .filter((url) => !/^http:\/\/localhost\/|^mailto:guest@/.test(url));

test("a hostile name or title makes no link and reverses no text in any email", async () => {
  await send();
  const mails = await db.outboxMail.findMany({ where: { eventKey: { not: "held" } } });
  const kinds = new Set(mails.map(({ kind }) => kind));
  expect(
    Object.values(withNames)
      .flat()
      .filter((kind) => !kinds.has(kind)),
  ).toEqual([]);
  for (const { kind, subject, textBody, htmlBody } of mails) {
    const texts = [subject, textBody, htmlBody.replace(/<style.*?<\/style>|<[^>]*>/gs, " ")];
    expect([kind, ...texts.flatMap(linksIn)]).toEqual([kind]);
    expect([
      kind,
      [subject, textBody, htmlBody].filter((text) => /[\u202a-\u202e\u2066-\u2069]/.test(text)),
    ]).toEqual([kind, []]);
  }
});

describe("every kind of email", () => {
  const readers: Record<string, string | null> = { member: randomUUID(), guest: null };
  const sampled = Object.entries(
    sampleMails({ ...demoWords, name: hostile, project: hostile, note: hostile }),
  );
  const all = sampled.flatMap(([kind, mails]) =>
    Object.values(readers).flatMap((userId) =>
      mails.map((words) => ({ kind: kind as MailKind, words, ...renderMail({ ...words, userId }) })),
    ),
  );

  test("has samples, all of this kind", () => {
    for (const [kind, mails] of sampled) {
      expect(mails.length, kind).toBeGreaterThan(0);
      for (const words of mails) expect(words.kind).toBe(kind);
    }
  });

  test("has a title, a heading and one button, whose link is also in the text", () => {
    for (const { kind, words, subject, textBody, htmlBody } of all) {
      expect(htmlBody, kind).toContain("<title>");
      expect(htmlBody.match(/<h1 /g), kind).toHaveLength(1);
      expect(subject.length, kind).toBeGreaterThan(5);
      const buttons = [...htmlBody.matchAll(/<td class="b"[^>]*><a href="([^"]+)"[^>]*>([^<]+)</g)];
      expect([kind, buttons.map(([, , label]) => label)]).toEqual([
        kind,
        [words.action?.label.replace("'", "&#39;")],
      ]);
      const href = buttons[0]?.[1]?.replaceAll("&#38;", "&") ?? "";
      expect(href, kind).toMatch(/^http:\/\/localhost\//);
      expect(textBody.split("\n"), kind).toContain(href);
    }
  });

  test("weighs less than 30 KB, and says everything without pictures", () => {
    for (const { kind, htmlBody } of all) {
      expect(Buffer.byteLength(htmlBody), kind).toBeLessThan(30_000);
      for (const [image] of htmlBody.matchAll(/<img[^>]*>/g)) expect(image).toContain('alt=""');
    }
  });

  test("doesn't turn what people wrote into links", () => {
    for (const { kind, subject, textBody, htmlBody } of all)
      for (const text of [subject, textBody, htmlBody.replace(/<style.*?<\/style>|<[^>]*>/gs, " ")])
        expect([kind, linksIn(text).filter((url) => !ownLinks.test(url))]).toEqual([kind, []]);
  });

  test("can be turned off, or says why it can't", () => {
    const endings = /No more (daily )?emails|You can't turn off emails/;
    for (const { kind, words } of all)
      if (!strangers.has(kind))
        expect(renderMail({ ...words, userId: randomUUID() }).textBody, kind).toMatch(endings);
  });
});

/** These emails go to people who may not have an account, or to our staff. */
const strangers = new Set<MailKind>([
  ...(["recovery", "confirm-sign-up", "address-confirm", "address-in-use", "account-deleted"] as const),
  ...(["invite", "newsletter-confirm", "contact", "contact-receipt", "contact-answer"] as const),
  "admin_notification",
]);

/** The new address, which an email about changing it has to name. */
const ownLinks = /^mailto:june@new\.example$/;

test("every file that sends emails is listed above", () => {
  const sendsMail = (source: string) =>
    /\bqueueMail\(\s*tx,/.test(source) ||
    (/\bannounce\(\s*tx,/.test(source) && /\bmail\b *(?:[:,=]|})/.test(source));
  const files = readdirSync("app/features", { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".server.ts") &&
      file !== "notifications/announcing.server.ts" &&
      sendsMail(readFileSync(`app/features/${file}`, "utf8")),
  );
  const names = files.map((file) => file.replace(/\.server\.ts$/, ""));
  expect(names.sort()).toEqual([...Object.keys(withNames), ...withoutNames].sort());
});
