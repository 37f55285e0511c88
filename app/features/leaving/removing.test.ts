import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { grantAdmin, recordAdminAction } from "~/features/accounts/admins.server";
import {
  beginRemoval,
  comeBack,
  findDeparture,
  findReturn,
  listLeavers,
  mailedReturn,
} from "~/features/accounts/departing.server";
import { createRecoveryLink, recover } from "~/features/accounts/recovering.server";
import { findActor } from "~/features/accounts/sessions.server";
import { signIn } from "~/features/accounts/signing-in.server";
import { sweepMedia } from "~/features/media/removing.server";
import { writeToGroup } from "~/features/messaging/grouping.server";
import { listConversations } from "~/features/messaging/inbox.server";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { getThread } from "~/features/messaging/threads.server";
import { openText, sendQueuedMail } from "~/features/notifications/mailing.server";
import { joinAfresh } from "~/features/payments/starting-over.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { findChosen, listApplicants } from "~/features/projects/applicants.server";
import { apply } from "~/features/projects/applying.server";
import { acceptApplication } from "~/features/projects/deciding.server";
import { listApplications } from "~/features/projects/own-lists.server";
import { readFilter } from "~/features/projects/project-filter";
import { findProject } from "~/features/projects/viewing.server";
import { hashOfMailbox } from "~/features/referrals/inviting.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeCrowd,
  makeMember,
  newClient,
  type Person,
  personPassword,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { makePushBrowser } from "../../../tests/support/push-browser";
import { saveContributor } from "../favorites/saving.server";
import { answers } from "./answers";
import { removeLeavers, requestDeletion } from "./removing.server";

const day = 86_400_000;
const lowestId = "00000000-0000-0000-0000-000000000000";
const later = (days: number) => new Date(Date.now() + days * day);
const ask = (person: Person, password = personPassword) => requestDeletion(person, { password }, newClient());
const enter = (person: Person) => signIn({ email: person.email, password: personPassword }, newClient());
const exists = async ({ userId }: Person) => (await db.user.count({ where: { id: userId } })) === 1;

