import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { signOut } from "~/features/accounts/sessions.server";
import { signIn } from "~/features/accounts/signing-in.server";
import { appealTokenFor, readAppealToken, suspendPerson } from "~/features/accounts/suspending.server";
import { findUnreadWarning, markWarningRead } from "~/features/accounts/warning.server";
import { getThread } from "~/features/messaging/threads.server";
import { listNotifications } from "~/features/notifications/listing.server";
import { readList } from "~/http/admin-list-page.server";
import { db, SessionEnded } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import {
  type AdminPerson,
  makeAdmin,
  makeContributor,
  makeCreator,
  newClient,
  type Person,
  personPassword,
} from "../../../tests/support/people";
import { makeTalk } from "../../../tests/support/talks";
import { appealList, findAppeal } from "./appeal-queue.server";
import { answerAppeal, appeal, findAppealable } from "./appeals.server";
import { type Decision, decideCase, undoDecision } from "./deciding.server";
import { reportThing } from "./reporting.server";

const missing = { ok: false, refused: "not-found" };
const grant = { outcome: "grant", answer: "We were wrong." } as const;
const refuse = { outcome: "refuse", answer: "" } as const;
const close = { outcome: "close", answer: "" } as const;

const warn: Decision = { decision: "warn", reason: "respect", words: "Be kind." };
const suspend: Decision = { decision: "suspend", reason: "respect", words: "Be kind.", length: "forever" };
const hide: Decision = { decision: "hide", reason: "respect", words: "Be kind." };

async function decide(admin: AdminPerson, decision: Decision) {
  const [reporter, person] = [await makeCreator(), await makeContributor()];
  const thing = { kind: "profile", id: person.userId, seq: null, by: null } as const;
  await reportThing(reporter, "192.0.2.1", thing, { reason: "harassment", details: "", block: false });
  const { id: caseId } = await db.reportCase.findFirstOrThrow({ where: { reportedId: person.userId } });
  expect(await decideCase(admin, caseId, decision)).toEqual({ ok: true });
  const { measureId } = await db.reportCase.findUniqueOrThrow({ where: { id: caseId } });
  return { person, caseId, measureId: measureId ?? "" };
}

/** Hides a message that the contributor wrote and the creator reported. */
async function hideMessage(admin: AdminPerson) {
  const talk = await makeTalk("Something rude");
  const thing = { kind: "message", id: talk.conversationId, seq: 1, by: null } as const;
  await reportThing(talk.creator, "192.0.2.1", thing, { reason: "harassment", details: "", block: false });
  const { id: caseId } = await db.reportCase.findFirstOrThrow({
    where: { reportedId: talk.contributor.userId },
  });
  await decideCase(admin, caseId, hide);
  return { ...talk, caseId };
}

/** Appeals without a session, through the link that a suspended person gets. */
const appealByLink = ({ userId }: Person, decisionId: string, words: string) =>
  appeal({ userId }, "suspension", decisionId, words);
const signInAs = ({ email }: Person) => signIn({ email, password: personPassword }, newClient());
const appealOf = (person: Person) => db.appeal.findFirstOrThrow({ where: { userId: person.userId } });
const acts = async (person: Person) =>
  (await db.auditEntry.findMany({ where: { subjectId: person.userId }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );
const mails = (person: Person) =>
  db.outboxMail.findMany({ where: { userId: person.userId, kind: { endsWith: "appeal" } } });

test("a decision can be appealed once, only by its subject, no matter how often the form is sent", async () => {
  const admin = await makeAdmin();
  const { person, caseId, measureId } = await decide(admin, warn);
  const stranger = await makeCreator();
  expect(await appeal(stranger, "warning", measureId, "Let me")).toEqual(missing);
  expect(await appeal(person, "suspension", measureId, "Let me")).toEqual(missing);
  expect(await appeal(person, "warning", "' OR true --", "Let me")).toEqual(missing);
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, n) => appeal(person, "warning", measureId, n % 2 ? "Odd" : "Even")),
  );
  expect(sent.filter(({ ok }) => ok)).toHaveLength(5);
  const { words } = await appealOf(person);
  expect(await findAppealable(person, "warning", measureId)).toMatchObject({
    reason: "Disrespectful or threatening communication",
    words: "Be kind.",
    appeal: { words, state: "open" },
  });
  const open = adminPaths.appeals({ q: person.userId });
  expect((await readList(appealList, admin, open)).rows).toMatchObject([
    { name: person.name, words, caseId, reasonDetails: "Be kind.", against: { isYou: true } },
  ]);
  expect((await readList(appealList, admin, `${open}&after=nonsense`)).rows).toHaveLength(1);
  expect((await readList(appealList, { ...person, isAdmin: true }, open)).rows).toEqual([]);

  // Another warning, which no report led to, is another decision.
  const other = { userId: person.userId, reason: "spam", words: "Stop advertising." };
  const { id: otherId } = await db.warning.create({ data: other });
  expect(await findAppealable(person, "warning", measureId)).toMatchObject({ words: "Be kind." });
  expect(await findAppealable(person, "warning", otherId)).toMatchObject({
    words: other.words,
    appeal: null,
  });
  expect(await appeal(person, "warning", otherId, "I don't.")).toEqual({ ok: true });
  expect(await db.appeal.findFirst({ where: { decisionId: otherId } })).toMatchObject({ caseId: null });
});

