import { adminPaths } from "~/admin-paths";
import { notify } from "~/features/notifications/notifying.server";
import { transaction } from "~/platform/db.server";

export const tellAdminsTask = "payments:tell-admins";

const words = {
  asked: (name: string) => ({ title: `${name} asks for a refund`, body: "" }),
  changed: (name: string) => ({
    title: `${name}'s refund has changed: please decide again`,
    body: "It is another amount than the one that was approved.",
  }),
  returned: (name: string) => ({
    title: `${name}'s refund came back: please decide again`,
    body: "Their bank could not take it, so the money is with us.",
  }),
};

/** Why a request waits again after its approval at `at`: its amount had changed, or a bank returned the refund. */
export interface Again {
  why: "changed" | "returned";
  at: string;
}

/** The job of a request, and of one that waits again. Each admin is told once. */
export async function tellAdmins(requestId: string, name: string, again?: Again): Promise<void> {
  await transaction(async (tx) => {
    const asker = await tx.refundRequest.findUnique({ where: { id: requestId }, select: { userId: true } });
    if (!asker) return;
    const admins = await tx.user.findMany({ where: { isAdmin: true }, select: { id: true } });
    await notify(
      tx,
      ...admins.map(({ id }) => ({
        userId: id,
        kind: "payment" as const,
        ...words[again?.why ?? "asked"](name),
        href: adminPaths.decideRefund(requestId),
        aboutId: asker.userId,
        eventKey: again
          ? `refund-${again.why}:${requestId}:${again.at}:${id}`
          : `refund-asked:${requestId}:${id}`,
      })),
    );
  });
}

/** What a job carries. */
export function againOf({ withdrawn, returned }: Record<string, unknown>): Again | undefined {
  if (typeof withdrawn === "string") return { why: "changed", at: withdrawn };
  return typeof returned === "string" ? { why: "returned", at: returned } : undefined;
}
