import { setTimeout as pause } from "node:timers/promises";
import { countUse, networkOf, refundUse, resetLimit, usesAllowed } from "~/platform/rate-limit.server";

type GuardedAct = "sign-in" | "sign-up" | "recover" | "change-address";

/** A network that exceeds its limit by this factor isn't just many people behind one router. */
const crowdFactor = 10;

/** In ms; doubles with each further use, up to `longestPause`. */
const firstPause = 200;
export const longestPause = 3_000;

/**
 * Counts an attempt by an unknown client. Beyond the limit of account and network together, the attempt is refused.
 * Beyond the limit of only one of them, which strangers could exhaust, it's just delayed (without holding a database
 * connection), unless the network is far beyond its limit.
 * @param email canonical, with or without an account
 * @param client `userId` is for the security log
 * @returns 0 to go ahead, otherwise the seconds to wait
 */
export async function throttle(
  act: GuardedAct,
  email: string,
  client: { address: string; userId?: string },
): Promise<number> {
  const network = networkOf(client.address);
  const pair = await countUse(`${act}-pair`, `${network} ${email}`, client);
  if (pair.excess > 0) return pair.waitSeconds;
  const ofNetwork = await countUse(`${act}-address`, network, client);
  if (ofNetwork.excess > usesAllowed(`${act}-address`) * (crowdFactor - 1)) return ofNetwork.waitSeconds;
  const ofAccount = await countUse(`${act}-account`, email, client);
  const excess = Math.max(ofNetwork.excess, ofAccount.excess);
  await slowDown(excess);
  return 0;
}

/** Waits longer the further the count is beyond the limit. Call it without holding a database connection. */
export async function slowDown(excess: number): Promise<void> {
  if (excess > 0) await pause(Math.min(longestPause, firstPause * 2 ** (excess - 1)));
}

/** Stops counting an attempt that turned out to be the owner's. */
export async function forgiveFailures(act: GuardedAct, email: string, address: string): Promise<void> {
  const network = networkOf(address);
  await resetLimit(`${act}-pair`, `${network} ${email}`);
  await refundUse(`${act}-address`, network);
  await refundUse(`${act}-account`, email);
}
