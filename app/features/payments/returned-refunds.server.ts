import { db, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import type { CustomerState } from "~/platform/payments/payments-side.server";
import { tellOfPayment } from "./announcing.server";
import { tellAdminsTask } from "./telling-admins.server";

/** As `shown_status` says. */
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
 * A bank may give a refund back days later: its request waits for the admins again, and everyone is told, once. In the
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

/**
 * The same for a customer whose account is gone: the payments are of no one, so the provider's ids lead to them, and the
 * admins alone hear of it. `read` asks the provider, if there is such a refund.
 */
export async function followReturnedOfGone(read: () => Promise<CustomerState>, begun: Date): Promise<void> {
  const ofGone = { status: "refunded", user: { leftAt: { not: null } } };
  if ((await db.refundRequest.count({ where: ofGone })) === 0) return;
  const { payments, checkouts } = await read();
  const single = checkouts.flatMap(({ payment, amountCents }) =>
    payment ? [{ ...payment, amountCents }] : [],
  );
  const kept = [...payments, ...single].filter(
    ({ refundedCents, amountCents }) => refundedCents < amountCents,
  );
  await transaction(async (tx) => {
    for (const { intentId, refundedCents } of kept) {
      const returned = {
        paymentIntentId: intentId,
        status: "refunded",
        refundParts: { some: { refundedAt: { lt: begun }, request: ofGone } },
      };
      const found = await tx.payment.findFirst({
        where: returned,
        select: { id: true, refundParts: { select: { request: { select: { id: true, decidedAt: true } } } } },
      });
      if (!found) continue;
      await tx.payment.update({ where: { id: found.id }, data: { status: "paid", refundedCents } });
      for (const { request } of found.refundParts) {
        await tx.refundRequest.updateMany({
          where: { id: request.id, status: "refunded" },
          data: { status: "failed" },
        });
        await addJob(tx, tellAdminsTask, {
          requestId: request.id,
          name: "A deleted user",
          returned: request.decidedAt?.toISOString(),
        });
      }
    }
  });
}
