import fc from "fast-check";
import { comeBack, findReturn } from "~/features/accounts/departing.server";
import { createRecoveryLink } from "~/features/accounts/recovering.server";
import { suspendPerson } from "~/features/accounts/suspending.server";
import { requestDeletion } from "~/features/leaving/removing.server";
import { switchRole } from "~/features/leaving/switching.server";
import { changePlan, previewChange, setRenewal } from "~/features/payments/changing-plan.server";
import { confirmCheckout, startCheckout } from "~/features/payments/checking-out.server";
import { liftAndTell } from "~/features/payments/lifting.server";
import { reconcile } from "~/features/payments/reconciling.server";
import { decideRefund, listPaid, requestRefund } from "~/features/payments/refunding.server";
import { sumOf } from "~/features/payments/refunds";
import { findOwed, joinAfresh } from "~/features/payments/starting-over.server";
import { findRefund } from "~/features/payments/waiting-refunds.server";
import { db, transaction } from "~/platform/db.server";
import { closeDispute, dispute, failRefund } from "../../sandbox/stripe/charging";
import type { Fault } from "../../sandbox/stripe/faults";
import { priceOf } from "../support/checkouts";
import { cards, payCheckout } from "../support/paying";
import { newClient, signInAgain } from "../support/people";
import { buysPost, chargesOf, intentsOf, isDisputed, liveSubscriptionsOf, othersInForce } from "./invariants";
import { type Customer, ignoringRefusals, type World } from "./world";

const day = 86_400_000;

/**
 * One event in a history, skipped if it can't happen at that point. A failure prints the call that makes it:
 * `pay(0, 1, good)`.
 */
class Act implements fc.AsyncCommand<World, World, true> {
  constructor(
    private readonly words: string,
    readonly may: (world: World) => boolean | Promise<boolean>,
    readonly act: (world: World) => Promise<unknown>,
  ) {}
  check = async (world: Readonly<World>) => world.steps < maxSteps && (await this.may(world));
  async run(_: World, world: World): Promise<void> {
    world.steps += 1;
    await this.act(world);
  }
  toString = () => this.words;
}

/**
 * The maximum number of commands in a history. A drawn command that can't happen at that point is skipped and doesn't
 * count.
 */
const maxSteps = 12;

type Drawn<Args extends readonly unknown[]> = { [At in keyof Args]: fc.Arbitrary<Args[At]> };

function acts<Args extends readonly unknown[]>(
  name: string,
  given: Drawn<Args>,
  may: (world: World, args: NoInfer<Args>) => boolean | Promise<boolean>,
  act: (world: World, ...args: Args) => Promise<unknown>,
): fc.Arbitrary<Act> {
  return (fc.tuple(...given) as unknown as fc.Arbitrary<Args>).map((args) => {
    const words = args.map((one) => (Array.isArray(one) ? `[${one}]` : one)).join(", ");
    return new Act(
      `${name}(${words})`,
      (world) => may(world, args),
      (world) => act(world, ...args),
    );
  });
}

/** A command by or about one customer. */
const of = <Args extends readonly unknown[]>(
  name: string,
  given: Drawn<Args>,
  may: (customer: Customer, world: World) => boolean | Promise<boolean>,
  act: (world: World, customer: Customer, ...args: Args) => Promise<unknown>,
): fc.Arbitrary<Act> =>
  acts<[number, ...Args]>(
    name,
    [who, ...given] as Drawn<[number, ...Args]>,
    (world, [at]) => !customerOf(world, at).isRemoved && may(customerOf(world, at), world),
    async (world, at, ...args) => {
      const customer = customerOf(world, at);
      // The customer's session may have ended with a suspension or a request to leave.
      if (canUseSite(customer) && !(await hasSession(customer)))
        customer.person = await signInAgain(customer.person);
      return act(world, customer, ...args);
    },
  );

const hasSession = async ({ person: { userId, sessionId } }: Customer) =>
  (await db.session.count({ where: { userId, id: sessionId } })) > 0;

const customerOf = ({ customers }: World, at: number) => customers[at] as Customer;

/** Draws each name in proportion to its weight. */
const oneOf = <Name extends string>(weights: Partial<Record<Name, number>>): fc.Arbitrary<Name> =>
  fc.oneof(
    ...Object.entries<number>(weights as Record<string, number>).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as Name),
    })),
  );

