import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { findAccount } from "./finding.server";
import { hashPassword, weaknessOf } from "./password.server";
import { deleteSessions, tellEnded } from "./sessions.server";
import { hashOfToken, newToken } from "./token.server";

/** How long a mailed link works. */
const goodFor = 3_600_000;

export type RecoveryRequest = { ok: true } | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Mails a one-time link, if the address has an account. The answer is the same either way.
 * @param address the network address of who asks
 */
export async function requestRecovery(input: { email: string }, address: string): Promise<RecoveryRequest> {
  const email = input.email.trim().toLowerCase();
  const waitSeconds = Math.max(
    await takeFromLimit("recover-email", email),
    await takeFromLimit("recover-address", address),
  );
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };

  const account = await findAccount(email);
  if (!account?.isOpen) return { ok: true };
  const token = newToken();
  await transaction(async (tx) => {
    const link = await tx.recoveryLink.create({
      data: { userId: account.id, tokenHash: hashOfToken(token), expiresAt: new Date(Date.now() + goodFor) },
      select: { id: true },
    });
    await queueMail(tx, {
      userId: account.id,
      to: account.email,
      kind: "recovery",
      subject: "Choose a new Matchcut password",
      lines: [
        "Somebody, probably you, asked to choose a new password for this address.",
        "The link works once, within the next hour. If it was not you, ignore this mail: nothing changes.",
      ],
      action: { label: "Choose a new password", href: paths.recoverWith(token) },
      eventKey: `recovery:${link.id}`,
    });
  });
  return { ok: true };
}

const goodLink = (token: string) => ({
  tokenHash: hashOfToken(token),
  usedAt: null,
  expiresAt: { gt: new Date() },
  user: { suspendedAt: null },
});

/** Whether a mailed link would still work; looking does not use it up. */
export async function isRecoveryLinkGood(token: string): Promise<boolean> {
  const link = await db.recoveryLink.findFirst({
    where: goodLink(token),
    select: { id: true },
  });
  return link !== null;
}

export type RecoveryOutcome =
  | { ok: true; userId: string }
  | { ok: false; refused: "link-over" }
  | { ok: false; refused: "weak-password"; reason: string };

/** Sets a new password with a mailed link: the link is used up, the account's other links and all its sessions end. */
export async function recover(token: string, input: { password: string }): Promise<RecoveryOutcome> {
  const link = await db.recoveryLink.findFirst({
    where: goodLink(token),
    select: { id: true, user: { select: { id: true, email: true } } },
  });
  if (!link) return { ok: false, refused: "link-over" };
  const reason = weaknessOf(input.password, link.user.email);
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const endedSessions = await transaction(async (tx) => {
    // Two requests with one link: only the first finds it unused.
    const { count } = await tx.recoveryLink.updateMany({
      where: { id: link.id, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 0) return null;
    await tx.user.update({ where: { id: link.user.id }, data: { passwordHash } });
    await tx.recoveryLink.deleteMany({ where: { userId: link.user.id, usedAt: null } });
    return deleteSessions(tx, link.user.id);
  });
  if (!endedSessions) return { ok: false, refused: "link-over" };
  await tellEnded(link.user.id, endedSessions);
  return { ok: true, userId: link.user.id };
}
