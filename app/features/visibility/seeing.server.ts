import { Prisma } from "~/platform/db.server";

/** `is_open` of prisma/sql/visibility.sql, for Prisma: neither suspended nor about to leave. */
export const openAccount = () => ({
  leavesAt: null,
  OR: [{ suspendedAt: null }, { suspendedUntil: { lte: new Date() } }],
});

/** SQL: the assignments that suspend an account. `until` null: for good. */
export const suspending = (until: Date | null) =>
  Prisma.sql`suspended_at = now(), suspended_until = ${until}::timestamptz`;

/** SQL: those that lift a suspension. */
export const liftingSuspension = Prisma.sql`suspended_at = NULL, suspended_until = NULL`;