/** Usually the first customer, so that many events concern the same person. */
const who = fc.nat(9).map((drawn) => (drawn === 0 ? 1 : 0));
const offers = {
  post: ["pay_per_post", null],
  pro: ["pro", "month"],
  proYear: ["pro", "year"],
  agency: ["agency", "month"],
  agencyYear: ["agency", "year"],
} as const;
type OfferName = keyof typeof offers;
const priced = (name: OfferName) => priceOf(offers[name][0], offers[name][1]);
const subscriptions = { pro: 2, proYear: 1, agency: 2, agencyYear: 1 };
const offer = oneOf<OfferName>({ post: 5, ...subscriptions });
const card = oneOf<keyof typeof cards>({ good: 6, declined: 1, failsLater: 1, disputed: 1 });
const nth = fc.nat(3);
const order = fc.array(fc.nat(7), { minLength: 1, maxLength: 16 });

const item = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items.at(at % Math.max(1, items.length));
const idOf = (page = "") => page.split("/").at(-1) ?? "";

const always = () => true;
const isClosed = ({ suspendedFor, isLeaving, isContributor }: Customer) =>
  suspendedFor === Infinity || isLeaving || isContributor;
const canUseSite = ({ suspendedFor, isLeaving }: Customer) => suspendedFor === 0 && !isLeaving;
const isFree = (customer: Customer, { books }: World) =>
  canUseSite(customer) &&
  !customer.isContributor &&
  !liveSubscriptionsOf(books, customer).length &&
  !chargesOf(books, customer).some((one) => buysPost(books, one));
const subscribes = (customer: Customer, { books }: World) =>
  canUseSite(customer) && liveSubscriptionsOf(books, customer).length > 0;
const hasPaid = (customer: Customer, { books }: World) => chargesOf(books, customer).length > 0;
const openPages = ({ pages }: Customer, { books }: World) =>
  pages.filter((page) => books.sessions[idOf(page)]?.status === "open");

async function begin(world: World, { person, pages }: Customer, name: OfferName): Promise<void> {
  const isAway = world.stripe.faults.isDue;
  const begun = await startCheckout(person, priced(name));
  if (begun.ok && begun.url.startsWith(world.stripe.url)) pages.push(begun.url);
  if (!begun.ok && begun.refused === "unavailable" && !isAway)
    throw new Error("no checkout begins although Stripe responds");
}

async function pay(world: World, customer: Customer, at: number, name: keyof typeof cards): Promise<void> {
  const { books } = world;
  const url = item(openPages(customer, world), at);
  const session = books.sessions[idOf(url)];
  if (!url || !session) return;
  const isExcused = () => isClosed(customer) || othersInForce(books, session);
  const before = isExcused();
  await payCheckout(url, cards[name]);
  if (before || isExcused()) for (const intent of intentsOf(books, session)) world.mayBeUndone.add(intent);
}

const buy = async (world: World, customer: Customer, name: OfferName, cardName: keyof typeof cards) => {
  const { length } = customer.pages;
  await begin(world, customer, name);
  if (customer.pages.length > length) await pay(world, customer, -1, cardName);
};

async function arrive(world: World): Promise<void> {
  world.takeWebhooks();
  for (const event of world.undelivered.splice(0)) await world.deliver(event);
  await world.work([0]);
}

async function deliver(world: World, drawn: readonly (readonly [number, string])[]): Promise<void> {
  for (const [at, times] of drawn) {
    const event = item(world.undelivered, at);
    if (event && times !== "never") await world.deliver(event);
    if (times !== "twice") world.undelivered = world.undelivered.filter((other) => other !== event);
  }
}

async function renewal(_: World, { person, ended }: Customer, renews: boolean): Promise<void> {
  if (renews) ended.clear();
  await setRenewal(person, renews);
}

async function change(_: World, { person, ended }: Customer, name: OfferName): Promise<void> {
  ended.clear();
  const priceId = priced(name);
  const preview = await previewChange(person, priceId);
  if (!preview.ok) return;
  const { change } = preview;
  const agreed =
    change.kind === "now" ? { dueCents: change.dueCents, at: change.at } : { dueCents: null, at: null };
  await changePlan(person, { priceId, ...agreed });
}