test("an appeal isn't stored if its session ends in the meantime", async () => {
  const { person, measureId } = await decide(await makeAdmin(), warn);
  await signOut(person);
  await expect(appeal(person, "warning", measureId, "I did not.")).rejects.toThrow(SessionEnded);
  expect(await db.appeal.count({ where: { userId: person.userId } })).toBe(0);
});

test("an admin other than the original one decides an appeal, once, and granting it lifts a suspension", async () => {
  const [admin, one, two] = [await makeAdmin(), await makeAdmin(), await makeAdmin()];
  const { person, measureId } = await decide(admin, suspend);
  const refused = await signInAs(person);
  expect("appealToken" in refused && readAppealToken(refused.appealToken ?? "")).toEqual({
    userId: person.userId,
    suspensionId: measureId,
  });
  expect(await appealByLink(await makeCreator(), measureId, "It was not me.")).toEqual(missing);
  expect(await appealByLink(person, randomUUID(), "It was not me.")).toEqual(missing);
  await appealByLink(person, measureId, "It was not me.");
  const { id } = await appealOf(person);
  expect(await findAppeal(admin, id)).toMatchObject({ needsAnother: true });
  expect(await answerAppeal(admin, id, grant)).toEqual({ ok: false, refused: "another" });
  expect(await signInAs(person)).toMatchObject({ refused: "suspended" });
  const answers = await Promise.all([answerAppeal(one, id, grant), answerAppeal(two, id, refuse)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers).toContainEqual({ ok: false, refused: "decided" });
  const isGranted = answers[0]?.ok === true;
  expect((await signInAs(person)).ok).toBe(isGranted);
  // The case stays 'suspended', just as when an admin lifts its suspension.
  expect(await db.reportCase.findMany({ where: { reportedId: person.userId } })).toMatchObject([
    { state: "suspended" },
  ]);
  expect(await acts(person)).toEqual([
    "person.suspend",
    "report.suspend",
    ...(isGranted ? ["person.lift", "appeal.grant"] : ["appeal.refuse"]),
  ]);
  expect(
    await db.auditEntry.findFirst({ where: { subjectId: person.userId }, orderBy: { id: "desc" } }),
  ).toMatchObject({
    details: {
      ...(isGranted && { reason: grant.answer }),
      before: { appeal: "open" },
      after: { appeal: isGranted ? "granted" : "refused" },
      thing: `suspension ${measureId}`,
    },
  });
  const [mail, ...more] = await mails(person);
  expect(more).toEqual([]);
  expect(mail?.textBody).toContain(
    isGranted ? "We've lifted the suspension." : "Your suspension stays as it is.",
  );
  expect(await answerAppeal(isGranted ? one : two, id, isGranted ? grant : refuse), "a double click").toEqual(
    {
      ok: true,
    },
  );
  const other = { ...(isGranted ? grant : refuse), answer: "Other words." };
  expect(await answerAppeal(isGranted ? one : two, id, other)).toEqual({ ok: false, refused: "decided" });
  expect(await mails(person)).toHaveLength(1);
  expect(await findAppealable(person, "suspension", measureId)).toEqual(
    isGranted ? null : expect.objectContaining({ appeal: expect.objectContaining({ state: "refused" }) }),
  );
});

test("an unread warning can be undone, and a read one can only be appealed", async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  const { person, caseId } = await decide(admin, warn);
  const shown = await findUnreadWarning(person);
  expect(shown).toMatchObject({ words: "Be kind." });
  const title = "You have a warning";
  const titles = async () => (await listNotifications(person)).notifications.map((one) => one.title);
  expect(await titles()).toEqual([title]);
  expect(await undoDecision(admin, caseId)).toEqual({ ok: true });
  expect([await findUnreadWarning(person), await titles()]).toEqual([null, []]);
  expect(await appeal(person, "warning", shown?.id ?? "", "I did not.")).toEqual(missing);
  await decideCase(admin, caseId, warn);
  const again = await findUnreadWarning(person);
  expect(again?.id).not.toBe(shown?.id);
  await markWarningRead(other, again?.id ?? "");
  expect(await findUnreadWarning(person)).not.toBeNull();
  // The two run concurrently, and either one may come first.
  const [undone] = await Promise.all([undoDecision(admin, caseId), markWarningRead(person, again?.id ?? "")]);
  const row = await db.warning.findUniqueOrThrow({ where: { id: again?.id } });
  expect([row.readAt === null, row.takenBackAt === null]).toEqual([undone.ok, !undone.ok]);
  if (undone.ok) await decideCase(admin, caseId, warn);
  const last = (await findUnreadWarning(person)) ?? again;
  await markWarningRead(person, last?.id ?? "");
  expect(await undoDecision(admin, caseId)).toEqual({ ok: false, refused: "read" });
  await appeal(person, "warning", last?.id ?? "", "I did not.");
  expect(await answerAppeal(other, (await appealOf(person)).id, grant)).toEqual({ ok: true });
  expect(await db.warning.findUniqueOrThrow({ where: { id: last?.id } })).toMatchObject({
    takenBackAt: expect.any(Date),
  });
  expect((await mails(person))[0]?.textBody).toContain("We've withdrawn the warning.");
  expect(await db.reportCase.findUniqueOrThrow({ where: { id: caseId } })).toMatchObject({
    state: "dismissed",
    decisionReason: "appeal",
  });
});

