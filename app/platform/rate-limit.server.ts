import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "./db.server";

/** Uses allowed within a number of seconds. Basecamp's Campfire and Fizzy let a sign-in be tried 10 times in 3 minutes. */
const limits = {
  "sign-in-account": { points: 10, duration: 180 },
  "sign-in-address": { points: 30, duration: 180 },
  "sign-up-address": { points: 30, duration: 3600 },
  "sign-up-email": { points: 5, duration: 3600 },
  "recover-email": { points: 3, duration: 900 },
  "recover-address": { points: 10, duration: 900 },
  message: { points: 30, duration: 60 },
  conversation: { points: 10, duration: 60 },
  "live-token": { points: 60, duration: 60 },
  search: { points: 120, duration: 60 },
  upload: { points: 20, duration: 3600 },
  "draft-address": { points: 300, duration: 3600 },
} as const;

export type LimitedAct = keyof typeof limits;

const limiters = new Map<LimitedAct, RateLimiterPostgres>();

function limiterOf(act: LimitedAct): RateLimiterPostgres {
  let limiter = limiters.get(act);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: act,
      ...limits[act],
    });
    limiters.set(act, limiter);
  }
  return limiter;
}

/**
 * Counts one use of `act` by `who` (an account, an address) in PostgreSQL, so the limit holds across processes.
 * @returns 0 if allowed, else the seconds to wait
 */
export async function takeFromLimit(act: LimitedAct, who: string): Promise<number> {
  try {
    await limiterOf(act).consume(who.slice(0, 200));
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/** Resets the counter of `who`, after a success that proves good faith. */
export async function resetLimit(act: LimitedAct, who: string): Promise<void> {
  await limiterOf(act).delete(who.slice(0, 200));
}
