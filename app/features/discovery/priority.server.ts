import { hasProFeaturesInForce } from "~/features/plans/plan-in-force.server";
import { Prisma } from "~/platform/db.server";
import { planPoints } from "./priority";

/**
 * SQL: the points that a person's Likes and briefs have in the order, above their score. An integer from 0 to
 * `mostPoints`, by the plan in force when it is read.
 */
export const priorityOf = (person: string) =>
  `(CASE WHEN ${hasProFeaturesInForce(Prisma.raw(person)).text} THEN ${planPoints} ELSE 0 END)`;
