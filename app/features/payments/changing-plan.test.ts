import { cards, stripe } from "../../../tests/support/stripe";

// The stand-in sets the environment, so it comes first.

import { describe, expect, test } from "vitest";
import { planOf } from "~/features/plans/reading.server";
import { db } from "~/platform/db.server";
import { buy, priceOf } from "../../../tests/support/checkouts";
import { makeCreator } from "../../../tests/support/people";
import { changePlan, previewChange } from "./changing-plan.server";
import { converge } from "./converging.server";

const day = 86_400_000;

describe("a change of plan", () => {
  test("to more costs what was shown, and begins at once, once", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const priceId = priceOf("agency", "month");
    const preview = await previewChange(creator, priceId);
    if (!preview.ok || preview.change.kind !== "now") throw new Error("no preview");
    const { dueCents, at } = preview.change;
    expect(dueCents).toBeGreaterThan(5000);
    expect(await changePlan(creator, { priceId, dueCents: dueCents - 1, at })).toMatchObject({
      refused: "outdated",
    });
    for (const other of [at.getTime() - day, at.getTime() + day]) {
      const outdated = { priceId, dueCents, at: new Date(other) };
      expect(await changePlan(creator, outdated)).toMatchObject({ refused: "outdated" });
    }
    const done = await Promise.all([1, 2].map(() => changePlan(creator, { priceId, dueCents, at })));
    expect(done.some(({ ok }) => ok)).toBe(true);
    expect((await planOf(creator)).plan).toBe("agency");
    const receipts = await db.receipt.findMany({ where: { userId: creator.userId } });
    expect(receipts.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual([2499, dueCents]);
  });

  test("with a card that is declined changes nothing", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month", cards.failsLater);
    const priceId = priceOf("agency", "month");
    const preview = await previewChange(creator, priceId);
    if (!preview.ok || preview.change.kind !== "now") throw new Error("no preview");
    const { dueCents, at } = preview.change;
    expect(await changePlan(creator, { priceId, dueCents, at })).toMatchObject({ refused: "refused" });
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("pro");
  });

  test("to less begins with the next period, and can be taken back", async () => {
    const creator = await makeCreator();
    await buy(creator, "agency", "month");
    const priceId = priceOf("pro", "month");
    const later = { priceId, dueCents: null, at: null };
    expect(await changePlan(creator, later)).toMatchObject({ ok: true, change: { kind: "later" } });
    expect(await planOf(creator)).toMatchObject({ plan: "agency", nextPlan: "pro" });
    const kept = await changePlan(creator, { ...later, priceId: priceOf("agency", "month") });
    expect(kept).toMatchObject({ ok: true });
    expect((await planOf(creator)).nextPlan).toBeNull();
    await changePlan(creator, later);
    await stripe.advance(32 * day);
    await converge(creator.userId);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", nextPlan: null });
  });

  test("needs a subscription, and one of our prices", async () => {
    const creator = await makeCreator();
    expect(await previewChange(creator, priceOf("pro", "month"))).toMatchObject({ refused: "none" });
    expect(await previewChange(creator, "price_x")).toMatchObject({ refused: "unknown-price" });
    await buy(creator, "pro", "month");
    expect(await previewChange(creator, priceOf("pro", "month"))).toMatchObject({ refused: "same" });
  });
});
