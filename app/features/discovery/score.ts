import { type Amount, unitNumbers } from "~/features/catalog/amount";
import { type Catalog, namesOf } from "~/features/catalog/catalog";

/** Empty and null fields aren't compared. */
export interface Traits {
  userType: "creator" | "contributor";
  /** What a creator needs, or what a contributor offers. */
  serviceIds: readonly number[];
  styleIds: readonly number[];
  toolIds: readonly number[];
  experience: string | null;
  availability: string;
  /** A contributor's price, or a creator's budget. */
  amount: Amount | null;
  /** The price as text, for people without an amount. It isn't compared. */
  priceRange: string;
}

interface Score {
  /** From 60 to 99. */
  percent: number;
  sharedServiceIds: number[];
  neededServices: number;
  sharedStyleIds: number[];
  sharedToolIds: number[];
  experienceFits: boolean;
  availability: "available" | "limited" | "unavailable";
  budgetFits: boolean;
}

const weights = { services: 40, styles: 20, tools: 15, experience: 10, availability: 10, budget: 5 };
const levels = ["beginner", "intermediate", "advanced", "expert"];
const readiness: Record<string, number> = { available: 1, limited: 0.5, unavailable: 0 };

/**
 * The match score of two people: 60 percent, plus up to 40 for what they share among the fields that both have filled
 * in, but at most 99. The order of the two doesn't matter. Null if both have the same type, or if services, styles and
 * tools can't be compared.
 */
export function scoreOf(one: Traits, other: Traits): Score | null {
  if (one.userType === other.userType) return null;
  const [creator, contributor] = one.userType === "creator" ? [one, other] : [other, one];

  const services = overlapOf(creator.serviceIds, contributor.serviceIds, creator.serviceIds.length);
  const styles = overlapOf(creator.styleIds, contributor.styleIds);
  const tools = overlapOf(creator.toolIds, contributor.toolIds);
  if (!services && !styles && !tools) return null;

  const experience = experienceOf(creator.experience, contributor.experience);
  const ready = Math.min(readiness[creator.availability] ?? 1, readiness[contributor.availability] ?? 1);
  const budget = budgetOf(creator.amount, contributor.amount);

  const parts: [number, number | null][] = [
    [weights.services, services?.share ?? null],
    [weights.styles, styles?.share ?? null],
    [weights.tools, tools?.share ?? null],
    [weights.experience, experience],
    [weights.availability, ready],
    [weights.budget, budget],
  ];
  let filled = 0;
  let reached = 0;
  for (const [weight, share] of parts) {
    if (share === null) continue;
    filled += weight;
    reached += weight * share;
  }
  return {
    percent: Math.min(99, 60 + Math.round((40 * reached) / filled)),
    sharedServiceIds: services?.shared ?? [],
    neededServices: creator.serviceIds.length,
    sharedStyleIds: styles?.shared ?? [],
    sharedToolIds: tools?.shared ?? [],
    experienceFits: experience === 1,
    availability: ready === 1 ? "available" : ready === 0.5 ? "limited" : "unavailable",
    budgetFits: budget === 1,
  };
}

/** Heaviest first, at most five. */
export function reasonsOf(score: Score, names: Pick<Catalog["byId"], "styles" | "tools">): string[] {
  const shared = score.sharedServiceIds.length;
  const availability = { available: "Available now", limited: "Limited availability", unavailable: null }[
    score.availability
  ];
  return [
    shared > 0
      ? `${shared} of ${score.neededServices} ${score.neededServices === 1 ? "service" : "services"}`
      : null,
    namesOf(score.sharedStyleIds, names.styles).slice(0, 2).join(", ") || null,
    namesOf(score.sharedToolIds, names.tools).slice(0, 2).join(", ") || null,
    score.experienceFits ? "Experience fits" : null,
    availability,
    score.budgetFits ? "Budget fits" : null,
  ]
    .filter((reason) => reason !== null)
    .slice(0, 5);
}

export function bandOf(percent: number): 90 | 80 | 70 | 60 {
  if (percent >= 90) return 90;
  if (percent >= 80) return 80;
  return percent >= 70 ? 70 : 60;
}

function overlapOf(
  one: readonly number[],
  other: readonly number[],
  outOf = Math.min(one.length, other.length),
) {
  if (one.length === 0 || other.length === 0) return null;
  const shared = one.filter((id) => other.includes(id));
  return { shared, share: shared.length / outOf };
}

/** 1 at or above the requested level, and a third less for each level below. Null if either has no level. */
function experienceOf(asked: string | null, offered: string | null): number | null {
  const ask = levels.indexOf(asked ?? "");
  const offer = levels.indexOf(offered ?? "");
  if (ask < 0 || offer < 0) return null;
  return offer >= ask ? 1 : 1 - (ask - offer) / 3;
}

/**
 * 1 if the two ranges overlap, and less the farther apart they are. Null if either has no amount, or if their units
 * can't be compared.
 */
function budgetOf(one: Amount | null, other: Amount | null): number | null {
  if (!one || !other || unitNumbers[one.unit] !== unitNumbers[other.unit]) return null;
  if (one.low <= other.high && other.low <= one.high) return 1;
  return one.high < other.low ? one.high / other.low : other.high / one.low;
}

/** Priority points for the Likes and briefs of paying creators. */
export const planPoints = 6;

/** Priority points while a boost lasts, which both sides of an invitation get. */
export const boostPoints = 6;

/**
 * The most that priority and shown work can add together. Below ten, so a match that's ten points better always ranks
 * higher.
 */
export const mostPoints = 9;

/**
 * Rank points for showing work. A person without work needs a score more than this much higher to rank above one with
 * work.
 */
export const workPoints = 3;
export const workWords = `If two scores are within ${workPoints} points of each other, the person who shows work comes first.`;

/** Breaks ties at exactly `workPoints` points in favor of people who show work. */
const firstOfEquals = 0.5;

/** The sort key of a list: a whole or half number. It doesn't change the score that's shown. */
export function rankOf({ percent, points, hasWork = false }: Ranked): number {
  const raised = Math.max(0, points) + (hasWork ? workPoints : 0);
  return percent + Math.min(mostPoints, raised) + (hasWork ? firstOfEquals : 0);
}

/** Highest rank first. Equal ranks are sorted by score, best first. */
export function byRank(one: Ranked, other: Ranked): number {
  return rankOf(other) - rankOf(one) || other.percent - one.percent;
}

export interface Ranked {
  percent: number;
  points: number;
  /** Only set when people are ranked. */
  hasWork?: boolean;
}

/** Ranks people whose score is null. */
export const lowestPercent = 60;

/**
 * The deck position of someone who likes the deck's owner. Negative, so these cards come before all others. Half a
 * point of rank spans more than any time in milliseconds, so the time of the Like only decides ties: the earliest comes
 * first.
 */
export const likerPosition = (rank: number, likedAt: number) =>
  -BigInt(rank * 2) * 5_000_000_000_000n + BigInt(Math.floor(likedAt));
