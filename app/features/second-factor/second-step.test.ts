import { describe, expect, test } from "vitest";
import { createRecoveryLink, recover } from "~/features/accounts/recovering.server";
import { findActor, startSession } from "~/features/accounts/sessions.server";
import { findPendingAccount, signIn } from "~/features/accounts/signing-in.server";
import { readAppealToken } from "~/features/accounts/suspending.server";
import { db } from "~/platform/db.server";
import { makeMember, newClient, personPassword } from "../../../tests/support/people";
import { codeAt, giveFactor } from "../../../tests/support/second-factor";
import { inGroups, leftWords, readCode } from "./code";
import { findSetup, startSetup, turnOff } from "./managing.server";
import { confirmIdentity as confirm, finishSignIn as finish } from "./second-step.server";

const wrong = { ok: false, refused: "wrong" };
const over = { ok: false, refused: "over" };
const makeOwner = async () => giveFactor(await makeMember());

async function enterPassword(email: string, client = newClient()) {
  const done = await signIn({ email, password: personPassword }, client);
  if (done.ok || done.refused !== "second-factor") throw new Error("the second factor was not asked");
  return done.pending;
}

const finishSignIn = (
  pending: Parameters<typeof finish>[0],
  code: string,
  client = newClient(),
  now?: number,
) => finish(pending, { by: "code", code }, client, now);
const confirmIdentity = (actor: Parameters<typeof confirm>[0], code: string) =>
  confirm(actor, { by: "code", code });

const sessionsOf = (userId: string) => db.session.count({ where: { userId } });

