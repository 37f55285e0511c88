import { db } from "~/platform/db.server";
import { daysToReturn } from "./departing.server";

/** Whether and why a person can't use what they pay for anymore. */
export interface Closing {
  /** When they were suspended permanently, or asked to leave; null for an open account. */
  closedAt: Date | null;
  /**
   * Permanent suspensions that haven't ended the person's renewals yet, including suspensions that have since been
   * lifted.
   */
  unfollowed: string[];
  /** Renewals of anything bought before this time still have to be ended; null without such a suspension. */
  endsWhatBeganBefore: Date | null;
  /** The account was deleted right away so that the owner of its address could start over. */
  isVacated: boolean;
  /** Contributors can't buy anything, so none of their checkouts may stay open. */
  isContributor: boolean;
  /** The person was a creator whose plan had ended, so anything in force now was paid for during the switch. */
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
  // `vacateAddress` sets both times to the same moment.
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

/** Records that the renewals of these suspensions have ended. */
export async function noteEndedRenewals(suspensionIds: string[]): Promise<void> {
  await db.suspension.updateMany({ where: { id: { in: suspensionIds } }, data: { endsRenewals: false } });
}

/**
 * Records that the person has since made their own decision about renewing, so a lifted suspension doesn't end the
 * renewal anymore.
 */
export async function noteOwnRenewal(userId: string): Promise<void> {
  await db.suspension.updateMany({
    where: { userId, endsRenewals: true, endedAt: { not: null } },
    data: { endsRenewals: false },
  });
}