async function tables(): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('_prisma_migrations', '_sql_files') ORDER BY 1`;
  return rows.map(({ name }) => name);
}

/** The tables that have a row with one of these strings in any column. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tables()) {
    const [row] = await db.$queryRawUnsafe<{ has: boolean }[]>(
      `SELECT EXISTS (SELECT FROM "${table}" t, unnest($1::text[]) AS sought (words)
                       WHERE strpos(lower(t::text), lower(sought.words)) > 0) AS has`,
      texts,
    );
    if (row?.has) found.push(table);
  }
  return found;
}

test("each table has an answer, and a new one without an answer is noticed", async () => {
  expect(await tables()).toEqual(Object.keys(answers).sort());
  await db.$executeRaw`CREATE TABLE unanswered (id int)`;
  expect(await tables()).not.toEqual(Object.keys(answers).sort());
  await db.$executeRaw`DROP TABLE unanswered`;
});

/** A word in everything that the leaver wrote and that no one keeps, so that the test can look for it afterward. */
const secret = "Zyxglow";

interface Kept {
  conversationId: string;
  projectId: string;
}

const storeFile = async (key: string) => {
  await files.put(key, Buffer.from("%PDF-1.4"));
  return key;
};

async function makeMedia(ownerId: string, title = secret): Promise<string> {
  const fileKey = `media/${randomUUID().replaceAll("-", "")}`;
  await storeFile(`${fileKey}.pdf`);
  const name = `${title}.pdf`;
  const media = await db.media.create({
    data: { ownerId, kind: "pdf", ending: "pdf", fileKey, bytes: 8, name },
  });
  return media.id;
}

/** Gives the leaver rows in every table about people that their role uses. `other` doesn't leave. */
async function fill(leaver: Person, other: Person): Promise<Kept> {
  const { userId, email, name } = leaver;
  const soon = later(1);
  const hash = () => new Uint8Array(Buffer.from(randomUUID()));
  const isCreator = leaver.userType === "creator";
  const [creator, contributor] = isCreator ? [leaver, other] : [other, leaver];
  const pair = { creatorId: creator.userId, contributorId: contributor.userId };
  await db.match.create({ data: pair });
  await givePlan(creator, "agency");
  const sent = await writeTo(leaver, other.userId, {
    messageId: randomUUID(),
    content: "Kept by whom I wrote to",
  });
  if (!sent.ok) throw new Error(sent.refused);
  await writeTo(other, leaver.userId, { messageId: randomUUID(), content: "An answer" });
  await db.message.create({
    data: {
      id: randomUUID(),
      conversationId: sent.conversationId,
      seq: 3,
      senderId: userId,
      content: "",
      mediaId: await makeMedia(userId),
    },
  });
  await db.message.create({
    data: {
      ...{ id: randomUUID(), conversationId: sent.conversationId, seq: 4, senderId: other.userId },
      ...{ content: "With a file", mediaId: await makeMedia(other.userId, "theirs") },
    },
  });
  await db.conversation.update({ where: { id: sent.conversationId }, data: { lastSeq: 4 } });
  const group = await writeToGroup(other, [userId], { messageId: randomUUID(), content: "Join us" });
  if (!group.ok) throw new Error(group.refused);

  const projectId = await makeProject(creator, { title: `Season ${randomUUID().slice(0, 4)}` });
  await apply(contributor, projectId, {
    note: "Kept by whom I applied to",
    portfolioLink: null,
    answers: [],
  });
  await acceptApplication(creator, projectId, contributor.userId);
  await db.projectApplication.updateMany({
    where: { projectId },
    data: {
      privateNote: `${secret} note`,
      ...(!isCreator && { portfolioLink: `https://example.com/${secret}` }),
    },
  });
  if (isCreator) {
    await makeProject(creator, { title: `${secret} without applicants` });
    await db.projectDraft.create({
      data: { creatorId: userId, key: randomUUID(), fields: { title: secret } },
    });
    await db.briefFile.create({
      data: { key: randomUUID(), creatorId: userId, projectId, mediaId: await makeMedia(userId) },
    });
    await db.savedContributor.create({ data: { ...pair, note: `${secret} note` } });
    const list = await db.savedList.create({ data: { creatorId: userId, name: secret } });
    await db.savedListItem.create({ data: { listId: list.id, ...pair } });
    await db.projectInvitation.create({ data: { projectId, contributorId: other.userId, note: secret } });
  } else {
    await db.savedContributor.create({ data: pair });
    const open = await makeProject(creator, { title: "Another" });
    await db.projectInvitation.create({ data: { projectId: open, contributorId: userId } });
    await apply(leaver, open, { note: `${secret} pending`, portfolioLink: null, answers: [] });
  }
  for (const [actorId, targetId] of [
    [userId, other.userId],
    [other.userId, userId],
  ] as const)
    await db.swipe.create({ data: { actorId, targetId, liked: true } });
  await db.usageLedgerEntry.create({
    data: { userId: other.userId, kind: "save", amount: 1, key: `save:${userId}:1`, subjectId: userId },
  });
  await db.usageLedgerEntry.createMany({
    data: [{ userId, kind: "swipe", amount: 1, key: randomUUID() }],
    skipDuplicates: true,
  });
  await db.userUsage.upsert({ where: { userId }, create: { userId }, update: {} });
  await db.deckCard.createMany({
    data: [
      { viewerId: other.userId, personId: userId, position: 1n },
      { viewerId: userId, personId: other.userId, position: 1n },
    ],
    skipDuplicates: true,
  });
  await db.deck.create({ data: { viewerId: userId, filter: [], lowSeq: 0n, highSeq: 0n } });

  const payment = await db.payment.create({
    data: {
      userId,
      checkoutSessionId: `cs_${userId.slice(0, 8)}kept`,
      planType: "pro",
      priceId: "price_x",
      status: "paid",
      amountCents: 2499,
    },
  });
  await db.receipt.create({
    data: {
      id: `in_${randomUUID()}`,
      userId,
      status: "paid",
      amountCents: 2499,
      url: `https://example.com/${secret}`,
      issuedAt: new Date(),
    },
  });
  await db.refundRequest.create({
    data: { userId, paymentId: payment.id, amountCents: 2499, reason: secret },
  });

  await db.recoveryLink.create({ data: { userId, tokenHash: hash(), expiresAt: soon } });
  await db.confirmationLink.create({ data: { userId, tokenHash: hash(), expiresAt: soon } });
  await db.addressChange.create({
    data: {
      userId,
      oldEmail: email,
      newEmail: `new.${email}`,
      undoHash: hash(),
      expiresAt: soon,
      undoUntil: soon,
    },
  });
  await db.suspension.create({ data: { userId, reason: "spam", words: secret, endedAt: new Date() } });
  const warning = await db.warning.create({ data: { userId, reason: "spam", words: secret } });
  await db.appeal.create({ data: { userId, kind: "warning", decisionId: warning.id, words: secret } });
  await fillSecondFactor(leaver);
  const admin = await makeAdmin();
  if (!isCreator) {
    const note = { authorId: admin.userId, text: secret };
    await db.reviewNote.create({ data: { id: randomUUID(), contributorId: userId, ...note } });
  }
  await recordAdminAction(db, admin, "person.suspend", userId, { reason: "spam" });
  const names = { before: `${secret} Support`, after: name };
  await recordAdminAction(db, admin, "person.rename", userId, { reason: "Sounds like us.", names });
  await takeFromLimit("search", userId);
  await takeFromLimit("sign-in-account", email);

  const aboutThem = { kind: "match", title: `It's a match: you and ${name}`, aboutId: userId };
  await db.notification.create({ data: { userId: other.userId, eventKey: randomUUID(), ...aboutThem } });
  await db.notification.create({ data: { userId, kind: "vetting", title: secret, eventKey: randomUUID() } });
  await db.notificationSetting.create({ data: { userId, kind: "match" } });
  await db.mailSchedule.create({ data: { userId } });
  const { address } = makePushBrowser();
  await db.pushSubscription.create({ data: { userId, sessionId: leaver.sessionId, ...address } });
  await db.adminNotification.create({ data: { userId, type: "contributor_approval", message: secret } });
  const mail = { kind: "match", textBody: secret, htmlBody: secret, sentAt: new Date() };
  await db.outboxMail.createMany({
    data: [
      { ...mail, userId, toAddress: email, subject: "Yours", eventKey: randomUUID() },
      {
        ...mail,
        userId: other.userId,
        toAddress: other.email,
        subject: `It's a match: you and ${name}`,
        eventKey: `match:${randomUUID()}`,
        aboutId: userId,
      },
      {
        ...mail,
        ...{ userId: other.userId, toAddress: other.email, kind: "digest" },
        ...{ subject: `It's a match: you and ${name}`, eventKey: `digest:${userId.slice(0, 8)}` },
      },
      {
        ...mail,
        ...{ userId: other.userId, toAddress: other.email, subject: `It's a match: you and ${name}` },
        ...{ eventKey: randomUUID(), aboutId: userId, digestKey: `digest:${userId.slice(0, 8)}` },
      },
      {
        ...mail,
        ...{ userId: other.userId, toAddress: other.email, subject: "About someone" },
        ...{ eventKey: randomUUID(), aboutId: userId, sentAt: null, waitsForDigest: true },
      },
      ...[
        { eventKey: `offer:${userId}`, href: null },
        { eventKey: randomUUID(), href: paths.profile(userId) },
      ].map((one) => ({
        ...{ ...mail, ...one, textBody: "", htmlBody: "", subject: "An offer" },
        ...{ userId: other.userId, toAddress: other.email },
      })),
      { ...mail, userId: null, toAddress: email, subject: "In use", eventKey: randomUUID() },
    ],
  });

  await db.profileDraft.create({ data: { userId, fields: { bio: secret } } });
  await db.profileLink.create({
    data: { profileId: userId, key: "website", url: `https://example.com/${secret}` },
  });
  const avatar = `avatars/${userId.replaceAll("-", "").slice(0, 24)}`;
  for (const size of ["96", "320"])
    for (const ending of ["avif", "webp"]) await storeFile(`${avatar}-${size}.${ending}`);
  await db.profile.update({
    where: { id: userId },
    data: { bio: `${secret} bio`, avatarUrl: sitePaths.file(avatar) },
  });
  await db.workSample.create({
    data: {
      profileId: userId,
      position: 1,
      kind: "pdf",
      mediaId: await makeMedia(userId),
      title: `${secret} sample`,
    },
  });
  await db.upload.create({ data: { id: randomUUID(), ownerId: userId, bytes: 1, name: secret } });

  await db.memberDay.create({ data: { memberId: userId, day: new Date() } });
  await db.profileView.createMany({
    data: [
      { profileId: userId, viewerId: other.userId, day: new Date() },
      { profileId: other.userId, viewerId: userId, day: new Date() },
    ],
  });
  await db.referralCode.create({ data: { userId, code: userId.slice(0, 8) } });
  await db.referral.create({ data: { referrerId: userId, inviteeId: (await makeMember()).userId } });
  await db.referral.create({
    data: {
      referrerId: other.userId,
      inviteeId: userId,
      addressHash: hashOfMailbox(email),
      rewardedAt: new Date(),
    },
  });
  await db.boost.create({ data: { userId, reason: "referrer", endsAt: soon } });
  await db.mailedInvitation.create({
    data: { inviterId: userId, addressHash: hash(), masked: `${secret}•••@example.com`, code: randomUUID() },
  });
  for (const owner of [userId, other.userId])
    await db.savedSearch.create({
      data: {
        userId: owner,
        kind: "people",
        name: owner === userId ? secret : "Theirs",
        query: "?service=1",
        pace: "off",
        nextAt: soon,
        results: { create: { resultId: userId } },
      },
    });
  await db.paidCard.create({ data: { userId, fingerprint: secret } });
  const blocked = await makeMember();
  await db.block.create({ data: { blockerId: userId, blockedId: blocked.userId } });
  const reported = (reportedId: string, reporterId: string) =>
    db.reportCase.create({
      data: {
        kind: "profile",
        subjectId: reportedId,
        reportedId,
        urgency: 1,
        reasons: ["scam"],
        reports: {
          create: { reporterId, reportedId, reason: "scam", details: "Odd", snapshot: { name: "Somebody" } },
        },
      },
    });
  await reported(userId, blocked.userId);
  await reported(blocked.userId, userId);
  await db.newsletterSubscriber.create({ data: { email } });
  await db.contactMessage.create({ data: { name, email, subject: "support", message: secret } });
  const fileKey = `exports/${randomUUID().replaceAll("-", "")}.zip`;
  await storeFile(fileKey);
  await db.export.create({ data: { userId, fileKey, state: "ready", endedAt: new Date() } });
  return { conversationId: sent.conversationId, projectId };
}

