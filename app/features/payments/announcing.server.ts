import { adminPaths } from "~/admin-paths";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { planLabels, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import { endsEarly, graceDays, hasLapsed, type ProvidedPlan, type Undo } from "./provided-plan";

interface Words {
  title: string;
  body: string;
  /** One notification and mail per key. */
  key: string;
  /** In the mail, below `body`. */
  more?: readonly string[];
  action?: { label: string; href: string };
}

interface Reader {
  userId: string;
  email: string;
}

/** Once per event, on the site and by mail; not optional, since it is about money. */
export async function tellOfPayment(tx: Transaction, { userId, email }: Reader, words: Words): Promise<void> {
  const eventKey = `payment:${words.key}`;
  await notify(tx, {
    userId,
    kind: "payment",
    title: words.title,
    body: words.body,
    href: paths.billing(),
    eventKey,
  });
  await queueMail(tx, {
    userId,
    to: email,
    kind: "payment",
    subject: words.title,
    lines: [words.body, ...(words.more ?? [])],
    action: words.action ?? { label: "See your billing", href: paths.billing() },
    isAboutOwnMoney: true,
    eventKey,
  });
}

type Before = Pick<ProvidedPlan, "plan" | "subscriptionId" | "periodStart" | "periodEnd" | "graceUntil">;

/**
 * Notifies of the change from `before` to `after`, in its transaction, and of an expired grace period, which depends on
 * `now`.
 */
export async function announcePlan(
  tx: Transaction,
  change: Reader & { before: Before; after: ProvidedPlan; now: Date },
): Promise<void> {
  const words = wordsOf(change.before, change.after, change.now);
  if (words) await tellOfPayment(tx, change, words);
}

function wordsOf(before: Before, after: ProvidedPlan, now: Date): Words | null {
  const key = `${after.subscriptionId ?? before.subscriptionId}:${after.periodStart.toISOString()}`;
  if (hasLapsed(after, now)) return lapseWords(after);
  if (after.status === "past_due")
    return {
      title: `Your payment for ${planLabels[after.plan]} failed`,
      body: `Please update your card within ${graceDays} days to keep ${planLabels[after.plan]}. We try the card again in the meantime.`,
      key: `past-due:${key}`,
    };
  if (after.plan === before.plan && !hasLapsed(before, now)) return null;
  if (after.plan === "free")
    return before.graceUntil
      ? lapseWords(before)
      : {
          title: `Your ${planLabels[before.plan]} plan has ended`,
          body: `${onFree} ${endsEarly(before, after, now) ? shortenedWords : keptWords}`,
          key: `ended:${key}`,
        };
  return {
    title: `You are on ${planLabels[after.plan]}`,
    body: "Its limits apply at once. Thank you.",
    key: `began:${after.plan}:${key}`,
  };
}

const onFree = `You are on ${planLabels.free} now.`;
const keptWords = `Everything you made is kept; open posts without an end stay open for ${postDays.free} days.`;
const shortenedWords = `Everything you made is kept; an open post stays open for at most ${postDays.free} more days.`;

/** The end of the grace period and the provider's own end, at the same time or later, share one key. */
function lapseWords({ plan, subscriptionId, periodStart }: Before): Words {
  return {
    title: `Your ${planLabels[plan]} plan has ended`,
    body: `Its payment failed. ${onFree} ${keptWords}`,
    key: `ended:${subscriptionId}:${periodStart.toISOString()}`,
  };
}

/** Once per price and admin: only the configuration can say what the price buys. */
export async function announceUnknownPrices(
  tx: Transaction,
  userId: string,
  priceIds: readonly string[],
): Promise<void> {
  if (priceIds.length === 0) return;
  const admins = await tx.user.findMany({ where: { isAdmin: true }, select: { id: true } });
  const notices = priceIds.flatMap((priceId) =>
    admins.map(({ id }) => ({
      userId: id,
      kind: "payment" as const,
      title: "A subscription has a price that is not configured",
      body: `${priceId}: it is still charged. Add the price to STRIPE_PRICE_…, after the one that is sold.`,
      href: adminPaths.resetUsage(userId),
      aboutId: userId,
      eventKey: `unknown-price:${priceId}:${id}`,
    })),
  );
  await notify(tx, ...notices);
}

const undoWords = {
  duplicate: {
    title: "We gave a second payment back",
    body: "You paid twice. The second payment is refunded, and nothing more is charged for it.",
  },
  disputed: {
    title: "Your subscription has ended",
    body: "Your bank took a payment back, so the subscription was canceled. If that was a mistake, subscribe again.",
  },
  closed: {
    title: "We gave your payment back",
    body: "It was made after your account was closed, so what you bought is canceled and paid back.",
  },
  switched: {
    title: "We gave your payment back",
    body: "You paid while you became a Service Provider, who needs no plan. What you bought is canceled and paid back.",
  },
  spare: {
    title: "A second subscription was canceled",
    body: "You keep the better one. Nothing more is charged for the other.",
  },
};

export async function announceUndos(reader: Reader, undos: readonly Undo[]): Promise<void> {
  await transaction(async (tx) => {
    for (const undo of undos) {
      const about = undo.act === "refund" ? undo.intentId : undo.subscriptionId;
      await tellOfPayment(tx, reader, { ...undoWords[undo.why], key: `undo:${about}` });
    }
  });
}

export const tellAdminsTask = "payments:tell-admins";

const words = {
  asked: (name: string) => ({ title: `${name} asks for a refund`, body: "" }),
  changed: (name: string) => ({
    title: `${name}'s refund has changed: please decide again`,
    body: "The amount is not the one that was approved.",
  }),
  returned: (name: string) => ({
    title: `${name}'s refund came back: please decide again`,
    body: "Their bank could not take it, so the money is with us.",
  }),
};

/** Why an approved request is pending again: its amount had changed, or a bank returned the refund. */
export interface Again {
  why: "changed" | "returned";
  at: string;
}

/** The job of a new or reopened request. Notifies each admin once. */
export async function tellAdmins(requestId: string, name: string, again?: Again): Promise<void> {
  await transaction(async (tx) => {
    const asker = await tx.refundRequest.findUnique({ where: { id: requestId }, select: { userId: true } });
    if (!asker) return;
    const admins = await tx.user.findMany({ where: { isAdmin: true }, select: { id: true } });
    await notify(
      tx,
      ...admins.map(({ id }) => ({
        userId: id,
        kind: "payment" as const,
        ...words[again?.why ?? "asked"](name),
        href: adminPaths.decideRefund(requestId),
        aboutId: asker.userId,
        eventKey: again
          ? `refund-${again.why}:${requestId}:${again.at}:${id}`
          : `refund-asked:${requestId}:${id}`,
      })),
    );
  });
}

/** Parses a job's payload. */
export function againOf({ withdrawn, returned }: Record<string, unknown>): Again | undefined {
  if (typeof withdrawn === "string") return { why: "changed", at: withdrawn };
  return typeof returned === "string" ? { why: "returned", at: returned } : undefined;
}
