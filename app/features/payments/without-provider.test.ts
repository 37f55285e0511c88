import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { makeCreator } from "../../../tests/support/people";
import { changePlan, openPortal, previewChange, setRenewal } from "./changing-plan.server";
import { confirmCheckout, followAddress, startCheckout } from "./checking-out.server";
import { converge, convergeCustomer } from "./converging.server";
import { executeRefund } from "./paying-back.server";
import { followEvent, receiveEvent, reconcile } from "./reconciling.server";

test("without a provider nothing can be bought or changed, and jobs leave what's stored alone", async () => {
  const creator = await makeCreator();
  const { userId } = creator;
  await db.userSubscription.update({
    where: { userId },
    data: { planType: "pro", stripeCustomerId: "cus_1", stripeSubscriptionId: "sub_1" },
  });
  const priceId = "price_pro_monthly";
  const off = { ok: false, refused: "off" };
  expect(await startCheckout(creator, priceId)).toEqual(off);
  expect(await previewChange(creator, priceId)).toEqual(off);
  expect(await changePlan(creator, { priceId, dueCents: null, at: null })).toEqual(off);
  expect(await setRenewal(creator, false)).toEqual(off);
  expect(await openPortal(creator)).toEqual(off);
  expect(await receiveEvent("{}", "")).toEqual(off);

  const { id: paymentId } = await db.payment.create({
    data: { userId, planType: "pro", priceId, checkoutSessionId: "cs_1", createdAt: new Date(0) },
  });
  const { id: requestId } = await db.refundRequest.create({
    data: { userId, paymentId, amountCents: 2499, status: "accepted", decidedAt: new Date(0) },
  });
  await db.abandonedCustomer.create({ data: { customerId: "cus_2" } });
  expect(await confirmCheckout(creator, "cs_1")).toEqual({ state: "confirming" });
  await converge(userId);
  await convergeCustomer("cus_of_nobody");
  await followAddress(userId);
  await followEvent({ chargeId: "ch_1", eventId: "evt_1" });
  await executeRefund(requestId);
  await reconcile();
  expect(await db.payment.findMany()).toMatchObject([{ status: "pending" }]);
  expect(await db.refundRequest.findMany()).toMatchObject([{ status: "accepted" }]);
  expect(await db.abandonedCustomer.count()).toBe(1);
  expect(await db.userSubscription.findUnique({ where: { userId } })).toMatchObject({ planType: "pro" });
});
