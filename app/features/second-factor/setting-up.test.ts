import { randomUUID } from "node:crypto";
import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { changePassword } from "~/features/accounts/password.server";
import { findActor } from "~/features/accounts/sessions.server";
import { db, transaction } from "~/platform/db.server";
import { hintsTo } from "../../../tests/support/hints";
import { makeMember, newClient, personPassword, signInAgain } from "../../../tests/support/people";
import { codeAt, giveFactor } from "../../../tests/support/second-factor";
import { openCodes, qrOf, sealCodes, stepOf } from "./codes.server";
import {
  cancelSetup,
  dropFactor,
  dropFactorOf,
  dropRecentFactors,
  findSetup,
  finishSetup,
  getFactor,
  makeNewCodes,
  startSetup,
  turnOff,
} from "./managing.server";
import { findPasskeyToAdd, startPasskey } from "./passkeys.server";
import { confirmIdentity } from "./second-step.server";

const wrong = { ok: false, refused: "wrong" };
const over = { ok: false, refused: "over" };
type Owner = Awaited<ReturnType<typeof giveFactor>>;
const mailsTo = async (toAddress: string) =>
  (await db.outboxMail.findMany({ where: { toAddress }, orderBy: { createdAt: "asc" } })).map(
    ({ kind }) => kind,
  );

async function lastMailTo(toAddress: string): Promise<string> {
  const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress }, orderBy: { createdAt: "desc" } });
  return `${mail.subject}\n${mail.textBody}`;
}

test("neither an app nor a passkey can be added while the address is unconfirmed", async () => {
  const person = await makeMember();
  await db.user.update({ where: { id: person.userId }, data: { confirmedAt: null } });
  const unproved = await signInAgain(person);
  const refused = { ok: false, refused: "address" };
  expect(await startSetup(unproved, personPassword)).toEqual(refused);
  expect(await startPasskey(unproved, { name: "This device", password: personPassword })).toEqual(refused);
  expect([await findSetup(unproved), await findPasskeyToAdd(unproved)]).toEqual([null, null]);
});

