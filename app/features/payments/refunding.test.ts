import { adminPaths } from "~/admin-paths";
import { stripe } from "../../../tests/support/stripe";
import { readBilling } from "./billing.server";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { planOf } from "~/features/plans/plan-in-force.server";
import { readList } from "~/http/admin-list-page.server";
import { db, transaction } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import {
  PaymentRefused,
  type PaymentsPort,
  PaymentsUnavailable,
} from "~/platform/payments/payments-port.server";
import { dispute, failRefund } from "../../../sandbox/stripe/charging";
import { moveBalance } from "../../../sandbox/stripe/invoicing";
import { begin, beginBeside, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { untilLockWait } from "../../../tests/support/locks";
import { payCheckout } from "../../../tests/support/paying";
import {
  type AdminPerson,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
} from "../../../tests/support/people";
import { runsAll } from "../../../tests/support/scope";
import { type Again, againOf, tellAdmins } from "./announcing.server";
import { changePlan, previewChange } from "./changing-plan.server";
import { converge, convergeCustomer } from "./converging.server";
import { awaitsRefund, forgetInPayments, hasPaid } from "./forgetting.server";
import { executeRefund } from "./paying-back.server";
import { decideRefund, findPaid, listPaid, requestRefund } from "./refunding.server";
import { sumOf } from "./refunds";
import { findRefund, refundList } from "./waiting-refunds.server";

const day = 86_400_000;

async function paymentOf(person: Person): Promise<string> {
  const { id } = await db.payment.findFirstOrThrow({ where: { userId: person.userId } });
  return id;
}

async function asked(person: Person): Promise<{ paymentId: string; requestId: string }> {
  const paymentId = await paymentOf(person);
  expect(await ask(person, paymentId)).toEqual({ ok: true });
  const { id } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId } });
  return { paymentId, requestId: id };
}

/** Requests a refund of the amount that the page shows. */
async function ask(person: Person, paymentId: string) {
  const payment = await findPaid(person, paymentId);
  return requestRefund(person, paymentId, { cents: sumOf(payment?.parts ?? []), reason: "Not for me." });
}

/** Approves the amount that the button shows. */
async function approve(admin: AdminPerson, requestId: string, note = "") {
  const cents = sumOf((await findRefund(requestId))?.parts ?? []);
  return decideRefund(admin, requestId, { approve: true, cents, note });
}

async function expectDecided(admin: AdminPerson, requestId: string): Promise<void> {
  for (const decision of [{ approve: true }, { approve: false, isAbuse: true }]) {
    const again = { cents: 0, note: "Again.", ...decision };
    expect(await decideRefund(admin, requestId, again)).toEqual({ ok: false, refused: "decided" });
  }
}

/** Changes the plan and returns what that cost. */
async function change(person: Person, plan: "pro" | "agency", interval: "month" | "year"): Promise<number> {
  const priceId = priceOf(plan, interval);
  const preview = await previewChange(person, priceId);
  if (!preview.ok || preview.change.kind !== "now") throw new Error("no change at once");
  const { dueCents, at } = preview.change;
  expect(await changePlan(person, { priceId, dueCents, at })).toMatchObject({ ok: true });
  return dueCents;
}

/** How much of each charge to a customer hasn't been refunded at the provider. */
async function keptOf(person: Person): Promise<number[]> {
  const customer = await customerOf(person);
  const charges = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
  return charges.map(({ amount, refunded }) => amount - refunded);
}

const accountOf = async (person: Person) => stripe.account.get("customers", await customerOf(person));

