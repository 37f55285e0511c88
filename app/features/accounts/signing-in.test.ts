import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { countUse } from "~/platform/rate-limit.server";
import { makeMember, newClient, personPassword } from "../../../tests/support/people";
import { until } from "../../../tests/support/until";
import { hashPassword } from "./password.server";
import type { Client } from "./sessions.server";
import { type SignInOutcome, signIn } from "./signing-in.server";
import { longestPause } from "./throttling.server";

// The spy shows how long a sign-in is delayed, and lets a test end the delay.
vi.mock("node:timers/promises", { spy: true });
const pauses = vi.mocked(pause);
beforeEach(() => void pauses.mockReset());
// Other files in this process need real delays.
afterAll(() => {
  pauses.mockReset();
  vi.doUnmock("node:timers/promises");
});

describe("signing in", () => {
  test("accepts the right password, regardless of upper and lower case in the address", async () => {
    const person = await makeMember({ email: "Ada.Reyes@example.com" });
    const done = await signIn({ email: " ada.reyes@EXAMPLE.com ", password: personPassword }, newClient());
    expect(done).toMatchObject({ ok: true, userId: person.userId });
  });

  test("accepts an address whose domain was stored as typed, before domains were stored in ASCII", async () => {
    const person = await makeMember({ email: "ada@bücher.example" });
    for (const email of ["ada@bücher.example", "Ada@xn--bcher-kva.example"]) {
      const done = await signIn({ email, password: personPassword }, newClient());
      expect(done).toMatchObject({ ok: true, userId: person.userId });
    }
  });

  test("refuses a wrong password and an unknown address alike", async () => {
    const { email } = await makeMember();
    const wrong = await signIn({ email, password: "not-the-password" }, newClient());
    expect(wrong).toEqual({ ok: false, refused: "wrong" });
    for (const email of ["nobody@example.com", "no address"])
      expect(await signIn({ email, password: personPassword }, newClient())).toEqual(wrong);
  });

  test("takes as long for an unknown address as for a known one", async () => {
    const { userId, email } = await makeMember();
    await db.user.update({
      where: { id: userId },
      data: { passwordHash: await hashPassword("violet-harbour-28") },
    });
    const timed = async (of: string) => {
      const started = performance.now();
      await signIn({ email: of, password: "not-the-password" }, newClient());
      return performance.now() - started;
    };
    await timed("warm-up@example.com");
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      known.push(await timed(email));
      unknown.push(await timed(`nobody-${round}@example.com`));
    }
    // Without comparing a hash, it would take a tenth of the time.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  test("reveals that an account is suspended or has no profile only after the right password", async () => {
    const gone = await makeMember();
    await db.profile.delete({ where: { id: gone.userId } });
    const suspended = await makeMember();
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    for (const [{ email }, refused] of [
      [gone, "account-gone"],
      [suspended, "suspended"],
    ] as const) {
      expect(await signIn({ email, password: "a guess" }, newClient())).toMatchObject({ refused: "wrong" });
      expect(await signIn({ email, password: personPassword }, newClient())).toMatchObject({ refused });
    }
  });
});

describe("a sign-in from a browser that's new to the account", () => {
  const told = (toAddress: string) => db.outboxMail.findMany({ where: { toAddress, kind: "new-device" } });

  test("is emailed to the account's owner, but neither a wrong guess nor a sign-in from a known browser is", async () => {
    const [person, other] = [await makeMember(), await makeMember()];
    const { email } = person;
    await signIn({ email, password: "a guess" }, newClient());
    expect(await told(email)).toEqual([]);
    const first = await signIn({ email, password: personPassword }, newClient());
    expect(await told(email)).toMatchObject([
      { userId: person.userId, textBody: expect.stringContaining("Firefox on Linux") },
    ]);
    const home = newClient({ devices: [first.ok ? first.device : ""] });
    expect(await signIn({ email, password: personPassword }, home)).toMatchObject({ ok: true });
    expect(await told(email)).toHaveLength(1);
    await signIn({ email: other.email, password: personPassword }, home);
    expect(await told(other.email)).toHaveLength(1);
  });

  test("is emailed at most five times a day", async () => {
    const { email } = await makeMember();
    for (let turn = 0; turn < 7; turn += 1)
      expect(await signIn({ email, password: personPassword }, newClient())).toMatchObject({ ok: true });
    expect(await told(email)).toHaveLength(5);
  });
});

