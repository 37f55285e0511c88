import type { Transaction } from "~/platform/db.server";
import { type Client, findDevice, newDevice } from "./devices.server";
import { startSession } from "./sessions.server";

export interface ClientSession {
  userId: string;
  /** For the session cookie. */
  session: { token: string; endsAt: Date };
  /** For the device cookie; see `newDevice`. */
  device: string;
}

/**
 * Starts a session for a client that knew the password behind `passwordHash`. Null if the password has changed since
 * then, which ended every session.
 */
export async function openClientSession(
  tx: Transaction,
  account: { userId: string; passwordHash: string },
  client: Client,
): Promise<ClientSession | null> {
  const session = await startSession(tx, account, client.userAgent);
  if (!session) return null;
  const known = findDevice(client.devices, account.userId);
  return { userId: account.userId, session, device: known?.entry ?? newDevice(account.userId) };
}
