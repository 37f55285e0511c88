import type { Transaction } from "~/platform/db.server";
import { type Client, findDevice, newDevice } from "./devices.server";
import { type CheckedAccount, startSession } from "./sessions.server";

export interface ClientSession {
  userId: string;
  /** For the session cookie. */
  session: { token: string; endsAt: Date };
  /** For the device cookie; see `newDevice`. */
  device: string;
}

/** Starts a session for a client that proved to own the account. Null as for `startSession`. */
export async function openClientSession(
  tx: Transaction,
  account: CheckedAccount,
  client: Client,
): Promise<ClientSession | null> {
  const session = await startSession(tx, account, client.userAgent);
  if (!session) return null;
  const known = findDevice(client.devices, account.userId);
  return { userId: account.userId, session, device: known?.entry ?? newDevice(account.userId) };
}
