import { findRefund } from "~/features/payments/waiting-refunds.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { db } from "~/platform/db.server";
import type { ChargeRow, SessionRow, SubscriptionRow, Tables } from "../../sandbox/stripe/rows";
import type { Customer, World } from "./world";

// What must hold once everything has settled: compares Stripe's records, read without our adapter, with what we stored.

const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);
const liveStates = ["active", "past_due"];

const ofCustomer = <Row extends { customer: string }>(rows: Record<string, Row>, { ids }: Customer): Row[] =>
  Object.values(rows).filter(({ customer }) => ids.has(customer));

/** The customer's successful charges. */
export const chargesOf = ({ charges }: Tables, customer: Customer): ChargeRow[] =>
  ofCustomer(charges, customer).filter(({ status }) => status === "succeeded");

export const liveSubscriptionsOf = ({ subscriptions }: Tables, customer: Customer): SubscriptionRow[] =>
  ofCustomer(subscriptions, customer).filter(({ status }) => liveStates.includes(status));

const disputesOf = ({ disputes }: Tables, { id }: ChargeRow) =>
  Object.values(disputes).filter(({ charge }) => charge === id);
export const isDisputed = (books: Tables, charge: ChargeRow) => disputesOf(books, charge).length > 0;
/** Whether a dispute about the charge is open or lost. */
const isReversed = (books: Tables, charge: ChargeRow) =>
  disputesOf(books, charge).some(({ status }) => status !== "won");
const refundsOf = ({ refunds }: Tables, { id }: ChargeRow) =>
  Object.values(refunds).filter(({ charge }) => charge === id);
const kept = ({ amount, refunded }: ChargeRow) => amount - refunded;

const invoiceOf = ({ invoices }: Tables, { intent }: ChargeRow) =>
  Object.values(invoices).find((invoice) => invoice.intent === intent);
const chargesFor = (books: Tables, { id }: SubscriptionRow) =>
  Object.values(books.charges).filter(
    (charge) => charge.status === "succeeded" && invoiceOf(books, charge)?.subscription === id,
  );
/** The payment intents of everything that a checkout session sold, including renewals. */
export const intentsOf = ({ invoices }: Tables, { intent, subscription }: SessionRow): string[] => [
  ...(intent ? [intent] : []),
  ...Object.values(invoices).flatMap(
    (one) => (subscription && one.subscription === subscription && one.intent) || [],
  ),
];
const isPost = (books: Tables, charge: ChargeRow) => !invoiceOf(books, charge)?.subscription;

/** A paid post that was neither refunded nor charged back. */
export const buysPost = (books: Tables, charge: ChargeRow) =>
  isPost(books, charge) &&
  refundsOf(books, charge).length === 0 &&
  !isReversed(books, charge) &&
  charge.created + 30 * day > now();

/**
 * Whether the customer has another subscription or post in force, so that the session's purchase may be refunded as a
 * duplicate.
 */
export function othersInForce(books: Tables, { customer, intent, subscription }: SessionRow): boolean {
  const isOwn = (row: { customer: string; status: string }) => row.customer === customer;
  return (
    Object.values(books.subscriptions).some(
      (row) => isOwn(row) && row.id !== subscription && liveStates.includes(row.status),
    ) ||
    Object.values(books.charges).some(
      (row) => isOwn(row) && row.status === "succeeded" && row.intent !== intent && buysPost(books, row),
    )
  );
}

/**
 * Lets everything settle: Stripe is available again, and what was missed is repaired. With `arrives`, webhooks arrive,
 * too.
 */
export async function violationsAfter(world: World, arrives: boolean): Promise<string[]> {
  world.stripe.faults.next(0, "error");
  for (const hours of [0, 1]) await world.repair(hours, arrives);
  // This is checked first, because Stripe itself would close what we leave open within a day.
  const found = world.customers.flatMap((customer) => closedAccountViolations(world.books, customer));
  // Reconciling never waits longer than this, whether for stored responses, unchecked payments, or customers we haven't
  // heard about.
  for (const hours of [26, 8 * 24]) await world.repair(hours, arrives);
  const failed = await world.repair(2, arrives);
  const all = await Promise.all(world.customers.map((customer) => violationsFor(world, customer)));
  return [...new Set([...found, ...all.flat(), ...failed.map((task) => `the job ${task} fails`)])];
}

