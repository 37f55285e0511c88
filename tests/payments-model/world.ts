import { removeLeavers } from "~/features/leaving/removing.server";
import { receiveEvent, reconcile } from "~/features/payments/reconciling.server";
import { db, pool } from "~/platform/db.server";
import { PaymentsUnavailable } from "~/platform/payments/payments-port.server";
import { tasks } from "~/tasks.server";
import type { StripeStandIn } from "../../sandbox/stripe";
import { runDue } from "../../sandbox/stripe/clockwork";
import { noRows } from "../../sandbox/stripe/rows";
import type { AdminPerson, Person } from "../support/people";

/** A customer, with what the commands need to know to decide what can happen next. */
export interface Customer {
  person: Person;
  /** Checkout pages at Stripe that are open in tabs. */
  pages: string[];
  /** Their IDs at Stripe. */
  ids: Set<string>;
  /** How many hours a suspension still lasts; Infinity if it's permanent. */
  suspendedFor: number;
  isLeaving: boolean;
  isRemoved: boolean;
  /** Whether their account was deleted because the owner of its address started over. */
  hasStartedOver: boolean;
  /** How many cents the page promised them. */
  owed: number;
  isContributor: boolean;
  /** Subscriptions that a permanent suspension ended and that their owner hasn't resumed since. */
  ended: Set<string>;
}

type Event = ReturnType<StripeStandIn["webhooks"]["take"]>[number];

/** The columns that are moved back when time passes. */
const aging = [
  ...["payments", "user_subscriptions", "refund_requests", "refund_parts", "payment_events", "receipts"],
  ...["suspensions", "users", "matches", "abandoned_customers"],
];

/**
 * Both sides of one run: our database and the stand-in. To let time pass, it moves all times that the two have stored
 * into the past.
 */
export class World {
  customers: Customer[] = [];
  /** Webhooks that haven't arrived yet. */
  undelivered: Event[] = [];
  hoursPassed = 0;
  /** How many commands ran. */
  steps = 0;
  /** The guarantee that applied when the person asked, by refund request. */
  readonly promises = new Map<string, string | null>();
  /**
   * The intents of payments that may be refunded, because they were made on a closed account or while another purchase
   * was in force.
   */
  readonly mayBeUndone = new Set<string>();
  readonly turns = new Turns();
  /** The statements that move all stored times into the past. */
  statements: string[] | undefined;

  constructor(
    readonly stripe: StripeStandIn,
    readonly admin: AdminPerson,
    readonly contributor: Person,
  ) {
    Object.assign(stripe.faults, { pause: this.turns.pause, isFinal: true });
  }

  get books() {
    return this.stripe.account.tables;
  }

  /** Starts another run. */
  begin(people: Person[]): void {
    this.customers = people.map((person) => ({
      ...{ person, pages: [], ids: new Set<string>(), suspendedFor: 0, isLeaving: false, isRemoved: false },
      ...{ hasStartedOver: false, owed: 0, isContributor: false },
      ended: new Set<string>(),
    }));
    this.hoursPassed = 0;
    this.steps = 0;
  }

  async clear(): Promise<void> {
    this.stripe.faults.next(0, "error");
    this.stripe.webhooks.take();
    this.undelivered = [];
    this.promises.clear();
    this.mayBeUndone.clear();
    Object.assign(this.books, { ...noRows(), prices: this.books.prices });
    const keep = [this.admin.userId, this.contributor.userId];
    await db.user.deleteMany({ where: { id: { notIn: keep } } });
    await Promise.all([db.abandonedCustomer.deleteMany(), db.paymentEvent.deleteMany()]);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  }

  /** Notes the customer IDs at Stripe, so that they can be found even after the account is deleted. */
  noteCustomers(): void {
    for (const { id, metadata } of Object.values(this.books.customers))
      this.customers.find(({ person }) => person.userId === metadata.user_id)?.ids.add(id);
  }