/** Checks that the page offers a refund exactly where the terms promise one. */
async function ask(world: World, { person: { userId, ...person } }: Customer, at: number): Promise<void> {
  const payments = await listPaid(userId);
  const payment = item(payments, at);
  if (!payment) return;
  const paidAt = new Date(payment.paidAt);
  const age = (Date.now() - paidAt.getTime()) / day;
  const inDays = { gte: paidAt, lt: new Date(paidAt.getTime() + 30 * day) };
  const [matches, open] = await Promise.all([
    db.match.count({ where: { creatorId: userId, createdAt: inDays } }),
    db.refundRequest.count({ where: { userId, status: { in: ["requested", "accepted", "failed"] } } }),
  ]);
  const isMatchless = payment.plan === "pay_per_post" && age >= 30 && age < 44 && matches === 0;
  const promise =
    payment.reason === "renewed" ? null : age < 14 ? "money-back" : isMatchless ? "no-match" : null;
  const isFree = payment.status === "paid" && !payment.request && open === 0;
  if (isFree && (promise !== null) !== (payment.refundUntil !== null))
    throw new Error(`promised: ${promise}, offered until: ${payment.refundUntil}`);
  const asked = { cents: sumOf(payment.parts), reason: "" };
  await requestRefund({ ...person, userId }, payment.id, asked);
  const request = await db.refundRequest.findUnique({ where: { paymentId: payment.id } });
  if (request && !payment.request) world.promises.set(request.id, promise);
}

const waitingOf = ({ person: { userId } }: Customer) =>
  db.refundRequest.findFirst({ where: { userId, status: { in: ["requested", "failed"] } } });

async function decide(world: World, customer: Customer, approve: boolean): Promise<void> {
  const waiting = await waitingOf(customer);
  const request = waiting && (await findRefund(waiting.id));
  if (!request) return;
  if (world.promises.get(request.id) !== request.promise)
    throw new Error(`promised: ${world.promises.get(request.id)}, admins read: ${request.promise}`);
  const decision = { approve, cents: sumOf(request.parts), note: "It was used." };
  await decideRefund(world.admin, request.id, decision);
}

async function endDispute(world: World, outcome: "won" | "lost"): Promise<void> {
  const known = await db.payment.findMany({ where: { status: "paid" }, select: { paymentIntentId: true } });
  const charge = disputeOf(world.books)?.charge ?? "";
  closeDispute(world.stripe.account, charge, outcome);
  // Now that we've won the dispute, the disputed post counts again. If the customer bought another post in the
  // meantime, and we haven't heard of that payment yet, it's a duplicate.
  for (const { intent } of Object.values(world.books.charges))
    if (!known.some(({ paymentIntentId }) => paymentIntentId === intent)) world.mayBeUndone.add(intent);
}

async function suspend(world: World, customer: Customer, days: number | null): Promise<void> {
  const until = days === null ? null : new Date(Date.now() + days * day);
  const input = { reason: "payment", words: "", until } as const;
  const done = await transaction((tx) => suspendPerson(tx, world.admin, customer.person.userId, input));
  if (done.ok) customer.suspendedFor = days === null ? Infinity : days * 24;
  if (done.ok && days === null)
    for (const { id } of liveSubscriptionsOf(world.books, customer)) customer.ended.add(id);
}

async function lift(world: World, customer: Customer): Promise<void> {
  await transaction((tx) => liftAndTell(tx, world.admin, customer.person.userId));
  customer.suspendedFor = 0;
}

async function leave(_: World, customer: Customer): Promise<void> {
  const { password } = customer.person;
  const done = await requestDeletion(customer.person, { password }, newClient());
  customer.isLeaving ||= done.ok;
}

async function stay(_: World, customer: Customer): Promise<void> {
  const token = await findReturn(customer.person.userId);
  if (token && (await comeBack(token, newClient())).ok) customer.isLeaving = false;
}

async function enroll(world: World, customer: Customer, name: OfferName, cardName: keyof typeof cards) {
  await buy(world, customer, name, cardName);
  await arrive(world);
}

