import type { Transaction } from "~/platform/db.server";

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

/**
 * What `canStartConversations` checks, except admin rights, as it's stored now. Since the session was read, an admin
 * may have made a decision, or the person may have switched types.
 */
export async function readStanding(tx: Transaction, userId: string) {
  const { profile, profileHiddenAt } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      profileHiddenAt: true,
      profile: { select: { userType: true, contributor: { select: { status: true } } } },
    },
  });
  const userType = profile?.userType ?? null;
  return {
    userType,
    contributorStatus: userType === "contributor" ? (profile?.contributor?.status ?? null) : null,
    isProfileHidden: profileHiddenAt !== null,
  };
}