async function fillSecondFactor({ userId, sessionId }: Person): Promise<void> {
  const bytes = () => new Uint8Array(Buffer.from(randomUUID()));
  await db.keptForm.create({ data: { sessionId, path: "/", fields: { reason: secret } } });
  await db.unsentForm.create({
    data: { userId, path: "/", fields: { note: secret }, shown: ["note"], hadFile: false },
  });
  await db.authenticatorApp.create({ data: { userId, sessionId, secret: bytes() } });
  await db.recoveryCode.create({ data: { userId, codeHash: bytes() } });
  await db.passkey.create({
    data: {
      userId,
      credentialId: randomUUID(),
      publicKey: bytes(),
      counter: 0n,
      transports: [],
      name: secret,
    },
  });
  await db.passkeyChallenge.create({
    data: { challenge: randomUUID(), purpose: "add", userId, sessionId, expiresAt: later(1) },
  });
}

async function filesOf(leaver: Person): Promise<string[]> {
  const media = await db.media.findMany({ where: { ownerId: leaver.userId } });
  const made = await db.export.findMany({ where: { userId: leaver.userId } });
  return [
    ...media.map(({ fileKey, ending }) => `${fileKey}.${ending}`),
    ...made.map(({ fileKey }) => fileKey),
    `avatars/${leaver.userId.replaceAll("-", "").slice(0, 24)}-320.webp`,
  ];
}

