import { adminPaths } from "~/admin-paths";
import { notify } from "~/features/notifications/notifying.server";
import { transaction } from "~/platform/db.server";

export const tellAdminsTask = "payments:tell-admins";

/** The job of a request, and of an approval at `withdrawn` that was not executed because its amount had changed. */
export async function tellAdmins(requestId: string, name: string, withdrawn?: string): Promise<void> {
  await transaction(async (tx) => {
    const asker = await tx.refundRequest.findUnique({ where: { id: requestId }, select: { userId: true } });
    if (!asker) return;
    const admins = await tx.user.findMany({ where: { isAdmin: true }, select: { id: true } });
    await notify(
      tx,
      ...admins.map(({ id }) => ({
        userId: id,
        kind: "payment" as const,
        title: withdrawn ? `${name}'s refund has changed: please decide again` : `${name} asks for a refund`,
        body: withdrawn ? "It is another amount than the one that was approved." : "",
        href: adminPaths.decideRefund(requestId),
        aboutId: asker.userId,
        eventKey: withdrawn
          ? `refund-changed:${requestId}:${withdrawn}:${id}`
          : `refund-asked:${requestId}:${id}`,
      })),
    );
  });
}
