import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/**
 * Counted in this process only, for actions cheaper than a database row. Typing takes 20 a minute, an open
 * conversation two more.
 */
const limiters = { presence: new RateLimiterMemory({ keyPrefix: "presence", points: 60, duration: 60 }) };

/** Counts one use. Returns whether it is allowed. */
export async function takeFromMemoryLimit(act: keyof typeof limiters, subject: string): Promise<boolean> {
  try {
    await limiters[act].consume(subject);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}