/** Tables without a column that names the person leaving. */
const withoutThem = ["carrier_events", "outbox_events"];

describe("someone who left two weeks ago", () => {
  let leavers: { person: Person; other: Person; kept: Kept; files: string[] }[];
  let before: Set<string>;
  let copies: string[][];
  beforeAll(async () => {
    const services = ["Writer"];
    const [cleo, ari] = [
      await makeCreator({
        name: "Quillon Vanterpool",
        services,
        email: `quillon-${randomUUID()}@example.com`,
      }),
      await makeContributor({
        name: "Ysolde Brackenridge",
        services,
        email: `ysolde-${randomUUID()}@example.com`,
      }),
    ];
    const pairs = [
      { person: cleo, other: await makeContributor({ services }) },
      { person: ari, other: await makeCreator({ services }) },
    ];
    leavers = [];
    for (const { person, other } of pairs) {
      const kept = await fill(person, other);
      leavers.push({ person, other, kept, files: await filesOf(person) });
    }
    before = new Set(
      await placesOf(pairs.flatMap(({ person }) => [person.userId, person.email, person.name, secret])),
    );
    copies = [];
    for (const { person } of pairs) {
      const rows = await db.$queryRaw<{ row: string }[]>`
        SELECT file || ' ' || "row"::text AS row FROM export_of(${person.userId}::uuid)`;
      copies.push(rows.map(({ row }) => row));
    }
    for (const { person } of pairs) expect(await ask(person)).toMatchObject({ ok: true });
    await removeLeavers(later(15));
    await sweepMedia();
    for (const { id } of await db.outboxMail.findMany({ where: { kind: "account-deleted" } }))
      await sendQueuedMail(id);
  });

  test("had rows in every table about people", () => {
    const expected = Object.entries(answers)
      .filter(([table, { leaving }]) => !leaving.startsWith("kept") && !withoutThem.includes(table))
      .map(([table]) => table)
      // Each role stores its choices in its own tables; checking one of each is enough.
      .filter(
        (table) => !/^(creator|contributor)_(content_types|brand_tones|visual_styles|tools)$/.test(table),
      )
      .filter((table) => !/^project_brief_(services|tools|visual_styles)$/.test(table))
      // Triggers fill these tables, but only for members with unread messages or open projects.
      .filter((table) => !/^(project_listings|project_application_counts|member_events)/.test(table));
    expect(expected.filter((table) => !before.has(table))).toEqual([]);
  });

  test("had copies of their data with nothing in common", () => {
    const [first = [], second = []] = copies;
    expect(Math.min(first.length, second.length)).toBeGreaterThan(50);
    expect(first.filter((row) => second.includes(row))).toEqual([]);
  });

  test("has left no ID, address, name, text or file, except where `answers` says that they're kept", async () => {
    for (const { person, files: stored } of leavers) {
      expect(await exists(person)).toBe(false);
      const places = await placesOf([person.userId, person.email, person.name, secret]);
      expect(places.filter((table) => !answers[table]?.leaving.startsWith("kept"))).toEqual([]);
      // Hints stay in outbox_events here, because no relay is running to remove them.
      expect(places.filter((table) => table !== "outbox_events")).toEqual(["audit_log"]);
      // The audit log keeps only IDs.
      expect(await placesOf([person.email, person.name, secret])).toEqual([]);
      expect(stored.length).toBeGreaterThan(3);
      for (const key of stored) expect([key, await files.sizeOf(key)]).toEqual([key, null]);
    }
  });

  test("leaves other people's emails alone, even if they contain the same words", async () => {
    const leaver = await makeCreator({ name: "Your", services: ["Writer"] });
    const reader = await makeContributor({ services: ["Writer"] });
    const about = {
      userId: reader.userId,
      toAddress: reader.email,
      kind: "payment",
      textBody: "x",
      htmlBody: "x",
    };
    const sent = {
      ...about,
      subject: "Your Pro plan has ended",
      eventKey: `ended:${randomUUID()}`,
      sentAt: new Date(),
    };
    const unsent = {
      ...about,
      subject: "New message from Your",
      eventKey: randomUUID(),
      aboutId: leaver.userId,
    };
    await db.outboxMail.createMany({ data: [sent, unsent] });
    await ask(leaver);
    await db.outboxMail.updateMany({
      where: { userId: reader.userId },
      data: { createdAt: new Date(Date.now() - 2 * 86_400_000) },
    });
    await removeLeavers(later(15));
    expect(await db.outboxMail.findUnique({ where: { eventKey: sent.eventKey } })).toMatchObject(sent);
    const [named] = await db.outboxMail.findMany({
      where: { userId: reader.userId, NOT: { eventKey: sent.eventKey } },
    });
    expect(named).toMatchObject({
      subject: "",
      textBody: "",
      aboutId: null,
      sentAt: null,
      stoppedAt: expect.any(Date),
    });
  });

  test("is 'Deleted user' in conversations, which others can read but not write to", async () => {
    for (const { other, kept } of leavers) {
      const { conversations } = await listConversations(other);
      expect(conversations.map(({ name, isGroup }) => [name, isGroup]).sort()).toEqual([
        ["Deleted user", false],
        ["Unknown User", true],
      ]);
      const thread = await getThread(other, kept.conversationId, null);
      expect(thread).toMatchObject({ name: "Deleted user", personId: null, canWrite: false });
      expect(thread?.messages.map(({ content, state }) => [content, state])).toEqual([
        ["Kept by whom I wrote to", "new"],
        ["An answer", "new"],
        ["", "deleted"],
        ["With a file", "new"],
      ]);
      expect(thread?.messages.at(-1)?.attachment).toMatchObject({ name: "theirs.pdf" });
      const more = { messageId: randomUUID(), content: "Are you there?" };
      expect(await sendMessage(other, kept.conversationId, more)).toMatchObject({ refused: "gone" });
    }
  });

  test("is 'Deleted user' wherever others applied or decided, with no profile behind it", async () => {
    const [asCreator, asContributor] = leavers;
    if (!asCreator || !asContributor) throw new Error("two people should have left");
    const project = await findProject(asCreator.other, asCreator.kept.projectId);
    expect(project).toMatchObject({
      status: "cancelled",
      brandLink: null,
      files: [],
      creator: { name: "Deleted user", hasLeft: true },
    });
    const filter = readFilter(new URLSearchParams());
    const { projects } = await listApplications(asCreator.other, filter, null);
    expect(projects.map(({ creator }) => creator.name)).toEqual(["Deleted user"]);
    expect(await findProject(await makeContributor(), asCreator.kept.projectId)).toBeNull();
    const list = { folder: "all", sort: "match", after: null } as const;
    const { applicants } = await listApplicants(asContributor.other, asContributor.kept.projectId, list);
    expect(applicants).toMatchObject([{ name: "Deleted user" }]);
    const { contributorId = "" } = applicants[0] ?? {};
    const opened = await findChosen(asContributor.other, asContributor.kept.projectId, [contributorId]);
    expect(opened?.applicants).toMatchObject([
      { name: "Deleted user", hasLeft: true, portfolioLink: null, privateNote: "", samples: [] },
    ]);
    for (const id of [project?.creator.id ?? "", applicants[0]?.contributorId ?? ""])
      expect(await findProfile(await makeAdmin(), id)).toBeNull();
  });

  test("leaves a reward to the person who earned it, with only a hash of the referred address", async () => {
    for (const { other } of leavers) {
      const rewarded = await db.referral.findMany({ where: { referrerId: other.userId } });
      expect(rewarded).toMatchObject([{ inviteeId: null }]);
      // The hash keeps the same address from earning a second reward by joining again.
      expect(rewarded[0]?.addressHash).not.toBeNull();
    }
  });

  test("keeps payments' amounts and the provider's IDs", async () => {
    for (const { person } of leavers) {
      const payment = await db.payment.findUniqueOrThrow({
        where: { checkoutSessionId: `cs_${person.userId.slice(0, 8)}kept` },
        include: { user: { include: { profile: true } }, refundRequest: true },
      });
      expect(payment).toMatchObject({ amountCents: 2499, refundRequest: { reason: "" } });
      expect(payment.user).toMatchObject({ profile: { fullName: "Deleted user" }, confirmedAt: null });
      expect(await listLeavers(later(15), lowestId, 100)).toEqual([]);
      expect(await beginRemoval(payment.userId, later(15))).toBe(false);
      const entering = { email: payment.user.email, password: personPassword };
      expect(await signIn(entering, newClient())).toEqual({ ok: false, refused: "wrong" });
    }
  });
});