async function latestJob(): Promise<Record<string, unknown>> {
  const [job] = await db.$queryRaw<{ payload: Record<string, unknown> }[]>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1`;
  return job?.payload ?? {};
}

/** The payloads of all jobs that a request has queued, oldest first. */
async function jobsOf(requestId: string): Promise<Record<string, unknown>[]> {
  const jobs = await db.$queryRaw<{ payload: Record<string, unknown> }[]>`
    SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'requestId' = ${requestId} ORDER BY id`;
  return jobs.map(({ payload }) => payload);
}

const refundsAtProvider = () => Object.values(stripe.account.tables.refunds).length;
const refundsOf = (admin: AdminPerson, { userId }: Person, state: string) =>
  readList(refundList, admin, adminPaths.refunds({ q: userId, state }));

test("within 14 days, a subscription's refund is requested once, decided once and paid once, and the plan ends", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const { paymentId, requestId } = await asked(creator);
  expect(await latestJob()).toEqual({ requestId, name: creator.name });
  await Promise.all([1, 2, 3].map(() => ask(creator, paymentId)));
  expect(await db.refundRequest.count({ where: { userId: creator.userId } })).toBe(1);
  for (let times = 0; times < 2; times += 1) await tellAdmins(requestId, creator.name);
  const title = `${creator.name} asked for a refund`;
  expect(await db.notification.count({ where: { userId: admin.userId, title } })).toBe(1);
  const waiting = await refundsOf(admin, creator, "waiting");
  expect(waiting.rows.find(({ id }) => id === requestId)).toMatchObject({
    promise: "money-back",
    matches: 0,
    decidedAt: null,
  });
  const decisions = await Promise.all([1, 2, 3].map(() => approve(admin, requestId, "Sorry to see you go.")));
  expect(decisions.filter(({ ok }) => ok)).toHaveLength(1);
  const { decidedAt } = await db.refundRequest.findUniqueOrThrow({ where: { id: requestId } });
  await expectDecided(admin, requestId);
  expect(await db.auditEntry.findMany({ where: { subjectId: creator.userId } })).toMatchObject([
    {
      actorId: admin.userId,
      action: "approve-refund",
      details: { requestId, before: { status: "requested" }, after: { status: "accepted" } },
    },
  ]);
  const before = refundsAtProvider();
  await Promise.all([executeRefund(requestId), executeRefund(requestId)]);
  await executeRefund(requestId);
  expect(refundsAtProvider()).toBe(before + 1);
  await expectDecided(admin, requestId);
  expect((await planOf(creator)).plan).toBe("free");
  expect(await findPaid(creator, paymentId)).toMatchObject({ status: "refunded", request: "refunded" });
  expect((await readBilling(creator)).receipts.map(({ status }) => status)).toEqual(["refunded"]);
  const decided = await refundsOf(admin, creator, "decided");
  expect(decided).toMatchObject({
    rows: [{ id: requestId, decidedBy: admin.name, decidedAt: decidedAt?.toISOString() }],
    frame: { count: 1, next: null },
  });
  const told = await db.notification.findMany({ where: { userId: creator.userId }, select: { title: true } });
  expect(told.map(({ title }) => title)).toContain("Your refund is on its way");
  const { textBody } = await db.outboxMail.findFirstOrThrow({
    where: { userId: creator.userId, subject: "Your refund is on its way" },
  });
  for (const words of ["$24.99", "Sorry to see you go."]) expect(textBody).toContain(words);
});

test("a declined request comes with a reason, and the plan stays", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "year");
  const { paymentId, requestId } = await asked(creator);
  const decline = (note: string, isAbuse?: boolean) =>
    decideRefund(admin, requestId, { approve: false, cents: 0, note, isAbuse });
  expect(await decline("", true)).toEqual({ ok: false, refused: "no-reason" });
  expect(await decline("You used it all.")).toEqual({ ok: false, refused: "promised" });
  expect(await findRefund(requestId)).toMatchObject({ status: "requested", note: "" });
  expect(await decline("You used it all.", true)).toEqual({ ok: true });
  const mail = await db.outboxMail.findFirstOrThrow({
    where: { userId: creator.userId, subject: "Your refund was declined" },
  });
  for (const words of ["$249 back", "You used it all.", "/contact?subject=billing"])
    expect(mail.textBody).toContain(words);
  await expectDecided(admin, requestId);
  await executeRefund(requestId);
  expect((await planOf(creator)).plan).toBe("pro");
  expect(await findPaid(creator, paymentId)).toMatchObject({ request: "declined", note: "You used it all." });
  expect(await ask(creator, paymentId)).toEqual({ ok: true });
  expect(await db.refundRequest.count({ where: { paymentId, status: "requested" } })).toBe(0);
});

test("a post without a match can be refunded after its 30 days; one with a match can't", async () => {
  const people = [await makeCreator(), await makeCreator(), await makeCreator()] as const;
  for (const creator of people) {
    await buy(creator, "pay_per_post", null);
    await db.payment.updateMany({
      where: { userId: creator.userId },
      data: { paidAt: new Date(Date.now() - 31 * day), endsAt: new Date(Date.now() - day) },
    });
  }
  const [matchless, matched, late] = people;
  const [contributor, before, held] = [
    await makeContributor(),
    await makeContributor(),
    await makeContributor(),
  ];
  const matchOn = (creator: Person, createdAt: Date, { userId } = contributor, isHeld = false) =>
    db.match.create({
      data: { creatorId: creator.userId, contributorId: userId, createdAt, held: isHeld },
    });
  await matchOn(matched, new Date(Date.now() - 1.5 * day));
  await matchOn(late, new Date(Date.now() - 0.5 * day));
  expect(await ask(matched, await paymentOf(matched))).toEqual({
    ok: false,
    refused: "too-late",
  });
  expect(await ask(late, await paymentOf(late))).toEqual({ ok: true });
  // Matches before the payment and held ones don't count.
  const earlier = new Date(Date.now() - 32 * day);
  await matchOn(matchless, earlier, before);
  await matchOn(matchless, new Date(Date.now() - 2 * day), held, true);
  const { requestId } = await asked(matchless);
  // Matches after the 30 days make no difference.
  await matchOn(matchless, new Date());
  await db.projectBrief.createMany({
    data: [
      { creatorId: matchless.userId, title: "Before", createdAt: earlier },
      ...[matchless, matched].map(({ userId }) => ({ creatorId: userId, title: "Since" })),
    ],
  });
  const messages = [
    { senderId: matchless.userId, createdAt: earlier },
    { senderId: matchless.userId },
    { senderId: contributor.userId },
  ];
  await db.conversation.create({
    data: {
      createdBy: matchless.userId,
      messages: {
        create: messages.map((one, index) => ({ id: randomUUID(), seq: index + 1, content: "Hi", ...one })),
      },
    },
  });
  expect(await findRefund(requestId)).toMatchObject({
    ...{ promise: "no-match", matches: 1, projects: 1, messages: 1 },
  });
});

test("admins see requests in pages: waiting ones by how long they've waited, decided ones by the latest decision", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  const { userId } = creator;
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const payments = await db.payment.createManyAndReturn({
    data: Array.from({ length: 10 }, (_, index) => ({
      ...{ userId, planType: "pro" as const, priceId: "price_x", status: "paid", paidAt: at(index) },
    })),
  });
  // They're decided in a different order than they were requested in.
  const requests = await db.refundRequest.createManyAndReturn({
    data: payments.map(({ id: paymentId }, index) => ({
      ...{ userId, paymentId, amountCents: 100, createdAt: at(index) },
      ...(index >= 5 && { status: "declined", decidedAt: at(60 - index) }),
    })),
  });
  const ids = requests.map(({ id }) => id);
  const pagesOf = async (state: "waiting" | "decided", sort: "" | "newest" | "oldest") => {
    const wanted = { q: "", state, sort, reader: admin, people: [userId] };
    const pages: string[][] = [];
    for (let after: string | null = null; ; ) {
      const { rows, next }: Awaited<ReturnType<typeof refundList.page>> = await refundList.page(
        wanted,
        after,
        2,
      );
      pages.push(rows.map(({ id }) => id));
      if (next === null) return pages;
      after = next;
    }
  };
  const inPages = ([a, b, c, d, e]: string[]) => [[a, b], [c, d], [e]];
  const [waiting, decided] = [ids.slice(0, 5), ids.slice(5)];
  expect(await pagesOf("waiting", "")).toEqual(inPages(waiting));
  expect(await pagesOf("waiting", "newest")).toEqual(inPages(waiting.toReversed()));
  expect(await pagesOf("decided", "")).toEqual(inPages(decided));
  expect(await pagesOf("decided", "oldest")).toEqual(inPages(decided.toReversed()));
  expect((await findRefund(waiting[4] ?? ""))?.earlier).toBe(4);
});

test("no one can request a refund of someone else's money or decide their own request", async () => {
  const [creator, other, admin] = [await makeCreator(), await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  await buy(admin, "pro", "month");
  expect(await ask(other, await paymentOf(creator))).toEqual({
    ok: false,
    refused: "not-found",
  });
  const { requestId } = await asked(admin);
  expect(await approve(admin, requestId)).toEqual({ ok: false, refused: "own" });
  expect((await findRefund(requestId))?.earlier).toBe(0);
  expect(await approve(admin, randomUUID())).toEqual({ ok: false, refused: "not-found" });
});

test("while the provider is unavailable, a request stays approved; after the provider refuses, an admin can retry", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const { requestId } = await asked(creator);
  await approve(admin, requestId);
  stripe.faults.next(50, "error");
  await expect(executeRefund(requestId)).rejects.toThrow("isn't available");
  stripe.faults.next(0, "error");
  const statusOf = async () =>
    (await db.refundRequest.findUniqueOrThrow({ where: { id: requestId } })).status;
  expect(await statusOf()).toBe("accepted");
  expect((await refundsOf(admin, creator, "decided")).rows).toMatchObject([{ id: requestId }]);
  const refusals: PaymentsPort["refund"][] = [
    () => Promise.reject(new PaymentRefused("balance_insufficient", null)),
    () => Promise.resolve({ refundId: "re_1", status: "failed" }),
  ];
  for (const refund of refusals) {
    await executeRefund(requestId, { ...realPayments(), refund });
    expect(await findRefund(requestId)).toMatchObject({ status: "failed", parts: [{ cents: 2499 }] });
    expect((await planOf(creator)).plan).toBe("pro");
    expect(await approve(admin, requestId)).toEqual({ ok: true });
  }
  await executeRefund(requestId);
  expect(await statusOf()).toBe("refunded");
});

function realPayments(): PaymentsPort {
  if (!payments) throw new Error("Payments are off");
  return payments;
}

/**
 * A provider that's unavailable starting with call number `calls`, either before it does the work or before it
 * responds.
 */
function cutOff(calls: number, when: "before" | "after"): PaymentsPort {
  let left = calls;
  return new Proxy(realPayments(), {
    get(adapter, name) {
      const call = Reflect.get(adapter, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        left -= 1;
        if (left < 0 && when === "before") throw new PaymentsUnavailable("cut off");
        const answer = await call(...args);
        if (left < 0) throw new PaymentsUnavailable("cut off");
        return answer;
      };
    },
  });
}

test.each(["before", "after"] as const)(
  "a refund of two payments that's interrupted %s any call ends like an uninterrupted one",
  async (when) => {
    const admin = await makeAdmin();
    // By default, each call is interrupted only once: half of the calls before they do the work, and the others
    // afterward.
    const [first, step] = runsAll ? [0, 1] : [when === "before" ? 0 : 1, 2];
    for (let calls = first; ; calls += step) {
      const creator = await makeCreator();
      await buy(creator, "pro", "month");
      await change(creator, "pro", "year");
      expect(await change(creator, "agency", "month")).toBeLessThan(-10_000);
      const { requestId } = await asked(creator);
      await approve(admin, requestId);
      const before = refundsAtProvider();
      const wasCut = await executeRefund(requestId, cutOff(calls, when)).then(
        () => false,
        (error: unknown) => error instanceof PaymentsUnavailable,
      );
      for (let times = 0; times < 2; times += 1) await executeRefund(requestId);
      expect(refundsAtProvider()).toBe(before + 2);
      expect(await keptOf(creator)).toEqual([0, 0]);
      expect((await accountOf(creator)).balance).toBe(0);
      expect((await planOf(creator)).plan).toBe("free");
      expect(await payments?.listSubscriptions(await customerOf(creator))).toMatchObject([
        { status: "canceled" },
      ]);
      expect((await listPaid(creator.userId)).map(({ status, request }) => [status, request])).toEqual([
        ["refunded", "refunded"],
        ["refunded", "refunded"],
      ]);
      const title = "Your refund is on its way";
      expect(await db.notification.count({ where: { userId: creator.userId, title } })).toBe(1);
      if (!wasCut) {
        expect(calls).toBeGreaterThan(6);
        return;
      }
    }
  },
);

test("after several changes of plan, all payments are refunded, and the sum is the one shown", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const costs = [2499, await change(creator, "pro", "year"), await change(creator, "agency", "year")];
  const all = costs.reduce((sum, cost) => sum + cost, 0);
  const bought = await listPaid(creator.userId);
  expect(bought.map(({ plan, reason, amountCents }) => [plan, reason, amountCents]).sort()).toEqual(
    [
      ["pro", "bought", costs[0]],
      ["pro", "changed", costs[1]],
      ["agency", "changed", costs[2]],
    ].sort(),
  );
  const paymentId = bought.find(({ plan }) => plan === "agency")?.id ?? "";
  expect(await requestRefund(creator, paymentId, { cents: 2499, reason: "" })).toMatchObject({
    refused: "outdated",
  });
  let others: ReturnType<typeof ask>[] = [];
  await db.$transaction(async (tx) => {
    // The lock stops the first request inside its transaction, before its parts are stored, so the others have to wait
    // for it.
    await tx.$executeRaw`LOCK TABLE refund_parts IN SHARE MODE`;
    others = bought.map(({ id }) => ask(creator, id));
    await untilLockWait(bought.length);
  });
  expect((await Promise.all(others)).some(({ ok }) => ok)).toBe(true);
  const request = await db.refundRequest.findFirstOrThrow({ where: { userId: creator.userId } });
  expect(await db.refundRequest.count({ where: { userId: creator.userId } })).toBe(1);
  expect(request.amountCents).toBe(all);
  expect(await decideRefund(admin, request.id, { approve: true, cents: 2499, note: "" })).toMatchObject({
    refused: "outdated",
  });
  expect(await approve(admin, request.id)).toEqual({ ok: true });
  await executeRefund(request.id);
  expect(await keptOf(creator)).toEqual([0, 0, 0]);
  expect((await findRefund(request.id))?.parts.map(({ cents }) => cents).sort()).toEqual(costs.sort());
  expect((await planOf(creator)).plan).toBe("free");
});

test("credit from a change that was refunded can't pay for the next purchase, but credit that we granted can", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  // Three seconds apart, because payments within the same second have no order.
  stripe.account.move(-3_000);
  await buy(creator, "pro", "year");
  moveBalance(stripe.account, await accountOf(creator), { amount: -500 });
  stripe.account.move(1_000);
  const credited = await change(creator, "agency", "month");
  expect((await accountOf(creator)).balance).toBe(credited - 500);
  const [bought] = await listPaid(creator.userId);
  expect(await ask(creator, bought?.id ?? "")).toEqual({ ok: true });
  const { id } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId: bought?.id ?? "" } });
  await approve(admin, id);
  await Promise.all([1, 2].map(() => executeRefund(id)));
  expect(await keptOf(creator)).toEqual([0]);
  expect((await accountOf(creator)).balance).toBe(-500);
  stripe.account.move(1_000);
  await buy(creator, "pro", "month");
  expect(await keptOf(creator)).toEqual([0, 1999]);
  // Credit covered the rest, which wasn't paid for with this purchase, so it isn't refunded.
  const [latest] = await listPaid(creator.userId);
  expect(latest).toMatchObject({ amountCents: 1999, parts: [{ cents: 1999 }] });
  expect(await ask(creator, latest?.id ?? "")).toEqual({ ok: true });
  const next = await db.refundRequest.findUniqueOrThrow({ where: { paymentId: latest?.id ?? "" } });
  await approve(admin, next.id);
  await executeRefund(next.id);
  expect(await keptOf(creator)).toEqual([0, 0]);
  expect(await findPaid(creator, latest?.id ?? "")).toMatchObject({
    status: "refunded",
    request: "refunded",
  });
  moveBalance(stripe.account, await accountOf(creator), { amount: -5000 });
  stripe.account.move(1_000);
  await buy(creator, "pro", "month");
  expect((await listPaid(creator.userId))[0]).toMatchObject({ amountCents: 0, refundUntil: null });
});

describe("a refund that a bank returns", () => {
  const title = "Your bank returned your refund";
  const timesTold = async ({ userId }: Person, words: string) => [
    await db.notification.count({ where: { userId, title: words } }),
    await db.outboxMail.count({ where: { userId, subject: words } }),
  ];

  async function refunded(creator: Person, admin: AdminPerson) {
    const done = await asked(creator);
    await approve(admin, done.requestId);
    await executeRefund(done.requestId);
    return done;
  }

  async function returnRefund(creator: Person): Promise<void> {
    const customer = await customerOf(creator);
    const { refunds, charges } = stripe.account.tables;
    const latest = Object.values(refunds).findLast(({ charge }) => charges[charge]?.customer === customer);
    failRefund(stripe.account, latest?.id ?? "");
  }

  test("is waiting again: everyone is notified once, it can be paid again, and it may be returned again", async () => {
    const [creator, admin] = [await makeCreator(), await makeAdmin()];
    await buy(creator, "pro", "month");
    const { paymentId, requestId } = await refunded(creator, admin);
    await converge(creator.userId);
    expect(await findRefund(requestId)).toMatchObject({ status: "refunded" });
    for (const times of [1, 2]) {
      await returnRefund(creator);
      await Promise.all([1, 2, 3].map(() => converge(creator.userId)));
      await converge(creator.userId);
      expect(await timesTold(creator, title)).toEqual([times, times]);
      const again = againOf(await latestJob());
      expect(again).toMatchObject({ why: "returned" } satisfies Partial<Again>);
      for (const _ of [1, 2]) await tellAdmins(requestId, creator.name, again);
      const told = {
        userId: admin.userId,
        title: `${creator.name}'s refund came back and needs another decision`,
      };
      expect(await db.notification.count({ where: told })).toBe(times);
      expect(await findPaid(creator, paymentId)).toMatchObject({ request: "returned", refundUntil: null });
      const waiting = await refundsOf(admin, creator, "waiting");
      expect(waiting.rows).toMatchObject([{ id: requestId, status: "returned", parts: [{ cents: 2499 }] }]);
      expect((await planOf(creator)).plan).toBe("free");
      expect(await approve(admin, requestId)).toEqual({ ok: true });
      await executeRefund(requestId);
      expect(await keptOf(creator)).toEqual([0]);
      expect(await findPaid(creator, paymentId)).toMatchObject({ status: "refunded", request: "refunded" });
      expect((await readBilling(creator)).receipts.map(({ status }) => status)).toEqual(["refunded"]);
      const onItsWay = "Your refund is on its way";
      expect(await timesTold(creator, onItsWay)).toEqual([times + 1, times + 1]);
    }
  });

  test("for a post doesn't bring the post back or undo another one, and an admin may pay it another way", async () => {
    const [creator, admin] = [await makeCreator(), await makeAdmin()];
    await buy(creator, "pay_per_post", null);
    const { paymentId, requestId } = await refunded(creator, admin);
    await returnRefund(creator);
    await converge(creator.userId);
    expect(await timesTold(creator, title)).toEqual([1, 1]);
    expect((await planOf(creator)).plan).toBe("free");
    await buy(creator, "pay_per_post", null);
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("pay_per_post");
    expect(await keptOf(creator)).toEqual([2500, 2500]);
    const shown = (await listPaid(creator.userId)).map(({ request, hasWindow }) => [request, hasWindow]);
    expect(shown).toContainEqual([null, true]);
    // The next attempt is refused, so all that's left of the first one is the refund's ID.
    expect(await approve(admin, requestId)).toEqual({ ok: true });
    const refund = () => Promise.reject(new PaymentRefused("expired_card", null));
    await executeRefund(requestId, { ...realPayments(), refund });
    const note = "We have sent you a check.";
    expect(await decideRefund(admin, requestId, { approve: false, cents: 0, note })).toEqual({ ok: true });
    expect(await timesTold(creator, "Your refund is closed")).toEqual([1, 1]);
    const told = { userId: creator.userId, title: "Your refund is closed" };
    expect((await db.notification.findFirstOrThrow({ where: told })).body).toBe(
      `We couldn't send all of your $25 back the way you paid, so we've closed this refund. Our note: ${note}`,
    );
    await converge(creator.userId);
    expect(await findPaid(creator, paymentId)).toMatchObject({ request: "closed", note });
    expect(await keptOf(creator)).toEqual([2500, 2500]);
  });

  test.each(["by an attempt that was then interrupted", "by hand at the provider"] as const)(
    "is noticed even if the money was sent %s, and its post gives nothing",
    async (how) => {
      const [creator, admin] = [await makeCreator(), await makeAdmin()];
      await buy(creator, "pay_per_post", null);
      const { requestId } = await asked(creator);
      await approve(admin, requestId);
      if (how === "by hand at the provider") {
        const { paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
        await realPayments().refund({ intentId: paymentIntentId ?? "", reason: "duplicate" }, requestId);
      } else {
        const refund: PaymentsPort["refund"] = async (...order) => {
          await realPayments().refund(...order);
          throw new PaymentsUnavailable("cut off");
        };
        await expect(executeRefund(requestId, { ...realPayments(), refund })).rejects.toThrow("cut off");
      }
      const before = refundsAtProvider();
      await executeRefund(requestId);
      expect([await keptOf(creator), refundsAtProvider()]).toEqual([[0], before]);
      expect(await findRefund(requestId)).toMatchObject({ status: "refunded", amountCents: 2500 });
      await returnRefund(creator);
      await converge(creator.userId);
      expect(await findRefund(requestId)).toMatchObject({ status: "returned" });
      expect((await planOf(creator)).plan).toBe("free");
      expect(await approve(admin, requestId)).toEqual({ ok: true });
      await executeRefund(requestId);
      expect(await keptOf(creator)).toEqual([0]);
      expect(await findRefund(requestId)).toMatchObject({ status: "refunded" });
    },
  );

  test.each([
    ["pro", "month", 2499],
    ["pay_per_post", null, 2500],
  ] as const)(
    "to a deleted account (%s) is waiting again, and only admins are notified",
    async (plan, interval, cents) => {
      const [creator, admin] = [await makeCreator(), await makeAdmin()];
      await buy(creator, plan, interval);
      const { requestId } = await refunded(creator, admin);
      // Another purchase, which isn't refunded.
      await buy(creator, plan, interval);
      const customer = await customerOf(creator);
      const deleted = await makeMember();
      const gone = { leavesAt: new Date(), leftAt: new Date() };
      await db.user.update({ where: { id: deleted.userId }, data: gone });
      expect([await awaitsRefund(creator.userId), await hasPaid(db, creator.userId)]).toEqual([false, true]);
      await transaction((tx) => forgetInPayments(tx, creator.userId, deleted.userId));
      expect(await hasPaid(db, creator.userId)).toBe(false);
      await db.user.delete({ where: { id: creator.userId } });
      await convergeCustomer(customer);
      expect(await findRefund(requestId)).toMatchObject({ status: "refunded" });
      const latest = Object.keys(stripe.account.tables.refunds).at(-1);
      failRefund(stripe.account, latest ?? "");
      for (const _ of [1, 2]) await convergeCustomer(customer);
      expect(await findRefund(requestId)).toMatchObject({ status: "returned", parts: [{ cents }] });
      const { decidedAt } = await db.refundRequest.findUniqueOrThrow({ where: { id: requestId } });
      const again = { requestId, name: "A deleted user", returned: decidedAt?.toISOString() };
      expect(await jobsOf(requestId)).toEqual([{ requestId, name: creator.name }, { requestId }, again]);
      expect(await timesTold(deleted, title)).toEqual([0, 0]);
      expect(await awaitsRefund(deleted.userId)).toBe(true);
    },
  );

  test("isn't assumed just because a state that was fetched before the refund is stored after it", async () => {
    const [creator, admin] = [await makeCreator(), await makeAdmin()];
    await buy(creator, "pro", "month");
    const { requestId } = await asked(creator);
    await approve(admin, requestId);
    const adapter = realPayments();
    const [fetched, noted] = [gate(), gate()];
    const slow: PaymentsPort = {
      ...adapter,
      readCustomer: async (customerId) => {
        const state = await adapter.readCustomer(customerId);
        fetched.open();
        await noted.opened;
        return state;
      },
    };
    let late = Promise.resolve();
    let looks = 0;
    await executeRefund(requestId, {
      ...adapter,
      refund: async (...order) => {
        late = converge(creator.userId, slow);
        await fetched.opened;
        return adapter.refund(...order);
      },
      readCustomer: async (customerId) => {
        looks += 1;
        if (looks === 2) {
          noted.open();
          await late;
          expect(await db.payment.count({ where: { userId: creator.userId, status: "paid" } })).toBe(1);
        }
        return adapter.readCustomer(customerId);
      },
    });
    expect(looks).toBeGreaterThan(1);
    expect(await findRefund(requestId)).toMatchObject({ status: "refunded" });
    expect(await timesTold(creator, title)).toEqual([0, 0]);
  });

  function gate() {
    let open = () => {};
    const opened = new Promise<void>((done) => {
      open = done;
    });
    return { opened, open };
  }
});

