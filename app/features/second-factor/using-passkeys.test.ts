import { describe, expect, test, vi } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { signIn } from "~/features/accounts/signing-in.server";
import { db, transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makePasskey } from "../../../tests/support/passkey";
import {
  makeMember,
  newClient,
  type Person,
  personPassword,
  signInAgain,
} from "../../../tests/support/people";
import { giveFactor } from "../../../tests/support/second-factor";
import { turnOff } from "./managing.server";
import {
  addPasskey,
  askForPasskey,
  findPasskeyToAdd,
  listPasskeys,
  removePasskey,
  startPasskey,
  sweepChallenges,
} from "./passkeys.server";
import { confirmIdentity, finishSignIn, signInWithPasskey } from "./second-step.server";

const wrong = { ok: false, refused: "wrong" };
const guest = { userId: null, sessionId: null };
type Passkey = ReturnType<typeof makePasskey>;

async function startFor(person: Person, name = "Laptop"): Promise<string> {
  expect(await startPasskey(person, { name, password: personPassword })).toEqual({ ok: true });
  return (await findPasskeyToAdd(person))?.options.challenge ?? "";
}

async function givePasskey(person: Person, manner: Parameters<Passkey["make"]>[1] = {}): Promise<Passkey> {
  const passkey = makePasskey();
  expect(await addPasskey(person, passkey.make(await startFor(person), manner))).toEqual({ ok: true });
  return passkey;
}

async function challengeFor(
  purpose: Parameters<typeof askForPasskey>[0],
  holder: Parameters<typeof askForPasskey>[1],
): Promise<string> {
  const asked = await askForPasskey(purpose, holder, newClient());
  if (!asked.ok) throw new Error(asked.refused);
  return asked.options.challenge;
}

const enter = (credential: string) => signInWithPasskey(credential, newClient());

describe("adding a passkey", () => {
  test("requires the password, lists the passkey's name and emails the owner, who's also emailed when it's removed", async () => {
    const person = await makeMember();
    expect(await startPasskey(person, { name: "Laptop", password: "a guess" })).toEqual(wrong);
    expect(await findPasskeyToAdd(person)).toBeNull();
    await givePasskey(person);
    const [listed, ...more] = await listPasskeys(person);
    expect([listed?.name, listed?.lastUsedAt, more]).toEqual(["Laptop", null, []]);
    await removePasskey(await makeMember(), listed?.id ?? "");
    expect(await listPasskeys(person)).toHaveLength(1);
    await Promise.all([removePasskey(person, listed?.id ?? ""), removePasskey(person, listed?.id ?? "")]);
    expect(await listPasskeys(person)).toEqual([]);
    const mails = await db.outboxMail.findMany({
      where: { toAddress: person.email, kind: "passkeys-changed" },
      orderBy: { createdAt: "asc" },
    });
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("Your Matchcut passkeys changed"));
    for (const [index, what] of ["was added to", "was removed from"].entries())
      expect(mails[index]?.textBody).toMatch(
        new RegExp(
          `A passkey ${what} your Matchcut account: Laptop\\..*If this wasn't you.*Review your passkeys`,
          "s",
        ),
      );
  });

  test("asks the browser for a new passkey that counts as two factors", async () => {
    const person = await makeMember();
    await givePasskey(person);
    const { credentialId } = await db.passkey.findFirstOrThrow({ where: { userId: person.userId } });
    await startFor(person, "Phone");
    expect(await findPasskeyToAdd(person)).toMatchObject({
      name: "Phone",
      options: {
        attestation: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: [{ id: credentialId }],
        user: { name: person.email, displayName: person.name },
      },
    });
    await db.passkeyChallenge.updateMany({ data: { expiresAt: new Date(0) } });
    expect(await findPasskeyToAdd(person)).toBeNull();
  });

  test("throws if the database refuses the passkey for any reason except that it's already known", async () => {
    const person = await makeMember();
    const credential = makePasskey().make(await startFor(person));
    await db.$executeRawUnsafe(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$",
    );
    await db.$executeRawUnsafe(
      "CREATE TRIGGER refuse BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    await expect(addPasskey(person, credential)).rejects.toThrow();
    await db.$executeRawUnsafe("DROP FUNCTION refuse CASCADE");
    expect(await listPasskeys(person)).toEqual([]);
  });

  test("lists the oldest first", async () => {
    const person = await makeMember();
    for (const name of ["First", "Second", "Third"])
      expect(await addPasskey(person, makePasskey().make(await startFor(person, name)))).toEqual({
        ok: true,
      });
    const times = { Third: 1, First: 2, Second: 3 };
    for (const [name, seconds] of Object.entries(times))
      await db.passkey.updateMany({
        where: { userId: person.userId, name },
        data: { createdAt: new Date(seconds * 1000) },
      });
    expect((await listPasskeys(person)).map(({ name }) => name)).toEqual(["Third", "First", "Second"]);
  });

  test("requires a response to this session's own challenge, once, in time, from this site, with the person verified", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const passkey = makePasskey();
    const challenge = await startFor(person);
    expect(await addPasskey(other, passkey.make(challenge))).toMatchObject({ refused: "over" });
    const both = await Promise.all([1, 2].map(() => addPasskey(person, passkey.make(challenge))));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await addPasskey(person, passkey.make(await startFor(person)))).toMatchObject({
      ok: false,
      refused: "known",
    });
    for (const manner of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { isVerified: false },
    ])
      expect(await addPasskey(person, makePasskey().make(await startFor(person), manner))).toEqual({
        ok: false,
        refused: "failed",
      });
    const late = await startFor(person);
    await db.passkeyChallenge.updateMany({ data: { expiresAt: new Date(0) } });
    expect(await addPasskey(person, makePasskey().make(late))).toMatchObject({ refused: "over" });
    for (const broken of [
      "",
      "{}",
      "null",
      passkey.make("x").slice(1),
      '{"response":{"clientDataJSON":"e30"}}',
    ])
      expect(await addPasskey(person, broken)).toEqual({ ok: false, refused: "failed" });
    expect(await listPasskeys(person)).toHaveLength(1);
    await startFor(other);
    await sweepChallenges();
    expect(await db.passkeyChallenge.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0);
    expect(await findPasskeyToAdd(person)).toBeNull();
    expect(await findPasskeyToAdd(other)).not.toBeNull();
  });
});