describe("guessing passwords", () => {
  const guess = (email: string, client: Client) => signIn({ email, password: "a guess" }, client);
  const wordOf = (done: SignInOutcome) => (done.ok ? "in" : done.refused);

  test("stops after ten attempts for one account from one network, even concurrent ones", async () => {
    const { email } = await makeMember();
    const from = newClient();
    const tries = await Promise.all(Array.from({ length: 15 }, () => guess(email, from)));
    const words = tries.map(wordOf);
    expect(words.filter((word) => word === "wrong")).toHaveLength(10);
    expect(words.filter((word) => word === "too-many")).toHaveLength(5);
    const refused = await signIn({ email, password: personPassword }, from);
    expect(refused).toMatchObject({ refused: "too-many" });
    expect(!refused.ok && "waitSeconds" in refused && refused.waitSeconds).toBeGreaterThan(0);
  });

  test("counts all the IPv6 addresses of one customer as one network", async () => {
    const { email } = await makeMember();
    for (let turn = 0; turn < 10; turn += 1)
      await guess(email, newClient({ address: `2001:db8:5:${turn ? "7" : "0007"}::${turn}` }));
    expect(await guess(email, newClient({ address: "2001:db8:5:7:ffff::1" }))).toMatchObject({
      refused: "too-many",
    });
    expect(await guess(email, newClient({ address: "2001:db8:5:8::1" }))).toMatchObject({
      refused: "wrong",
    });
  });

  test("never locks out a device that has signed in before", async () => {
    const { email } = await makeMember();
    const first = await signIn({ email, password: personPassword }, newClient());
    const home = newClient({ devices: [first.ok ? first.device : ""] });
    // Guesses from many networks, and then too many from the network of the member's own device.
    const neighbor = newClient({ address: home.address });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => guess(email, index < 15 ? neighbor : newClient())),
    );
    expect(await guess(email, neighbor)).toMatchObject({ refused: "too-many" });
    pauses.mockClear();
    expect(await signIn({ email, password: personPassword }, home)).toMatchObject({ ok: true });
    expect(pauses).not.toHaveBeenCalled();
  });

  test("only delays an unknown client with the right password, and holds no database connection meanwhile", async () => {
    const { email } = await makeMember();
    for (let turn = 0; turn < 12; turn += 1) await countUse("sign-in-account", email);
    let goOn = () => {};
    const isOver = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    pauses.mockReturnValue(isOver);
    let settled = 0;
    const slowed = Array.from({ length: 12 }, async () => {
      const done = await signIn({ email, password: personPassword }, newClient());
      settled += 1;
      return wordOf(done);
    });
    await until(() => expect(pauses).toHaveBeenCalledTimes(12));
    await Promise.all(Array.from({ length: 20 }, () => db.$queryRaw`SELECT 1`));
    expect(settled).toBe(0);
    goOn();
    expect(await Promise.all(slowed)).toEqual(Array.from({ length: 12 }, () => "in"));
    for (const [milliseconds] of pauses.mock.calls) expect(milliseconds).toBeGreaterThanOrEqual(800);
  });

  test("is never delayed by more than three seconds", async () => {
    const { email } = await makeMember();
    for (let turn = 0; turn < 60; turn += 1) await countUse("sign-in-account", email);
    pauses.mockResolvedValue(undefined);
    expect(await signIn({ email, password: personPassword }, newClient())).toMatchObject({ ok: true });
    expect(pauses.mock.calls).toEqual([[longestPause]]);
  });

  test("has a separate limit on a known device, and only for that device's own account", async () => {
    const [owner, other] = [await makeMember(), await makeMember()];
    const first = await signIn({ email: owner.email, password: personPassword }, newClient());
    const stolen = newClient({ devices: [first.ok ? first.device : "", "made.up", "x", ""] });
    for (let turn = 0; turn < 10; turn += 1)
      expect(await guess(owner.email, stolen)).toMatchObject({ refused: "wrong" });
    expect(await guess(owner.email, stolen)).toMatchObject({ refused: "too-many" });
    expect(await signIn({ email: owner.email, password: personPassword }, newClient())).toMatchObject({
      ok: true,
    });
    for (let turn = 0; turn < 10; turn += 1) await guess(other.email, stolen);
    expect(await guess(other.email, newClient({ address: stolen.address }))).toMatchObject({
      refused: "too-many",
    });
  });

  test("is delayed on a network that many people share, and refused if the network makes far more attempts", async () => {
    const from = newClient();
    for (let turn = 0; turn < 299; turn += 1) await countUse("sign-in-address", from.address);
    const { email } = await makeMember();
    pauses.mockResolvedValue(undefined);
    expect(await signIn({ email, password: personPassword }, from)).toMatchObject({ ok: true });
    expect(pauses.mock.calls).toEqual([[longestPause]]);
    await countUse("sign-in-address", from.address);
    expect(await signIn({ email, password: personPassword }, from)).toMatchObject({ refused: "too-many" });
    expect(await signIn({ email, password: personPassword }, newClient())).toMatchObject({ ok: true });
  });

  test("is counted from zero again after the right password", async () => {
    const { email } = await makeMember();
    const from = newClient();
    for (let turn = 0; turn < 9; turn += 1) await guess(email, from);
    expect(await signIn({ email, password: personPassword }, from)).toMatchObject({ ok: true });
    expect(await guess(email, from)).toMatchObject({ refused: "wrong" });
  });

  test("doesn't include an owner's own sign-ins", async () => {
    const { email } = await makeMember();
    const from = newClient();
    for (let turn = 0; turn < 29; turn += 1) await countUse("sign-in-address", from.address);
    for (let turn = 0; turn < 9; turn += 1) await countUse("sign-in-account", email);
    for (let turn = 0; turn < 3; turn += 1)
      expect(await signIn({ email, password: personPassword }, from)).toMatchObject({ ok: true });
    expect(await countUse("sign-in-address", from.address)).toMatchObject({ excess: 0 });
    expect(await countUse("sign-in-account", email)).toMatchObject({ excess: 0 });
  });
});
