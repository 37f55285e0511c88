import { createHmac } from "node:crypto";

/** How many seconds to wait after each failed attempt. Stripe keeps trying for three days. */
const waits = [60, 300, 1_800, 7_200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200];
/** Stripe's timeout, in milliseconds. */
const timeLimit = 20_000;

interface Delivery {
  id: string;
  type: string;
  body: string;
  attempts: number;
  /** In seconds, on the clock of the account. */
  dueAt: number;
}

export interface Delivered {
  id: string;
  type: string;
  /** 0 if there was no response. */
  status: number;
}

export interface FlushOptions {
  order?: "oldest-first" | "newest-first" | "shuffled";
  /** How many times each event is sent. */
  copies?: number;
  /** Seed for `shuffled`; the same seed gives the same order. */
  seed?: number;
}

/** Sends events to one URL, signed the way Stripe signs them. */
export class Webhooks {
  readonly delivered: Delivered[] = [];
  private waiting: Delivery[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private isHeld = false;
  private losing = false;

  constructor(
    private readonly endpoint: { url?: string | undefined; secret: string },
    private readonly now: () => number,
  ) {}

  /**
   * The Stripe-Signature header for a body. It uses the real time, because the receiver compares it with its own clock.
   */
  sign(body: string, at = Math.floor(Date.now() / 1000)): string {
    const signature = createHmac("sha256", this.endpoint.secret).update(`${at}.${body}`).digest("hex");
    return `t=${at},v1=${signature}`;
  }

  add(event: { id: string; type: string; body: string }): void {
    if (this.losing) return;
    this.waiting.push({ ...event, attempts: 0, dueAt: this.now() });
    if (!this.isHeld) setImmediate(() => this.sendDue());
  }

  /** Holds new events until `flush` or `release`. */
  hold(): void {
    this.isHeld = true;
  }

  async release(): Promise<void> {
    this.isHeld = false;
    await this.settle();
  }

  /** Drops events until `keep` is called, so they're never sent. */
  lose(): void {
    this.losing = true;
  }

  keep(): void {
    this.losing = false;
  }

  /** Drops pending events and returns them, signed as they would have been sent. */
  take(): { type: string; body: string; signature: string }[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken.map(({ type, body }) => ({ type, body, signature: this.sign(body) }));
  }

  /** Sends every pending event in sequence, including those that are held or not yet due. */
  async flush({ order = "oldest-first", copies = 1, seed = 1 }: FlushOptions = {}): Promise<void> {
    await Promise.all(this.underWay);
    const batch = this.waiting;
    this.waiting = [];
    const all = batch.flatMap((one) => Array.from({ length: copies }, () => one));
    if (order === "newest-first") all.reverse();
    if (order === "shuffled") shuffle(all, seed);
    for (const one of all) await this.send(one);
  }

  /** Sends the events that are due. */
  sendDue(): void {
    if (this.isHeld || !this.endpoint.url) return;
    const due = this.waiting.filter((one) => one.dueAt <= this.now());
    this.waiting = this.waiting.filter((one) => !due.includes(one));
    for (const one of due) {
      const sending = this.send(one).finally(() => this.underWay.delete(sending));
      this.underWay.add(sending);
    }
  }

  /** Resolves when everything that was due has been answered. */
  async settle(): Promise<void> {
    this.sendDue();
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async send(one: Delivery): Promise<void> {
    if (!this.endpoint.url) return;
    const status = await post(this.endpoint.url, one.body, this.sign(one.body));
    this.delivered.push({ id: one.id, type: one.type, status });
    const wait = waits[one.attempts];
    if (status >= 200 && status < 300) return;
    if (wait !== undefined)
      this.waiting.push({ ...one, attempts: one.attempts + 1, dueAt: this.now() + wait });
  }
}

async function post(url: string, body: string, signature: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
      signal: AbortSignal.timeout(timeLimit),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

function shuffle<Item>(items: Item[], seed: number): void {
  let state = seed;
  for (let last = items.length - 1; last > 0; last -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (last + 1);
    const [a, b] = [items[last], items[other]];
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a];
  }
}