test("when a recovery link proves that an address belongs to someone else, the account of the stranger who signed up with it is deleted", async () => {
  const other = await makeCreator();
  const stranger = await makeContributor({ name: "Zephyrine Maltravers", services: ["Writer"] });
  const { userId, email } = stranger;
  await fill(stranger, other);
  const stored = await filesOf(stranger);
  // None of these proves the address: a newsletter, a contact form and an invitation accept any address.
  await db.outboxMail.deleteMany({ where: { userId: null, toAddress: email } });
  await db.newsletterSubscriber.deleteMany({ where: { email } });
  await db.contactMessage.deleteMany({ where: { email } });
  await db.user.update({ where: { id: userId }, data: { confirmedAt: null } });
  const { token } = await createRecoveryLink(db, userId);
  const password = "a-new-harbour-41";
  expect(await recover(token, { password }, newClient())).toEqual({ ok: false, refused: "unconfirmed" });
  const owner = { fullName: "Odalys Fenwick", password };
  const both = await Promise.all([1, 2].map(() => joinAfresh(token, owner, newClient())));
  const done = both.find(({ ok }) => ok);
  expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, refused: "link-over" }]);
  const actor = done?.ok && (await findActor(done.session.token));
  expect(actor).toMatchObject({ name: "Odalys Fenwick", isConfirmed: true, hasSecondFactor: false });
  expect(actor ? actor.userId : userId).not.toBe(userId);

  expect(await findActor(stranger.token)).toBeNull();
  expect(await enter(stranger)).toMatchObject({ refused: "wrong" });
  expect(await findProfile(other, userId)).toBeNull();
  await db.refundRequest.updateMany({ where: { userId }, data: { status: "declined" } });
  await removeLeavers();
  await sweepMedia();
  const places = await placesOf([userId, stranger.name, secret]);
  // Hints stay in outbox_events here, because no relay is running to remove them.
  expect(places.filter((table) => table !== "outbox_events")).toEqual(["audit_log"]);
  for (const key of stored) expect([key, await files.sizeOf(key)]).toEqual([key, null]);
  expect(await signIn({ email, password }, newClient())).toMatchObject({ ok: true });
});

