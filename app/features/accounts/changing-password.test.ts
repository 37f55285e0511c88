import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeMember, newClient, personPassword, signInAgain } from "../../../tests/support/people";
import { newPasswordSchema, signInSchema } from "./account.schema";
import { changePassword, checkOwnPassword } from "./password.server";
import { findActor } from "./sessions.server";
import { signIn } from "./signing-in.server";

const next = "a-new-harbour-41";
const change = (person: Parameters<typeof changePassword>[0], oldPassword: string, password: string) =>
  changePassword(person, { oldPassword, password }, newClient());
const sessionsOf = (userId: string) => db.session.count({ where: { userId } });

describe("changing a password", () => {
  test("ends every session, starts a new one here and emails the owner", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const done = await change(person, personPassword, next);
    if (!done.ok) throw new Error(done.refused);
    expect(await findActor(person.token)).toBeNull();
    expect(await findActor(other.token)).toBeNull();
    expect(await findActor(done.session.token)).toMatchObject({ userId: person.userId });
    expect(await sessionsOf(person.userId)).toBe(1);
    const mail = await db.outboxMail.findFirstOrThrow({ where: { userId: person.userId } });
    expect(mail).toMatchObject({ toAddress: person.email, subject: "Your Matchcut password was changed" });
    for (const secret of [next, personPassword]) expect(mail.textBody + mail.htmlBody).not.toContain(secret);
    const { email } = person;
    expect(await signIn({ email, password: personPassword }, newClient())).toMatchObject({
      refused: "wrong",
    });
    expect(await signIn({ email, password: next }, newClient())).toMatchObject({ ok: true });
  });

  test("requires the old password and a different, strong new one", async () => {
    const person = await makeMember({ name: "Noor Haddad" });
    expect(await change(person, "not-the-password", next)).toMatchObject({ refused: "wrong" });
    expect(await change(person, personPassword, personPassword)).toMatchObject({ refused: "same" });
    for (const weak of ["password1", "haddad-harbour-41", "abcdefgh"])
      expect(await change(person, personPassword, weak)).toMatchObject({ refused: "weak-password" });
    expect(await findActor(person.token)).not.toBeNull();
    expect(await db.outboxMail.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("accepts a password whether its letters are composed or decomposed, wherever it's entered", async () => {
    const [composed, decomposed] = ["h\u00e9ron-harbour-41", "he\u0301ron-harbour-41"];
    const person = await makeMember();
    const set = await change(person, personPassword, decomposed);
    if (!set.ok) throw new Error(set.refused);
    const { email } = person;
    for (const password of [composed, decomposed])
      expect(await signIn({ email, password }, newClient())).toMatchObject({ ok: true });
    const actor = await findActor(set.session.token);
    if (!actor) throw new Error("no session");
    for (const password of [composed, decomposed])
      expect(await checkOwnPassword({ ...actor, address: "192.0.2.7" }, password)).toMatchObject({
        ok: true,
      });
    expect(await change(actor, composed, decomposed)).toMatchObject({ refused: "same" });
    expect(await change(actor, composed, next)).toMatchObject({ ok: true });
    const longest = "e\u0301".repeat(200);
    expect(signInSchema.safeParse({ email, password: longest }).success).toBe(true);
    expect(newPasswordSchema.safeParse({ password: "e\u0301".repeat(5) }).success).toBe(false);
  });

  test("is throttled per session, so a stolen session can't lock out the owner", async () => {
    const person = await makeMember();
    const stolen = await signInAgain(person);
    for (let turn = 0; turn < 10; turn += 1)
      expect(await change(stolen, `guess-${turn}`, next)).toMatchObject({ refused: "wrong" });
    expect(await change(stolen, personPassword, next)).toMatchObject({ refused: "too-many" });
    expect(await change(person, personPassword, next)).toMatchObject({ ok: true });
  });

  test("ends earlier recovery links", async () => {
    const person = await makeMember();
    await db.recoveryLink.create({
      data: {
        userId: person.userId,
        tokenHash: new Uint8Array(32),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    expect(await change(person, personPassword, next)).toMatchObject({ ok: true });
    expect(await db.recoveryLink.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("succeeds only once when several requests run concurrently", async () => {
    const person = await makeMember();
    const all = await Promise.all(
      ["first-harbour-41", "second-harbour-41", "third-harbour-41"].map((password) =>
        change(person, personPassword, password),
      ),
    );
    expect(all.filter((done) => done.ok)).toHaveLength(1);
    expect(await sessionsOf(person.userId)).toBe(1);
  });
});

describe("changing the password while someone signs in with the old one", () => {
  test("refuses the sign-in even after its password was accepted", async () => {
    const { email, userId } = await makeMember();
    const inFlight = await db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: userId }, data: { passwordHash: "another" } });
      await tx.session.deleteMany({ where: { userId } });
      // The sign-in accepts the old password, then waits for the lock before it starts the session.
      const started = signIn({ email, password: personPassword }, newClient());
      await untilLockWait();
      return { started };
    });
    expect(await inFlight.started).toEqual({ ok: false, refused: "wrong" });
    expect(await sessionsOf(userId)).toBe(0);
  });

  test("leaves only the new session, no matter how many sign-ins are running", async () => {
    const person = await makeMember();
    const { email, userId } = person;
    const [done] = await Promise.all([
      change(person, personPassword, next),
      ...Array.from({ length: 8 }, () => signIn({ email, password: personPassword }, newClient())),
    ]);
    expect(done).toMatchObject({ ok: true });
    expect(await sessionsOf(userId)).toBe(1);
    expect(done.ok && (await findActor(done.session.token))).toMatchObject({ userId });
  });
});
