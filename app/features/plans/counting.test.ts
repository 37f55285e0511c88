import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { type CountedKind, refund, spend } from "./counting.server";
import type { PlanName } from "./plan";
import { planOf } from "./reading.server";

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
  ] as const)("lets a %s plan's %s through %i times of 40 at once", async (plan, kind, limit) => {
    const creator = await makeCreator();
    await givePlan(creator, plan);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => count(creator, kind)));
    expect(outcomes.filter((outcome) => outcome === "spent")).toHaveLength(limit);
    expect(await used(creator, kind)).toBe(limit);
    expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId } })).toBe(limit);
  });

  it("does not limit agencies or contributors", async () => {
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

  it("counts a key once, even when used twice concurrently", async () => {
    const creator = await makeCreator();
    const key = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => count(creator, "swipe", key)));
    expect(outcomes.filter((outcome) => outcome === "spent")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "already")).toHaveLength(5);
    expect(await used(creator, "swipe")).toBe(1);
  });

  it("starts no new day for a member who moves west and back", async () => {
    const creator = await makeCreator();
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Kiritimati"];
    for (const timeZone of zones) await count({ ...creator, timeZone }, "swipe");
    const [east] = zones;
    expect((await planOf({ ...creator, timeZone: east ?? "" })).usage[0]).toMatchObject({
      kind: "swipe",
      used: 3,
    });
  });

  it("refunds a use once, and does not refund yesterday's swipe today", async () => {
    const creator = await makeCreator();
    const [today, yesterday] = [randomUUID(), randomUUID()];
    await count(creator, "swipe", randomUUID(), yesterday);
    await db.$executeRaw`UPDATE usage_ledger SET created_at = now() - interval '1 day' WHERE user_id = ${creator.userId}::uuid`;
    await count(creator, "swipe", randomUUID(), today);
    const give = (subject: string) => db.$transaction((tx) => refund(tx, creator, "swipe", subject));
    await give(yesterday);
    expect(await used(creator, "swipe")).toBe(2);
    await Promise.all([give(today), give(today)]);
    expect(await used(creator, "swipe")).toBe(1);
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
