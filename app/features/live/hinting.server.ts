import { Prisma, type Transaction } from "~/platform/db.server";

/** SQL that writes a hint for each row of a query of payloads, as part of the statement that makes the change. */
export const insertHints = (payloads: Prisma.Sql) =>
  Prisma.sql`INSERT INTO outbox_events (payload) ${payloads}`;

/**
 * Sends a hint to some people, in the caller's transaction. It reaches their pages within a second of the commit.
 */
export async function storeHint(
  tx: Transaction,
  personIds: readonly string[],
  hint: Readonly<Record<string, string | number>>,
): Promise<void> {
  const payload = JSON.stringify({ to: personIds, hint });
  await tx.$executeRaw`${insertHints(Prisma.sql`VALUES (${payload}::jsonb)`)}`;
}
