import { cards, payCheckout, stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { beforeEach, describe, expect, test } from "vitest";
import { spend } from "~/features/plans/counting.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { db, type Prisma, transaction } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import type { PaymentsPort } from "~/platform/payments/payments-port.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { begin, beginBeside, buy, priceOf } from "../../../tests/support/checkouts";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { checkoutRefusal, confirmCheckout, findRecentCheckout, startCheckout } from "./checking-out.server";
import { converge } from "./converging.server";
import { offerOf } from "./prices.server";
import { listPaid } from "./refunding.server";

const proMonthly = () => priceOf("pro", "month");

function realPayments(): PaymentsPort {
  if (!payments) throw new Error("Payments are off");
  return payments;
}

const paymentsOf = (person: Person) =>
  db.payment.findMany({ where: { userId: person.userId }, orderBy: { createdAt: "asc" } });

beforeEach(() => {
  stripe.webhooks.take();
});

/** Pays, and returns the URL that the provider then sends the browser to. */
async function pay(url: string) {
  const back = new URL((await payCheckout(url)).location ?? "");
  return { sessionId: back.searchParams.get("session_id") ?? "", mode: back.searchParams.get("mode") };
}

test("buying Pro grants nothing until the provider confirms it, and everything afterward", async () => {
  const creator = await makeCreator();
  await transaction((tx) => spend(tx, creator, "match", "match:1"));
  const url = await begin(creator, proMonthly());
  expect((await planOf(creator)).plan).toBe("free");
  const paid = await payCheckout(url);
  expect(paid.location).toContain("/payment-success?session_id=cs_");
  const sessionId = new URL(paid.location ?? "").searchParams.get("session_id") ?? "";
  expect(await confirmCheckout(creator, sessionId)).toMatchObject({
    ...{ state: "confirmed", bought: "pro" },
    plan: { plan: "pro" },
  });
  expect(await planOf(creator)).toMatchObject({ plan: "pro", status: "active", billingInterval: "month" });
  expect(await paymentsOf(creator)).toMatchObject([{ status: "paid", amountCents: 2499, planType: "pro" }]);
  expect(await db.receipt.count({ where: { userId: creator.userId } })).toBe(1);
  expect(await db.notification.findMany({ where: { userId: creator.userId } })).toMatchObject([
    { kind: "payment", title: "You're on Pro" },
  ]);
  // Only buying a post resets uses.
  expect((await planOf(creator)).usage.find(({ kind }) => kind === "match")?.used).toBe(1);
});

describe("a checkout", () => {
  test("is the same one for a double click, a second tab and a later visit", async () => {
    const creator = await makeCreator();
    const urls = await Promise.all(Array.from({ length: 5 }, () => begin(creator, proMonthly())));
    expect(new Set([...urls, await begin(creator, proMonthly())]).size).toBe(1);
    expect(await paymentsOf(creator)).toHaveLength(1);
  });

  test("is closed when the customer chooses another price", async () => {
    const creator = await makeCreator();
    const first = await begin(creator, proMonthly());
    await begin(creator, priceOf("pro", "year"));
    expect((await payCheckout(first)).location ?? "").not.toContain("payment-success");
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("free");
    expect((await paymentsOf(creator)).map(({ status }) => status).sort()).toEqual(["expired", "pending"]);
  });

  test("that was paid in another tab counts, and can't be paid again", async () => {
    const creator = await makeCreator();
    await payCheckout(await begin(creator, proMonthly()));
    const again = await startCheckout(creator, proMonthly());
    expect(again).toMatchObject({ ok: true, url: expect.stringContaining("/payment-success?session_id=") });
    expect(await startCheckout(creator, priceOf("agency", "month"))).toMatchObject({ refused: "subscribed" });
    expect((await planOf(creator)).plan).toBe("pro");
  });

  test.each([
    ["is unknown to the provider", async () => null, "expired", "free"],
    ["is expired", (id: string) => realPayments().expireCheckout(id), "expired", "free"],
    ["has a payment in progress", (id: string) => realPayments().findCheckout(id), "pending", "pro"],
  ] as const)("that %s while another price is chosen", async (_, expireCheckout, status, plan) => {
    const creator = await makeCreator();
    const first = await begin(creator, proMonthly());
    const other = await startCheckout(creator, priceOf("agency", "year"), {
      ...realPayments(),
      expireCheckout,
    });
    expect(other).toMatchObject({ ok: true });
    expect((await paymentsOf(creator)).map((payment) => payment.status)).toEqual([status, "pending"]);
    if (status === "pending") await payCheckout(first);
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe(plan);
  });

  test.each(["error", "lost"] as const)(
    "that's interrupted at any request (%s) is resumed by the second attempt",
    async (kind) => {
      const isOf = (customer: string) => (row: { customer: string }) => row.customer === customer;
      for (let after = 0; ; after += 1) {
        const creator = await makeCreator();
        stripe.faults.next(Infinity, kind, after);
        const begun = await startCheckout(creator, proMonthly());
        stripe.faults.next(0, kind);
        if (!begun.ok) expect(begun.refused).toBe("unavailable");
        const url = await begin(creator, proMonthly());
        const { customers, sessions } = stripe.account.tables;
        const own = Object.values(customers).filter(({ email }) => email === creator.email);
        expect(own).toHaveLength(1);
        expect(Object.values(sessions).filter(isOf(own[0]?.id ?? ""))).toHaveLength(1);
        const [payment, ...others] = await paymentsOf(creator);
        expect([payment?.status, others]).toEqual(["pending", []]);
        expect(payment?.checkoutSessionId).not.toBeNull();
        await payCheckout(url);
        await converge(creator.userId);
        expect((await planOf(creator)).plan).toBe("pro");
        if (begun.ok) {
          expect([begun.url, after]).toEqual([url, 3]);
          return;
        }
      }
    },
  );

  /** A checkout that's closed by another one while its session is being created. */
  async function closedEarly(creator: Person) {
    const adapter = realPayments();
    const gates = { created: () => {}, goOn: () => {} };
    const created = new Promise<void>((done) => {
      gates.created = done;
    });
    const waiting = new Promise<void>((done) => {
      gates.goOn = done;
    });
    const startSlowly: typeof adapter.startCheckout = async (...order) => {
      const checkout = await adapter.startCheckout(...order);
      gates.created();
      await waiting;
      return checkout;
    };
    const early = startCheckout(creator, priceOf("pay_per_post", null), {
      ...adapter,
      startCheckout: startSlowly,
    });
    await created;
    await begin(creator, proMonthly());
    const [payment] = await paymentsOf(creator);
    const sessions = Object.values(stripe.account.tables.sessions);
    const session = sessions.find(({ reference }) => reference === payment?.id);
    if (!session) throw new Error("no session");
    return { early, goOn: gates.goOn, session, url: `${stripe.url}/c/pay/${session.id}` };
  }

  test("that's closed while its session is being created isn't handed out, and can't be paid anymore", async () => {
    const creator = await makeCreator();
    const { early, goOn, url } = await closedEarly(creator);
    goOn();
    expect(await early).toEqual({ ok: false, refused: "closed" });
    expect((await payCheckout(url)).status).toBe(410);
    expect((await paymentsOf(creator)).map(({ status }) => status)).toEqual(["expired", "pending"]);
  });

  test("that's closed before its session is stored is granted if it was paid, and expired otherwise", async () => {
    const [payer, other] = [await makeCreator(), await makeCreator()];
    const [paid, left] = [await closedEarly(payer), await closedEarly(other)];
    await payCheckout(paid.url);
    for (const person of [payer, other]) await converge(person.userId);
    expect((await planOf(payer)).plan).toBe("pay_per_post");
    expect(await listPaid(payer.userId)).toMatchObject([{ plan: "pay_per_post", amountCents: 2500 }]);
    expect([left.session.status, (await planOf(other)).plan]).toEqual(["expired", "free"]);
    for (const { goOn } of [paid, left]) goOn();
    expect(await Promise.all([paid.early, left.early])).toMatchObject([{ ok: false }, { ok: false }]);
  });

  test("that has expired is followed by a new one", async () => {
    const creator = await makeCreator();
    const first = await begin(creator, proMonthly());
    const [payment] = await paymentsOf(creator);
    await payments?.expireCheckout(payment?.checkoutSessionId ?? "");
    const second = await begin(creator, proMonthly());
    expect(second).not.toBe(first);
    expect((await payCheckout(second)).location).toContain("payment-success");
  });
});

describe("a checkout is refused", () => {
  test("if the card is declined or authentication fails; nothing changes, and the customer can try again", async () => {
    const creator = await makeCreator();
    const url = await begin(creator, proMonthly());
    for (const [card, step] of [[cards.declined], [cards.asksOnce, "fail"]] as const) {
      await payCheckout(url, card, step);
      await converge(creator.userId);
      expect((await planOf(creator)).plan).toBe("free");
    }
    await payCheckout(url, cards.asksOnce);
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("pro");
  });

  test("to contributors, for prices that aren't sold, and for what's already paid for", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    expect(await startCheckout(contributor, proMonthly())).toMatchObject({ refused: "contributor" });
    expect(await startCheckout(creator, "price_of_nobody")).toMatchObject({ refused: "unknown-price" });
    await givePlan(creator, "pro");
    expect(await checkoutRefusal(creator, offerOf(priceOf("agency", "month")))).toBeNull();
    expect(await checkoutRefusal(creator, offerOf(priceOf("pay_per_post", null)))).toBe("included");
    await givePlan(creator, "pay_per_post");
    expect(await checkoutRefusal(creator, offerOf(priceOf("pay_per_post", null)))).toBe("post-paid");
    expect(await checkoutRefusal(creator, offerOf(proMonthly()))).toBeNull();
  });

  test("for a post if there's a subscription, and for everything while a payment is past due", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const [post, agency] = [priceOf("pay_per_post", null), priceOf("agency", "month")];
    const refusals = async () => [
      await startCheckout(creator, post).then((done) => !done.ok && done.refused),
      await startCheckout(creator, agency).then((done) => !done.ok && done.refused),
    ];
    expect(await refusals()).toEqual(["included", "subscribed"]);
    const fail = (days: number) =>
      db.userSubscription.update({
        where: { userId: creator.userId },
        data: { status: "past_due", graceUntil: new Date(Date.now() + days * 86_400_000) },
      });
    await fail(3);
    expect(await refusals()).toEqual(["included", "past-due"]);
    await fail(-3);
    expect(await refusals()).toEqual(["past-due", "past-due"]);
  });

  test("while the provider is unavailable; nothing changes, and the next try works", async () => {
    const creator = await makeCreator();
    stripe.faults.next(50, "error");
    expect(await startCheckout(creator, proMonthly())).toEqual({ ok: false, refused: "unavailable" });
    stripe.faults.next(0, "error");
    expect((await planOf(creator)).plan).toBe("free");
    await begin(creator, proMonthly());
    expect(await paymentsOf(creator)).toHaveLength(1);
  });

  test("after thirty within ten minutes", async () => {
    const creator = await makeCreator();
    const away = { ...realPayments(), findPrice: async () => null };
    for (let times = 0; times < 30; times += 1)
      expect(await startCheckout(creator, proMonthly(), away)).toMatchObject({ refused: "unknown-price" });
    const refused = await startCheckout(creator, proMonthly());
    expect(refused).toEqual({ ok: false, refused: "too-often", waitSeconds: expect.any(Number) });
    if (!refused.ok && refused.refused === "too-often") {
      expect(refused.waitSeconds).toBeGreaterThan(0);
      expect(refused.waitSeconds).toBeLessThanOrEqual(600);
    }
    expect(await paymentsOf(creator)).toEqual([]);
  });

  test("if the provider gives no URL to pay at", async () => {
    const creator = await makeCreator();
    const startNowhere: PaymentsPort["startCheckout"] = async (...order) => ({
      ...(await realPayments().startCheckout(...order)),
      url: null,
    });
    const refused = { ok: false, refused: "refused", reason: "No checkout URL returned. Please try again." };
    const adapter = { ...realPayments(), startCheckout: startNowhere };
    expect(await startCheckout(creator, proMonthly(), adapter)).toEqual(refused);
    expect(await startCheckout(creator, proMonthly())).toMatchObject({ ok: true });
    expect(await paymentsOf(creator)).toHaveLength(1);
  });

  test("if the provider's price isn't the one that our pages show", async () => {
    const creator = await makeCreator();
    const [row] = Object.values(stripe.account.tables.prices).filter(
      ({ id }) => id === priceOf("agency", "year"),
    );
    if (!row) throw new Error("no price");
    const { amount } = row;
    row.amount = amount + 100;
    expect(await startCheckout(creator, row.id)).toMatchObject({ refused: "unknown-price" });
    row.amount = amount;
    expect(await startCheckout(creator, row.id)).toMatchObject({ ok: true });
  });

  test("to anyone but the customer who started it", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    await payCheckout(await begin(creator, proMonthly()));
    const [payment] = await paymentsOf(creator);
    expect(await confirmCheckout(other, payment?.checkoutSessionId ?? "")).toBeNull();
    expect(await findRecentCheckout(other)).toBeNull();
    const { userId } = creator;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await db.payment.create({
      data: {
        ...{ userId, planType: "pro" as const, priceId: "price_x", status: "expired" },
        ...{ checkoutSessionId: "cs_older", createdAt: minutesAgo(10) },
      },
    });
    expect(await findRecentCheckout(creator)).toBe(payment?.checkoutSessionId);
    await db.payment.updateMany({ where: { userId }, data: { createdAt: minutesAgo(61) } });
    expect(await findRecentCheckout(creator)).toBeNull();
  });
});

