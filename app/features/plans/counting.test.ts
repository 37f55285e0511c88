import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { db } from "~/platform/db.server";
import {
  type AdminPerson,
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
} from "../../../tests/support/people";
import { type CountedKind, giveBackUse, releaseHeldTask, resetKeys, spend } from "./counting.server";
import type { PlanName } from "./plan";
import { planOf } from "./plan-in-force.server";
import { resetUses } from "./subscribing.server";
import { resetUsage } from "./uses.server";

const count = (person: Person, kind: CountedKind, key: string = randomUUID(), subjectId?: string) =>
  db.$transaction((tx) => spend(tx, person, kind, key, subjectId));
const used = async (person: Person, kind: CountedKind) =>
  (await planOf(person)).usage.find((use) => use.kind === kind)?.used;
const day = 86_400_000;

describe("counting", () => {
  it.each([
    ["free", "message", 1],
    ["free", "match", 1],
    ["free", "swipe", 10],
    ["free", "save", 5],
    ["pay_per_post", "message", 3],
    ["pro", "message", 20],
    ["pro", "match", 10],
  ] as const)(
    "lets a member on %s use up a %s limit of %i, with 50 concurrent attempts",
    async (plan, kind, limit) => {
      const creator = await makeCreator();
      await givePlan(creator, plan);
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => count(creator, kind)));
      expect(outcomes.filter((outcome) => outcome === "spent")).toHaveLength(limit);
      expect(await used(creator, kind)).toBe(limit);
      expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId } })).toBe(limit);
    },
  );

  it.each(["swipe", "message", "save", "match", "post"] as const)(
    "counts a %s in one statement",
    async (kind) => {
      const creator = await makeCreator();
      await spend(db, creator, "swipe", "the very first one");
      const wire = pg.Connection.prototype as unknown as Record<"bind" | "query", () => void>;
      const sent = [vi.spyOn(wire, "bind"), vi.spyOn(wire, "query")];
      try {
        expect(await spend(db, creator, kind, "key")).toBe("spent");
        expect(await spend(db, creator, kind, "key")).toBe("already");
        expect(sent.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
      } finally {
        for (const spy of sent) spy.mockRestore();
      }
    },
  );

  it("uses one prepared statement for each kind, shared by everyone", async () => {
    const people = [
      { ...(await makeCreator()), timeZone: "Asia/Tokyo" },
      { ...(await makeCreator()), timeZone: "UTC" },
    ];
    for (const person of people) await spend(db, person, "swipe", "the very first one");
    const bind = vi.spyOn(pg.Connection.prototype as unknown as { bind(config: unknown): void }, "bind");
    try {
      for (const person of people)
        for (const kind of ["swipe", "message", "save", "match", "post"] as const)
          await spend(db, person, kind, randomUUID(), randomUUID());
      const names = bind.mock.calls.map(([config]) => (config as { statement: string }).statement);
      expect(names.every(Boolean)).toBe(true);
      expect([names.length, new Set(names).size]).toEqual([10, 5]);
    } finally {
      bind.mockRestore();
    }
  });

  it("doesn't limit agencies or contributors", async () => {
    const [agency, contributor] = [await makeCreator(), await makeContributor()];
    await givePlan(agency, "agency");
    for (const person of [agency, contributor]) {
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => count(person, "swipe")));
      expect(new Set(outcomes)).toEqual(new Set(["spent"]));
    }
    expect((await planOf(agency)).usage.find((use) => use.kind === "swipe")).toMatchObject({
      used: 30,
      limit: null,
    });
  });

  it("counts a key once, even if it's used twice concurrently", async () => {
    const creator = await makeCreator();
    const key = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => count(creator, "swipe", key)));
    expect(outcomes.filter((outcome) => outcome === "spent")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "already")).toHaveLength(5);
    expect(await used(creator, "swipe")).toBe(1);
    // Someone else's use may have the same key, and so may another kind of use.
    expect(await count(await makeCreator(), "swipe", key)).toBe("spent");
    expect(await count(creator, "save", key)).toBe("spent");
  });

  it("doesn't start a new day for a member who moves west and back", async () => {
    const creator = await makeCreator();
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Kiritimati"];
    for (const timeZone of zones) await count({ ...creator, timeZone }, "swipe");
    const [east] = zones;
    expect((await planOf({ ...creator, timeZone: east ?? "" })).usage[0]).toMatchObject({
      kind: "swipe",
      used: 3,
    });
  });

  it.each([
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00Z"],
    // Clocks go back from 1 AM to midnight, so midnight occurs twice.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"],
    ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00Z"],
    // Clocks go forward from midnight to 1 AM, so midnight doesn't occur.
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"],
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z"],
    ["America/Asuncion", "2023-10-01", "2023-10-01T04:00:00Z"],
    ["Asia/Kathmandu", "2026-11-01", "2026-10-31T18:15:00Z"],
  ])("in %s, %s begins at %s", async (zone, date, begins) => {
    const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT day_start(${date}::date, ${zone}) AS at`;
    expect(row?.at).toEqual(new Date(begins));
    const dateAt = (time: number) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(time);
    const time = Date.parse(begins);
    expect([dateAt(time), dateAt(time - 1) < date]).toEqual([date, true]);
  });

  it("starts a new day no sooner than 20 hours after the last one, no matter which time zone a member moves to", async () => {
    const zones = ["Pacific/Kiritimati", "Asia/Tokyo", "UTC", "America/New_York", "Pacific/Pago_Pago"];
    const midnights = await db.$queryRaw<{ zone: string; at: Date }[]>`
      SELECT zone, (now() AT TIME ZONE zone)::date::timestamp AT TIME ZONE zone AS at FROM unnest(${zones}::text[]) zone`;
    for (const { zone: timeZone, at } of midnights)
      for (const hours of [-5, 1, 19, 21, 30]) {
        const creator = { ...(await makeCreator()), timeZone };
        await count(creator, "swipe");
        // As if the day of the last swipes had begun at midnight in another time zone, that many hours before midnight
        // here.
        await db.$executeRaw`
          UPDATE user_usage SET swipes_since = ${at}::timestamptz - make_interval(hours => ${hours}::int)
           WHERE user_id = ${creator.userId}::uuid`;
        const before = (await planOf(creator)).usage.find((use) => use.kind === "swipe");
        expect([timeZone, hours, before?.used]).toEqual([timeZone, hours, hours < 20 ? 1 : 0]);
        const { swipesSince } = await db.userUsage.findUniqueOrThrow({ where: { userId: creator.userId } });
        const sinceLast = Date.parse(before?.resetsAt ?? "") - (swipesSince?.getTime() ?? 0);
        expect(sinceLast).toBeGreaterThanOrEqual(20 * 3_600_000);
        // It's the first midnight that allows, give or take an hour when clocks change.
        expect(sinceLast).toBeLessThan((Math.max(20, hours) + 26) * 3_600_000);
      }
  });

  it("gives a use back once, and doesn't give yesterday's swipe back today", async () => {
    const creator = await makeCreator();
    const [today, yesterday] = [randomUUID(), randomUUID()];
    await count(creator, "swipe", randomUUID(), yesterday);
    await db.$executeRaw`UPDATE usage_ledger SET created_at = now() - interval '1 day' WHERE user_id = ${creator.userId}::uuid`;
    await count(creator, "swipe", randomUUID(), today);
    const give = (subject: string) => db.$transaction((tx) => giveBackUse(tx, creator, "swipe", subject));
    await give(yesterday);
    expect(await used(creator, "swipe")).toBe(2);
    await Promise.all([give(today), give(today)]);
    expect(await used(creator, "swipe")).toBe(1);
  });

  it("queues the release of held matches when a match is given back, once, and for no other kind of use", async () => {
    const creator = await makeCreator();
    const subject = randomUUID();
    for (const kind of ["save", "match"] as const) {
      await count(creator, kind, randomUUID(), subject);
      for (let turn = 0; turn < 2; turn += 1)
        await db.$transaction((tx) => giveBackUse(tx, creator, kind, subject));
      const jobs = await db.$queryRaw`
        SELECT t.identifier AS task FROM graphile_worker._private_jobs j
          JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE j.payload->>'personId' = ${creator.userId}`;
      expect(jobs).toEqual(kind === "match" ? [{ task: releaseHeldTask }] : []);
    }
  });
});

describe("a plan's period", () => {
  it("resets Pro messages at each billing month and not before", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro", { begins: -40 * day, ends: 325 * day });
    for (let sent = 0; sent < 20; sent += 1) expect(await count(creator, "message")).toBe("spent");
    expect(await count(creator, "message")).toBe("limit");
    await db.$executeRaw`UPDATE user_usage SET message_period_start = now() - interval '35 days' WHERE user_id = ${creator.userId}::uuid`;
    expect(await used(creator, "message")).toBe(0);
    for (let sent = 1; sent <= 20; sent += 1) {
      expect(await count(creator, "message")).toBe("spent");
      expect(await used(creator, "message")).toBe(sent);
    }
    expect(await count(creator, "message")).toBe("limit");
  });

  it("ends a billing month with the period, so Pro messages don't reset a few days before a renewal", async () => {
    const creator = await makeCreator();
    // A period that's longer than a month, as from February 28 to March 31.
    await givePlan(creator, "pro", { begins: -40 * day, ends: day });
    for (let sent = 0; sent < 20; sent += 1) expect(await count(creator, "message")).toBe("spent");
    await db.$executeRaw`UPDATE user_usage SET message_period_start = now() - interval '20 days' WHERE user_id = ${creator.userId}::uuid`;
    expect(await used(creator, "message")).toBe(20);
    expect(await count(creator, "message")).toBe("limit");
  });

  it("never resets Free messages", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "free", { begins: -400 * day, ends: -10 * day });
    await count(creator, "message");
    await db.$executeRaw`UPDATE user_usage SET message_period_start = now() - interval '300 days' WHERE user_id = ${creator.userId}::uuid`;
    expect(await count(creator, "message")).toBe("limit");
  });

  it("ends pay-per-post after 30 days, and a canceled subscription with its paid period", async () => {
    const creator = await makeCreator();
    const planAfter = async (plan: PlanName, period: Parameters<typeof givePlan>[2]) => {
      await givePlan(creator, plan, period);
      return (await planOf(creator)).plan;
    };
    expect(await planAfter("pay_per_post", { ends: day })).toBe("pay_per_post");
    expect(await planAfter("pay_per_post", { begins: -31 * day, ends: -day })).toBe("free");
    expect(await planAfter("pro", { begins: -31 * day, ends: -day, status: "active" })).toBe("pro");
    expect(await planAfter("pro", { ends: day, status: "canceled" })).toBe("pro");
    expect(await planAfter("pro", { begins: -31 * day, ends: -day, status: "canceled" })).toBe("free");
  });
});

/** The counts that the ledger's rows add up to. Swipes count only if they're from today. */
async function ledgerSums({ userId }: Person) {
  const [sums] = await db.$queryRaw<Record<"swipe" | "message" | "save" | "match", number>[]>`
    SELECT coalesce(sum(l.amount) FILTER (WHERE l.kind = 'swipe' AND l.created_at >= u.swipes_since), 0)::int AS swipe,
           coalesce(sum(l.amount) FILTER (WHERE l.kind = 'message' ), 0)::int AS message,
           coalesce(sum(l.amount) FILTER (WHERE l.kind = 'save'), 0)::int AS save,
           coalesce(sum(l.amount) FILTER (WHERE l.kind = 'match'), 0)::int AS match
      FROM user_usage u LEFT JOIN usage_ledger l ON l.user_id = u.user_id WHERE u.user_id = ${userId}::uuid GROUP BY u.user_id`;
  return sums ?? { swipe: 0, message: 0, save: 0, match: 0 };
}

async function counts({ userId }: Person) {
  const row = await db.userUsage.findUnique({ where: { userId } });
  return {
    swipe: row?.swipeCountToday ?? 0,
    message: row?.messageCount ?? 0,
    save: row?.contributorSaveCount ?? 0,
    match: row?.matchCount ?? 0,
  };
}

/** Moves one person's uses, counts and period `days` into the past. */
async function passDays({ userId }: Person, days: number): Promise<void> {
  const ago = `${days} days`;
  await db.$executeRaw`UPDATE usage_ledger SET created_at = created_at - ${ago}::interval WHERE user_id = ${userId}::uuid`;
  await db.$executeRaw`
    UPDATE user_usage SET last_swipe_reset = last_swipe_reset - ${days}::int, swipes_since = swipes_since - ${ago}::interval,
           message_period_start = message_period_start - ${ago}::interval WHERE user_id = ${userId}::uuid`;
  await db.$executeRaw`
    UPDATE user_subscriptions SET current_period_start = current_period_start - ${ago}::interval,
           current_period_end = current_period_end - ${ago}::interval WHERE user_id = ${userId}::uuid`;
}

type Step = (person: Person) => Promise<unknown>;

const kinds = ["swipe", "message", "save", "match"] as const;
const subjects = Array.from({ length: 6 }, () => randomUUID());
const kind = fc.constantFrom(...kinds);
const subject = fc.constantFrom(...subjects);
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });

const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(kind, subject)
      .map(([one, id]) => named(`use ${one} ${id}`, (person) => count(person, one, randomUUID(), id))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(kind, subject)
      .map(([one, id]) =>
        named(`refund ${one} ${id}`, (person) => db.$transaction((tx) => giveBackUse(tx, person, one, id))),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("free" as const, "pay_per_post" as const, "pro" as const, "agency" as const)
      .map((plan) => named(plan, (person) => givePlan(person, plan, { begins: 0 }))),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(10_000)
      .map((purchase) =>
        named(`purchase ${purchase}`, (person) =>
          db.$transaction((tx) => resetUses(tx, person.userId, `${resetKeys.purchase}${purchase}`)),
        ),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .uuid()
      .map((key) =>
        named(`an admin's reset ${key}`, (person) => resetUsage(admin, person.userId, { key, reason: "" })),
      ),
  },
);
let admin: AdminPerson;
const time = fc
  .constantFrom(1, 12, 31)
  .map((days) => named(`${days} days`, (person) => passDays(person, days)));

it("the ledger's sums equal the counters after any sequence of acts, even if two run concurrently", async () => {
  const person = await makeCreator();
  admin = await makeAdmin();
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof({ weight: 6, arbitrary: fc.array(steps, { minLength: 1, maxLength: 3 }) }, fc.tuple(time)),
        {
          minLength: 5,
          maxLength: 20,
        },
      ),
      async (rounds) => {
        await db.usageLedgerEntry.deleteMany({ where: { userId: person.userId } });
        await db.userUsage.deleteMany({ where: { userId: person.userId } });
        await givePlan(person, "free");
        for (const round of rounds) {
          await Promise.all(round.map((step) => step(person)));
          expect(await counts(person)).toEqual(await ledgerSums(person));
        }
      },
    ),
    { numRuns: 20 },
  );
});
