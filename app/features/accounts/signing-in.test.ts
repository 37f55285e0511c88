import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { makeMember, personPassword } from "../../../tests/support/people";
import { signIn } from "./signing-in.server";

let address = 0;
const elsewhere = () => `198.51.100.${++address}`;

describe("signing in", () => {
  test("takes the right password, whatever the letters' case in the address", async () => {
    const person = await makeMember({ email: "Ada.Reyes@example.com" });
    const done = await signIn({ email: " ada.reyes@EXAMPLE.com ", password: personPassword }, elsewhere());
    expect(done).toEqual({ ok: true, userId: person.userId });
  });

  test("refuses a wrong password and an unknown address in the same words", async () => {
    const { email } = await makeMember();
    const wrong = await signIn({ email, password: "not-the-password" }, elsewhere());
    expect(wrong).toEqual({ ok: false, refused: "wrong" });
    expect(await signIn({ email: "nobody@example.com", password: personPassword }, elsewhere())).toEqual(
      wrong,
    );
  });

  test("works as long for an unknown address as for a known one", async () => {
    const { email } = await makeMember();
    const timed = async (of: string) => {
      const started = performance.now();
      await signIn({ email: of, password: "not-the-password" }, elsewhere());
      return performance.now() - started;
    };
    await timed("warm-up@example.com");
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      known.push(await timed(email));
      unknown.push(await timed(`nobody-${round}@example.com`));
    }
    // A missing hash would show as a tenth of the time; the machine's noise does not.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  test("tells of an account whose profile is gone, or that is suspended, only after the right password", async () => {
    const gone = await makeMember();
    await db.profile.delete({ where: { id: gone.userId } });
    const suspended = await makeMember();
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    for (const { email } of [gone, suspended]) {
      expect(await signIn({ email, password: "a guess" }, elsewhere())).toMatchObject({ refused: "wrong" });
      expect(await signIn({ email, password: personPassword }, elsewhere())).toMatchObject({
        refused: "account-gone",
      });
    }
  });
});

describe("guessing", () => {
  test("stops at ten tries for one account, from however many addresses, even at once", async () => {
    const { email } = await makeMember();
    const tries = await Promise.all(
      Array.from({ length: 15 }, () => signIn({ email, password: "a guess" }, elsewhere())),
    );
    const words = tries.map((done) => (done.ok ? "in" : done.refused));
    expect(words.filter((word) => word === "wrong")).toHaveLength(10);
    expect(words.filter((word) => word === "too-many")).toHaveLength(5);
    const locked = await signIn({ email, password: personPassword }, elsewhere());
    expect(locked).toMatchObject({ refused: "too-many" });
    expect(!locked.ok && "waitSeconds" in locked && locked.waitSeconds).toBeGreaterThan(0);
  });

  test("stops at thirty tries from one address, for however many accounts", async () => {
    const from = elsewhere();
    let wrong = 0;
    for (let turn = 0; turn < 33; turn += 1) {
      const done = await signIn({ email: `guess-${turn}@example.com`, password: "a guess" }, from);
      if (!done.ok && done.refused === "wrong") wrong += 1;
    }
    expect(wrong).toBe(30);
    const { email } = await makeMember();
    expect(await signIn({ email, password: personPassword }, from)).toMatchObject({ refused: "too-many" });
    expect(await signIn({ email, password: personPassword }, elsewhere())).toMatchObject({ ok: true });
  });

  test("is forgotten after the right password", async () => {
    const { email } = await makeMember();
    for (let turn = 0; turn < 9; turn += 1) await signIn({ email, password: "a guess" }, elsewhere());
    expect(await signIn({ email, password: personPassword }, elsewhere())).toMatchObject({ ok: true });
    expect(await signIn({ email, password: "a guess" }, elsewhere())).toMatchObject({ refused: "wrong" });
  });
});
