/** `is_open` from prisma/sql/visibility.sql, for Prisma: neither suspended nor about to leave. */
export const openAccount = () => ({
  leavesAt: null,
  OR: [{ suspendedAt: null }, { suspendedUntil: { lte: new Date() } }],
});

/** `is_suspended`, for Prisma. */
export const suspendedAccount = () => ({
  suspendedAt: { not: null },
  OR: [{ suspendedUntil: null }, { suspendedUntil: { gt: new Date() } }],
});

/** Null for a permanent suspension. */
export const suspending = (until: Date | null) => ({ suspendedAt: new Date(), suspendedUntil: until });

export const liftingSuspension = { suspendedAt: null, suspendedUntil: null };
