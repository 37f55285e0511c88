import { db, transaction } from "~/platform/db.server";
import { addedJob } from "~/platform/jobs/jobs.server";
import { jobPayments } from "~/platform/payments/payments.server";
import { takingTurns } from "~/platform/taking-turns";
import { convergeCustomer, convergeTask } from "./converging.server";

/** https://docs.stripe.com/api/events/types; what else arrives changes nothing that we keep. */
const interesting =
  /^(checkout\.session\.(completed|expired|async_payment_\w+)|customer\.subscription\.\w+|subscription_schedule\.\w+|invoice\.(paid|payment_failed|payment_action_required|voided|marked_uncollectible)|charge\.(refunded|dispute\.\w+)|refund\.\w+)$/;

/** A burst waits here, not for the connections of pages, which give up after seconds. */
const inTurn = takingTurns(2);

/**
 * Stores a webhook once, with the job that fetches its customer's state. Answered at once, whatever it is about.
 * Refused: 'forged' if the signature is wrong or older than five minutes, 'off' without a provider.
 */
export async function receiveEvent(
  body: string,
  signature: string,
): Promise<{ ok: true } | { ok: false; refused: "forged" | "off" }> {
  if (!jobPayments) return { ok: false, refused: "off" };
  const event = jobPayments.readEvent(body, signature);
  if (!event) return { ok: false, refused: "forged" };
  const { id, type, customerId, chargeId } = event;
  if (!interesting.test(type) || (!customerId && !chargeId)) return { ok: true };
  // Without a customer, each event has its own job, which marks it.
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

/** The job of a webhook. */
export async function followEvent(payload: Record<string, unknown>): Promise<void> {
  if (typeof payload.customerId === "string") return convergeCustomer(payload.customerId);
  const { chargeId, eventId } = payload;
  if (!jobPayments || typeof chargeId !== "string") return;
  const customerId = await jobPayments.findChargeCustomer(chargeId);
  await noteCustomer(String(eventId), customerId);
  if (customerId) await convergeCustomer(customerId);
}

/** So that converging marks the event; without a customer it is done. */
async function noteCustomer(eventId: string, customerId: string | null): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE payment_events SET customer_id = ${customerId},
             processed_at = CASE WHEN ${customerId === null} THEN now() ELSE processed_at END
       WHERE id = ${eventId}`;
  });
}
