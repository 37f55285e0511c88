import type { ServerResponse } from "node:http";
import type { Account } from "./account.ts";
import { closeDispute, failRefund } from "./charging.ts";
import { runDue } from "./clockwork.ts";
import type { Fault, Faults } from "./faults.ts";
import type { FlushOptions, Webhooks } from "./webhooks.ts";

type Told = { [name: string]: unknown };

/** Controls for tests and browser journeys, also served as POST /_control/<name> with JSON. */
export class Controls {
  constructor(
    readonly account: Account,
    readonly webhooks: Webhooks,
    readonly faults: Faults,
  ) {}

  /** Moves the clock. Resolves when the webhooks that became due have been answered. */
  async advance(ms: number): Promise<void> {
    this.account.move(ms);
    runDue(this.account);
    this.account.save();
    await this.webhooks.settle();
  }

  /** Moves one customer's clock to one minute past the end of their period. */
  async endPeriod(customerId: string): Promise<void> {
    this.account.endPeriod(customerId);
    await this.advance(0);
  }

  answer(method: string | undefined, path: string, body: string, response: ServerResponse): void {
    const act = method === "POST" ? this.acts[path.slice("/_control/".length)] : undefined;
    const reply = (status: number, answer: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer ?? null));
    if (!act) {
      reply(404, { error: "Unknown control" });
      return;
    }
    Promise.resolve()
      .then(() => act(body ? (JSON.parse(body) as Told) : {}))
      .then(
        (answer) => reply(200, answer),
        (error: unknown) => reply(400, { error: String(error) }),
      );
  }

  private readonly acts: Record<string, (told: Told) => unknown> = {
    advance: ({ ms }) => this.advance(Number(ms)),
    "end-period": ({ customer }) => this.endPeriod(String(customer)),
    fail: ({ times, kind }) => this.faults.next(times === "all" ? Infinity : Number(times), kind as Fault),
    hold: () => this.webhooks.hold(),
    release: () => this.webhooks.release(),
    flush: (told) => this.webhooks.flush(told as FlushOptions),
    settle: () => this.webhooks.settle(),
    lose: () => this.webhooks.lose(),
    keep: () => this.webhooks.keep(),
    delivered: () => this.webhooks.delivered,
    "fail-refund": ({ refund }) => failRefund(this.account, String(refund)),
    "close-dispute": ({ charge, status }) =>
      closeDispute(this.account, String(charge), status === "won" ? "won" : "lost"),
  };
}
