import { stripe } from "../../../tests/support/stripe";

// The stand-in sets the environment, so it comes first.

import { expect, test } from "vitest";
import { planOf } from "~/features/plans/reading.server";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { buy } from "../../../tests/support/checkouts";
import { makeAdmin, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { converge } from "./converging.server";
import { executeRefund } from "./paying-back.server";
import { decideRefund, findPaid, requestRefund, tellAdmins } from "./refunding.server";
import { listRefunds } from "./waiting-refunds.server";

const day = 86_400_000;

async function paymentOf(person: Person): Promise<string> {
  const { id } = await db.payment.findFirstOrThrow({ where: { userId: person.userId } });
  return id;
}

async function asked(person: Person): Promise<{ paymentId: string; requestId: string }> {
  const paymentId = await paymentOf(person);
  expect(await requestRefund(person, paymentId, "Not for me.")).toEqual({ ok: true });
  const { id } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId } });
  return { paymentId, requestId: id };
}

const refundsAtProvider = () => Object.values(stripe.account.tables.refunds).length;
const approve = { approve: true, note: "" };
const refundsOf = ({ userId }: { userId: string }) => ({ people: [userId], sort: "" }) as const;

test("a subscription within 14 days: asked once, decided once, paid back once, and the plan ends", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const { paymentId, requestId } = await asked(creator);
  await Promise.all([1, 2, 3].map(() => requestRefund(creator, paymentId, "Again.")));
  expect(await db.refundRequest.count({ where: { userId: creator.userId } })).toBe(1);
  for (let times = 0; times < 2; times += 1) await tellAdmins(requestId, creator.name);
  const title = `${creator.name} asks for a refund`;
  expect(await db.notification.count({ where: { userId: admin.userId, title } })).toBe(1);
  const waiting = await listRefunds({ ...refundsOf(creator), state: "waiting" }, null);
  expect(waiting.refunds.find(({ id }) => id === requestId)).toMatchObject({
    promise: "money-back",
    matches: 0,
  });
  const decisions = await Promise.all([1, 2, 3].map(() => decideRefund(admin, requestId, approve)));
  expect(decisions.filter(({ ok }) => ok)).toHaveLength(1);
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
  expect((await planOf(creator)).plan).toBe("free");
  expect(await findPaid(creator, paymentId)).toMatchObject({ status: "refunded", request: "refunded" });
  const decided = await listRefunds({ ...refundsOf(creator), state: "decided" }, null);
  expect(decided).toMatchObject({
    refunds: [{ id: requestId, decidedBy: admin.name }],
    count: 1,
    next: null,
  });
  const told = await db.notification.findMany({ where: { userId: creator.userId }, select: { title: true } });
  expect(told.map(({ title }) => title)).toContain("Your money is on its way back");
});

test("a declined request says why, and keeps the plan", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "year");
  const { paymentId, requestId } = await asked(creator);
  await decideRefund(admin, requestId, { approve: false, note: "You used it all." });
  await executeRefund(requestId);
  expect((await planOf(creator)).plan).toBe("pro");
  expect(await findPaid(creator, paymentId)).toMatchObject({ request: "declined", note: "You used it all." });
  expect(await requestRefund(creator, paymentId, "Please.")).toEqual({ ok: true });
  expect(await db.refundRequest.count({ where: { paymentId, status: "requested" } })).toBe(0);
});

test("a post without a match after its 30 days; not one that brought a match", async () => {
  const people = [await makeCreator(), await makeCreator()] as const;
  for (const creator of people) {
    await buy(creator, "pay_per_post", null);
    await db.payment.updateMany({
      where: { userId: creator.userId },
      data: { paidAt: new Date(Date.now() - 31 * day), endsAt: new Date(Date.now() - day) },
    });
  }
  const [matchless, matched] = people;
  const contributor = await makeContributor();
  await db.match.create({ data: { creatorId: matched.userId, contributorId: contributor.userId } });
  expect(await requestRefund(matched, await paymentOf(matched), "")).toEqual({
    ok: false,
    refused: "too-late",
  });
  expect(await requestRefund(matchless, await paymentOf(matchless), "")).toEqual({ ok: true });
});

test("nobody asks for another's money, or decides about their own", async () => {
  const [creator, other, admin] = [await makeCreator(), await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  await buy(admin, "pro", "month");
  expect(await requestRefund(other, await paymentOf(creator), "")).toEqual({
    ok: false,
    refused: "not-found",
  });
  const { requestId } = await asked(admin);
  expect(await decideRefund(admin, requestId, approve)).toEqual({ ok: false, refused: "own" });
  expect(await decideRefund(admin, "x", approve)).toEqual({ ok: false, refused: "not-found" });
});

test("a provider that is away leaves it approved, one that refuses leaves it to be tried again", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const { requestId } = await asked(creator);
  await decideRefund(admin, requestId, approve);
  stripe.faults.next(50, "error");
  await expect(executeRefund(requestId)).rejects.toThrow("not available");
  stripe.faults.next(0, "error");
  const statusOf = async () =>
    (await db.refundRequest.findUniqueOrThrow({ where: { id: requestId } })).status;
  expect(await statusOf()).toBe("accepted");
  const { paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
  await db.payment.updateMany({ where: { userId: creator.userId }, data: { paymentIntentId: null } });
  await executeRefund(requestId);
  expect(await statusOf()).toBe("failed");
  await db.payment.updateMany({ where: { userId: creator.userId }, data: { paymentIntentId } });
  expect(await decideRefund(admin, requestId, approve)).toEqual({ ok: true });
  await executeRefund(requestId);
  expect(await statusOf()).toBe("refunded");
});

test("one that was refunded at the provider by hand is followed", async () => {
  const creator = await makeCreator();
  await buy(creator, "pay_per_post", null);
  const { paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
  await payments?.refund({ intentId: paymentIntentId ?? "", reason: "requested_by_customer" }, "by-hand");
  await converge(creator.userId);
  expect((await planOf(creator)).plan).toBe("free");
});
