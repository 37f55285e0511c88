import { randomUUID } from "node:crypto";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import { resetLimit, takeFromLimit } from "~/platform/rate-limit.server";
import { isSigned, keysFor, sign } from "~/platform/secrets.server";
import { logSecurity } from "~/platform/security-log.server";
import { findReturn } from "./departing.server";
import { canonicalEmail } from "./email-address";
import { type Account, findAccount, findAccountOf } from "./finding.server";
import { verifyPassword } from "./password.server";
import { type Client, type ClientSession, deviceOf, findDevice, openClientSession } from "./sessions.server";
import { findSuspension, type Suspension } from "./suspending.server";
import { forgiveFailures, throttle } from "./throttling.server";

/**
 * Opens a session for someone who has proved that they own the account. A sign-in from a new browser is emailed to the
 * owner, at most five times a day.
 * @param confirmedAt when the second factor was proved; null without one
 * @returns null if the password has changed, the account was closed, or a second factor was set up in the meantime
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

export const newDeviceMail = (userAgent: string): MailWords => ({
  kind: "new-device",
  subject: "New sign-in to your Matchcut account",
  lines: [
    `Someone just signed in to your account from a new browser: ${deviceOf(userAgent)}.`,
    "If this was you, you don't need to do anything. If it wasn't, sign that browser out and change your password.",
  ],
  action: { label: "See where you're signed in", href: paths.sessions() },
});

async function mailNewDevice(
  tx: Transaction,
  account: Pick<Account, "id" | "email">,
  { userAgent }: Client,
): Promise<void> {
  await queueMail(tx, {
    userId: account.id,
    to: account.email,
    ...newDeviceMail(userAgent),
    eventKey: `new-device:${randomUUID()}`,
  });
}

/** A sign-in between the password and the second factor. It grants no access. */
export interface PendingSignIn {
  userId: string;
  /** Milliseconds since 1970. */
  until: number;
  /** A signature over the hash of the password that matched, so it's invalid once the password changes. */
  proof: string;
}

const goodFor = 600_000;
const keys = keysFor("matchcut pending sign-in");

/** For a browser that has just sent the right password. */
export function newPendingSignIn(account: Pick<Account, "id" | "passwordHash">): PendingSignIn {
  const until = Date.now() + goodFor;
  return { userId: account.id, until, proof: sign(provenBy(account, until), keys) };
}

/**
 * The account of a pending sign-in, whether open or closed. Null once the ten minutes are over or the password has
 * changed.
 */
export async function findPendingAccount(
  pending: PendingSignIn | null,
  now = Date.now(),
): Promise<Account | null> {
  if (!pending || pending.until < now) return null;
  const account = await findAccountOf(pending.userId);
  return account && isSigned(provenBy(account, pending.until), pending.proof, keys) ? account : null;
}

function provenBy({ id, passwordHash }: Pick<Account, "id" | "passwordHash">, until: number): string {
  return `${id}:${until}:${passwordHash}`;
}

export type SignInOutcome =
  | ({ ok: true } & ClientSession)
  | { ok: false; refused: "wrong" | "account-gone" }
  | ({ ok: false; refused: "suspended" } & Suspension)
  /** `token` opens the page that cancels the deletion. */
  | { ok: false; refused: "leaving"; token: string }
  /** The password matched, but no session is open yet. */
  | { ok: false; refused: "second-factor"; pending: PendingSignIn }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Signs in with address and password. If the account has a second factor, the person is asked for it next. Guesses are
 * throttled before the password is compared. A device that has signed in before has its own limit, which strangers'
 * guesses don't use up. Reveals that an account is suspended only after the right password, and that it's leaving only
 * after the second factor, too, if it has one.
 */
export async function signIn(
  input: { email: string; password: string },
  client: Client,
): Promise<SignInOutcome> {
  const email = canonicalEmail(input.email);
  if (!email) return { ok: false, refused: "wrong" };
  const account = await findAccount(email);
  const device = account && findDevice(client.devices, account.id);
  const ownKey = device && `${account.id} ${device.id}`;
  const by = { userId: account?.id, address: client.address };
  const waitSeconds = ownKey
    ? await takeFromLimit("sign-in-device", ownKey, by)
    : await throttle("sign-in", email, by);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };

  const failed = (outcome: SignInOutcome): SignInOutcome => {
    logSecurity({ event: "sign-in-failed", userId: account?.id ?? null }, client.address);
    return outcome;
  };
  const wrong = { ok: false, refused: "wrong" } as const;
  if (!(await verifyPassword(input.password, account?.passwordHash ?? null)) || !account)
    return failed(wrong);
  if (!account.isOpen) {
    const suspension = await findSuspension(account.id);
    if (suspension) return failed({ ok: false, refused: "suspended", ...suspension });
    const token = await findReturn(account.id);
    if (!token) return failed({ ok: false, refused: "account-gone" });
    // With a second factor, the person has to prove it before they learn that the account can be kept.
    if (!account.hasSecondFactor) return { ok: false, refused: "leaving", token };
  }
  const asksMore = account.hasSecondFactor;
  const clientSession = asksMore ? null : await enterAccount(account, null, client);
  if (!asksMore && !clientSession) return failed(wrong);
  if (ownKey) await resetLimit("sign-in-device", ownKey);
  else await forgiveFailures("sign-in", email, client.address);
  if (!clientSession) return { ok: false, refused: "second-factor", pending: newPendingSignIn(account) };
  return { ok: true, ...clientSession };
}
