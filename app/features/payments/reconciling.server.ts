import { convergeTask, findUserOfCustomer, listStaleSubscribers } from "~/features/plans/subscribing.server";
import type { Outcome } from "~/outcome";
import { db } from "~/platform/db.server";
import { addedJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { jobPayments } from "~/platform/payments/payments.server";
import {
  type PaymentsPort,
  PaymentsUnavailable,
  type SinglePayment,
} from "~/platform/payments/payments-port.server";
import { takingTurns } from "~/platform/taking-turns";
import { openDays } from "./checked-payments.server";
import { converge, convergeCustomer } from "./converging.server";
import { executeRefund } from "./paying-back.server";

/** The maximum per run. Any others wait for the next run. */
const batch = 300;
/** For how many days after its approval a bank may return a refund. https://docs.stripe.com/refunds says up to 30. */
const returnDays = 40;
/** For how many days we keep processed webhook events. */
export const noticesKeptDays = 60;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const daysAgo = (days: number) => minutesAgo(days * 24 * 60);

/**
 * The job that repairs what webhooks missed: unprocessed events, checkouts that no one returned from, stale
 * subscriptions and payments, refunds that weren't executed, and customers whose account doesn't exist anymore. Safe to
 * run concurrently.
 */
export async function reconcile(): Promise<void> {
  const provider = jobPayments;
  if (!provider) return;
  await closeUnopened();
  await each(await listForgottenCustomers(), convergeCustomer);
  const people = new Set([...(await listWithOldCheckouts()), ...(await listStaleSubscribers(batch))]);
  await each([...people], (userId) => converge(userId, provider));
  const buyers = await listWithOldPayments();
  await each(buyers, (userId) => converge(userId, provider));
  await noteLook(buyers);
  await each(await listStuckRefunds(), executeRefund);
  await each(await listAbandoned(), (customer) => endCustomer(provider, customer));
  await db.paymentEvent.deleteMany({ where: { processedAt: { lt: daysAgo(noticesKeptDays) } } });
}

/** One failure doesn't stop the rest, but if the provider is unavailable, everything waits. */
async function each<Subject>(subjects: Subject[], work: (subject: Subject) => Promise<void>): Promise<void> {
  for (const subject of subjects) {
    try {
      await work(subject);
    } catch (error) {
      if (error instanceof PaymentsUnavailable) throw error;
      log.error({ err: error, subject }, "couldn't reconcile a customer");
    }
  }
}

/** The provider has forgotten these attempts, because it keeps a checkout's idempotency keys for a day. */
async function closeUnopened(): Promise<void> {
  await db.payment.updateMany({
    where: { status: "pending", checkoutSessionId: null, createdAt: { lt: minutesAgo(25 * 60) } },
    data: { status: "expired" },
  });
}

/** Customers with unprocessed events whose jobs gave up after hours of retries. */
async function listForgottenCustomers(): Promise<string[]> {
  const events = await db.paymentEvent.groupBy({
    by: "customerId",
    where: { processedAt: null, customerId: { not: null }, receivedAt: { lt: minutesAgo(10) } },
    orderBy: { _min: { receivedAt: "asc" } },
    take: batch,
  });
  return events.flatMap(({ customerId }) => customerId ?? []);
}

async function listWithOldCheckouts(): Promise<string[]> {
  const payments = await db.payment.groupBy({
    by: "userId",
    where: { status: "pending", checkoutSessionId: { not: null }, createdAt: { lt: minutesAgo(15) } },
    orderBy: { userId: "asc" },
    take: batch,
  });
  return payments.map(({ userId }) => userId);
}

/**
 * People who haven't been checked for a week and whose payments may still see a chargeback, a refund made at the
 * provider or a returned refund.
 */
async function listWithOldPayments(): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT user_id AS id FROM (
      SELECT user_id, updated_at FROM payments
       WHERE status IN ('paid', 'disputed') AND updated_at < now() - interval '7 days'
         AND paid_at > now() - make_interval(days => ${openDays}::int)
      UNION ALL
      SELECT p.user_id, p.updated_at FROM refund_requests r JOIN payments p ON p.id = r.payment_id
       WHERE r.status = 'refunded' AND r.decided_at > now() - make_interval(days => ${returnDays}::int)
         AND p.updated_at < now() - interval '7 days') old
     GROUP BY user_id ORDER BY min(updated_at) LIMIT ${batch}`;
  return rows.map(({ id }) => id);
}

/** Records the check regardless of its result, so that others get their turn. */
async function noteLook(userIds: string[]): Promise<void> {
  await db.payment.updateMany({
    where: { userId: { in: userIds }, status: { in: ["paid", "disputed", "refunded"] } },
    data: { updatedAt: new Date() },
  });
}

async function listStuckRefunds(): Promise<string[]> {
  const stuck = await db.refundRequest.findMany({
    where: { status: "accepted", decidedAt: { lt: minutesAgo(60) } },
    select: { id: true },
    take: batch,
  });
  return stuck.map(({ id }) => id);
}

async function listAbandoned(): Promise<{ customerId: string; abandonedAt: Date }[]> {
  return db.abandonedCustomer.findMany({ orderBy: { abandonedAt: "asc" }, take: batch });
}

/**
 * Makes sure that a deleted account stops paying: no checkout stays open, no subscription renews, and later payments
 * are refunded. The provider keeps the payments without the email address and user ID.
 */
async function endCustomer(
  provider: PaymentsPort,
  { customerId, abandonedAt }: { customerId: string; abandonedAt: Date },
): Promise<void> {
  if (!(await findUserOfCustomer(customerId))) {
    const { checkouts } = await provider.readCustomer(customerId);
    for (const { id, status } of checkouts) if (status === "open") await provider.expireCheckout(id);
    // Read again, because the checkout may have been paid rather than closed.
    const customer = await provider.readCustomer(customerId);
    // The provider refuses to refund what a bank has taken back.
    const late = ({ paidAt, refundedCents, isDisputed }: Omit<SinglePayment, "card">) =>
      paidAt > abandonedAt && refundedCents === 0 && !isDisputed;
    const single = customer.checkouts.flatMap(({ payment }) => payment ?? []);
    for (const { intentId } of [...customer.payments, ...single].filter(late))
      await provider.refund({ intentId, reason: "requested_by_customer" }, `abandoned:${intentId}`);
    for (const { id, status } of customer.subscriptions)
      if (status !== "canceled" && status !== "incomplete_expired")
        await provider.cancelNow(id, `abandoned:${id}`);
    await provider.forgetCustomer(customerId);
  }
  await db.abandonedCustomer.deleteMany({ where: { customerId } });
}

/** See https://docs.stripe.com/api/events/types. Other events don't change anything that we store. */
const interesting =
  /^(checkout\.session\.(completed|expired|async_payment_\w+)|customer\.subscription\.\w+|subscription_schedule\.\w+|invoice\.(paid|payment_failed|payment_action_required|voided|marked_uncollectible)|charge\.(refunded|dispute\.\w+)|refund\.\w+)$/;

/** Puts a burst in a queue, so that it can't take the connections of pages, which time out after seconds. */
const inTurn = takingTurns(2);

/**
 * Stores a webhook once, with the job that fetches its customer's state. Responds before the work is done. Refused:
 * 'forged' if the signature is wrong or older than five minutes, 'off' without a provider.
 */
export async function receiveEvent(body: string, signature: string): Promise<Outcome<"forged" | "off">> {
  if (!jobPayments) return { ok: false, refused: "off" };
  const event = jobPayments.readEvent(body, signature);
  if (!event) return { ok: false, refused: "forged" };
  const { id, type, customerId, chargeId } = event;
  if (!interesting.test(type) || (!customerId && !chargeId)) return { ok: true };
  // Without a customer, each event gets its own job, which marks it as processed.
  const payload = customerId ? { customerId } : { chargeId, eventId: id };
  const job = addedJob(convergeTask, payload, { key: `${convergeTask}:${customerId ?? id}` });
  await inTurn(
    () => db.$executeRaw`
      WITH stored AS (
        INSERT INTO payment_events (id, type, customer_id) VALUES (${id}, ${type}, ${customerId})
        ON CONFLICT DO NOTHING RETURNING id
      ) SELECT ${job} FROM stored`,
  );
  return { ok: true };
}

export async function followEvent(payload: Record<string, unknown>): Promise<void> {
  if (typeof payload.customerId === "string") return convergeCustomer(payload.customerId);
  const { chargeId, eventId } = payload;
  if (!jobPayments || typeof chargeId !== "string") return;
  const customerId = await jobPayments.findChargeCustomer(chargeId);
  await noteCustomer(String(eventId), customerId);
  if (customerId) await convergeCustomer(customerId);
}

/** Stores the customer, so that converging marks the event as processed. Without a customer, it's marked here. */
async function noteCustomer(eventId: string, customerId: string | null): Promise<void> {
  await db.paymentEvent.updateMany({
    where: { id: eventId },
    data: customerId === null ? { customerId, processedAt: new Date() } : { customerId },
  });
}
