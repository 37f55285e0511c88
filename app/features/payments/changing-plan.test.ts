import { cards, stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { describe, expect, test } from "vitest";
import { signOut } from "~/features/accounts/sessions.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db, SessionEnded } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { usePortal } from "../../../tests/support/paying";
import { makeCreator, type Person, signInAgain } from "../../../tests/support/people";
import { changePlan, openPortal, previewChange, setRenewal } from "./changing-plan.server";
import { converge } from "./converging.server";

const day = 86_400_000;

describe("a change of plan", () => {
  test("to a more expensive plan costs what was shown, takes effect right away, and happens only once", async () => {
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

  test("with a declined card changes nothing", async () => {
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

  test.each([
    ["canceled", "month"],
    ["scheduled", "year"],
  ] as const)(
    "with a declined card leaves a plan that was %s as it is; another card works",
    async (kind, interval) => {
      const creator = await makeCreator();
      await buy(creator, "pro", interval, cards.failsLater);
      const less = { priceId: priceOf("pro", "month"), dueCents: null, at: null };
      await (kind === "canceled" ? setRenewal(creator, false) : changePlan(creator, less));
      const before = await statesOf(creator);
      expect(before[0]).toMatchObject({
        cancelsAtPeriodEnd: kind === "canceled",
        nextPlan: kind === "scheduled" ? "pro" : null,
      });
      const form = await agreeTo(creator, priceOf("agency", interval));
      expect(form.change).toMatchObject({
        renewsAgain: kind === "canceled",
        dropped: kind === "scheduled" ? { nextPlan: "pro", nextInterval: "month" } : null,
      });
      // The declined card changed nothing, and the same form works once there's another card.
      expect(await changePlan(creator, form)).toMatchObject({ refused: "refused" });
      expect(await statesOf(creator)).toEqual(before);
      const portal = await openPortal(creator);
      await usePortal(portal.ok ? portal.url : "", "card", { number: cards.good });
      expect(await changePlan(creator, form)).toMatchObject({ ok: true });
      expect(await statesOf(creator)).toMatchObject([
        { plan: "agency", cancelsAtPeriodEnd: false, nextPlan: null },
        { priceId: form.priceId, cancelsAtPeriodEnd: false, nextPriceId: null },
      ]);
    },
  );

  test("whose response is lost isn't made twice, and the stored state catches up", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    await setRenewal(creator, false);
    const form = await agreeTo(creator, priceOf("agency", "month"));
    // The faults start with the third call. The first two are the preview and reading the subscription.
    stripe.faults.next(Infinity, "lost", 3);
    expect(await changePlan(creator, form)).toMatchObject({ refused: "unavailable" });
    stripe.faults.next(0, "lost");
    expect((await planOf(creator)).plan).toBe("pro");
    const jobs = await db.$queryRaw`
      SELECT FROM graphile_worker.jobs WHERE key = ${`payments:converge:${await customerOf(creator)}`}`;
    expect(jobs).toHaveLength(1);
    expect(await changePlan(creator, form)).toMatchObject({ refused: "same" });
    expect(await statesOf(creator)).toMatchObject([
      { plan: "agency", cancelsAtPeriodEnd: false },
      { priceId: form.priceId, cancelsAtPeriodEnd: false },
    ]);
    expect(await db.receipt.count({ where: { userId: creator.userId } })).toBe(2);
  });

  test("that's interrupted after the payment is finished when the provider's state is next read", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "year");
    await changePlan(creator, { priceId: priceOf("pro", "month"), dueCents: null, at: null });
    const form = await agreeTo(creator, priceOf("agency", "year"));
    stripe.faults.next(Infinity, "error", 4);
    expect(await changePlan(creator, form)).toMatchObject({ refused: "unavailable" });
    stripe.faults.next(0, "error");
    await Promise.all([1, 2, 3].map(() => converge(creator.userId)));
    expect(await statesOf(creator)).toMatchObject([
      { plan: "agency", nextPlan: null },
      { priceId: form.priceId, nextPriceId: null, isUnfinished: false },
    ]);
    expect(await changePlan(creator, form)).toMatchObject({ refused: "same" });
  });

  test("to a cheaper plan takes effect with the next period, and can be undone", async () => {
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
    // A renewal doesn't start another window for a refund.
    const mail = await mailTo(creator, "You're on Pro");
    expect(mail).toMatch(/Paid: \$24\.99 on/);
    expect(mail).not.toContain("money back");
  });

  test("to yearly billing is mailed with its receipt, and so is the way back", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    await changePlan(creator, await agreeTo(creator, priceOf("pro", "year")));
    await converge(creator.userId);
    expect(await mailTo(creator, "You're on Pro, yearly")).toMatch(
      /Your plan now renews every year\. Your limits stay the same\..*Plan: Pro, yearly\nPaid: \$22\d\S* on .*money back/s,
    );
    await changePlan(creator, { priceId: priceOf("pro", "month"), dueCents: null, at: null });
    await stripe.advance(366 * day);
    await converge(creator.userId);
    const mail = await mailTo(creator, "You're on Pro, monthly");
    expect(mail).toMatch(/renews every month\..*Plan: Pro, monthly\nPaid: \$24\.99 on/s);
    expect(mail).not.toContain("money back");
  });

  test("that's scheduled is replaced by any other change, but not by the same one again", async () => {
    const creator = await makeCreator();
    await buy(creator, "agency", "year");
    await changePlan(creator, { priceId: priceOf("pro", "month"), dueCents: null, at: null });
    const scheduled = { nextPlan: "pro", nextInterval: "month" };
    for (const [plan, interval, dropped] of [
      ["pro", "month", null],
      ["pro", "year", scheduled],
      ["agency", "month", scheduled],
      ["agency", "year", scheduled],
    ] as const)
      expect(await previewChange(creator, priceOf(plan, interval))).toMatchObject({
        ok: true,
        change: { kind: "later", dropped, from: (await findSubscription(creator.userId))?.periodEnd },
      });
  });

  test("can't be previewed more than sixty times a minute", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    await Promise.all(Array.from({ length: 60 }, () => takeFromLimit("payment-check", creator.userId)));
    const asked = await previewChange(creator, priceOf("agency", "month"));
    expect(asked).toEqual({ ok: false, refused: "unavailable" });
  });

  test("requires a subscription, and works only for prices that we sell", async () => {
    const creator = await makeCreator();
    expect(await previewChange(creator, priceOf("pro", "month"))).toMatchObject({ refused: "none" });
    expect(await previewChange(creator, "price_x")).toMatchObject({ refused: "unknown-price" });
    const change = { priceId: priceOf("pro", "month"), dueCents: null, at: null };
    const none = { ok: false, refused: "none" };
    expect(await changePlan(creator, change)).toEqual(none);
    expect(await setRenewal(creator, false)).toEqual(none);
    expect(await openPortal(creator)).toEqual(none);
    await buy(creator, "pro", "month");
    const ended = await signInAgain(creator);
    await signOut(ended);
    await expect(openPortal(ended)).rejects.toThrow(SessionEnded);
    expect(await previewChange(creator, priceOf("pro", "month"))).toMatchObject({ refused: "same" });
    const post = { priceId: priceOf("pay_per_post", null), dueCents: null, at: null };
    expect(await changePlan(creator, post)).toMatchObject({ refused: "included" });
    expect(await changePlan(creator, { ...post, dueCents: 0, at: new Date() })).toMatchObject({
      refused: "included",
    });
  });

  test("is refused while a payment is past due", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    await db.userSubscription.update({ where: { userId: creator.userId }, data: { status: "past_due" } });
    for (const plan of ["pro", "agency"] as const)
      expect(await previewChange(creator, priceOf(plan, "month"))).toMatchObject({ refused: "past-due" });
  });

  test("of whether the subscription renews, made many times concurrently, ends up stored as it is at the provider", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const all = Array.from({ length: 16 }, (_, index) => setRenewal(creator, index % 2 === 1));
    for (const done of await Promise.all(all)) expect(done).toMatchObject({ ok: true });
    await converge(creator.userId);
    const [stored, subscription] = await statesOf(creator);
    expect(stored).toMatchObject({ cancelsAtPeriodEnd: subscription?.cancelsAtPeriodEnd });
  });

  // This test moves the clock, so it comes last.
  test("that's previewed before a renewal and sent afterward costs what a second preview shows", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const priceId = priceOf("agency", "month");
    const end = (await findSubscription(creator.userId))?.periodEnd.getTime() ?? 0;
    const preview = await previewChange(creator, priceId, new Date(end - day));
    if (!preview.ok || preview.change.kind !== "now") throw new Error("no preview");
    const { dueCents, at } = preview.change;
    expect(dueCents).toBeLessThan(1000);
    await stripe.endPeriod(await customerOf(creator));
    // The provider has renewed the subscription but hasn't told us yet, so the change is refused and nothing is
    // charged.
    const form = { priceId, dueCents, at };
    const behind = { ...form, at: new Date() };
    expect(await changePlan(creator, behind)).toMatchObject({ refused: "refused" });
    const renewed = (await findSubscription(creator.userId))?.periodStart ?? new Date(0);
    expect(renewed.getTime()).toBeGreaterThan(at.getTime());
    expect(await changePlan(creator, form)).toMatchObject({ refused: "outdated" });
    const again = await agreeTo(creator, priceId);
    expect([again.at, again.dueCents]).toEqual([renewed, 7900 - 2499]);
    expect(await changePlan(creator, again)).toMatchObject({ ok: true });
    const receipts = await db.receipt.findMany({ where: { userId: creator.userId } });
    expect(receipts.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual([2499, 2499, 5401]);
  });
});

/** The text of the only email with this subject. */
async function mailTo({ userId }: Person, subject: string): Promise<string> {
  const [mail, ...others] = await db.outboxMail.findMany({ where: { userId, subject } });
  expect(others).toEqual([]);
  return mail?.textBody ?? "";
}

/** The values that the page's form would send. */
async function agreeTo(person: Person, priceId: string) {
  const preview = await previewChange(person, priceId);
  if (!preview.ok || preview.change.kind !== "now") throw new Error("no preview");
  const { dueCents, at } = preview.change;
  return { priceId, dueCents, at, change: preview.change };
}

/** The stored state of the subscription, and the provider's. */
async function statesOf(person: Person) {
  const stored = await findSubscription(person.userId);
  const [subscription] = (await payments?.listSubscriptions(await customerOf(person))) ?? [];
  return [stored && { ...stored, version: null }, subscription];
}
