import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { tellOfPayment } from "./announcing.server";
import { tellAdminsTask } from "./telling-admins.server";

/** SQL: whether a refund was executed once for the payment `payment`: whatever became of it, nothing is bought by it. */
export const wasGivenBack = (payment: string) => `
  EXISTS (SELECT FROM refund_parts g JOIN refund_requests q ON q.id = g.request_id
           WHERE g.payment_id = ${payment}.id AND (q.status = 'refunded' OR q.refund_id IS NOT NULL))`;

/**
 * SQL: the status of the request `request`, as pages show it. A refund that a bank could not pay out is 'returned', and
 * 'closed' once an admin pays it in another way.
 */
export const requestStatus = (request: string) => `
  CASE WHEN ${request}.refund_id IS NULL THEN ${request}.status
       ELSE CASE ${request}.status WHEN 'failed' THEN 'returned' WHEN 'declined' THEN 'closed' ELSE ${request}.status END
  END`;

export type RequestStatus =
  | "requested"
  | "accepted"
  | "declined"
  | "refunded"
  /** The provider refused it. */
  | "failed"
  | "returned"
  | "closed";

/**
 * A bank may give a refund back days later: its request waits for the admins again, and everybody is told, once. In the
 * transaction that stores what the provider said since `begun`; what was refunded later is not in that.
 */
export async function followReturned(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  begun: Date,
): Promise<void> {
  const returned = await tx.$queryRaw<{ id: string; name: string; decidedAt: Date }[]>`
    UPDATE refund_requests r SET status = 'failed'
      FROM profiles f
     WHERE r.user_id = ${userId}::uuid AND r.status = 'refunded' AND f.id = r.user_id
       AND EXISTS (SELECT FROM refund_parts x JOIN payments c ON c.id = x.payment_id
                    WHERE x.request_id = r.id AND x.refunded_at < ${begun} AND c.status = 'paid'
                      AND c.refunded_cents < c.amount_cents)
    RETURNING r.id, f.full_name AS name, r.decided_at AS "decidedAt"`;
  for (const { id, name, decidedAt } of returned) {
    // An admin may try again, and that may come back, too.
    const approval = decidedAt.toISOString();
    await tellOfPayment(
      tx,
      { userId, email },
      {
        title: "Your refund came back to us",
        body: "Your bank could not take it. We try again, or write to you for another way, within two business days. You don't need to do anything.",
        key: `refund-returned:${id}:${approval}`,
      },
    );
    await addJob(tx, tellAdminsTask, { requestId: id, name, returned: approval });
  }
}
