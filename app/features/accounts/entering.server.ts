import type { Transaction } from "~/platform/db.server";
import { type Client, findDevice, newDevice } from "./devices.server";
import { startSession } from "./sessions.server";

/** What somebody gets who has proved whose account it is. */
export interface Entrance {
  userId: string;
  /** The session's secret and its last moment, for the session cookie. */
  session: { token: string; endsAt: Date };
  /** For the device cookie: this browser has signed in to this account. */
  device: string;
}

/**
 * Starts a session for somebody who knew the password behind `passwordHash`.
 * @returns null when the account has another password by now: whoever changed it has ended every session, this too
 */
export async function enter(
  tx: Transaction,
  account: { userId: string; passwordHash: string },
  client: Client,
): Promise<Entrance | null> {
  const session = await startSession(tx, account, client.userAgent);
  if (!session) return null;
  const known = findDevice(client.devices, account.userId);
  return { userId: account.userId, session, device: known?.entry ?? newDevice(account.userId) };
}