async function violationsFor(world: World, customer: Customer): Promise<string[]> {
  const { books } = world;
  return [
    ...closedAccountViolations(books, customer),
    ...(await ledgerViolations(books, customer)),
    ...(await receiptViolations(books, customer)),
    ...(await refundViolations(world, customer)),
    ...owedViolations(books, customer),
    ...(customer.isRemoved ? [] : await planViolations(books, customer)),
  ];
}

/**
 * Checks that nothing renews on a permanently suspended account, that a deleted account has no live subscription, and
 * that neither has an open checkout.
 */
function closedAccountViolations(books: Tables, customer: Customer): string[] {
  const { suspendedFor, isLeaving, isRemoved } = customer;
  const isBarred = suspendedFor === Infinity;
  const living = ofCustomer(books.subscriptions, customer).filter(({ status }) =>
    liveStates.includes(status),
  );
  const open = ofCustomer(books.sessions, customer).filter(({ status }) => status === "open");
  const found: string[] = [];
  if (open.length > 0 && (isBarred || isLeaving)) found.push("a checkout is open on a closed account");
  if (customer.isContributor && open.length > 0) found.push("a checkout is open for a contributor");
  if (customer.isContributor && living.length > 0) found.push("a contributor pays for a plan");
  if ((isBarred || isLeaving) && living.some((row) => !row.cancelAtPeriodEnd))
    found.push(
      `a subscription renews on ${isBarred ? "a permanently suspended account" : "a leaving account"}`,
    );
  if (living.some((row) => !row.cancelAtPeriodEnd && customer.ended.has(row.id)))
    found.push("a subscription that a suspension ended renews, although its owner didn't resume it");
  if (isRemoved && living.length > 0) found.push("a deleted account has a live subscription");
  return found;
}

/** Checks that each charge is one of our payments, and that the refunded amounts agree to the cent. */
async function ledgerViolations(books: Tables, customer: Customer): Promise<string[]> {
  const charges = chargesOf(books, customer);
  const rows = await db.payment.findMany({
    where: { paymentIntentId: { in: charges.map(({ intent }) => intent) } },
  });
  return charges.flatMap((charge) => {
    const what = `a charge of ${charge.amount} cents`;
    const [row, ...others] = rows.filter(({ paymentIntentId }) => paymentIntentId === charge.intent);
    if (!row) return [`${what} isn't in any payment`];
    if (others.length > 0) return [`${what} is in ${others.length + 1} payments`];
    if (row.amountCents !== charge.amount) return [`${what} is a payment of ${row.amountCents}`];
    if (customer.isRemoved) return [];
    const status = isReversed(books, charge) ? "disputed" : kept(charge) === 0 ? "refunded" : "paid";
    if (row.refundedCents !== charge.refunded || row.status !== status)
      return [
        `${what}, ${status}, with ${charge.refunded} refunded, is stored as ${row.status}, ${row.refundedCents}`,
      ];
    return [];
  });
}

async function receiptViolations(books: Tables, customer: Customer): Promise<string[]> {
  if (customer.isRemoved) return [];
  const invoices = ofCustomer(books.invoices, customer).slice(-24);
  const rows = await db.receipt.findMany({ where: { id: { in: invoices.map(({ id }) => id) } } });
  return invoices.flatMap(({ id, lines, status }) => {
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const row = rows.find((one) => one.id === id);
    if (row?.status === status && row.amountCents === total) return [];
    return [`an invoice of ${total}, ${status}, has the receipt ${row?.amountCents}, ${row?.status}`];
  });
}

/**
 * Checks that each refund was requested and approved, or that its payment was a duplicate, and that it was made only
 * once and for no more than was paid.
 */