test("removing a passkey twice concurrently sends one email", async () => {
  const person = await makeMember();
  await givePasskey(person);
  const [{ id = "" } = {}] = await listPasskeys(person);
  let removal: Promise<void> | undefined;
  await transaction(async (tx) => {
    await tx.passkey.delete({ where: { id }, select: { id: true } });
    removal = removePasskey(person, id);
    await untilLockWait();
  });
  await removal;
  // The email about adding the passkey.
  expect(await db.outboxMail.count({ where: { toAddress: person.email } })).toBe(1);
});

test("the tenth passkey is the last one, even if two are added concurrently; surplus ones from before the limit are still listed", async () => {
  const person = await makeMember();
  const { userId } = person;
  const other = await signInAgain(person);
  const store = (from: number, to: number) =>
    db.passkey.createMany({
      data: Array.from({ length: to - from }, (_, index) => ({
        userId,
        credentialId: `${userId}-${from + index}`,
        publicKey: new Uint8Array(77),
        counter: 0n,
        transports: [],
        name: `Key ${from + index}`,
      })),
    });
  await store(0, 9);
  const made = [];
  for (const session of [person, other]) {
    const answer = makePasskey().make(await startFor(session));
    made.push(() => addPasskey(session, answer));
  }
  const both = await Promise.all(made.map((add) => add()));
  expect(both).toContainEqual({ ok: true });
  expect(both).toContainEqual({ ok: false, refused: "full" });
  expect(await startPasskey(person, { name: "More", password: personPassword })).toEqual({
    ok: false,
    refused: "full",
  });
  await store(10, 12);
  expect(await listPasskeys(person)).toHaveLength(12);
});

test("adding a passkey alongside a second factor requires proof of that factor, within ten minutes", async () => {
  const { factor, ...person } = await giveFactor(await makeMember());
  const input = { name: "Phone", password: personPassword };
  for (const confirmedAt of [null, new Date(Date.now() - 601_000)])
    expect(await startPasskey({ ...person, confirmedAt }, input)).toEqual({
      ok: false,
      refused: "no-recent-proof",
    });
  expect(await findPasskeyToAdd(person)).toBeNull();
  expect(await startPasskey(person, input)).toEqual({ ok: true });
});

