import { adminPaths } from "~/admin-paths";
import { announce } from "~/features/notifications/announcing.server";
import type { Fact } from "~/features/notifications/mail-text";
import type { MailWords } from "~/features/notifications/mailing.server";
import { planLabels, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import { contactUs, goToBilling, offerLabel, pastDueWords, receiptFacts } from "./payment-words";
import { endsEarly, hasLapsed, type ProvidedPlan, type Undo } from "./provided-plan";
import { windowWords } from "./refunds";

interface Words {
  title: string;
  body: string;
  /** A payment is announced once per key. */
  key: string;
  /** Lines below `body`, only in the email. */
  more?: readonly string[];
  /** Only in the email. */
  heading?: string;
  facts?: Fact[];
  /** The email's button. By default, it links to the billing page, which someone whose account is closed can't open. */
  action?: { label: string; href: string };
}

interface Reader {
  userId: string;
  email: string;
}

/**
 * Notifies someone about a payment, once per key, on the site and by email. People can't turn this off, because it's
 * about their money.
 */
export async function tellOfPayment(tx: Transaction, { userId, email }: Reader, words: Words): Promise<void> {
  await announce(tx, {
    userId,
    kind: "payment",
    title: words.title,
    body: words.body,
    href: paths.billing(),
    eventKey: `payment:${words.key}`,
    mail: { ...paymentMail(words), to: email, isAboutOwnMoney: true },
  });
}

export const paymentMail = ({
  title,
  heading,
  body,
  more = [],
  facts,
  action = goToBilling,
}: Omit<Words, "key">): MailWords => ({
  kind: "payment",
  subject: title,
  heading,
  lines: [body, ...more],
  facts,
  action,
});

type Before = Pick<
  ProvidedPlan,
  "plan" | "interval" | "subscriptionId" | "periodStart" | "periodEnd" | "graceUntil"
>;

/**
 * Tells the person how their plan changed from `before` to `after`, or that the grace period was over at `now`. Runs in
 * the transaction of the change.
 */
export async function announcePlan(
  tx: Transaction,
  change: Reader & { timeZone: string | null; before: Before; after: ProvidedPlan; now: Date },
): Promise<void> {
  const paid = await tx.payment.findFirst({
    where: {
      userId: change.userId,
      status: "paid",
      planType: change.after.plan,
      billingInterval: change.after.interval,
      paidAt: { gte: new Date(change.after.periodStart.getTime() - day) },
    },
    orderBy: { paidAt: "desc" },
    select: { amountCents: true, paidAt: true, reason: true },
  });
  const words = planWords({ ...change, paid });
  if (words) await tellOfPayment(tx, change, words);
}

const day = 86_400_000;

/**
 * What to tell the person about a change of plan; null if there's nothing to tell.
 * @param change `paid` is what was paid for the plan that began
 */
export function planWords({
  before,
  after,
  now,
  timeZone,
  paid,
}: Omit<Parameters<typeof announcePlan>[1], keyof Reader> & {
  paid: { amountCents: number | null; paidAt: Date | null; reason: string } | null;
}): Words | null {
  const clock = { zone: timeZone ?? "UTC", now: now.getTime() };
  const key = `${after.subscriptionId ?? before.subscriptionId}:${after.periodStart.toISOString()}`;
  if (hasLapsed(after, now)) return lapseWords(after);
  if (after.graceUntil)
    return { ...pastDueWords(after.plan, after.graceUntil, clock), key: `past-due:${key}` };
  const keepsPlan = after.plan === before.plan && !hasLapsed(before, now);
  if (keepsPlan && after.interval === before.interval) return null;
  if (after.plan === "free")
    return before.graceUntil
      ? lapseWords(before)
      : {
          title: `Your ${planLabels[before.plan]} plan has ended`,
          body: `${onFree} ${endsEarly(before, after, now) ? shortenedWords : keptWords}`,
          key: `ended:${key}`,
        };
  return {
    title: `You're on ${keepsPlan ? offerLabel(after.plan, after.interval) : planLabels[after.plan]}`,
    body: keepsPlan
      ? `Your plan now renews every ${after.interval}. Your limits stay the same. Thank you.`
      : "Your new limits apply right away. Thank you.",
    more: paid && paid.reason !== "renewed" ? [windowWords(after.plan)] : [],
    facts: receiptFacts(after, paid, clock),
    key: `began:${keepsPlan ? after.interval : after.plan}:${key}`,
  };
}

const onFree = `You're on ${planLabels.free} now.`;
const keptWords = `We've kept everything you made. Open projects with no end date stay open for ${postDays.free} more days.`;
const shortenedWords = `We've kept everything you made. Your open project stays open for up to ${postDays.free} more days.`;

/**
 * The key is the same when the grace period ends and when the provider cancels the subscription, which happens at the
 * same time or later. So the person is notified once.
 */
function lapseWords({ plan, subscriptionId, periodStart }: Before): Words {
  return {
    title: `Your ${planLabels[plan]} plan has ended`,
    body: `Your last payment failed. ${onFree} ${keptWords}`,
    key: `ended:${subscriptionId}:${periodStart.toISOString()}`,
  };
}

/**
 * Notifies each admin, once per price, that a subscription has a price that isn't configured. Without it, we can't tell
 * which plan the price buys.
 */
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
      title: "A subscription uses a price we haven't configured",
      body: `${priceId} is still being charged. Add it to STRIPE_PRICE_…, after the price we sell now.`,
      href: adminPaths.resetUsage(userId),
      aboutId: userId,
      eventKey: `unknown-price:${priceId}:${id}`,
    })),
  );
  await announce(tx, ...notices);
}

