import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "./db.server";
import { keyedHash, logSecurity } from "./security-log.server";
import { signUpSeconds, signUps } from "./spam-limits";

/**
 * How many uses are allowed in how many seconds. Basecamp's Campfire and Fizzy allow 10 sign-in attempts in 3 minutes.
 * `-pair` counts the uses for one account from one network, and `-account` those for one account from anywhere.
 */
const limits = {
  "sign-in-pair": { points: 10, duration: 180 },
  "sign-in-account": { points: 10, duration: 180 },
  "sign-in-address": { points: 30, duration: 180 },
  "sign-in-device": { points: 10, duration: 180 },
  "sign-up-pair": { points: 5, duration: 3600 },
  "sign-up-account": { points: 10, duration: 3600 },
  "sign-up-address": { points: signUps.slowedAfter, duration: signUpSeconds },
  "sign-up-burst": { points: signUps.heldAfter, duration: signUpSeconds },
  "recover-pair": { points: 3, duration: 900 },
  "recover-account": { points: 10, duration: 900 },
  "recover-address": { points: 10, duration: 900 },
  "recovery-mail": { points: 5, duration: 86_400 },
  "confirmation-mail": { points: 5, duration: 86_400 },
  "new-device-mail": { points: 5, duration: 86_400 },
  "change-password": { points: 10, duration: 900 },
  // Three of a million possible codes are valid at any time.
  "second-factor-pair": { points: 10, duration: 900 },
  "second-factor-account": { points: 50, duration: 86_400 },
  "passkey-challenge": { points: 60, duration: 300 },
  "recovery-code": { points: 10, duration: 900 },
  "change-address": { points: 5, duration: 86_400 },
  "change-address-pair": { points: 3, duration: 3600 },
  "change-address-account": { points: 10, duration: 3600 },
  "change-address-address": { points: 10, duration: 3600 },
  message: { points: 30, duration: 60 },
  "message-change": { points: 60, duration: 60 },
  conversation: { points: 10, duration: 60 },
  "live-token": { points: 60, duration: 60 },
  search: { points: 120, duration: 60 },
  // Requests to the payment provider by one person.
  checkout: { points: 30, duration: 600 },
  "payment-check": { points: 60, duration: 60 },
  /** Emails sent through the API, by one admin or by all services together. */
  "notification-mail": { points: 30, duration: 60 },
  upload: { points: 20, duration: 3600 },
  media: { points: 60, duration: 3600 },
  "draft-address": { points: 300, duration: 3600 },
  report: { points: 20, duration: 3600 },
  /** Blocks and unblocks. This limit, and the ones below up to "rename", count per member. */
  block: { points: 60, duration: 3600 },
  /** A swipe can move a member to the top of decks, and plans don't limit contributors' swipes. */
  swipe: { points: 2_000, duration: 86_400 },
  save: { points: 300, duration: 3600 },
  /** Applications and their withdrawals; we notify the creator of each. */
  application: { points: 60, duration: 3600 },
  /** Decisions about applications; we notify the contributor of each. */
  decision: { points: 300, duration: 3600 },
  /** Closing, reopening and extending; we notify all applicants of each. */
  "project-status": { points: 30, duration: 3600 },
  "project-change": { points: 60, duration: 3600 },
  post: { points: 30, duration: 86_400 },
  /** Saved changes to a profile, each of which may list it for decks again. */
  "profile-change": { points: 60, duration: 3600 },
  rename: { points: 20, duration: 86_400 },
  /** Emails to one admin about new contributors: in total, and about any one person. */
  "vetting-mail": { points: 20, duration: 86_400 },
  "vetting-mail-about": { points: 3, duration: 86_400 },
  /** Reports by guests from one network. */
  "guest-report": { points: 5, duration: 3600 },
  /** Contact messages from one network, and from one member. */
  contact: { points: 5, duration: 3600 },
  /** Receipts to one mailbox, no matter how its address is spelled. */
  "contact-receipt": { points: 3, duration: 86_400 },
  newsletter: { points: 20, duration: 3600 },
  /** Emails to one mailbox. */
  "newsletter-mail": { points: 3, duration: 86_400 },
  /** Pictures drawn for one network. Pictures that are already in memory don't count. */
  "shared-picture": { points: 120, duration: 60 },
  /** Requests for parts of the sitemap. */
  "sitemap-part": { points: 60, duration: 60 },
  /** Invitation links opened from one network. Above the limit, the inviter's name isn't shown. */
  "invite-link": { points: 60, duration: 3600 },
  /** Views of a profile by guests from one network. */
  "guest-view": { points: 3, duration: 86_400 },
} as const;

export type LimitedAct = keyof typeof limits;

interface Client {
  userId?: string;
  address?: string;
}

/** Reaching one of these limits only skips some work, so it isn't logged. */
const unlogged: ReadonlySet<LimitedAct> = new Set([
  "guest-view",
  "new-device-mail",
  "contact-receipt",
  "newsletter-mail",
  "vetting-mail",
  "vetting-mail-about",
]);

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

/** The table's keys can have 255 characters. */
const keyOf = (subject: string) =>
  subject.length > 200 ? createHash("sha256").update(subject).digest("hex") : subject;

/**
 * Counts one use by `subject` (an account, an address) in PostgreSQL, across processes.
 * @param by for the security log, if known
 * @returns `excess`: the number of uses beyond the limit, or 0 within it; `waitSeconds`: the time until the count
 * starts over
 */
export async function countUse(
  act: LimitedAct,
  subject: string,
  by: Client = {},
): Promise<{ excess: number; waitSeconds: number }> {
  const used = await limiterOf(act)
    .consume(keyOf(subject))
    .catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
  const excess = Math.max(0, used.consumedPoints - limits[act].points);
  if (excess > 0 && !unlogged.has(act))
    logSecurity({ event: "throttled", act, of: keyedHash(subject), userId: by.userId }, by.address);
  return {
    excess,
    waitSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1000)),
  };
}

/**
 * Counts one use, like `countUse`.
 * @returns 0 if it's allowed, otherwise the seconds to wait
 */
export async function takeFromLimit(act: LimitedAct, subject: string, by?: Client): Promise<number> {
  const { excess, waitSeconds } = await countUse(act, subject, by);
  return excess > 0 ? waitSeconds : 0;
}

export const usesAllowed = (act: LimitedAct): number => limits[act].points;

/** Does nothing if the count has been reset since. If it's reset at the same moment, one extra use is allowed. */
export async function refundUse(act: LimitedAct, subject: string): Promise<void> {
  const counted = await limiterOf(act).get(keyOf(subject));
  if (counted && counted.consumedPoints > 0) await limiterOf(act).reward(keyOf(subject));
}

/** Called after a success that proves good faith. */
export async function resetLimit(act: LimitedAct, subject: string): Promise<void> {
  await limiterOf(act).delete(keyOf(subject));
}

/** An IPv4 address, or the /64 of an IPv6 address, because a single customer usually has all of it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped;
  const [head = "", tail] = mapped.split("%")[0]?.toLowerCase().split("::") ?? [];
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * Counted only in this process, because a presence signal isn't worth a database row. Typing takes 20 a minute,
 * and an open conversation two more.
 */
const presenceLimiter = new RateLimiterMemory({ keyPrefix: "presence", points: 60, duration: 60 });

/** Counts one signal, and returns whether it's allowed. */
export async function takeFromPresenceLimit(personId: string): Promise<boolean> {
  try {
    await presenceLimiter.consume(personId);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}