  async pass(hours: number): Promise<void> {
    this.hoursPassed += hours;
    this.statements ??= await agingStatements();
    for (const statement of this.statements) await pool.query(statement, [hours]);
    this.stripe.account.age(hours * 3600);
    runDue(this.stripe.account);
    for (const customer of this.customers) customer.suspendedFor -= Math.min(hours, customer.suspendedFor);
    if (!this.customers.some(({ isLeaving }) => isLeaving)) return;
    this.noteCustomers();
    // Over more than a day, Stripe recovers, and reconciling runs again.
    if (hours > 24) this.stripe.faults.next(0, "error");
    await ignoringRefusals(reconcile());
    await removeLeavers();
    const left = await db.user.findMany({ where: { leftAt: null }, select: { id: true } });
    for (const one of this.customers)
      one.isRemoved = one.isLeaving && !left.some(({ id }) => id === one.person.userId);
  }

  takeWebhooks(): Event[] {
    this.noteCustomers();
    this.undelivered.push(...this.stripe.webhooks.take());
    return this.undelivered;
  }

  async hasJobs(): Promise<boolean> {
    return (await listJobs()).length > 0;
  }

  async deliver({ body }: Event): Promise<void> {
    await receiveEvent(body, this.stripe.webhooks.sign(body));
  }

  /**
   * Runs each job once, in an order determined by `order`. Returns the tasks of those that failed, which stay queued.
   */
  async work(order: readonly number[]): Promise<string[]> {
    const failed: { task: string; payload: object; key: string | null }[] = [];
    for (let turn = 0; ; turn += 1) {
      const jobs = await listJobs();
      const job = jobs[(order[turn % order.length] ?? 0) % Math.max(1, jobs.length)];
      if (!job) break;
      const [taken] = await db.$queryRaw<typeof failed>`
        DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
         WHERE j.id = ${job.id} AND t.id = j.task_id RETURNING t.identifier AS task, j.payload, j.key`;
      if (!taken) continue;
      await tasks[taken.task]?.(taken.payload as Record<string, unknown>).catch(() => failed.push(taken));
    }
    for (const { task, payload, key } of failed)
      await db.$executeRaw`SELECT graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key})`;
    return failed.map(({ task }) => task);
  }

  /** Lets time pass and webhooks arrive or get lost, then runs jobs and repairs. Returns the tasks that fail. */
  async repair(hours: number, arrives: boolean): Promise<string[]> {
    await this.pass(hours);
    this.takeWebhooks();
    for (const event of this.undelivered.splice(0)) if (arrives) await this.deliver(event);
    await this.work([0]);
    await reconcile();
    return this.work([0]);
  }
}

/** Returns null if the provider is unavailable, which isn't a failure of ours. */
export async function ignoringRefusals<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return null;
    throw error;
  }
}

const listJobs = () =>
  db.$queryRaw<{ id: bigint }[]>`
    SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier LIKE 'payments:%' ORDER BY j.id`;

async function agingStatements(): Promise<string[]> {
  const columns = await db.$queryRaw<{ table: string; names: string[] }[]>`
    SELECT table_name::text AS table, array_agg(column_name::text) AS names FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name = ANY (${aging})
     GROUP BY table_name`;
  return columns.map(({ table, names }) => {
    const set = names.map((name) => `${name} = ${name} - make_interval(hours => $1::int)`);
    return `UPDATE ${table} SET ${set.join(", ")}`;
  });
}

/** Decides in what order the stand-in's responses continue while several functions run concurrently. */
export class Turns {
  private order: readonly number[] = [];
  private turn = 0;
  private waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  pause = (): Promise<void> => {
    if (this.order.length === 0) return Promise.resolve();
    return new Promise((go) => {
      this.waiting.push(go);
      this.soon();
    });
  };

  async together(order: readonly number[], works: (() => Promise<unknown>)[]): Promise<void> {
    this.order = order;
    try {
      const done = await Promise.allSettled(works.map((work) => work()));
      for (const one of done) if (one.status === "rejected") throw one.reason;
    } finally {
      this.order = [];
    }
  }

  /** Once no request has arrived for 3 milliseconds, lets a drawn response continue. */
  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const drawn = this.order[this.turn % this.order.length] ?? 0;
      this.turn += 1;
      this.waiting.splice(drawn % this.waiting.length, 1)[0]?.();
      if (this.waiting.length > 0) this.soon();
    }, 3);
  }
}
