import { findClosing } from "~/features/accounts/closing.server";
import { findWeakness, hashPassword, type WeakPassword } from "~/features/accounts/password.server";
import { findRecovery, vacateAddress } from "~/features/accounts/recovering.server";
import type { Client, ClientSession } from "~/features/accounts/sessions.server";
import { storeMember } from "~/features/profiles/drafting.server";
import type { Outcome } from "~/outcome";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { jobPayments } from "~/platform/payments/payments.server";
import { logSecurity } from "~/platform/security-log.server";
import { converge } from "./converging.server";
import { hasPaid } from "./forgetting.server";
import { executeRefundTask } from "./paying-back.server";

export const startOverTask = "payments:start-over";

/**
 * Starts over with a recovery link to an address that was never confirmed: closes the account that has the address,
 * decides what its payer gets back, and creates a new account that's confirmed and signed in. If two requests use the
 * same link, only one succeeds. Refused: 'link-over', 'weak-password'.
 */
export async function joinAfresh(
  token: string,
  input: { fullName: string; password: string },
  client: Client,
): Promise<Outcome<"link-over", ClientSession> | WeakPassword> {
  const recovery = await findRecovery(token);
  if (!recovery) return { ok: false, refused: "link-over" };
  const reason = await findWeakness(input.password, { name: input.fullName, email: recovery.email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const done = await transaction(async (tx) => {
    const vacated = await vacateAddress(tx, token);
    if (!vacated) return null;
    const { email, isHeld, formerId } = vacated;
    const account = { email, passwordHash, isHeld, isConfirmed: true as const };
    const clientSession = await storeMember(tx, account, input.fullName, client);
    if (!clientSession) throw new Error("a vacated address is reserved for someone else");
    const toldId = clientSession.userId;
    await refundVacated(tx, formerId, toldId);
    await addJob(tx, startOverTask, { formerId, toldId });
    return { ...vacated, clientSession };
  });
  if (!done) return { ok: false, refused: "link-over" };
  const { formerId, clientSession } = done;
  logSecurity({ event: "recovery-used", userId: formerId }, client.address);
  logSecurity({ event: "signed-up", userId: clientSession.userId }, client.address);
  return { ok: true, ...clientSession };
}

/**
 * How much would be refunded to the payer's card if the account started over now, for the page that asks for
 * confirmation. Null if the account has never paid.
 */
export async function findOwed(token: string): Promise<{ cents: number } | null> {
  const recovery = await findRecovery(token);
  if (!recovery || recovery.isConfirmed || !(await hasPaid(db, recovery.userId))) return null;
  const [row] = await db.$queryRaw<{ cents: number }[]>`
    SELECT coalesce(sum(cents), 0)::int AS cents FROM owed_at_starting_over(${recovery.userId}::uuid)`;
  return { cents: row?.cents ?? 0 };
}

/**
 * Stores what the payer of an account that started over gets back, once per purchase, and queues the jobs that pay it.
 * These refunds outlive the account. A refund that had been declined becomes this one.
 */
async function refundVacated(tx: Transaction, formerId: string, toldId: string | null): Promise<void> {
  const stored = await tx.$queryRaw<{ id: string }[]>`
    WITH owed AS MATERIALIZED (SELECT * FROM owed_at_starting_over(${formerId}::uuid)),
    decided AS (
      INSERT INTO refund_requests (payment_id, user_id, status, amount_cents, decided_at, occasion, told_id)
      SELECT (array_agg(payment_id ORDER BY paid_at DESC))[1], ${formerId}::uuid, 'accepted', sum(cents), now(),
             'started-over', ${toldId}::uuid
        FROM owed GROUP BY coalesce(subscription_id, payment_id::text)
      ON CONFLICT (payment_id) DO UPDATE
        SET status = 'accepted', amount_cents = excluded.amount_cents, decided_at = excluded.decided_at,
            decided_by_id = NULL, note = '', occasion = excluded.occasion, told_id = excluded.told_id
        WHERE refund_requests.status = 'declined'
      RETURNING id, payment_id
    ), parts AS (
      INSERT INTO refund_parts (request_id, payment_id, amount_cents, total_cents)
      SELECT d.id, o.payment_id, o.cents, o.total_cents
        FROM decided d JOIN payments f ON f.id = d.payment_id
        JOIN owed o ON o.payment_id = f.id OR o.subscription_id = f.subscription_id
      ON CONFLICT (request_id, payment_id) DO UPDATE
        SET amount_cents = excluded.amount_cents, total_cents = excluded.total_cents, refund_id = NULL, refunded_at = NULL
    ) SELECT id FROM decided`;
  for (const { id } of stored) await addJob(tx, executeRefundTask, { requestId: id });
}

/**
 * The job that follows when an account starts over: it expires the account's checkouts, and decides the refunds again,
 * because there may be a payment that the provider hadn't reported. Can run twice. Does nothing once the account is
 * deleted, because its removal has done the same.
 */
export async function startOver(formerId: string, toldId: string | null): Promise<void> {
  if ((await db.user.count({ where: { id: formerId, leftAt: null } })) === 0) return;
  await converge(formerId, jobPayments);
  if (!(await findClosing(formerId)).isVacated) return;
  await transaction((tx) => refundVacated(tx, formerId, toldId));
}