test("a person can appeal each time something of theirs is hidden; granting the appeal shows it again", async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  const { creator, contributor, conversationId, caseId } = await hideMessage(admin);
  expect(await appeal(creator, "hiding", caseId, "It is a quote.")).toEqual(missing);
  for (const kind of ["hiding", "warning"] as const)
    expect(await appeal(contributor, kind, randomUUID(), "It is a quote.")).toEqual(missing);
  expect(await appeal(contributor, "hiding", caseId, "It is a quote.")).toEqual({ ok: true });
  await answerAppeal(other, (await appealOf(contributor)).id, refuse);
  await undoDecision(admin, caseId);
  expect(await appeal(contributor, "hiding", caseId, "Again")).toEqual(missing);
  await decideCase(admin, caseId, hide);
  expect(await findAppealable(contributor, "hiding", caseId)).toMatchObject({
    thing: "message",
    appeal: null,
  });
  expect(await appeal(contributor, "hiding", caseId, "Again")).toEqual({ ok: true });
  const second = await db.appeal.findFirstOrThrow({ where: { userId: contributor.userId, state: "open" } });
  expect(await answerAppeal(other, second.id, grant)).toEqual({ ok: true });
  expect((await getThread(creator, conversationId, null))?.messages).toMatchObject([
    { content: "Something rude" },
  ]);
  const said = Object.fromEntries((await mails(contributor)).map((mail) => [mail.subject, mail.textBody]));
  expect(said).toEqual({
    "We've denied your appeal": expect.stringMatching(/What we hid stays hidden\..*so this is final\./s),
    "We've granted your appeal": expect.stringMatching(/What we hid is visible again\.(?!.*final)/s),
  });
});