const buying = {
  begin: of("begin", [offer], canUseSite, begin),
  pay: of("pay", [nth, card], (customer, world) => openPages(customer, world).length > 0, pay),
  buy: of("buy", [offer, card], isFree, buy),
  post: of("enroll", [oneOf<OfferName>({ post: 1 }), card], isFree, enroll),
  enroll: of("enroll", [oneOf<OfferName>(subscriptions), card], isFree, enroll),
  look: of(
    "look",
    [nth],
    (customer) => canUseSite(customer) && customer.pages.length > 0,
    (_, { person, pages }, at) => confirmCheckout(person, idOf(item(pages, at))),
  ),
  change: of("change", [oneOf<OfferName>(subscriptions)], subscribes, change),
  renewal: of("renewal", [fc.boolean()], subscribes, renewal),
};
const refunding = {
  ask: of("ask", [nth], (customer, world) => canUseSite(customer) && hasPaid(customer, world), ask),
  decide: of(
    "decide",
    [fc.nat(2).map((drawn) => drawn > 0)],
    async (customer) => (await waitingOf(customer)) !== null,
    decide,
  ),
};
const disputeOf = ({ disputes }: World["books"]) =>
  Object.values(disputes).find(({ status }) => status === "needs_response");
const refundsOf = ({ refunds }: World["books"]) =>
  Object.values(refunds).filter(({ status }) => status === "succeeded");
const banking = {
  dispute: of("dispute", [nth], hasPaid, async ({ books, stripe }, customer, at) => {
    const charge = item(chargesOf(books, customer), at);
    if (charge && !isDisputed(books, charge)) dispute(stripe.account, charge);
  }),
  closeDispute: acts(
    "closeDispute",
    [oneOf({ won: 2, lost: 1 })],
    ({ books }) => disputeOf(books) !== undefined,
    endDispute,
  ),
  returnRefund: acts(
    "returnRefund",
    [nth],
    ({ books }) => refundsOf(books).length > 0,
    async ({ books, stripe }, at) => failRefund(stripe.account, item(refundsOf(books), at)?.id ?? ""),
  ),
};
const mayEnd = ({ suspendedFor }: Customer) => suspendedFor < Infinity;
const standing = {
  bar: of("suspend", [fc.constant(null)], mayEnd, suspend),
  suspend: of("suspend", [fc.constantFrom(null, 3)], mayEnd, suspend),
  lift: of("lift", [], ({ suspendedFor }) => suspendedFor > 0, lift),
};
/** The address's owner proves with a recovery link that it's theirs, and starts over. */
async function startOver(world: World, customer: Customer): Promise<void> {
  const { userId } = customer.person;
  await db.user.update({ where: { id: userId }, data: { confirmedAt: null } });
  const { token } = await createRecoveryLink(db, userId);
  const owed = (await findOwed(token))?.cents ?? 0;
  const done = await joinAfresh(
    token,
    { fullName: "Odalys Fenwick", password: "a-new-harbour-41" },
    newClient(),
  );
  if (!done.ok) throw new Error(done.refused);
  Object.assign(customer, { isLeaving: true, hasStartedOver: true, owed });
  for (const charge of chargesOf(world.books, customer)) world.mayBeUndone.add(charge.intent);
}

async function become(world: World, customer: Customer): Promise<void> {
  const done = await switchRole(customer.person, "contributor");
  if (!done.ok) return;
  customer.isContributor = true;
  // Payments that we hadn't heard of when the customer switched.
  const known = await db.payment.findMany({
    where: { userId: customer.person.userId, status: { in: ["paid", "refunded", "disputed"] } },
    select: { paymentIntentId: true },
  });
  for (const { intent } of chargesOf(world.books, customer))
    if (!known.some(({ paymentIntentId }) => paymentIntentId === intent)) world.mayBeUndone.add(intent);
}