describe("the page after checkout", () => {
  const onlyWords = (title: string, text: string) => ({ state: "past", title, text });

  test("tells whether a checkout is open, unreachable, checked too often, or expired", async () => {
    const creator = await makeCreator();
    await begin(creator, proMonthly());
    const sessionId = (await findRecentCheckout(creator)) ?? "";
    expect(await confirmCheckout(creator, sessionId)).toEqual({ state: "unpaid" });
    stripe.faults.next(50, "error");
    expect(await confirmCheckout(creator, sessionId)).toEqual({ state: "confirming" });
    stripe.faults.next(0, "error");
    await Promise.all(Array.from({ length: 60 }, () => takeFromLimit("payment-check", creator.userId)));
    const before = stripe.requests();
    expect(await confirmCheckout(creator, sessionId)).toEqual({ state: "confirming" });
    expect(stripe.requests()).toBe(before);
    await realPayments().expireCheckout(sessionId);
    await converge(creator.userId);
    expect(await confirmCheckout(creator, sessionId)).toEqual({ state: "unpaid" });
  });

  test("says what became of a post", async () => {
    const creator = await makeCreator();
    const { sessionId, mode } = await pay(await begin(creator, priceOf("pay_per_post", null)));
    expect(mode).toBe("pay_per_post");
    const now = () => confirmCheckout(creator, sessionId);
    expect(await now()).toMatchObject({ state: "confirmed", bought: "pay_per_post" });
    const of = { where: { userId: creator.userId } };
    const { id } = await db.payment.findFirstOrThrow(of);
    const end = (past: boolean) =>
      db.payment.update({ where: { id }, data: { endsAt: new Date(Date.now() + (past ? -1 : 1) * 1e6) } });
    const ended = "The Pay-Per-Post plan you paid for here has ended.";
    // A post that was bought later is in force.
    await end(true);
    expect(await now()).toMatchObject(onlyWords("You're on Pay-Per-Post now", ended));
    await end(false);
    await buy(creator, "pro", "month");
    expect(await now()).toEqual({
      ...onlyWords("You're on Pro now", ended),
      ...{ bought: "Pay-Per-Post", cents: 2500, plan: "pro" },
    });
    await givePlan(creator, "free");
    expect(await now()).toMatchObject(onlyWords("Pay-Per-Post has ended", "You're on Free now."));
  });

  test("says what became of a subscription", async () => {
    const creator = await makeCreator();
    const { sessionId, mode } = await pay(await begin(creator, proMonthly()));
    expect(mode).toBeNull();
    const now = () => confirmCheckout(creator, sessionId);
    expect(await now()).toMatchObject({ state: "confirmed", bought: "pro" });
    const of = { where: { userId: creator.userId } };
    const store = (data: Prisma.UserSubscriptionUpdateInput) => db.userSubscription.update({ ...of, data });
    const failed = (plan: string, act: string) =>
      onlyWords(
        "Your last payment failed",
        `You're on ${plan} now. To ${act} what you bought, update your card on your billing page.`,
      );
    await store({ status: "past_due", graceUntil: new Date(Date.now() + 1e6) });
    expect(await now()).toMatchObject({
      ...failed("Pro", "keep"),
      bought: "Pro, monthly",
      cents: 2499,
      plan: "pro",
    });
    await store({ graceUntil: new Date(Date.now() - 1e6) });
    expect(await now()).toMatchObject({ ...failed("Free", "get back"), plan: "free" });
    // The subscription's price isn't configured, so it buys nothing.
    await store({ status: "active", graceUntil: null, planType: "free" });
    expect(await now()).toMatchObject(onlyWords("Pro has ended", "You're on Free now."));
    await store({ planType: "agency", stripeSubscriptionId: "sub_of_later" });
    const ended = "The Pro plan you paid for here has ended.";
    expect(await now()).toMatchObject(onlyWords("You're on Agency now", ended));
    await store({ planType: "free", stripeSubscriptionId: null });
    expect(await now()).toMatchObject(onlyWords("Pro has ended", "You're on Free now."));
    for (const [status, title, text] of [
      ["refunded", "This payment was refunded", "You're on Free now."],
      ["disputed", "This payment was charged back", "Your bank reversed it. You're on Free now."],
    ] as const) {
      await db.payment.updateMany({ ...of, data: { status } });
      expect(await now()).toMatchObject(onlyWords(title, text));
    }
    await db.payment.updateMany({ ...of, data: { status: "failed" } });
    expect(await now()).toEqual({ state: "unpaid" });
  });
});

