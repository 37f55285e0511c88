import { expect, test } from "vitest";
import { listReportsOf, reportThing } from "~/features/moderation/reporting.server";
import { listMailsTo } from "~/features/notifications/unsent-mails.server";
import { dropFactorOf } from "~/features/second-factor/managing.server";
import { db, SessionEnded } from "~/platform/db.server";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
  posingAsAdmin,
  signInAgain,
} from "../../../tests/support/people";
import { listActsOf } from "./acts.server";
import {
  confirmMailByAdmin,
  dropFactorByAdmin,
  findPerson,
  liftByAdmin,
  renameByAdmin,
  signOutPerson,
  suspendByAdmin,
} from "./person.server";

const actsOn = (person: Person) =>
  db.auditEntry.findMany({ where: { subjectId: person.userId }, orderBy: { id: "asc" } });
const suspension = { reason: "spam", words: "Forty of the same message.", length: "7" } as const;

test("an admin can sign someone out everywhere, once", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  await signInAgain(person);
  // They were a contributor once, and were rejected.
  await db.contributorProfile.create({ data: { id: person.userId, status: "rejected" } });
  expect(await findPerson(person.userId)).toMatchObject({ sessions: 2, status: null, periodEnd: null });
  const outcomes = await Promise.all([1, 2, 3].map(() => signOutPerson(admin, person.userId)));
  expect(outcomes.map((done) => done.ok && done.ended).sort()).toEqual([0, 0, 2]);
  expect(await findPerson(person.userId)).toMatchObject({ sessions: 0, lastSeenAt: null });
  expect(await actsOn(person)).toMatchObject([
    {
      actorId: admin.userId,
      action: "person.sign-out",
      details: { before: { sessions: 2 }, after: { sessions: 0 } },
    },
  ]);
  expect(await db.session.count({ where: { userId: admin.userId } })).toBe(1);

  const past = new Date(Date.now() - 1_000);
  for (const data of [{}, { expiresAt: past }, { endsAt: past }]) {
    const { sessionId } = await signInAgain(person);
    await db.session.update({ where: { id: sessionId }, data });
  }
  expect(await findPerson(person.userId)).toMatchObject({ sessions: 1 });
  await db.user.update({ where: { id: person.userId }, data: { leavesAt: past, leftAt: past } });
  expect(await findPerson(person.userId)).toBeNull();
});

test("an admin can suspend someone without a report, and lift the suspension", async () => {
  const [admin, person] = [await makeAdmin(), await makeContributor()];
  const outcomes = await Promise.all([1, 2].map(() => suspendByAdmin(admin, person.userId, suspension)));
  expect(outcomes).toEqual([{ ok: true }, { ok: true }]);
  const shorter = { ...suspension, length: "1" } as const;
  expect(await suspendByAdmin(admin, person.userId, shorter)).toEqual({ ok: false, refused: "suspended" });
  const found = await findPerson(person.userId);
  expect(found).toMatchObject({ sessions: 0, suspension: { words: "Forty of the same message." } });
  const lifts = await Promise.all([1, 2].map(() => liftByAdmin(admin, person.userId)));
  expect(lifts.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await findPerson(person.userId))?.suspension).toBeNull();
  expect((await actsOn(person)).map(({ action }) => action)).toEqual(["person.suspend", "person.lift"]);
  await suspendByAdmin(admin, person.userId, { ...suspension, words: "And again." });
  expect(await findPerson(person.userId)).toMatchObject({ suspension: { words: "And again." } });
});

test("an admin can change a name, once, and the person learns why", async () => {
  const [admin, other, person] = [
    await makeAdmin(),
    await makeAdmin(),
    await makeCreator({ name: "Admin Support" }),
  ];
  const to = (fullName: string) => ({ was: "Admin Support", fullName, why: "It sounds like us." });
  const outcomes = await Promise.all([
    renameByAdmin(admin, person.userId, to("Sam One")),
    renameByAdmin(other, person.userId, to("Sam Two")),
  ]);
  expect(outcomes).toContainEqual({ ok: true });
  expect(outcomes).toContainEqual({ ok: false, refused: "changed" });
  const { fullName } = await db.profile.findUniqueOrThrow({ where: { id: person.userId } });
  expect(await actsOn(person)).toMatchObject([
    {
      action: "person.rename",
      details: { reason: "It sounds like us." },
    },
  ]);
  const renamed = { before: "name: Admin Support", after: `name: ${fullName}` };
  expect(await listActsOf(admin, person.userId)).toMatchObject([renamed]);
  const mails = await db.outboxMail.findMany({ where: { userId: person.userId } });
  expect(mails).toMatchObject([{ toAddress: person.email, kind: "name-changed" }]);
  expect(mails[0]?.textBody).toContain("It sounds like us.");
  expect(await listMailsTo(person.userId, null)).toMatchObject({
    mails: [{ subject: "We changed the name on your profile", state: "waiting", sentAt: null }],
    next: null,
  });
  expect(await renameByAdmin(admin, person.userId, { was: fullName, fullName, why: "x" })).toMatchObject({
    refused: "same",
  });
});

