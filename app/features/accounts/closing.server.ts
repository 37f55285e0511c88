import { db } from "~/platform/db.server";
import { daysToReturn } from "./departing.server";

/** Whether and why a person can't use what they've paid for anymore. */
export interface Closing {
  /** When they asked to leave or were suspended permanently; null for an open account. */
  closedAt: Date | null;
  /**
   * IDs of permanent suspensions after which the person's renewals haven't been ended yet. A suspension may have been
   * lifted since.
   */
  unfollowed: string[];
  /**
   * When one of these suspensions was last lifted. Renewals of anything bought before that still have to be ended. Null
   * if none has been lifted.
   */
  endsWhatBeganBefore: Date | null;
  /**
   * The account was closed so that the owner of its address could start over with a new one. It's deleted without the
   * 14 days.
   */
  isVacated: boolean;
  /** True for contributors. They can't buy anything, so none of their checkouts may stay open. */
  isContributor: boolean;
  /**
   * The person used to be a creator. They could switch only once their plan had ended, so any plan in force now was
   * paid for during the switch.
   */
  hasSwitched: boolean;
}

export async function findClosing(userId: string): Promise<Closing> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      leavesAt: true,
      removalBegunAt: true,
      profile: { select: { userType: true, typeSwitchedAt: true } },
      suspensions: {
        where: { until: null, OR: [{ endedAt: null }, { endsRenewals: true }] },
        select: { id: true, createdAt: true, endedAt: true, endsRenewals: true },
      },
    },
  });
  const running = user.suspensions.find(({ endedAt }) => endedAt === null);
  const { leavesAt, removalBegunAt } = user;
  // `vacateAddress` sets both times to the same moment. Otherwise, the removal begins after `leavesAt`.
  const isVacated = leavesAt !== null && removalBegunAt !== null && removalBegunAt <= leavesAt;
  const leftAt = isVacated ? leavesAt : leavesAt && new Date(leavesAt.getTime() - daysToReturn * 86_400_000);
  const isContributor = user.profile?.userType === "contributor";
  const unfollowed = user.suspensions.filter(({ endsRenewals }) => endsRenewals);
  const [closedAt = null] = inOrder([running?.createdAt, leftAt]);
  return {
    closedAt,
    unfollowed: unfollowed.map(({ id }) => id),
    endsWhatBeganBefore: inOrder(unfollowed.map(({ endedAt }) => endedAt)).at(-1) ?? null,
    isVacated,
    isContributor,
    hasSwitched: isContributor && user.profile?.typeSwitchedAt instanceof Date,
  };
}

const inOrder = (times: readonly (Date | null | undefined)[]): Date[] =>
  times.flatMap((at) => at ?? []).sort((a, b) => a.getTime() - b.getTime());

/** Records that renewals were ended because of these suspensions. */
export async function noteEndedRenewals(suspensionIds: string[]): Promise<void> {
  await db.suspension.updateMany({ where: { id: { in: suspensionIds } }, data: { endsRenewals: false } });
}

/**
 * Records that the person has made their own choice about the renewal, so that a suspension that was lifted doesn't end
 * it anymore.
 */
export async function noteOwnRenewal(userId: string): Promise<void> {
  await db.suspension.updateMany({
    where: { userId, endsRenewals: true, endedAt: { not: null } },
    data: { endsRenewals: false },
  });
}
