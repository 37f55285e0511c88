import type { Prisma, Transaction } from "~/platform/db.server";

export interface NewEvent {
  projectId: string;
  kind: Prisma.ProjectEventUncheckedCreateInput["kind"];
  /** Null for the product itself. */
  actorId: string | null;
  /** Whose application or invitation it is about. */
  contributorId?: string;
  note?: string;
}

/** In the transaction of the change. Returns the event's id, which what is told about it carries. */
export async function writeEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const { id } = await tx.projectEvent.create({ data: event, select: { id: true } });
  return String(id);
}