test("only admins can act on people, and they can suspend neither themselves nor each other", async () => {
  const [admin, other, member, person] = [
    await makeAdmin(),
    await makeAdmin(),
    await makeCreator(),
    await makeCreator(),
  ];
  const rename = { was: person.name, fullName: "X", why: "x" };
  const poser = posingAsAdmin(member);
  for (const attempt of [
    () => signOutPerson(poser, person.userId),
    () => suspendByAdmin(poser, person.userId, suspension),
    () => liftByAdmin(poser, person.userId),
    () => renameByAdmin(poser, person.userId, rename),
  ])
    await expect(attempt()).rejects.toThrow(SessionEnded);
  expect(await db.session.count({ where: { userId: person.userId } })).toBe(1);
  expect(await suspendByAdmin(admin, other.userId, suspension)).toEqual({ ok: false, refused: "admin" });
  expect(await suspendByAdmin(admin, admin.userId, suspension)).toEqual({ ok: false, refused: "yourself" });
  expect(await signOutPerson(admin, admin.userId)).toEqual({ ok: false, refused: "yourself" });
  expect(await actsOn(person)).toEqual([]);
});

test("an admin sees reports about a person and by them, but none about themselves", async () => {
  const [admin, reporter, person] = [await makeAdmin(), await makeCreator(), await makeCreator()];
  const report = (personId: string) =>
    reportThing(
      reporter,
      "192.0.2.1",
      { kind: "profile", id: personId, seq: null, by: null },
      {
        reason: "scam",
        details: "x",
        block: false,
      },
    );
  await report(person.userId);
  await db.profile.update({ where: { id: admin.userId }, data: { userType: "creator" } });
  await report(admin.userId);
  const other = await makeAdmin();
  expect(await listReportsOf(admin, person.userId)).toMatchObject([{ isAbout: true, state: "open" }]);
  expect(await listReportsOf(admin, reporter.userId)).toHaveLength(1);
  expect(await listReportsOf(other, reporter.userId)).toHaveLength(2);
  expect(await listReportsOf(admin, admin.userId)).toEqual([]);
});

test("an admin can resend the confirmation link to an unconfirmed address, at most five times a day", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  const again = () => confirmMailByAdmin(admin, person.userId);
  expect(await again()).toEqual({ ok: false, refused: "confirmed" });
  await db.user.update({ where: { id: person.userId }, data: { confirmedAt: null } });
  expect(await findPerson(person.userId)).toMatchObject({ isConfirmed: false });
  for (let count = 0; count < 5; count += 1) expect(await again()).toEqual({ ok: true });
  expect(await again()).toMatchObject({ ok: false, refused: "too-many" });
  expect(await db.confirmationLink.count({ where: { userId: person.userId } })).toBe(5);
  expect(await actsOn(person)).toHaveLength(5);
  // The limit is per person. Another admin can't resend this person's link, either, but this admin can still help
  // someone else.
  const [second, waiting] = [await makeAdmin(), await makeCreator()];
  await db.user.update({ where: { id: waiting.userId }, data: { confirmedAt: null } });
  expect(await confirmMailByAdmin(second, person.userId)).toMatchObject({ ok: false, refused: "too-many" });
  expect(await confirmMailByAdmin(admin, waiting.userId)).toEqual({ ok: true });
});

test("an admin can remove the second factor of someone who's locked out, once, but never an admin's", async () => {
  const [admin, other, person] = [await makeAdmin(), await makeAdmin(), await makeCreator()];
  const ids = [person.userId, other.userId];
  await db.user.updateMany({ where: { id: { in: ids } }, data: { secondFactor: true } });
  const why = { why: "They answered from the address of the account." };
  const both = await Promise.all([1, 2].map(() => dropFactorByAdmin(admin, person.userId, why)));
  expect(both).toContainEqual({ ok: true });
  expect(both).toContainEqual({ ok: false, refused: "off" });
  expect(await actsOn(person)).toMatchObject([
    {
      actorId: admin.userId,
      action: "person.drop-factor",
      details: { reason: why.why, before: { secondFactor: "on" }, after: { secondFactor: "off" } },
    },
  ]);
  expect((await listMailsTo(person.userId, null)).mails.map(({ subject }) => subject)).toEqual([
    "We turned off two-step verification on your Matchcut account",
  ]);
  expect(await dropFactorByAdmin(admin, other.userId, why)).toEqual({ ok: false, refused: "another-admin" });
  expect(await dropFactorByAdmin(other, other.userId, why)).toEqual({ ok: false, refused: "yourself" });
  await expect(dropFactorByAdmin(posingAsAdmin(person), other.userId, why)).rejects.toThrow(SessionEnded);
  expect(await dropFactorOf(other.email)).toEqual({ ok: true, changed: true });
  expect(await dropFactorOf(other.email)).toEqual({ ok: true, changed: false });
  expect(await dropFactorOf("nobody@example.com")).toEqual({ ok: false, refused: "unknown-address" });
  expect((await findPerson(other.userId))?.hasSecondFactor).toBe(false);
});