test("an appeal whose decision has ended can only be closed, and the email about it is true no matter how it ended", async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  const suspendFor7: Decision = { ...suspend, length: "7" };
  // This suspension was replaced by a permanent one.
  const replaced = await decide(admin, suspendFor7);
  await appealByLink(replaced.person, replaced.measureId, "It was not me.");
  const { id: openId } = await appealOf(replaced.person);
  expect(await findAppeal(other, openId)).toMatchObject({ isOver: false });
  expect(await answerAppeal(other, openId, close)).toEqual({ ok: false, refused: "in-force" });
  await db.$transaction((tx) =>
    suspendPerson(tx, admin, replaced.person.userId, { reason: "respect", words: "", until: null }),
  );
  // This suspension has expired.
  const ran = await decide(admin, suspendFor7);
  await appealByLink(ran.person, ran.measureId, "It was not me.");
  await db.suspension.update({ where: { id: ran.measureId }, data: { until: new Date(Date.now() - 1000) } });
  // One message was unhidden. The other was unhidden and hidden again, which is a new decision.
  const [shown, again] = [await decide(admin, hide), await decide(admin, hide)];
  for (const { person, caseId } of [shown, again]) {
    await appeal(person, "hiding", caseId, "It is a quote.");
    expect(await undoDecision(admin, caseId)).toEqual({ ok: true });
  }
  expect(await decideCase(admin, again.caseId, hide)).toEqual({ ok: true });
  for (const { person } of [replaced, ran, shown, again]) {
    const { id } = await appealOf(person);
    expect(await findAppeal(other, id)).toMatchObject({ isOver: true });
    for (const answer of [grant, refuse])
      expect(await answerAppeal(other, id, answer)).toEqual({ ok: false, refused: "over" });
    expect([(await appealOf(person)).state, await mails(person)]).toEqual(["open", []]);
    const closed = await Promise.all([1, 2].map(() => answerAppeal(other, id, close)));
    expect(closed).toEqual([{ ok: true }, { ok: true }]);
    const [mail, ...more] = await mails(person);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "We've closed your appeal" });
    expect(mail?.textBody).toContain("no longer in effect");
    expect(mail?.textBody).not.toMatch(/lifted|stays|visible again/);
    expect((await acts(person)).at(-1)).toBe("appeal.close");
  }
  // Closing the appeals changed nothing about the decisions that came later.
  expect(await signInAs(replaced.person)).toMatchObject({ refused: "suspended" });
  expect(await findAppealable(again.person, "hiding", again.caseId)).toMatchObject({ appeal: null });
});

test("an appeal that's decided while its decision is being undone is refused", async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  for (const answer of [grant, refuse]) {
    const { person, caseId } = await decide(admin, hide);
    await appeal(person, "hiding", caseId, "It is a quote.");
    const { id } = await appealOf(person);
    let [answering, undoing]: Promise<{ ok: boolean }>[] = [];
    // The undo locks the case first, and the appeal's decision waits for it.
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM report_cases WHERE id = ${caseId}::uuid FOR UPDATE`;
      undoing = undoDecision(admin, caseId);
      await untilLockWait(1);
      answering = answerAppeal(other, id, answer);
      await untilLockWait(2);
    });
    expect(await undoing).toEqual({ ok: true });
    expect(await answering).toEqual({ ok: false, refused: "over" });
    expect(await mails(person)).toEqual([]);
  }
});

test("a granted appeal tells the person if the hidden thing doesn't exist anymore", async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  const { contributor, conversationId, caseId } = await hideMessage(admin);
  await appeal(contributor, "hiding", caseId, "It is a quote.");
  await db.message.updateMany({ where: { conversationId }, data: { content: "" } });
  expect(await answerAppeal(other, (await appealOf(contributor)).id, grant)).toEqual({ ok: true });
  const [mail] = await mails(contributor);
  expect(mail?.textBody).toContain("no longer exists");
  expect(mail?.textBody).not.toContain("visible again");
});

test("the admin who made the decision decides the appeal, too, if no other admin can", async () => {
  const [admin, colleague] = [await makeAdmin(), await makeAdmin()];
  const { person, measureId } = await decide(admin, warn);
  await appeal(person, "warning", measureId, "I did not.");
  const { id } = await appealOf(person);
  await db.user.updateMany({
    where: { id: { notIn: [admin.userId, colleague.userId] } },
    data: { isAdmin: false },
  });
  expect(await answerAppeal(admin, id, refuse)).toEqual({ ok: false, refused: "another" });
  await db.user.update({ where: { id: colleague.userId }, data: { suspendedAt: new Date() } });
  await db.user.update({ where: { id: person.userId }, data: { isAdmin: true } });
  expect(await answerAppeal(person, id, grant)).toEqual({ ok: false, refused: "own" });
  expect(await answerAppeal(admin, id, refuse)).toEqual({ ok: true });
});

test("a link works for one suspension of one person, for half an hour", async () => {
  const person = await makeCreator();
  const link = { userId: person.userId, suspensionId: person.sessionId };
  const now = Date.now();
  const token = appealTokenFor(link, now);
  expect(readAppealToken(token, now + 29 * 60_000)).toEqual(link);
  expect(readAppealToken(token, now + 31 * 60_000)).toBeNull();
  expect(readAppealToken(token.replace(person.userId, person.sessionId), now)).toBeNull();
  for (const made of ["", ".", "made-up", `${token}x`]) expect(readAppealToken(made, now)).toBeNull();
});
