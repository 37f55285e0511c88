import type { Actor } from "~/features/accounts/actor";
import { checkOwnPassword } from "~/features/accounts/asking-password.server";
import { daysToReturn, mailedReturn, startLeaving } from "~/features/accounts/departing.server";
import type { Client } from "~/features/accounts/devices.server";
import { isLastAdmin } from "~/features/accounts/granting.server";
import { deleteSessions, publishEndedSessions } from "~/features/accounts/sessions.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { setRenewal } from "~/features/payments/changing-plan.server";
import { queueConverging } from "~/features/payments/converging.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";

export type DeletionRequest =
  | { ok: true; leavesAt: Date }
  | { ok: false; refused: "wrong" | "last-admin" | "plan-goes-on" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Closes the actor's account at once and has it removed in 14 days: no session works, no one sees them, their plan is
 * not renewed, and a mail says how to come back. Refused: 'wrong' if the password does not match or has changed meanwhile;
 * 'last-admin'; 'plan-goes-on' if the provider could not be told, since it would charge for the next period. Guesses
 * share the limit of a changed password.
 */
export async function requestDeletion(
  actor: Actor,
  { password }: { password: string },
  client: Client,
): Promise<DeletionRequest> {
  const { userId } = actor;
  const known = await checkOwnPassword({ ...actor, address: client.address }, password);
  if (!known.ok) return known;
  const { email, passwordHash } = known;
  if (await isLastAdmin(db, userId)) return { ok: false, refused: "last-admin" };
  // Before anything else: an account that is closed must not go on paying.
  const ended = await setRenewal(actor, false);
  if (!ended.ok && (ended.refused === "unavailable" || ended.refused === "refused"))
    return { ok: false, refused: "plan-goes-on" };
  const done = await transaction(async (tx) => {
    if (await isLastAdmin(tx, userId)) return { ok: false as const, refused: "last-admin" as const };
    const leavesAt = await startLeaving(tx, { userId, passwordHash });
    if (!leavesAt) return { ok: false as const, refused: "wrong" as const };
    const sessions = await deleteSessions(tx, userId);
    // Expires what is open for payment.
    await queueConverging(tx, userId);
    await mailRequest(tx, { userId, email, leavesAt });
    return { ok: true as const, leavesAt, sessions };
  });
  if (!done.ok) return done;
  logSecurity({ event: "deletion-asked", userId }, client.address);
  await publishEndedSessions(userId, done.sessions);
  return { ok: true, leavesAt: done.leavesAt };
}

interface Departure {
  userId: string;
  email: string;
  leavesAt: Date;
}

const action = ({ userId, leavesAt }: Departure) => ({
  label: "Keep my account",
  href: paths.comeBack(mailedReturn(userId, leavesAt)),
});

const mailRequest = (tx: Parameters<typeof queueMail>[0], departure: Departure) =>
  queueMail(tx, {
    userId: departure.userId,
    to: departure.email,
    kind: "leaving",
    subject: "Your Matchcut account is about to be deleted",
    lines: [
      `You, or somebody who knows your password, asked to delete your account. Nobody sees it any more, and in ${daysToReturn} days it is gone for good.`,
      "Until then you can keep it: open the link, or sign in.",
    ],
    action: action(departure),
    eventKey: `leaving:${departure.userId}:${departure.leavesAt.getTime()}`,
  });

/** Once per departure. */
export const mailReminder = (tx: Parameters<typeof queueMail>[0], departure: Departure) =>
  queueMail(tx, {
    userId: departure.userId,
    to: departure.email,
    kind: "leaving",
    subject: "Your Matchcut account will be deleted in three days",
    lines: [
      "As you asked, your account and everything in it is deleted for good in three days.",
      "If you have changed your mind, open the link, or sign in.",
    ],
    action: action(departure),
    eventKey: `leaving-soon:${departure.userId}:${departure.leavesAt.getTime()}`,
  });
