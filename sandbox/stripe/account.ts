import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type Stripe from "stripe";
import { invalid, missing } from "./failure.ts";
import { noRows, type Tables } from "./rows.ts";

/** The API version of the SDK. Its type allows no other. */
export const apiVersion: Stripe.LatestApiVersion = "2026-10-28.endive";

interface Saved {
  tables: Tables;
  offset: number;
  invoices: number;
}

export type EventType = Stripe.Event["type"];
type EventObject<Type extends EventType> = Extract<Stripe.Event, { type: Type }>["data"]["object"];

/** One merchant's account: its rows, a clock that can be moved, and the events that changes cause. */
export class Account {
  readonly tables: Tables = noRows();
  /** The hosted pages' origin, set by the server. */
  url = "";
  /** How many seconds `age` has moved all stored times back. */
  aged = 0;
  onEvent: (event: { id: string; type: string; body: string }) => void = () => {};
  private offset = 0;
  private invoiceNumber = 0;
  /** While an overdue event runs, the time when it was due. */
  private momentOfDue: number | null = null;
  /** While acting for a customer, how many seconds their own clock is ahead. */
  private ahead = 0;

  constructor(
    private readonly clock: () => number,
    private readonly file?: string,
  ) {
    if (!file || !existsSync(file)) return;
    const saved = JSON.parse(readFileSync(file, "utf8")) as Saved;
    Object.assign(this.tables, saved.tables);
    this.offset = saved.offset;
    this.invoiceNumber = saved.invoices;
  }

  /** In seconds. */
  now(): number {
    return this.momentOfDue ?? this.present() + this.ahead;
  }

  /** In seconds. Ignores overdue events and customers' own clocks. */
  present(): number {
    return Math.floor((this.clock() + this.offset) / 1000);
  }

  /** Runs the function on a customer's clock. */
  by<Result>(customerId: string | null | undefined, act: () => Result): Result {
    const before = this.ahead;
    this.ahead = this.find("customers", customerId)?.ahead ?? 0;
    try {
      return act();
    } finally {
      this.ahead = before;
    }
  }

  /** Moves the customer's clock to one minute past the end of their period. */
  endPeriod(customerId: string): void {
    const customer = this.get("customers", customerId);
    const rows = Object.values(this.tables.subscriptions);
    const row = rows.findLast((one) => one.customer === customerId && one.status !== "canceled");
    if (!row) throw invalid("The customer doesn't have a subscription");
    const now = this.by(customerId, () => this.now());
    customer.ahead = (customer.ahead ?? 0) + row.periodEnd + 60 - now;
  }

  /** Runs an overdue event as if it were still the time when it was due. */
  at(moment: number, act: () => void): void {
    this.momentOfDue = moment;
    try {
      act();
    } finally {
      this.momentOfDue = null;
    }
  }

  /** Moves all stored times back, for an app whose clock can't be moved. */
  age(seconds: number): void {
    const { prices, ...aging } = this.tables;
    makeOlder(aging, seconds);
    this.aged += seconds;
  }

  move(ms: number): void {
    this.offset += ms;
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString("base64url").replace(/[-_]/g, "0")}`;
  }

  nextInvoiceNumber(): string {
    this.invoiceNumber += 1;
    return `SANDBOX-${String(this.invoiceNumber).padStart(4, "0")}`;
  }

  add<Name extends keyof Tables>(table: Name, row: Tables[Name][string]): void {
    (this.tables[table] as Record<string, typeof row>)[row.id] = row;
  }

  find<Name extends keyof Tables>(table: Name, id: string | null | undefined): Tables[Name][string] | null {
    const rows = this.tables[table] as Record<string, Tables[Name][string]>;
    return (id && Object.hasOwn(rows, id) && rows[id]) || null;
  }

  /** @throws Stripe's 404, or its 400 if the ID is in `parameter` rather than in the URL */
  get<Name extends keyof Tables>(table: Name, id: string, parameter = "id"): Tables[Name][string] {
    const row = this.find(table, id);
    if (!row) throw missing(table, id, parameter);
    return row;
  }

  emit<Type extends EventType>(type: Type, object: EventObject<Type>, key: string | null = null): void {
    const event = {
      id: this.id("evt"),
      object: "event",
      api_version: apiVersion,
      created: this.now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: this.id("req"), idempotency_key: key },
      type,
    } satisfies Record<keyof Omit<Stripe.EventBase, "account" | "context">, unknown>;
    const row = { id: event.id, created: event.created, type, body: JSON.stringify(event) };
    this.add("events", row);
    this.onEvent(row);
  }

  save(): void {
    if (!this.file) return;
    const saved: Saved = { tables: this.tables, offset: this.offset, invoices: this.invoiceNumber };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, JSON.stringify(saved), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

const moments = [
  ...["created", "expiresAt", "anchor", "periodStart", "periodEnd", "canceledAt", "endedAt", "nextAttempt"],
  ...["paidAt", "start", "end", "releasedAt"],
];

function makeOlder(rows: object, seconds: number): void {
  const cells = rows as Record<string, unknown>;
  for (const [name, value] of Object.entries(cells)) {
    if (typeof value === "object" && value !== null) makeOlder(value, seconds);
    else if (typeof value === "number" && moments.includes(name)) cells[name] = value - seconds;
  }
}
