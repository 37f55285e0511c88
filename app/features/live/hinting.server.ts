import { Prisma, type Transaction } from "~/platform/db.server";

/** SQL: leaves a hint for each row of a query of payloads, in the statement that the change is made with. */
export const leaveHints = (payloads: Prisma.Sql) =>
  Prisma.sql`INSERT INTO outbox_events (payload) ${payloads}`;

/** Hints at something to some people, in the caller's transaction. Their pages hear of it within a second. */
export async function hintPeople(
  tx: Transaction,
  personIds: readonly string[],
  hint: Readonly<Record<string, string | number>>,
): Promise<void> {
  const payload = JSON.stringify({ to: personIds, hint });
  await tx.$executeRaw`${leaveHints(Prisma.sql`VALUES (${payload}::jsonb)`)}`;
}
