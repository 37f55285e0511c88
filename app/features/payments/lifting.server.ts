import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { liftSuspension } from "~/features/accounts/suspending.server";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { queueHeldRelease } from "~/features/plans/counting.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import type { Transaction } from "~/platform/db.server";
import { goToBilling, standingWords } from "./payment-words";

type Admin = Pick<Actor, "userId" | "address">;

export const liftedWords =
  "We've lifted the suspension. You can sign in again, and everything you had is back.";

export const liftedMail = (planWords: readonly string[]): MailWords => ({
  kind: "suspended",
  subject: "Your suspension is lifted",
  lines: [liftedWords, ...planWords],
  action: planWords.length > 0 ? goToBilling : { label: "Open Matchcut", href: paths.dashboard() },
});

/**
 * Lifts a suspension, queues the release of matches that were held because of it, and emails the person. Refused:
 * 'not-suspended'.
 */
export async function liftAndTell(
  tx: Transaction,
  admin: Admin,
  personId: string,
): Promise<Outcome<"not-suspended">> {
  const done = await liftAndRelease(tx, admin, personId);
  if (!done.ok) return done;
  await queueMail(tx, {
    userId: personId,
    ...liftedMail(done.planWords),
    eventKey: `lifted:${randomUUID()}`,
  });
  return { ok: true };
}

/** Like `liftAndTell`, but the caller tells the person, and puts `planWords` into that email. */
export async function liftAndRelease(
  tx: Transaction,
  admin: Admin,
  personId: string,
): Promise<Outcome<"not-suspended", { planWords: string[] }>> {
  const done = await liftSuspension(tx, admin, personId);
  if (!done.ok) return done;
  await queueHeldRelease(tx, personId);
  return { ok: true, planWords: done.wasForGood ? await planWordsOf(tx, personId) : [] };
}

/** What's left of the person's paid plan, as sentences. Empty for someone who has never started to pay. */
async function planWordsOf(tx: Transaction, userId: string): Promise<string[]> {
  const stored = await findSubscription(userId);
  if (!stored?.customerId) return [];
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { timeZone: true } });
  return standingWords(stored, { zone: user.timeZone ?? "UTC", now: Date.now() });
}