const departing = {
  startOver: of("startOver", [], canUseSite, startOver),
  become: of("become", [], (customer) => canUseSite(customer) && !customer.isContributor, become),
  leave: of("leave", [], canUseSite, leave),
  stay: of("stay", [], ({ isLeaving, hasStartedOver }) => isLeaving && !hasStartedOver, stay),
};
const picks = fc.array(fc.tuple(fc.nat(20), oneOf({ once: 1, twice: 1, never: 1 })), {
  minLength: 1,
  maxLength: 6,
});
const hasWebhooks = (world: World) => world.takeWebhooks().length > 0;
const around = {
  deliver: acts("deliver", [picks], hasWebhooks, deliver),
  arrive: acts("arrive", [], hasWebhooks, arrive),
  work: acts(
    "work",
    [order],
    (world) => world.hasJobs(),
    (world, drawn) => world.work(drawn),
  ),
  reconcile: acts("reconcile", [], always, () => ignoringRefusals(reconcile())),
  fail: acts(
    "fail",
    [fc.integer({ min: 1, max: 3 }), oneOf<Fault>({ error: 3, done: 1, busy: 1, lost: 1 }), fc.nat(4)],
    ({ stripe }) => !stripe.faults.isDue,
    async ({ stripe }, times, kind, after) => stripe.faults.next(times, kind, after),
  ),
};
/** Together less than 101 days, so every payment stays within the 120 days that we check it for (`openDays`). */
const passes = (...hours: number[]) =>
  acts(
    "pass",
    [fc.constantFrom(...hours)],
    ({ hoursPassed }) => hoursPassed < 24 * 70,
    (world, passed) => world.pass(passed),
  );
const time = { soon: passes(1, 20), days: passes(6 * 24, 15 * 24), month: passes(31 * 24) };
const match = of("match", [], hasPaid, async ({ contributor }, { person: { userId: creatorId } }) =>
  db.match.createMany({ data: { creatorId, contributorId: contributor.userId }, skipDuplicates: true }),
);

/** Two commands run concurrently, as in two tabs. */
const together = (...some: fc.Arbitrary<Act>[]): fc.Arbitrary<Act> =>
  acts(
    "together",
    [fc.oneof(...some), fc.oneof(...some), order],
    async (world, [one, other]) => (await one.may(world)) && (await other.may(world)),
    (world, one, other, drawn) => world.turns.together(drawn, [() => one.act(world), () => other.act(world)]),
  );

const all = { ...buying, ...refunding, ...banking, ...standing, ...departing, ...around, ...time, match };
const { begin: begins, pay: pays, work: works, arrive: arrives } = all;
/** Each run has one theme, because commands drawn from all of them would rarely affect each other. */
export const themes: Record<string, fc.Arbitrary<Act>[]> = {
  tabs: [together(begins), together(begins), pays, pays, arrives],
  posts: [all.post, all.dispute, all.closeDispute, all.closeDispute, arrives, all.days],
  guarantee: [all.post, all.ask, all.ask, all.decide, match, all.month, arrives, all.returnRefund],
  suspended: [all.enroll, all.bar, all.suspend, all.lift, all.renewal, all.fail, all.month, works],
  closed: [begins, pays, all.bar, all.lift, all.leave, all.stay, works, arrives, all.soon],
  over: [
    all.enroll,
    all.post,
    begins,
    pays,
    match,
    all.change,
    all.startOver,
    all.days,
    works,
    all.fail,
    all.returnRefund,
  ],
  switched: [begins, pays, all.become, arrives, works, all.fail, together(all.become, pays, works)],
  leaving: [all.buy, pays, all.leave, all.stay, all.days, arrives, works, all.reconcile],
  away: [begins, begins, pays, all.fail, all.fail, works, all.deliver, all.soon],
  changes: [
    ...[
      all.enroll,
      all.change,
      all.change,
      all.renewal,
      all.ask,
      all.decide,
      arrives,
      all.fail,
      all.days,
      all.month,
    ],
    together(all.change, all.renewal, arrives, all.ask, all.decide),
  ],
  everything: [
    ...Object.values(all),
    together(
      ...[...Object.values(buying), ...Object.values(standing), ...Object.values(departing)],
      ...[...Object.values(refunding), works, arrives, all.reconcile],
    ),
  ],
};

/** Themes that depend on the order of many events run more often. */
const often = ["tabs", "posts", "suspended"];
export const histories = fc.oneof(
  ...Object.entries(themes).map(([name, some]) => ({
    weight: often.includes(name) ? 2 : 1,
    arbitrary: fc.commands(some, { maxCommands: 60, size: "max" }),
  })),
);