async function refundViolations(world: World, customer: Customer): Promise<string[]> {
  const { books, mayBeUndone } = world;
  const parts = await db.refundPart.findMany({ include: { payment: true, request: true } });
  const found: string[] = [];
  for (const charge of chargesOf(books, customer)) {
    const executed = parts.filter(
      (part) => part.payment.paymentIntentId === charge.intent && part.refundedAt !== null,
    );
    const refunds = refundsOf(books, charge).filter(({ status }) => status === "succeeded");
    const sum = refunds.reduce((cents, { amount }) => cents + amount, 0);
    if (sum > charge.amount || charge.refunded < 0 || refunds.length > 1)
      found.push(`${charge.amount} cents were refunded ${refunds.length} times, ${sum} in all`);
    if (executed.length > 1) found.push(`a payment was refunded for ${executed.length} requests`);
    const isExcused =
      mayBeUndone.has(charge.intent) || executed.length > 0 || wasClosedFor(books, customer, charge);
    if (!isExcused && refunds.some(({ reason }) => isPost(books, charge) || reason !== "duplicate"))
      found.push("a payment was refunded that no one asked for and that wasn't a duplicate");
    for (const { requestId } of executed)
      if (refunds.length > 0 && (await findRefund(requestId))?.status === "declined")
        found.push("a request is shown as declined, but was refunded");
  }
  const stuck = await db.refundRequest.count({
    where: { userId: customer.person.userId, status: "accepted" },
  });
  if (stuck > 0) found.push("an approved refund wasn't paid");
  const credit = ofBalance(books, customer);
  const value = chargesOf(books, customer).reduce((cents, charge) => cents + kept(charge), 0);
  if (credit > value) found.push(`${credit} cents of credit are left, but only ${value} cents were paid`);
  if (credit < 0) found.push(`${-credit} cents are owed, which no one agreed to`);
  return found;
}

/** Whether the charge renews or changes a subscription of an account that had already been closed. */
function wasClosedFor(books: Tables, { ended, isLeaving }: Customer, charge: ChargeRow): boolean {
  const { reason, subscription } = invoiceOf(books, charge) ?? {};
  return reason !== "subscription_create" && (isLeaving || ended.has(subscription ?? ""));
}

/** Checks that when an account starts over, its payer gets what the page promised, unless a bank interfered. */
function owedViolations(books: Tables, customer: Customer): string[] {
  const charges = chargesOf(books, customer);
  const refunds = charges.flatMap((charge) => refundsOf(books, charge));
  if (
    charges.some((charge) => isDisputed(books, charge)) ||
    refunds.some(({ status }) => status === "failed")
  )
    return [];
  const back = refunds.reduce((cents, { amount }) => cents + amount, 0);
  return back < customer.owed
    ? [`${customer.owed} cents were owed when the account started over, but ${back} were refunded`]
    : [];
}

const ofBalance = ({ customers }: Tables, { ids }: Customer) =>
  [...ids].reduce((sum, id) => sum - (customers[id]?.balance ?? 0), 0);

/** Checks that everyone is on the plan that they've paid for, and on none that was refunded. */
async function planViolations(books: Tables, customer: Customer): Promise<string[]> {
  const { person } = customer;
  const subscriptions = ofCustomer(books.subscriptions, customer);
  const living = subscriptions.filter(({ status }) => liveStates.includes(status));
  const found: string[] = [];
  if (living.length > 1) found.push(`${living.length} subscriptions are charged`);
  for (const row of living)
    if (chargesFor(books, row).some((charge) => isReversed(books, charge)))
      found.push("a subscription continues although the bank reversed its payment");
  const expected = planPaidFor(books, customer, living);
  const { plan } = await planOf(person);
  if (plan !== expected) found.push(`paid for ${expected}, on ${plan}`);
  const requests = await db.refundRequest.findMany({
    where: {
      userId: person.userId,
      OR: [{ status: { in: ["refunded", "failed"] } }, { refundId: { not: null } }],
    },
    include: { payment: true },
  });
  for (const row of subscriptions) {
    const asked = requests.filter(({ payment }) => payment.subscriptionId === row.id);
    if (liveStates.includes(row.status) && asked.some(({ status }) => status === "refunded"))
      found.push("a subscription continues although it was refunded");
    const charges = chargesFor(books, row);
    const isCutShort =
      row.endReason === "cancellation_requested" && (row.endedAt ?? Infinity) < row.periodEnd;
    const isExcused = asked.length > 0 || charges.some((charge) => isDisputed(books, charge));
    const forPeriod = charges.filter(({ created }) => created >= row.periodStart);
    if (isCutShort && !isExcused && !customer.hasStartedOver && forPeriod.some((charge) => kept(charge) > 0))
      found.push("a subscription was cut short, but not refunded");
  }
  return found;
}

function planPaidFor(books: Tables, customer: Customer, [row]: SubscriptionRow[]): string {
  if (row) {
    const isInGrace = row.status === "active" || row.periodStart + 7 * day > now();
    return isInGrace ? (/^price_(pro|agency)/.exec(row.price)?.[1] ?? "") : "free";
  }
  return chargesOf(books, customer).some((charge) => buysPost(books, charge)) ? "pay_per_post" : "free";
}
