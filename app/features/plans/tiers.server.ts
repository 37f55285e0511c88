import { db, isDatabaseUnavailable } from "~/platform/db.server";
import type { BillingInterval, PlanName, Tier } from "./plan";
import { unlimited } from "./plan";

/** From the specification, for a plan whose row is missing. A test holds the stored rows against them. */
export const fallbackTiers: Record<PlanName, Tier> = {
  free: {
    name: "free",
    postLimit: 1,
    matchLimit: 1,
    messageLimit: 1,
    swipesPerDay: 10,
    savedContributorsLimit: 5,
    monthlyCents: null,
    yearlyCents: null,
    onceCents: 0,
  },
  pay_per_post: {
    name: "pay_per_post",
    postLimit: 1,
    matchLimit: 3,
    messageLimit: 3,
    swipesPerDay: 10,
    savedContributorsLimit: 5,
    monthlyCents: null,
    yearlyCents: null,
    onceCents: 2500,
  },
  pro: {
    name: "pro",
    postLimit: 5,
    matchLimit: 10,
    messageLimit: 20,
    swipesPerDay: 50,
    savedContributorsLimit: 20,
    monthlyCents: 2499,
    yearlyCents: 24900,
    onceCents: null,
  },
  agency: {
    name: "agency",
    postLimit: unlimited,
    matchLimit: unlimited,
    messageLimit: unlimited,
    swipesPerDay: unlimited,
    savedContributorsLimit: unlimited,
    monthlyCents: 7900,
    yearlyCents: 74900,
    onceCents: null,
  },
};

/** In ms: a price changed in the database is shown by every process after this. */
const keptFor = 30_000;

let kept: { tiers: Promise<Tier[]>; until: number } | undefined;
/** As last read; pages about plans are served without the database, too. */
let known: Tier[] = Object.values(fallbackTiers);

/** The four plans as stored, cheapest first; a plan without a row has its fallback. */
export function listTiers(): Promise<Tier[]> {
  if (!kept || kept.until <= Date.now()) {
    const tiers = readTiers().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      return known;
    });
    kept = { tiers, until: Date.now() + keptFor };
    const mine = kept;
    tiers.then(
      (read) => {
        known = read;
      },
      // A failure must not be kept.
      () => {
        if (kept === mine) kept = undefined;
      },
    );
  }
  return kept.tiers;
}

async function readTiers(): Promise<Tier[]> {
  const stored = await db.subscriptionTier.findMany({ omit: { id: true } });
  return Object.values(fallbackTiers).map(
    (fallback) => stored.find(({ name }) => name === fallback.name) ?? fallback,
  );
}

/** What a plan costs, in cents, for a month, a year or (null) once; null if it is not sold so. */
export async function amountOf(plan: PlanName, interval: BillingInterval | null): Promise<number | null> {
  const tier = (await listTiers()).find(({ name }) => name === plan) ?? fallbackTiers[plan];
  if (interval === null) return tier.onceCents;
  return interval === "year" ? tier.yearlyCents : tier.monthlyCents;
}
