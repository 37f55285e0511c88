import { randomUUID } from "node:crypto";
import { recordAct } from "~/features/accounts/auditing.server";
import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import { stopRequiringFactor } from "~/features/accounts/flagging-factor.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";

/** The password alone opens the account again; app and recovery codes are gone. Null if it is off already. */
export async function endFactor(tx: Transaction, userId: string): Promise<{ email: string } | null> {
  const [owner] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId}::uuid AND second_factor FOR NO KEY UPDATE`;
  if (!owner) return null;
  await tx.authenticatorApp.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await stopRequiringFactor(tx, userId);
  return owner;
}

/**
 * For someone who has lost both phone and codes, and has shown who they are. They are told by mail. The caller records
 * the act. False if it is off already.
 */
export async function dropFactor(tx: Transaction, userId: string): Promise<boolean> {
  const owner = await endFactor(tx, userId);
  if (!owner) return false;
  await queueMail(tx, {
    userId,
    to: owner.email,
    kind: "second-factor-off",
    subject: "We removed the second factor of your Matchcut account",
    lines: [
      "As you asked us, your password alone opens your account from now on. Please set up a second factor again.",
      "If this was not you, choose a new password now, and write to us.",
    ],
    action: { label: "Second factor", href: paths.secondFactor() },
    eventKey: `second-factor-off:${randomUUID()}`,
  });
  return true;
}

export interface RemovedFactors {
  /** Their names. */
  passkeys: string[];
  app: boolean;
}

/**
 * For an account that someone else may have had: removes the passkeys, and the authenticator app with its recovery
 * codes, that were added since then. Older ones stay: their owner was mailed when they came. Mails the account's address
 * what went. The caller holds a lock on the account's row, and ends its sessions.
 */
export async function dropRecentFactors(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<RemovedFactors> {
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  const recent = { userId, createdAt: { gte: since } };
  const passkeys = await tx.passkey.findMany({
    where: recent,
    orderBy: { createdAt: "asc" },
    select: { name: true },
  });
  await tx.passkey.deleteMany({ where: recent });
  await tx.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } });
  const isAppRecent = await tx.authenticatorApp.count({ where: { userId, confirmedAt: { gte: since } } });
  const app = isAppRecent > 0 && (await endFactor(tx, userId)) !== null;
  const removed = { passkeys: passkeys.map(({ name }) => name), app };
  if (app || passkeys.length > 0) await mailRemoved(tx, userId, removed);
  return removed;
}

async function mailRemoved(tx: Transaction, userId: string, removed: RemovedFactors): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const what = [
    ...removed.passkeys.map((name) => `Passkey: ${name}.`),
    ...(removed.app
      ? ["Authenticator app, with its recovery codes: your password alone opens your account."]
      : []),
  ];
  await queueMail(tx, {
    userId,
    to: email,
    kind: "factors-removed",
    subject: "We removed what was added to your Matchcut account",
    lines: [
      "You undid the change of your email address. What was added in the 72 hours before the change was asked for, or since, is removed, too:",
      ...what,
      "If something was yours, add it again once you have chosen a new password.",
    ],
    action: { label: "Second factor and passkeys", href: paths.secondFactor() },
    eventKey: `factors-removed:${randomUUID()}`,
  });
}

/** For the command line, which also helps admins. Refused: 'unknown-address'. */
export async function dropFactorOf(
  address: string,
): Promise<{ ok: true; changed: boolean } | { ok: false; refused: "unknown-address" }> {
  const email = canonicalEmail(address);
  const account = email && (await findAccount(email));
  if (!account) return { ok: false, refused: "unknown-address" };
  return transaction(async (tx) => {
    const changed = await dropFactor(tx, account.id);
    if (changed) await recordAct(tx, null, "person.drop-factor", account.id);
    return { ok: true as const, changed };
  });
}