export const undoWords = {
  "closed-unpaid": {
    title: "We canceled your subscription",
    body: "You subscribed after your account was closed, so we canceled the subscription. You weren't charged.",
    action: contactUs,
  },
  duplicate: {
    title: "We refunded a duplicate payment",
    body: "You already had what this payment was for, so we refunded it. You won't be charged for it again.",
  },
  disputed: {
    title: "Your subscription has ended",
    body: "Your bank reversed a payment, so we canceled your subscription. If that was a mistake, you can subscribe again.",
  },
  closed: {
    title: "We refunded your payment",
    body: "You paid after your account was closed, so we canceled the purchase and refunded it.",
    action: contactUs,
  },
  switched: {
    title: "We refunded your payment",
    body: "You paid while you were switching to a Service Provider account, which doesn't need a plan, so we canceled the purchase and refunded it.",
  },
  spare: {
    title: "We canceled your second subscription",
    body: "We kept the better one. You won't be charged for the other one anymore.",
  },
};

export async function announceUndos(reader: Reader, undos: readonly Undo[]): Promise<void> {
  await transaction(async (tx) => {
    for (const undo of undos) {
      const about = undo.act === "refund" ? undo.intentId : undo.subscriptionId;
      const isUnpaid = undo.act === "cancel" && undo.why === "closed" && !undo.refundIntent;
      await tellOfPayment(tx, reader, {
        ...undoWords[isUnpaid ? "closed-unpaid" : undo.why],
        key: `undo:${about}`,
      });
    }
  });
}

export const tellAdminsTask = "payments:tell-admins";

const words = {
  asked: (name: string) => ({ title: `${name} asked for a refund`, body: "" }),
  changed: (name: string) => ({
    title: `${name}'s refund needs another decision`,
    body: "The amount changed after it was approved.",
  }),
  returned: (name: string) => ({
    title: `${name}'s refund came back and needs another decision`,
    body: "Their bank couldn't accept it, so the money came back to us.",
  }),
};

/** Why admins have to decide an approved request again: its amount has changed, or a bank has returned the refund. */
export interface Again {
  why: "changed" | "returned";
  at: string;
}

/**
 * The job that tells admins about a new request, or about one that they have to decide again. Each admin is notified
 * once.
 */
export async function tellAdmins(requestId: string, name: string, again?: Again): Promise<void> {
  await transaction(async (tx) => {
    const asker = await tx.refundRequest.findUnique({ where: { id: requestId }, select: { userId: true } });
    if (!asker) return;
    const admins = await tx.user.findMany({ where: { isAdmin: true }, select: { id: true } });
    await announce(
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

/** Reads a job's payload. */
export function againOf({ withdrawn, returned }: Record<string, unknown>): Again | undefined {
  if (typeof withdrawn === "string") return { why: "changed", at: withdrawn };
  return typeof returned === "string" ? { why: "returned", at: returned } : undefined;
}
