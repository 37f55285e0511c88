import { randomUUID } from "node:crypto";
import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { type Client, findDevice } from "./devices.server";
import type { Account } from "./finding.server";
import { type ClientSession, openClientSession } from "./opening-session.server";
import { deviceOf } from "./sessions.server";

/**
 * Opens the session of someone who has proved to own the account. A browser that is new to it is mailed to the owner,
 * at most five times a day.
 * @param confirmedAt when the second factor was proved; null without one
 * @returns null if the password has changed, the account was closed, or a second factor was set up meanwhile
 */
export async function enterAccount(
  account: Pick<Account, "id" | "email" | "passwordHash">,
  confirmedAt: Date | null,
  client: Client,
): Promise<ClientSession | null> {
  const { id: userId, passwordHash } = account;
  const by = { userId, address: client.address };
  const isKnown = findDevice(client.devices, userId) !== undefined;
  const isTold = !isKnown && (await takeFromLimit("new-device-mail", userId, by)) === 0;
  const clientSession = await transaction(async (tx) => {
    const opened = await openClientSession(tx, { userId, passwordHash, confirmedAt }, client);
    if (opened && isTold) await mailNewDevice(tx, account, client);
    return opened;
  });
  if (clientSession) logSecurity({ event: "signed-in", userId }, client.address);
  return clientSession;
}

async function mailNewDevice(
  tx: Transaction,
  account: Pick<Account, "id" | "email">,
  { userAgent }: Client,
): Promise<void> {
  await queueMail(tx, {
    userId: account.id,
    to: account.email,
    kind: "new-device",
    subject: "A new sign-in to your Matchcut account",
    lines: [
      `Somebody, probably you, signed in to your account with a browser that had not been used for it: ${deviceOf(userAgent)}.`,
      "If this was not you, sign that browser out and change your password.",
    ],
    action: { label: "See where you are signed in", href: paths.sessions() },
    eventKey: `new-device:${randomUUID()}`,
  });
}