test("an amount that changes after the approval isn't refunded, and the admins are notified and decide again", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const { requestId } = await asked(creator);
  expect(await approve(admin, requestId)).toEqual({ ok: true });
  const more = await change(creator, "agency", "month");
  // The approved request is still in progress, so the new payment can't be requested separately.
  const changed = (await listPaid(creator.userId)).find(({ plan }) => plan === "agency");
  expect(await ask(creator, changed?.id ?? "")).toEqual({ ok: false, refused: "too-late" });
  await executeRefund(requestId);
  expect(await keptOf(creator)).toEqual([2499, more]);
  const job = await latestJob();
  expect(job).toMatchObject({ requestId, name: creator.name });
  await tellAdmins(requestId, creator.name, againOf(job));
  const title = `${creator.name}'s refund needs another decision`;
  expect(await db.notification.count({ where: { userId: admin.userId, title } })).toBe(1);
  expect(await findRefund(requestId)).toMatchObject({ status: "requested", amountCents: 2499 });
  expect(await approve(admin, requestId)).toEqual({ ok: true });
  await executeRefund(requestId);
  expect(await keptOf(creator)).toEqual([0, 0]);
  expect(await findRefund(requestId)).toMatchObject({ status: "refunded", amountCents: 2499 + more });
});

test("if a bank takes back one part after the approval, admins decide the rest again", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const more = await change(creator, "agency", "month");
  const { requestId } = await asked(creator);
  expect(await approve(admin, requestId)).toEqual({ ok: true });
  const customer = await customerOf(creator);
  const first = Object.values(stripe.account.tables.charges).find((one) => one.customer === customer);
  dispute(stripe.account, first ?? { id: "" });
  await executeRefund(requestId);
  expect(await keptOf(creator)).toEqual([2499, more]);
  expect(againOf(await latestJob())).toMatchObject({ why: "changed" });
  expect(await findRefund(requestId)).toMatchObject({ status: "requested", parts: [{ cents: more }] });
  expect(await approve(admin, requestId)).toEqual({ ok: true });
  await executeRefund(requestId);
  expect(await keptOf(creator)).toEqual([2499, 0]);
  expect(await findRefund(requestId)).toMatchObject({ status: "refunded", amountCents: more });
});

