import { hasProFeaturesInForce } from "~/features/plans/plan-in-force.server";
import { isBoosted } from "~/features/referrals/boosting.server";
import { Prisma } from "~/platform/db.server";
import { boostPoints, mostPoints, planPoints } from "./priority";

/**
 * SQL: the points of a person or their brief in the order, above their score. An integer from 0 to `mostPoints`, by the
 * plan in force and the boost that runs when it is read.
 * @param countsPlan SQL, boolean: it does for a creator's Likes and briefs; a boost counts everywhere
 */
export const priorityOf = (person: string, countsPlan: string) =>
  `least(${mostPoints}, CASE WHEN ${countsPlan} AND ${hasProFeaturesInForce(Prisma.raw(person)).text} THEN ${planPoints} ELSE 0 END
    + CASE WHEN ${isBoosted(person)} THEN ${boostPoints} ELSE 0 END)`;
