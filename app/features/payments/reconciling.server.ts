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

/** How many of each kind are handled in one run. The others wait for the next run. */
const batch = 300;
/**
 * In days after the approval, how long we check whether a bank has returned the refund. https://docs.stripe.com/refunds
 * says that it can take 30.
 */
const returnDays = 40;
/** In days, how long processed webhook events are kept. */
export const noticesKeptDays = 60;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const daysAgo = (days: number) => minutesAgo(days * 24 * 60);

/**
 * The job that repairs what webhooks missed: events that weren't processed, checkouts that no one returned from,
 * subscriptions and payments that haven't been checked for a while, refunds that weren't executed, and customers whose
 * account doesn't exist anymore. Can run concurrently.
 */
export async function reconcile(): Promise<void> {
  const provider = jobPayments;
  if (!provider) return;
  await closeWithoutSession();
  await each(await listForgottenCustomers(), convergeCustomer);
  const people = new Set([...(await listWithOldCheckouts()), ...(await listStaleSubscribers(batch))]);
  await each([...people], (userId) => converge(userId, provider));
  const buyers = await listWithOldPayments();
  await each(buyers, (userId) => converge(userId, provider));
  await noteChecked(buyers);
  await each(await listStuckRefunds(), executeRefund);
  const abandoned = await db.abandonedCustomer.findMany({ orderBy: { abandonedAt: "asc" }, take: batch });
  await each(abandoned, (customer) => endCustomer(provider, customer));
  await db.paymentEvent.deleteMany({ where: { processedAt: { lt: daysAgo(noticesKeptDays) } } });
}

/** One failure is logged and doesn't stop the rest, but the whole run stops if the provider is unavailable. */
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

/**
 * Closes checkouts whose session was never stored. They can't be resumed after a day, because the provider then forgets
 * their idempotency keys.
 */
async function closeWithoutSession(): Promise<void> {
  await db.payment.updateMany({
    where: { status: "pending", checkoutSessionId: null, createdAt: { lt: minutesAgo(25 * 60) } },
    data: { status: "expired" },
  });
}

/** Customers with events that weren't processed for ten minutes, for example because the job has given up. */
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
 * People with payments that haven't been checked for a week, but that can still be charged back, be refunded at the
 * provider, or have their refund returned.
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

/** Notes that these people were checked, even if that failed, so that the next run takes others. */
async function noteChecked(userIds: string[]): Promise<void> {
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

/**
 * Makes sure that someone whose account is deleted doesn't keep paying: no checkout stays open, no subscription
 * continues, and payments since the deletion are refunded. At the provider, the customer loses their email address and
 * user ID, and the payments stay.
 */
async function endCustomer(
  provider: PaymentsPort,
  { customerId, abandonedAt }: { customerId: string; abandonedAt: Date },
): Promise<void> {
  if (!(await findUserOfCustomer(customerId))) {
    const { checkouts } = await provider.readCustomer(customerId);
    for (const { id, status } of checkouts) if (status === "open") await provider.expireCheckout(id);
    // The state is read again, because a checkout that couldn't be expired may have been paid.
    const customer = await provider.readCustomer(customerId);
    // Leaves out what a bank has taken back, because the provider would refuse to refund that.
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

/** The types of events that can change what we store. All types: https://docs.stripe.com/api/events/types */
export const interesting =
  /^(checkout\.session\.(completed|expired|async_payment_\w+)|customer\.subscription\.\w+|subscription_schedule\.\w+|invoice\.(paid|payment_failed|payment_action_required|voided|marked_uncollectible)|charge\.(refunded|dispute\.\w+)|refund\.\w+)$/;

/** Stores at most two webhooks at a time. A burst of them would otherwise take the connections that pages need. */
const inTurn = takingTurns(2);

/**
 * Stores a webhook once, and queues the job that fetches its customer's state. Doesn't wait for the job. Refused:
 * 'forged' if the signature is wrong or older than five minutes, 'off' without a provider.
 */
export async function receiveEvent(body: string, signature: string): Promise<Outcome<"forged" | "off">> {
  if (!jobPayments) return { ok: false, refused: "off" };
  const event = jobPayments.readEvent(body, signature);
  if (!event) return { ok: false, refused: "forged" };
  const { id, type, customerId, chargeId } = event;
  if (!interesting.test(type) || (!customerId && !chargeId)) return { ok: true };
  // An event without a customer gets its own job, which marks it as processed.
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
  // Once its customer is stored, converging marks the event as processed. Without a customer, it's marked here.
  await db.paymentEvent.updateMany({
    where: { id: String(eventId) },
    data: customerId === null ? { customerId, processedAt: new Date() } : { customerId },
  });
  if (customerId) await convergeCustomer(customerId);
}
