import { setTimeout as pause } from "node:timers/promises";
import { countUse, networkOf, refundUse, resetLimit, usesAllowed } from "~/platform/rate-limit.server";

type GuardedAct = "sign-in" | "sign-up" | "recover" | "change-address";

/** Many people may share a network, but a network that exceeds its limit by this factor is guessing. */
const crowdFactor = 10;

/** In ms. The delay of the first attempt beyond a limit, which doubles with each further one up to `longestPause`. */
const firstPause = 200;
export const longestPause = 3_000;

/**
 * Counts an attempt by a client that isn't a known device, and delays or refuses it. Refused beyond the limit for this
 * account from this network. Beyond the limit of only the account or only the network, which strangers could use up,
 * the attempt is just delayed, unless the network is far beyond its limit. Call this without holding a database
 * connection.
 * @param email canonical, with or without an account
 * @param client `userId` is for the security log
 * @returns 0 if the attempt may go ahead, otherwise the seconds to wait
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

/** Waits longer the further the count is beyond the limit. Call this without holding a database connection. */
export async function slowDown(excess: number): Promise<void> {
  if (excess > 0) await pause(Math.min(longestPause, firstPause * 2 ** (excess - 1)));
}

/** Takes back what `throttle` counted for an attempt that turned out to be the owner's. */
export async function forgiveFailures(act: GuardedAct, email: string, address: string): Promise<void> {
  const network = networkOf(address);
  await resetLimit(`${act}-pair`, `${network} ${email}`);
  await refundUse(`${act}-address`, network);
  await refundUse(`${act}-account`, email);
}