describe("signing in to an account with a second factor", () => {
  test("opens no session before the code, then a confirmed one, and emails the owner if the browser is new", async () => {
    const { factor, email, userId, ...person } = await makeOwner();
    const client = newClient();
    const pending = await enterPassword(email, client);
    expect(await sessionsOf(userId)).toBe(1);
    expect(await finishSignIn(pending, "000000", client)).toEqual(wrong);
    const before = Date.now();
    const code = await factor.freshCode();
    const done = await finishSignIn(pending, code, client);
    if (!done.ok) throw new Error(done.refused);
    expect(done.session.token).not.toBe(person.token);
    const actor = await findActor(done.session.token);
    expect(actor?.confirmedAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(await db.outboxMail.count({ where: { toAddress: email, kind: "new-device" } })).toBe(1);
    // Someone who saw the code tries to use it again.
    expect(await finishSignIn(pending, code, newClient())).toEqual(wrong);
  });

  test("accepts a code and a recovery code once, even concurrently", async () => {
    const { factor, email, userId } = await makeOwner();
    const pending = await enterPassword(email);
    for (const code of [
      await factor.freshCode(),
      inGroups(factor.recoveryCodes[3] ?? "", " ").toUpperCase(),
    ]) {
      const before = await sessionsOf(userId);
      const all = await Promise.all(
        Array.from({ length: 5 }, () => finishSignIn(pending, code, newClient())),
      );
      expect(all.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await sessionsOf(userId)).toBe(before + 1);
    }
    const [mail, ...more] = await db.outboxMail.findMany({
      where: { toAddress: email, kind: "recovery-code-used" },
    });
    expect(mail?.subject).toBe("A recovery code for your Matchcut account was used");
    expect(mail?.textBody).toMatch(/You have 9 left\..*change your password now.*two-step verification/s);
    expect(more).toEqual([]);
  });

  test("expires after ten minutes, and when the password changes or the factor is turned off", async () => {
    const { factor, ...person } = await makeOwner();
    const pending = await enterPassword(person.email);
    const later = Date.now() + 601_000;
    expect(await finishSignIn(pending, codeAt(factor.secret, later), newClient(), later)).toEqual(over);
    for (const forged of [
      { ...pending, until: later },
      { ...pending, userId: (await makeMember()).userId },
      { ...pending, proof: "" },
    ])
      expect(await findPendingAccount(forged)).toBeNull();
    const { token } = await createRecoveryLink(db, person.userId);
    const recovered = await recover(token, { password: "a-new-harbour-41" }, newClient());
    // The recovery link alone doesn't start a session.
    expect(await sessionsOf(person.userId)).toBe(0);
    expect(await finishSignIn(pending, await factor.freshCode(), newClient())).toEqual(over);
    if (!recovered.ok || !("pending" in recovered)) throw new Error("the second factor was not asked");
    const done = await finishSignIn(recovered.pending, await factor.freshCode(), newClient());
    if (!done.ok) throw new Error(done.refused);
    const actor = await findActor(done.session.token);
    if (!actor) throw new Error("no session");
    const input = { password: "a-new-harbour-41", code: await factor.freshCode() };
    expect(await turnOff(actor, input)).toEqual({ ok: true });
    expect(await finishSignIn(recovered.pending, codeAt(factor.secret), newClient())).toEqual(over);
  });

  test("refuses a session to a sign-in that began before the factor was set up", async () => {
    const { userId } = await makeOwner();
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(await startSession(db, { userId, passwordHash, confirmedAt: null }, "")).toBeNull();
  });

  test("reports a suspension, and an account that's about to be deleted", async () => {
    for (const [data, refused] of [
      [{ suspendedAt: new Date() }, "suspended"],
      [{ leavesAt: new Date() }, "account-gone"],
    ] as const) {
      const { factor, email, userId } = await makeOwner();
      const pending = await enterPassword(email);
      await db.user.update({ where: { id: userId }, data });
      const code = await factor.freshCode();
      expect(await finishSignIn(pending, code)).toMatchObject({ ok: false, refused });
    }
    const { factor, email, userId } = await makeOwner();
    const pending = await enterPassword(email);
    await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    const { id: suspensionId } = await db.suspension.create({ data: { userId, reason: "spam", words: "" } });
    const suspended = await finishSignIn(pending, await factor.freshCode());
    expect("appealToken" in suspended && readAppealToken(suspended.appealToken ?? "")).toEqual({
      userId,
      suspensionId,
    });
    expect(await finishSignIn(null, "000000")).toEqual(over);
  });

  test("limits guesses from one network, and guesses of the app's codes from all networks together; recovery codes still work", async () => {
    const { factor, email, userId } = await makeOwner();
    const pending = await enterPassword(email);
    const home = newClient();
    for (let turn = 0; turn < 10; turn += 1)
      expect(await finishSignIn(pending, "000000", home)).toEqual(wrong);
    expect(await finishSignIn(pending, await factor.freshCode(), home)).toMatchObject({
      refused: "too-many",
    });
    for (let turn = 0; turn < 40; turn += 1) await finishSignIn(pending, "000000", newClient());
    const stranger = await finishSignIn(pending, codeAt(factor.secret), newClient());
    expect(stranger).toMatchObject({ refused: "too-many" });
    expect(await finishSignIn(pending, factor.recoveryCodes[0] ?? "", home)).toMatchObject({
      codesLeft: 9,
      userId,
    });
  });
});

test("doesn't count correct codes as guesses, so an owner who enters many is never locked out", async () => {
  const { factor, ...owner } = await makeOwner();
  const begin = Date.now();
  // 52 is above the limits for a network and for the account.
  for (let count = 1; count <= 52; count += 1) {
    const now = begin + count * 30_000;
    const code = codeAt(factor.secret, now);
    expect(await confirm(owner, { by: "code", code }, now), String(count)).toEqual({ ok: true });
  }
  for (const code of factor.recoveryCodes) expect(await confirmIdentity(owner, code)).toEqual({ ok: true });
});

test("wrong recovery codes from another network don't block the owner's", async () => {
  const { factor, email } = await makeOwner();
  const pending = await enterPassword(email);
  const stranger = newClient({ address: "203.0.113.9" });
  const guess = () => finishSignIn(pending, "0000-0000-0000-0000", stranger);
  let answer = await guess();
  for (let turn = 0; turn < 50 && !answer.ok && answer.refused === "wrong"; turn += 1) answer = await guess();
  expect(answer).toMatchObject({ ok: false, refused: "too-many" });
  expect(await finishSignIn(pending, factor.recoveryCodes[0] ?? "")).toMatchObject({
    ok: true,
    codesLeft: 9,
  });
});

test("a signed-in person can confirm with their own code, and with no one else's", async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()];
  await db.session.updateMany({ where: { id: owner.sessionId }, data: { confirmedAt: new Date(0) } });
  expect(await confirmIdentity(owner, await other.factor.freshCode())).toEqual(wrong);
  expect(await confirmIdentity(owner, other.factor.recoveryCodes[0] ?? "")).toEqual(wrong);
  expect(await confirmIdentity(owner, await owner.factor.freshCode())).toMatchObject({ ok: true });
  const { confirmedAt } = await db.session.findUniqueOrThrow({ where: { id: owner.sessionId } });
  expect(confirmedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test("a password is proof enough only if there's no second factor", async () => {
  const [owner, member] = [await makeOwner(), await makeMember()];
  const by = (text: string) => ({ by: "password", password: text }) as const;
  for (const person of [owner, member])
    await db.session.updateMany({ where: { id: person.sessionId }, data: { confirmedAt: new Date(0) } });
  expect(await confirm(owner, by(personPassword))).toEqual(wrong);
  expect(await confirm(member, by("a guess"))).toEqual(wrong);
  expect(await confirm(member, by(personPassword))).toEqual({ ok: true });
  expect((await findActor(owner.token))?.confirmedAt).toEqual(new Date(0));
  expect((await findActor(member.token))?.confirmedAt?.getTime()).toBeGreaterThan(0);
});

test("an invalid code, or one from an app that isn't set up yet, proves nothing", async () => {
  const person = await makeMember();
  await startSetup(person, personPassword);
  const { secret = "" } = (await findSetup(person)) ?? {};
  for (const code of ["", "a code", codeAt(secret)])
    expect(await confirmIdentity(person, code)).toEqual(wrong);
});

test.each([
  [0, "You have none left."],
  [1, "You have one left."],
  [2, "You have 2 left."],
])("with %i codes left, says: %s", (left, words) => expect(leftWords(left)).toBe(words));

test.each([
  ["123 456", "app", "123456"],
  ["１２３４５６", "app", "123456"],
  ["O123-4567-89AB-CDEI", "recovery", "0123456789abcde1"],
  ["0123–4567—89ab−cde1", "recovery", "0123456789abcde1"],
  ["0123‐4567‑89ab‒cde1", "recovery", "0123456789abcde1"],
  ["０１２３－４５６７ー８９ＡＢ　ＣＤＥ１", "recovery", "0123456789abcde1"],
  ["0123\u00ad4567\u00a089ab\u200bcde1.", "recovery", "0123456789abcde1"],
  ["123–456", "app", "123456"],
  ["١٢٣٤٥٦", "app", "123456"],
  ["۱۲۳ ۴۵۶", "app", "123456"],
  ["१२३ ४५६", "app", "123456"],
  ["১২৩৪৫৬", "app", "123456"],
  ["๑๒๓๔๕๖", "app", "123456"],
  ["၁၂၃၄၅၆", "app", "123456"],
  ["0123~4567/89ab・cde1", "recovery", "0123456789abcde1"],
  ["0123˗4567⁃89ab─cde1", "recovery", "0123456789abcde1"],
  ["“0123-4567-89ab-cde1”,", "recovery", "0123456789abcde1"],
])("recognizes the code in %s", (typed, kind, code) => {
  expect(readCode(typed)).toEqual({ kind, code });
});

test.each(["", "12345", "1234567", "abcd-efgh-jkmn-pqr", "abcd-efgh-jkmn-pqru", "' OR 1=1 --"])(
  "finds no code in %s",
  (typed) => {
    expect(readCode(typed)).toBeNull();
  },
);
