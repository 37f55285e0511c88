import type Stripe from "stripe";
import type { CustomerState, PaymentsPort, Subscription } from "./payments-port.server";
import { type PaidInvoice, paidInvoices, paymentFrom, readCheckout } from "./stripe-charges.server";
import { orNull, translating } from "./stripe-errors.server";
import { unfinishedOf } from "./stripe-plan-changes.server";
import { cardOf, idOf, receiptFrom, subscriptionFrom } from "./stripe-states.server";

/** More invoices than a customer gets in years, and older ones can't be disputed anymore. */
const newest = 100;
const mostReceipts = 24;
const mostCheckouts = 10_000;

/** Requests four lists, plus the disputes of each charge that was ever disputed. */
async function readCustomer(stripe: Stripe, customer: string): Promise<CustomerState> {
  const [sessions, subscriptions, invoices, charges] = await Promise.all([
    stripe.checkout.sessions
      .list({ customer, limit: newest, expand: ["data.payment_intent.latest_charge"] })
      .autoPagingToArray({ limit: mostCheckouts }),
    stripe.subscriptions.list({ customer, status: "all", limit: newest, expand: ["data.schedule"] }),
    stripe.invoices.list({ customer, limit: newest, expand: ["data.payments"] }),
    stripe.charges.list({ customer, limit: newest }),
  ]);
  const paid = await paidInvoices(stripe, invoices.data, charges.data);
  const receipts = invoices.data.map(receiptFrom).filter((receipt) => receipt !== null);
  return {
    checkouts: await Promise.all(sessions.map((session) => readCheckout(stripe, session))),
    subscriptions: subscriptions.data.map((one) => {
      const own = paid.filter(({ subscriptionId }) => subscriptionId === one.id);
      const isDisputed = own.some((payment) => payment.isDisputed);
      return {
        ...subscriptionFrom(one, { isDisputed, latestPayment: latestOf(own) }),
        isUnfinished: unfinishedOf(one) !== null,
      };
    }),
    payments: paid.map(paymentFrom).filter((payment) => payment !== null),
    receipts: receipts.slice(0, mostReceipts),
  };
}

function latestOf([latest]: readonly PaidInvoice[]): Subscription["latestPayment"] {
  if (!latest) return null;
  const { intentId, invoice, charge } = latest;
  return {
    intentId,
    amountCents: invoice.amount_paid,
    refundedCents: charge.amount_refunded,
    card: cardOf(charge),
  };
}

/**
 * Takes back the credit that a subscription's invoices gave its customer, unless it has already been used or taken
 * back. The key contains the latest change of the balance, so two concurrent calls take the credit once, and credit
 * that arrives later can be taken, too.
 */
async function takeCredit(stripe: Stripe, subscriptionId: string): Promise<number> {
  const subscription = await orNull(stripe.subscriptions.retrieve(subscriptionId));
  const customer = idOf(subscription?.customer);
  if (!customer) return 0;
  const [moves, invoices] = await Promise.all([
    orNull(stripe.customers.listBalanceTransactions(customer, { limit: newest })),
    stripe.invoices.list({ subscription: subscriptionId, limit: newest }),
  ]);
  const [latest] = moves?.data ?? [];
  if (!latest) return 0;
  // Sorted oldest first: if an invoice used more than the credit from earlier invoices, the rest came from elsewhere.
  const brought = invoices.data
    .filter(({ status }) => status !== "void")
    .reduceRight((sum, { starting_balance: before, ending_balance: after }) => {
      return Math.max(0, sum + before - (after ?? before));
    }, 0);
  const taken = (moves?.data ?? [])
    .filter(({ metadata }) => metadata?.subscription === subscriptionId)
    .reduce((sum, { amount }) => sum + amount, 0);
  const amount = Math.min(brought - taken, -latest.ending_balance);
  if (amount <= 0) return 0;
  await stripe.customers.createBalanceTransaction(
    customer,
    {
      amount,
      currency: "usd",
      description: "Credit from a refunded subscription",
      metadata: { subscription: subscriptionId },
    },
    { idempotencyKey: `credit:${subscriptionId}:${latest.id}` },
  );
  return amount;
}

/** The port's calls about subscriptions as a whole. */
export function subscriptionCalls(stripe: Stripe) {
  return {
    readCustomer: translating((customer) => readCustomer(stripe, customer)),
    listSubscriptions: translating(async (customer) => (await readCustomer(stripe, customer)).subscriptions),
    takeCredit: translating((subscriptionId) => takeCredit(stripe, subscriptionId)),
    cancelNow: translating(async (subscriptionId, key) => {
      await orNull(stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: key }));
    }),
  } satisfies Partial<PaymentsPort>;
}
