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
 * For somebody who has lost both phone and codes, and has shown who they are. They are told by mail. The caller records
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