describe("setting up a second factor", () => {
  test("requires the password and a first code, ends other sessions and emails the owner", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    expect(await findSetup(person)).toBeNull();
    expect(await startSetup(person, "not-the-password")).toEqual(wrong);
    expect(await startSetup(person, personPassword)).toEqual({ ok: true });
    const { secret = "", uri = "", qr } = (await findSetup(person)) ?? {};
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Matchcut:${person.email}?`);
    expect(uri).toMatch(/[?&]secret=[A-Z2-7]{32}/);
    expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(qr?.path.length).toBeGreaterThan(500);
    // Neither another session nor a leaked table reveals the secret, and nothing has changed yet.
    expect(await findSetup(other)).toBeNull();
    const stored = await db.authenticatorApp.findUniqueOrThrow({ where: { userId: person.userId } });
    for (const encoding of ["latin1", "hex", "base64"] as const)
      expect(Buffer.from(stored.secret).toString(encoding)).not.toContain(secret.replaceAll(" ", ""));
    expect(await getFactor(person)).toEqual({ since: null, codesLeft: 0 });

    expect(await finishSetup(person, "000 000")).toEqual(wrong);
    expect(await finishSetup(other, codeAt(secret))).toEqual(over);
    const done = await finishSetup(person, codeAt(secret));
    if (!done.ok) throw new Error(done.refused);
    expect(new Set(done.codes)).toHaveLength(10);
    expect(await findActor(other.token)).toBeNull();
    // The other session's open pages close when the transaction commits.
    expect(await hintsTo(person.userId)).toEqual([{ kind: "sessions" }]);
    expect(await findActor(person.token)).toMatchObject({
      hasSecondFactor: true,
      confirmedAt: expect.any(Date),
    });
    expect(await getFactor(person)).toMatchObject({ since: expect.any(String), codesLeft: 10 });
    expect(await mailsTo(person.email)).toEqual(["second-factor-on"]);
    expect(await lastMailTo(person.email)).toMatch(
      /^Two-step verification is on for your Matchcut account\n.*Every other device was signed out.*contact us.*Check two-step verification/s,
    );
    expect(await startSetup(person, personPassword)).toEqual({ ok: false, refused: "on" });
    await cancelSetup(person);
    expect(await getFactor(person)).toMatchObject({ codesLeft: 10 });
  });

  test("can be finished for fifteen minutes, and only one of two concurrent first codes counts", async () => {
    const person = await makeMember();
    await startSetup(person, personPassword);
    const { secret = "" } = (await findSetup(person)) ?? {};
    const later = Date.now() + 901_000;
    expect(await findSetup(person, later)).toBeNull();
    expect(await finishSetup(person, codeAt(secret, later), later)).toEqual(over);
    const both = await Promise.all([1, 2].map(() => finishSetup(person, codeAt(secret))));
    expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, refused: "on" }]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await finishSetup(person, codeAt(secret))).toEqual({ ok: false, refused: "on" });
    expect(await getFactor(person)).toMatchObject({ codesLeft: 10 });
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  test("keeps its key in a second tab, and starts over in another browser", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const begin = async (one: typeof person) => {
      expect(await startSetup(one, personPassword)).toEqual({ ok: true });
      return (await findSetup(one))?.secret ?? "";
    };
    const first = await begin(person);
    expect(await begin(person)).toBe(first);
    expect(await begin(other)).not.toBe(first);
    expect(await finishSetup(person, codeAt(first))).toEqual(over);
  });

  test("can be canceled, but only by its owner", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    for (const one of [person, other]) await startSetup(one, personPassword);
    await cancelSetup(person);
    expect([await findSetup(person), await findSetup(other)]).toEqual([null, expect.any(Object)]);
  });

  test("allows ten guesses in a quarter of an hour, and doesn't accept a recovery code", async () => {
    const [person, earlier] = [await makeMember(), await giveFactor(await makeMember())];
    await startSetup(person, personPassword);
    const { secret = "" } = (await findSetup(person)) ?? {};
    expect(await finishSetup(person, earlier.factor.recoveryCodes[0] ?? "")).toEqual(wrong);
    for (const guess of ["", ...Array(8).fill("000000")])
      expect(await finishSetup(person, guess)).toEqual(wrong);
    expect(await finishSetup(person, codeAt(secret))).toMatchObject({ ok: false, refused: "too-many" });
  });

  test("leaves other people's apps and codes alone, and so does turning it off", async () => {
    const [person, other] = [await giveFactor(await makeMember()), await giveFactor(await makeMember())];
    expect(await getFactor(person)).toMatchObject({ codesLeft: 10 });
    const code = await person.factor.freshCode();
    await turnOff(person, { password: personPassword, code });
    expect(await getFactor(other)).toEqual({ since: expect.any(String), codesLeft: 10 });
    expect(await db.authenticatorApp.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("keeps a session confirmed when its password changes", async () => {
    const person = await giveFactor(await makeMember());
    const input = { oldPassword: personPassword, password: "a-new-harbour-41" };
    const done = await changePassword(person, input, newClient());
    if (!done.ok) throw new Error(done.refused);
    const actor = await findActor(done.session.token);
    expect(actor?.confirmedAt).toEqual(person.confirmedAt);
  });
});

test("a code is accepted half a minute early or late", () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const now = Date.parse("2026-01-01T12:00:10Z");
  const found = [-60, -30, 0, 30, 60].map((seconds) =>
    stepOf(secret, codeAt(secret, now + seconds * 1000), now),
  );
  const step = Math.floor(now / 30_000);
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
});

test("the QR code's path draws what it encodes, with its quiet zone", () => {
  const text = "otpauth://totp/Matchcut:a@example.com?secret=JBSWY3DPEHPK3PXP";
  const { size, path } = qrOf(text);
  const { data } = encode(text, { ecc: "L", border: 4 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  expect([size, path.replace(/M\d+ \d+\.5h\d+/g, "")]).toEqual([data.length, ""]);
  expect(drawn).toEqual(data);
  // The path has one stroke for each run of black squares.
  expect(path.split("M")).toHaveLength(
    1 + data.flat().filter((dark, at, all) => dark && !all[at - 1]).length,
  );
});

describe("recovery codes", () => {
  test("are replaced after a code, and the earlier ones stop working", async () => {
    const { factor, ...person } = await giveFactor(await makeMember());
    const { secret, recoveryCodes, freshCode } = factor;
    expect(await makeNewCodes(person, "123456")).toEqual(wrong);
    const done = await makeNewCodes(person, await freshCode());
    if (!done.ok) throw new Error(done.refused);
    expect(done.codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(await makeNewCodes(person, recoveryCodes[0] ?? "")).toEqual(wrong);
    // A code can't be used a second time, not even by a concurrent request.
    expect(await makeNewCodes(person, codeAt(secret))).toEqual(wrong);
    const code = await freshCode();
    const both = await Promise.all([1, 2].map(() => makeNewCodes(person, code)));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await db.recoveryCode.count({ where: { userId: person.userId } })).toBe(10);
    expect(await makeNewCodes(await makeMember(), code)).toMatchObject({ ok: false });
    expect(await lastMailTo(person.email)).toMatch(
      /^Your Matchcut account has new recovery codes\n.*old recovery codes no longer work.*get new recovery codes.*Check two-step verification/s,
    );
  });

  test("email their owner each time one is used", async () => {
    const person = await giveFactor(await makeMember());
    for (const code of person.factor.recoveryCodes.slice(0, 2))
      expect(await confirmIdentity(person, { by: "code", code })).toEqual({ ok: true });
    expect(await mailsTo(person.email)).toEqual([
      "second-factor-on",
      "recovery-code-used",
      "recovery-code-used",
    ]);
  });

  test("can be shown for ten minutes to the session that made them", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    const sealed = sealCodes(person, ["0123456789abcdef"]);
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("0123456789abcdef");
    expect(openCodes(person, sealed)).toEqual(["0123-4567-89ab-cdef"]);
    expect(openCodes(other, sealed)).toBeNull();
    expect(openCodes(person, sealed, Date.now() + 601_000)).toBeNull();
    const now = Date.now();
    expect(openCodes(person, sealCodes(person, [], now), now + 600_000)).toBeNull();
    for (const forged of ["", "x", sealed.slice(1), 5, null]) expect(openCodes(person, forged)).toBeNull();
  });
});

describe("turning it off", () => {
  test("requires the password and a code, and emails the owner", async () => {
    const { factor, ...person } = await giveFactor(await makeMember());
    const code = factor.recoveryCodes[0] ?? "";
    expect(await turnOff(person, { password: "a guess", code })).toEqual({
      ok: false,
      refused: "wrong-password",
    });
    expect(await turnOff(person, { password: personPassword, code: "000000" })).toEqual(wrong);
    const guesser = await signInAgain(person);
    const guesses = [];
    for (let turn = 0; turn < 30; turn += 1)
      guesses.push((await turnOff(guesser, { password: "a guess", code: "000000" })) as { refused: string });
    // A throttled guess isn't reported as wrong.
    expect(new Set(guesses.map(({ refused }) => refused))).toEqual(new Set(["wrong-password", "too-many"]));
    const input = { password: personPassword, code };
    const both = await Promise.all([1, 2].map(() => turnOff(person, input)));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await getFactor(person)).toEqual({ since: null, codesLeft: 0 });
    expect(await findActor(person.token)).toMatchObject({ hasSecondFactor: false });
    expect(await mailsTo(person.email)).toEqual([
      "second-factor-on",
      "recovery-code-used",
      "second-factor-off",
    ]);
    expect(await lastMailTo(person.email)).toMatch(
      /^Two-step verification is off.*\n.*just your password.*Turn it back on/s,
    );
    expect(await turnOff(person, input)).toMatchObject({ ok: false });
  });
});

test.each<[string, string, (person: Owner) => Promise<unknown>]>([
  [
    "turned off",
    "second-factor-off",
    async (person) =>
      turnOff(person, { password: personPassword, code: person.factor.recoveryCodes[0] ?? "" }),
  ],
  ["removed by an admin", "second-factor-off", ({ userId }) => transaction((tx) => dropFactor(tx, userId))],
  [
    "removed with a taken address",
    "factors-removed",
    ({ userId }) => transaction((tx) => dropRecentFactors(tx, userId, new Date(0))),
  ],
])("the owner gets one email about each factor that's %s", async (_, kind, remove) => {
  const person = await makeMember();
  for (const mails of [1, 2]) {
    const owner = await giveFactor(person);
    for (let turn = 0; turn < 2; turn += 1) await remove(owner);
    expect((await mailsTo(person.email)).filter((sent) => sent === kind)).toHaveLength(mails);
  }
});

test("factors added while someone else may have had the account are removed and listed in an email; other people's stay", async () => {
  const [person, other] = [await makeMember(), await makeMember()];
  await giveFactor(person);
  const facts = { publicKey: new Uint8Array(77), counter: 0n, transports: [], userId: person.userId };
  await db.passkey.create({ data: { ...facts, name: "Old laptop", credentialId: randomUUID() } });
  const input = { name: "Phone", password: personPassword };
  expect(await startPasskey(other, input)).toEqual({ ok: true });
  await transaction((tx) => dropRecentFactors(tx, person.userId, new Date(0)));
  expect(await findPasskeyToAdd(other)).toMatchObject({ name: "Phone" });
  expect(await lastMailTo(person.email)).toMatch(
    /^We removed recently added sign-in methods.*\n.*Passkey: Old laptop\..*Authenticator app.*add them again/s,
  );
});

test("the command line removes a second factor by address, once, and reports an unknown address", async () => {
  const person = await giveFactor(await makeMember());
  const address = ` ${person.email.toUpperCase()}`;
  expect(await dropFactorOf(address)).toEqual({ ok: true, changed: true });
  expect(await dropFactorOf(address)).toEqual({ ok: true, changed: false });
  expect(await lastMailTo(person.email)).toMatch(
    /^We turned off two-step verification on your Matchcut account\n/,
  );
  for (const unknown of [`x${person.email}`, "no address"])
    expect(await dropFactorOf(unknown)).toEqual({ ok: false, refused: "unknown-address" });
});