test("if the provider refuses the second part of a refund, an admin can close the request, and it isn't called declined, because the first part was paid", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  await change(creator, "agency", "month");
  const { paymentId, requestId } = await asked(creator);
  await approve(admin, requestId);
  let parts = 0;
  await executeRefund(requestId, {
    ...realPayments(),
    refund: (...order) => {
      parts += 1;
      if (parts > 1) return Promise.reject(new PaymentRefused("balance_insufficient", null));
      return realPayments().refund(...order);
    },
  });
  expect(await findRefund(requestId)).toMatchObject({ status: "failed" });
  // While it's undecided, no other request for the same subscription can be made.
  const { subscriptionId } = await db.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const later = await db.payment.create({
    data: {
      ...{ userId: creator.userId, planType: "agency" as const, priceId: "price_x" },
      ...{ status: "paid", reason: "changed", amountCents: 100, paidAt: new Date() },
      ...{ subscriptionId, paymentIntentId: "pi_later" },
    },
  });
  expect(await ask(creator, later.id)).toEqual({ ok: false, refused: "too-late" });
  const note = "The rest is used.";
  expect(await decideRefund(admin, requestId, { approve: false, cents: 0, note })).toEqual({ ok: true });
  expect(await ask(creator, later.id)).toEqual({ ok: true });
  expect(await findPaid(creator, paymentId)).toMatchObject({ request: "closed", note });
  const title = "Your refund is closed";
  expect(await db.notification.count({ where: { userId: creator.userId, title } })).toBe(1);
});

