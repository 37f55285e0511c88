import { setTimeout as pause } from "node:timers/promises";
import { countUse, giveBackUse, networkOf, resetLimit, usesAllowed } from "~/platform/rate-limit.server";

type GuardedAct = "sign-in" | "sign-up" | "recover";

/** An address that goes on for so many times its limit is no crowd behind one router. */
const crowd = 10;

/** The first use beyond a limit waits a fifth of a second, each further one twice as long, none more than 3 s. */
const firstPause = 200;
export const longestPause = 3_000;

/**
 * Counts a try by somebody whom nothing vouches for. An account as asked for from one network is refused beyond its
 * limit. Beyond that of the account or the network alone, where others could use it up, the try is only slower; no
 * database connection waits with it. A network far beyond its limit is refused.
 * @param email canonical, whether or not it has an account
 * @returns 0 when it may go on, else the seconds to wait
 */
export async function throttle(act: GuardedAct, email: string, address: string): Promise<number> {
  const network = networkOf(address);
  const pair = await countUse(`${act}-pair`, `${network} ${email}`);
  if (pair.excess > 0) return pair.waitSeconds;
  const ofNetwork = await countUse(`${act}-address`, network);
  if (ofNetwork.excess > usesAllowed(`${act}-address`) * (crowd - 1)) return ofNetwork.waitSeconds;
  const ofAccount = await countUse(`${act}-account`, email);
  const excess = Math.max(ofNetwork.excess, ofAccount.excess);
  if (excess > 0) await pause(Math.min(longestPause, firstPause * 2 ** (excess - 1)));
  return 0;
}

/** Takes a try back that turned out to be the account's owner's. */
export async function pardon(act: GuardedAct, email: string, address: string): Promise<void> {
  const network = networkOf(address);
  await resetLimit(`${act}-pair`, `${network} ${email}`);
  await giveBackUse(`${act}-address`, network);
  await giveBackUse(`${act}-account`, email);
}