describe("a paid post", () => {
  const post = () => priceOf("pay_per_post", null);

  test("lasts 30 days, and resets messages and matches once", async () => {
    const creator = await makeCreator();
    for (const kind of ["message", "match"] as const)
      await transaction((tx) => spend(tx, creator, kind, `${kind}:1`));
    await payCheckout(await begin(creator, post()));
    for (let times = 0; times < 3; times += 1) await converge(creator.userId);
    const plan = await planOf(creator);
    expect(plan.plan).toBe("pay_per_post");
    expect(Math.round((Date.parse(plan.periodEnd) - Date.now()) / 86_400_000)).toBe(30);
    const used = plan.usage.map(({ kind, used }) => [kind, used]);
    expect(Object.fromEntries(used)).toMatchObject({ message: 0, match: 0 });
    const resets = await db.usageLedgerEntry.findMany({
      where: { userId: creator.userId, amount: { lt: 0 } },
    });
    expect(resets.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual(["match -1", "message -1"]);
  });

  test("keeps a post from the Free plan open as long as the paid one lasts", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    await payCheckout(await begin(creator, post()));
    await converge(creator.userId);
    const { expiresAt } = await db.projectBrief.findUniqueOrThrow({ where: { id: projectId } });
    expect(expiresAt?.toISOString()).toBe((await planOf(creator)).periodEnd);
  });

  test("that's bought twice by accident is refunded once, with a notification", async () => {
    const creator = await makeCreator();
    const first = await begin(creator, post());
    // Stores another price, so that the second tab gets its own checkout instead of this one.
    const [payment] = await paymentsOf(creator);
    await db.payment.update({ where: { id: payment?.id }, data: { priceId: "price_of_then" } });
    const second = await beginBeside(creator, post());
    await Promise.all([payCheckout(first), payCheckout(second)]);
    await Promise.all(Array.from({ length: 3 }, () => converge(creator.userId)));
    expect((await paymentsOf(creator)).map(({ status }) => status).sort()).toEqual(["paid", "refunded"]);
    expect((await planOf(creator)).plan).toBe("pay_per_post");
    expect(Object.values(stripe.account.tables.refunds)).toHaveLength(1);
    const told = await db.notification.count({
      where: { userId: creator.userId, title: { contains: "duplicate payment" } },
    });
    expect(told).toBe(1);
  });
});

test("if someone buys two subscriptions by accident, the better one stays, and the other is canceled and refunded", async () => {
  const creator = await makeCreator();
  const first = await begin(creator, proMonthly());
  const [payment] = await paymentsOf(creator);
  await db.payment.update({ where: { id: payment?.id }, data: { priceId: "price_of_then" } });
  const second = await beginBeside(creator, priceOf("agency", "month"));
  const refundsBefore = Object.values(stripe.account.tables.refunds).length;
  await Promise.all([payCheckout(first), payCheckout(second)]);
  await Promise.all([converge(creator.userId), converge(creator.userId)]);
  expect((await planOf(creator)).plan).toBe("agency");
  const customer = (await db.userSubscription.findUniqueOrThrow({ where: { userId: creator.userId } }))
    .stripeCustomerId;
  const all = (await payments?.listSubscriptions(customer ?? "")) ?? [];
  expect(all.map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
  expect(Object.values(stripe.account.tables.refunds)).toHaveLength(refundsBefore + 1);
});