test("an approval that finds nothing left to refund pays $0", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const { requestId } = await asked(creator);
  const { paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
  await payments?.refund({ intentId: paymentIntentId ?? "", reason: "requested_by_customer" }, requestId);
  await converge(creator.userId);
  expect(await approve(admin, requestId)).toEqual({ ok: true });
  expect(await findRefund(requestId)).toMatchObject({ status: "accepted", amountCents: 0 });
  await executeRefund(requestId);
  const told = await db.notification.findMany({ where: { userId: creator.userId } });
  expect(told.find(({ title }) => title === "Your refund is closed")).toMatchObject({
    body: "There was nothing left to refund. Your plan has ended.",
  });
  expect(told.map(({ title }) => title)).not.toContain("Your refund is on its way");
});

test("an upgrade after the 14 days can be refunded separately, even if an earlier request was declined", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const first = await asked(creator);
  await decideRefund(admin, first.requestId, { approve: false, cents: 0, note: "Again.", isAbuse: true });
  // The first payment was more than two weeks ago, here and at the provider.
  const customer = await customerOf(creator);
  for (const charge of Object.values(stripe.account.tables.charges))
    if (charge.customer === customer) charge.created -= 14.5 * 86_400;
  await db.payment.updateMany({
    where: { userId: creator.userId },
    data: { paidAt: new Date(Date.now() - 14.5 * day) },
  });
  const listed = async () =>
    (await listPaid(creator.userId)).map(({ reason, isChangedSince }) => [reason, isChangedSince]);
  // A renewal isn't a change, and it's listed only if it was refunded or charged back.
  const { subscriptionId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
  const renewal = await db.payment.create({
    data: {
      ...{ userId: creator.userId, planType: "pro" as const, priceId: "price_x" },
      ...{ status: "paid", reason: "renewed", amountCents: 2499, paidAt: new Date() },
      ...{ subscriptionId, paymentIntentId: "pi_renewal" },
    },
  });
  expect(await listed()).toEqual([["bought", false]]);
  await db.payment.update({ where: { id: renewal.id }, data: { status: "refunded" } });
  expect(await listed()).toEqual([
    ["renewed", false],
    ["bought", false],
  ]);
  await db.payment.delete({ where: { id: renewal.id } });
  const cost = await change(creator, "agency", "month");
  expect(await listed()).toEqual([
    ["changed", false],
    ["bought", true],
  ]);
  const [changed] = await listPaid(creator.userId);
  expect(changed?.parts).toMatchObject([{ plan: "agency", interval: "month", cents: cost }]);
  expect(await ask(creator, changed?.id ?? "")).toEqual({ ok: true });
  const { id } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId: changed?.id ?? "" } });
  await approve(admin, id);
  await executeRefund(id);
  expect(await keptOf(creator)).toEqual([2499, 0]);
  expect(await listed()).toEqual([
    ["changed", false],
    ["bought", false],
  ]);
  expect((await planOf(creator)).plan).toBe("free");
});