describe("requesting deletion", () => {
  test("closes the account for everyone right away, and emails a link for coming back", async () => {
    const person = await makeCreator();
    expect(await ask(person, "not-this")).toMatchObject({ refused: "wrong" });
    // The first request ends the session that the second one uses.
    const twice = await Promise.allSettled([ask(person), ask(person)]);
    expect(twice.filter((done) => done.status === "fulfilled" && done.value.ok)).toHaveLength(1);
    expect(await findActor(person.token)).toBeNull();
    expect(await findProfile(await makeContributor(), person.userId)).toBeNull();
    const mails = await db.outboxMail.findMany({ where: { userId: person.userId, kind: "leaving" } });
    expect(mails).toHaveLength(1);
    expect(openText(mails[0]?.textBody ?? "")).toContain(paths.comeBack(""));
  });

  test("is refused for the last admin, even when the last two ask concurrently", async () => {
    await db.user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    const [one, other] = [await makeMember(), await makeMember()];
    for (const { email } of [one, other]) await grantAdmin(email);
    const admins = [one, other].map((person) => ({ ...person, isAdmin: true }));
    const both = await Promise.all(admins.map((person) => ask(person)));
    expect(both.map((done) => (done.ok ? "" : done.refused)).sort()).toEqual(["", "last-admin"]);
    const last = both[0]?.ok ? other : one;
    expect(await ask({ ...last, isAdmin: true })).toEqual({ ok: false, refused: "last-admin" });
    expect(await findActor(last.token)).not.toBeNull();
    await grantAdmin((await makeMember()).email);
    expect(await ask({ ...last, isAdmin: true })).toMatchObject({ ok: true });
  });
});

