import { Prisma, type Transaction } from "~/platform/db.server";

/** SQL that writes a hint for each row of `payloads`, within the statement that makes the change. */
export const insertHints = (payloads: Prisma.Sql) =>
  Prisma.sql`INSERT INTO outbox_events (payload) ${payloads}`;

/** Reaches open pages within a second of the commit. */
export async function storeHint(
  tx: Transaction,
  personIds: readonly string[],
  hint: Readonly<Record<string, string | number>>,
): Promise<void> {
  const payload = JSON.stringify({ to: personIds, hint });
  await tx.$executeRaw`${insertHints(Prisma.sql`VALUES (${payload}::jsonb)`)}`;
}
