/** Points of the plan that a paying creator's Likes and briefs have in the order. */
export const planPoints = 6;

/** Points of someone who is boosted for an invitation: their own, as the one who invited or was invited. */
export const boostPoints = 6;

/** Of all that adds points, together. Below ten, so that a match better by ten is never overtaken. */
export const mostPoints = 9;

/** What a list is sorted by. The score that is shown stays as it is. */
export function rankOf(percent: number, points: number): number {
  return percent + Math.max(0, Math.min(mostPoints, points));
}

/** Highest rank first; of equal ones the better match. */
export function byRank(one: Ranked, other: Ranked): number {
  return rankOf(other.percent, other.points) - rankOf(one.percent, one.points) || other.percent - one.percent;
}

export interface Ranked {
  percent: number;
  points: number;
}