describe("coming back", () => {
  test("requires the right password or the emailed link, and works until the removal begins", async () => {
    const person = await makeMember();
    await ask(person);
    const refused = await enter(person);
    if (refused.ok || refused.refused !== "leaving") throw new Error("not leaving");
    expect(await findDeparture(refused.token)).toMatchObject({ signsIn: true });
    expect(await findDeparture(`${refused.token}x`)).toBeNull();
    // The links of another departure don't work, nor does any once the 14 days are over.
    const { userId } = person;
    const leaving = { where: { id: userId }, select: { leavesAt: true } };
    const { leavesAt } = await db.user.findUniqueOrThrow(leaving);
    for (const at of [later(13), later(-1)]) {
      await db.user.update({ where: { id: userId }, data: { leavesAt: at } });
      const old = at > new Date() ? refused.token : mailedReturn(userId, at);
      expect(await findDeparture(old)).toBeNull();
      expect(await comeBack(old, newClient())).toEqual({ ok: false, refused: "link-over" });
    }
    expect(await findReturn(userId)).toBeNull();
    await db.user.update({ where: { id: userId }, data: { leavesAt } });
    const back = await comeBack(refused.token, newClient());
    expect(back).toMatchObject({ ok: true, clientSession: { userId: person.userId } });
    expect(await comeBack(refused.token, newClient())).toEqual({ ok: false, refused: "link-over" });
    expect(await enter(person)).toMatchObject({ ok: true });
    await removeLeavers(later(15));
    expect(await exists(person)).toBe(true);

    const again = await makeMember();
    await ask(again);
    const mail = await db.outboxMail.findFirstOrThrow({ where: { userId: again.userId, kind: "leaving" } });
    const token = (openText(mail.textBody) ?? "").split(paths.comeBack(""))[1]?.split(/\s/)[0] ?? "";
    await removeLeavers(later(12));
    expect(await db.outboxMail.count({ where: { userId: again.userId, kind: "leaving" } })).toBe(2);
    expect(await comeBack(token, newClient())).toEqual({ ok: true, clientSession: null });
    expect(await enter(again)).toMatchObject({ ok: true });
  });

  test("either coming back or the concurrent removal succeeds, never both", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const person = await makeMember();
      await ask(person);
      const token = (await findReturn(person.userId)) ?? "";
      const [back, begun] = await Promise.all([
        comeBack(token, newClient()),
        beginRemoval(person.userId, later(15)),
      ]);
      expect(back.ok).not.toBe(begun);
    }
  });
});

