import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { liftSuspension } from "~/features/accounts/suspending.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { queueHeldRelease } from "~/features/plans/counting.server";
import { planLabels } from "~/features/plans/plan";
import { planOf } from "~/features/plans/plan-in-force.server";
import { paths } from "~/paths";
import type { Transaction } from "~/platform/db.server";
import { formatLongDate } from "~/ui/dates";

type Admin = Pick<Actor, "userId" | "address">;

const lifted = "We've lifted the suspension of your account. You can sign in again, and everything's back.";

/** Lifts a suspension, queues matches that were held meanwhile, and mails the person. Refused: 'not-suspended'. */
export async function liftAndTell(
  tx: Transaction,
  admin: Admin,
  personId: string,
): Promise<{ ok: true } | { ok: false; refused: "not-suspended" }> {
  const done = await liftAndRelease(tx, admin, personId);
  if (!done.ok) return done;
  await queueMail(tx, {
    userId: personId,
    kind: "suspended",
    subject: "Your suspension is lifted",
    lines: [lifted, ...done.planWords],
    action: done.planWords.length > 0 ? seeBilling : { label: "Open Matchcut", href: paths.dashboard() },
    eventKey: `lifted:${randomUUID()}`,
  });
  return { ok: true };
}

export const seeBilling = { label: "See your billing", href: paths.billing() };

/** As `liftAndTell`, but the caller tells the person, with `planWords`. */
export async function liftAndRelease(
  tx: Transaction,
  admin: Admin,
  personId: string,
): Promise<{ ok: true; planWords: string[] } | { ok: false; refused: "not-suspended" }> {
  const done = await liftSuspension(tx, admin, personId);
  if (!done.ok) return done;
  await queueHeldRelease(tx, personId);
  return { ok: true, planWords: done.wasForGood ? await planWordsOf(tx, personId) : [] };
}

/** What stands of a paid plan once its account is open again. Empty for someone who never paid. */
async function planWordsOf(tx: Transaction, userId: string): Promise<string[]> {
  const { timeZone } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { timeZone: true } });
  const zone = timeZone ?? "UTC";
  const { plan, periodEnd, subscribedTo, hasCustomer } = await planOf({ userId, timeZone: zone });
  if (!hasCustomer) return [];
  const end = formatLongDate(periodEnd, { zone, now: Date.now() });
  if (plan === "free")
    return [
      `You're on ${planLabels.free} now. If you had a subscription, it has ended, and nothing more is charged.`,
    ];
  if (plan === "pay_per_post") return [`Your ${planLabels[plan]} plan is paid until ${end}.`];
  if (!subscribedTo) return [`You still have the ${planLabels[plan]} plan that you were given.`];
  return [
    `Your ${planLabels[plan]} plan is paid until ${end}. The suspension ended its renewal, and that stays so: nothing more is charged.`,
    "If you want to keep the plan, resume it on your billing page before then.",
  ];
}
