import { Prisma, type Transaction } from "./db.server";

/** The column that identifies a row. */
const keys = {
  appeals: "id",
  conversations: "id",
  creator_profiles: "id",
  mail_schedules: "user_id",
  profiles: "id",
  referral_codes: "user_id",
  report_cases: "id",
  user_usage: "user_id",
  users: "id",
  warnings: "id",
} as const;

/**
 * Locks a row until the transaction ends.
 * @param strength `no-key-update` lets others insert rows that reference it
 * @returns false if there's no such row
 */
export async function lockRow(
  tx: Transaction,
  table: keyof typeof keys,
  id: string,
  strength: "update" | "no-key-update" = "update",
): Promise<boolean> {
  const [from, key] = [Prisma.raw(table), Prisma.raw(keys[table])];
  const lock = Prisma.raw(strength === "update" ? "FOR UPDATE" : "FOR NO KEY UPDATE");
  const locked = await tx.$executeRaw`SELECT 1 FROM ${from} WHERE ${key} = ${id}::uuid ${lock}`;
  return locked > 0;
}

/** Locks something that has no row, such as a quota, until the transaction ends. */
export async function lockKey(tx: Transaction, key: string): Promise<void> {
  await tx.$executeRaw`SELECT ${keyLock(key)}`;
}

/** SQL: the call that `lockKey` makes, for a statement that takes other locks, too. */
export const keyLock = (key: string): Prisma.Sql =>
  Prisma.sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