describe("signing in with a passkey", () => {
  test("opens a confirmed session, only once per challenge, even if many responses arrive concurrently", async () => {
    const person = await makeMember();
    const passkey = await givePasskey(person);
    const answer = passkey.answer(await challengeFor("sign-in", guest));
    const all = await Promise.all(Array.from({ length: 5 }, () => enter(answer)));
    const [done, ...more] = all.filter(({ ok }) => ok);
    expect(more).toEqual([]);
    const actor = done?.ok ? await findActor(done.session.token) : null;
    expect(actor).toMatchObject({ userId: person.userId, confirmedAt: expect.any(Date) });
    expect((await listPasskeys(person))[0]?.lastUsedAt).not.toBeNull();
  });

  test("is refused for another site, without user verification, with a counter that's too low, or for another purpose", async () => {
    const person = await makeMember();
    const passkey = await givePasskey(person);
    for (const manner of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { isVerified: false },
      { counter: 0 },
    ])
      expect(
        await enter(passkey.answer(await challengeFor("sign-in", guest), manner)),
        JSON.stringify(manner),
      ).toEqual(wrong);
    const mine = await challengeFor("confirm", person);
    expect(await enter(passkey.answer(mine, { counter: 5 }))).toEqual(wrong);
    expect(await enter(makePasskey().answer(await challengeFor("sign-in", guest)))).toEqual(wrong);
    expect(await enter(passkey.answer("made-up"))).toEqual(wrong);
    expect(await enter(passkey.answer(await challengeFor("sign-in", guest), { counter: 9 }))).toMatchObject({
      ok: true,
    });
  });

  test("works repeatedly with a device that doesn't count its uses", async () => {
    const person = await makeMember();
    const passkey = makePasskey();
    const uncounted = { counter: -1 };
    expect(await addPasskey(person, passkey.make(await startFor(person), uncounted))).toEqual({ ok: true });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await enter(passkey.answer(await challengeFor("sign-in", guest), uncounted))).toMatchObject({
        ok: true,
      });
  });

  test("requires user verification and accepts anyone's passkey; other purposes accept only their owner's passkeys", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    await givePasskey(other);
    expect(await askForPasskey("confirm", person, newClient())).toEqual({ ok: false, refused: "none" });
    const transports = ["hybrid", "internal"];
    await givePasskey(person, { transports });
    const [own] = await db.passkey.findMany({ where: { userId: person.userId } });
    expect(await askForPasskey("sign-in", guest, newClient())).toMatchObject({
      options: { userVerification: "required", allowCredentials: [] },
    });
    const asked = await askForPasskey("confirm", person, newClient());
    expect(asked).toMatchObject({ options: { userVerification: "preferred" } });
    // The transports tell the browser which kind of device to ask for.
    expect(asked.ok && asked.options.allowCredentials).toEqual([
      { id: own?.credentialId, transports, type: "public-key" },
    ]);
  });

  test("is limited per network", async () => {
    const from = newClient();
    const ask = () => askForPasskey("sign-in", guest, from);
    for (let turn = 0; turn < 60; turn += 1) expect((await ask()).ok).toBe(true);
    expect(await ask()).toMatchObject({ ok: false, refused: "too-many" });
  });

  test("reports a suspension", async () => {
    const person = await makeMember();
    const passkey = await givePasskey(person);
    await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
    const answer = passkey.answer(await challengeFor("sign-in", guest));
    await db.suspension.create({ data: { userId: person.userId, reason: "spam", words: "" } });
    expect(await enter(answer)).toMatchObject({ refused: "suspended", appealToken: expect.any(String) });
  });
});

test("a passkey can be used instead of a code, but only by its owner", async () => {
  const [owner, other] = [await giveFactor(await makeMember()), await giveFactor(await makeMember())];
  const [passkey, foreign] = [await givePasskey(owner), await givePasskey(other)];
  const first = await signIn({ email: owner.email, password: personPassword }, newClient());
  if (first.ok || first.refused !== "second-factor") throw new Error("the second factor was not asked");
  const holder = { userId: owner.userId, sessionId: null };
  const by = (credential: string) => ({ by: "passkey", credential }) as const;
  const step = (credential: string) => finishSignIn(first.pending, by(credential), newClient());
  expect(await step(foreign.answer(await challengeFor("second-step", holder)))).toEqual(wrong);
  // It counts as a second factor even without user verification.
  const answer = passkey.answer(await challengeFor("second-step", holder), { isVerified: false });
  expect(await step(answer)).toMatchObject({ ok: true, codesLeft: null });
  expect(await step(answer)).toEqual(wrong);
  expect(await confirmIdentity(other, by(foreign.answer(await challengeFor("confirm", owner))))).toEqual(
    wrong,
  );
  expect(
    await confirmIdentity(owner, by(passkey.answer(await challengeFor("confirm", owner)))),
  ).toMatchObject({
    ok: true,
  });
});

test("the security log names each change and failure of a second factor, and whose it is", async () => {
  const lines = vi.spyOn(log, "info");
  const owner = await giveFactor(await makeMember());
  const passkey = await givePasskey(owner);
  const prove = async (code: string) => confirmIdentity(owner, { by: "code", code });
  await prove("000000");
  await prove(await owner.factor.freshCode());
  await prove(owner.factor.recoveryCodes[0] ?? "");
  await confirmIdentity(owner, { by: "passkey", credential: passkey.answer("made-up") });
  const [{ id = "" } = {}] = await listPasskeys(owner);
  for (let turn = 0; turn < 2; turn += 1) await removePasskey(owner, id);
  const code = owner.factor.recoveryCodes[1] ?? "";
  for (let turn = 0; turn < 2; turn += 1) await turnOff(owner, { password: personPassword, code });
  const logged = lines.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
  lines.mockRestore();
  expect(logged.filter(({ userId }) => userId === owner.userId).map(({ security }) => security)).toEqual([
    "second-factor-on",
    "passkey-added",
    "second-factor-failed",
    "second-factor-confirmed",
    "recovery-code-used",
    "second-factor-confirmed",
    "passkey-failed",
    "passkey-removed",
    "recovery-code-used",
    "second-factor-off",
    // The first request deleted the recovery codes, so the second one's code is wrong.
    "second-factor-failed",
  ]);
});

test("JSON with characters that PostgreSQL can't compare is refused as a wrong passkey", async () => {
  const credential = (id: string, challenge: string) =>
    JSON.stringify({
      ...{ id, rawId: id, type: "public-key" },
      response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString("base64url") },
    });
  for (const odd of ["\0", "a\0b", "\ud800", ""]) {
    expect(await enter(credential(odd, "challenge"))).toEqual(wrong);
    expect(await enter(credential("credential", odd))).toEqual(wrong);
  }
});
