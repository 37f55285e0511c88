import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { expect, test } from "vitest";
import { againOf, tellAdmins } from "~/features/payments/announcing.server";
import { convergeCustomer } from "~/features/payments/converging.server";
import { executeRefund } from "~/features/payments/paying-back.server";
import { reconcile } from "~/features/payments/reconciling.server";
import { decideRefund, requestRefund } from "~/features/payments/refunding.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { failRefund } from "../../../sandbox/stripe/charging";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { makeAdmin, makeCreator, newClient, personPassword } from "../../../tests/support/people";
import { removeLeavers, requestDeletion } from "./removing.server";

test("an active plan isn't renewed, and ends with the account; if the provider can't be reached, the request is refused", async () => {
  const creator = await makeCreator();
  await buy(creator, "pro", "month");
  const ask = () => requestDeletion(creator, { password: personPassword }, newClient());
  stripe.faults.next(50, "error");
  expect(await ask()).toEqual({ ok: false, refused: "still-renewing" });
  stripe.faults.next(0, "error");
  expect(await ask()).toMatchObject({ ok: true });
  const stored = await findSubscription(creator.userId);
  expect(stored?.cancelsAtPeriodEnd).toBe(true);
  await removeLeavers(new Date(Date.now() + 15 * 86_400_000));
  expect(await findSubscription(creator.userId)).toBeNull();
  await reconcile();
  expect(await db.abandonedCustomer.count()).toBe(0);
});

test("a job expires open checkouts when deletion is requested, and reconciling expires them once the account is deleted", async () => {
  const creator = await makeCreator();
  await begin(creator, priceOf("pro", "month"));
  const customer = await customerOf(creator);
  await requestDeletion(creator, { password: personPassword }, newClient());
  const jobs = await db.$queryRaw<object[]>`
    SELECT FROM graphile_worker.jobs WHERE key = ${`payments:converge:${customer}`}`;
  expect(jobs).toHaveLength(1);
  const deletedUsers = () => db.user.count({ where: { leftAt: { not: null } } });
  const before = await deletedUsers();
  await removeLeavers(new Date(Date.now() + 15 * 86_400_000));
  expect(await findSubscription(creator.userId)).toBeNull();
  // The person paid nothing, so no 'Deleted user' takes over their payments.
  expect(await deletedUsers()).toBe(before);
  await reconcile();
  const sessions = Object.values(stripe.account.tables.sessions).filter((one) => one.customer === customer);
  expect(sessions.map(({ status }) => status)).toEqual(["expired"]);
});

test("an admin is notified of a refund that a bank returns after the account is deleted, and can try again", async () => {
  const [creator, admin] = [await makeCreator(), await makeAdmin()];
  await buy(creator, "pro", "month");
  const customer = await customerOf(creator);
  const { id: paymentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
  await requestRefund(creator, paymentId, { cents: 2499, reason: "" });
  const { id } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId } });
  await decideRefund(admin, id, { approve: true, cents: 2499, note: "" });
  await executeRefund(id);
  await requestDeletion(creator, { password: personPassword }, newClient());
  await removeLeavers(new Date(Date.now() + 15 * 86_400_000));
  const refund = Object.values(stripe.account.tables.refunds).at(-1);
  failRefund(stripe.account, refund?.id ?? "");
  for (let times = 0; times < 2; times += 1) await convergeCustomer(customer);
  const jobs = await db.$queryRaw<{ payload: Record<string, unknown> }[]>`
    SELECT payload FROM graphile_worker._private_jobs
     WHERE payload->>'requestId' = ${id} AND payload->>'returned' IS NOT NULL`;
  expect(jobs).toHaveLength(1);
  await tellAdmins(id, String(jobs[0]?.payload.name), againOf(jobs[0]?.payload ?? {}));
  const title = "A deleted user's refund came back and needs another decision";
  expect(await db.notification.count({ where: { userId: admin.userId, title } })).toBe(1);
  expect(await decideRefund(admin, id, { approve: true, cents: 2499, note: "" })).toEqual({ ok: true });
});