describe("the removal", () => {
  test("reminds everyone three days before, no matter how many leave on the same day", async () => {
    const crowd = await makeCrowd(201);
    await db.user.updateMany({ where: { id: { in: crowd } }, data: { leavesAt: later(2) } });
    await removeLeavers();
    const reminders = { userId: { in: crowd }, subject: { contains: "three days" } };
    expect(await db.outboxMail.count({ where: reminders })).toBe(201);
    await db.user.deleteMany({ where: { id: { in: crowd } } });
  });

  test("continues after a crash, may run twice concurrently, and emails one goodbye", async () => {
    const person = await makeMember();
    await ask(person);
    expect(await beginRemoval(person.userId, later(13))).toBe(false);
    expect(await beginRemoval(person.userId, later(15))).toBe(true);
    expect(await findReturn(person.userId)).toBeNull();
    await Promise.all([removeLeavers(later(15)), removeLeavers(later(15))]);
    expect(await exists(person)).toBe(false);
    expect(await db.outboxMail.count({ where: { toAddress: person.email } })).toBe(1);
  });

  test("frees the slots that a contributor took in creators' plans", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    expect(await saveContributor(creator, contributor.userId)).toEqual({ ok: true });
    await ask(contributor);
    const used = async () =>
      (await db.userUsage.findUnique({ where: { userId: creator.userId } }))?.contributorSaveCount;
    expect(await used()).toBe(1);
    await removeLeavers(later(15));
    expect([await exists(contributor), await used()]).toEqual([false, 0]);
  });

  test("waits for an approved refund, even if paying it back failed", async () => {
    const person = await makeMember();
    const { userId } = person;
    const payment = await db.payment.create({
      data: { userId, planType: "pro", priceId: "price_x", status: "paid", amountCents: 100 },
    });
    const request = await db.refundRequest.create({
      data: { userId, paymentId: payment.id, amountCents: 100, status: "accepted" },
    });
    await ask(person);
    for (const status of ["accepted", "failed"]) {
      await db.refundRequest.update({ where: { id: request.id }, data: { status } });
      await removeLeavers(later(15));
      expect(await exists(person)).toBe(true);
    }
    await db.refundRequest.update({ where: { id: request.id }, data: { status: "refunded" } });
    await removeLeavers(later(15));
    expect(await exists(person)).toBe(false);
  });
});