test("a refund or chargeback at the provider is shown, and that payment's refund can't be requested anymore", async () => {
  const [twice, disputed] = [await makeCreator(), await makeCreator()];
  const first = await begin(twice, priceOf("pro", "month"));
  await db.payment.updateMany({ where: { userId: twice.userId }, data: { priceId: "price_of_then" } });
  await payCheckout(await beginBeside(twice, priceOf("pro", "month")));
  await payCheckout(first);
  await converge(twice.userId);
  const states = (await listPaid(twice.userId)).map(({ status }) => status);
  expect(states.sort()).toEqual(["paid", "refunded"]);
  await buy(disputed, "pro", "month");
  const customer = await customerOf(disputed);
  const charge = Object.values(stripe.account.tables.charges).find((one) => one.customer === customer);
  stripe.account.add("disputes", {
    ...{ id: stripe.account.id("du"), created: stripe.account.now(), charge: charge?.id ?? "" },
    status: "needs_response",
  });
  await converge(disputed.userId);
  expect(await listPaid(disputed.userId)).toMatchObject([{ status: "disputed" }]);
  for (const person of [twice, disputed]) {
    const given = (await listPaid(person.userId)).find(({ status }) => status !== "paid");
    const asking = await requestRefund(person, given?.id ?? "", { cents: 2499, reason: "" });
    expect(asking).toEqual({ ok: false, refused: "too-late" });
  }
});

test.each([
  [119, "refunded"],
  [121, "paid"],
] as const)(
  "a post that was paid %i days ago and then refunded by hand at the provider is %s",
  async (days, status) => {
    const creator = await makeCreator();
    await buy(creator, "pay_per_post", null);
    const { id, paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
    await db.payment.update({ where: { id }, data: { paidAt: new Date(Date.now() - days * day) } });
    const byHand = { intentId: paymentIntentId ?? "", reason: "requested_by_customer" } as const;
    await payments?.refund(byHand, `by-hand:${id}`);
    await converge(creator.userId);
    expect(await findPaid(creator, id)).toMatchObject({ status });
    expect((await planOf(creator)).plan).toBe("free");
  },
);
