import { spawn } from "node:child_process";
import { once } from "node:events";
import { subscriptionObject } from "../../sandbox/stripe/objects/subscription.ts";
import { addSubscription } from "../../sandbox/stripe/subscribing.ts";
import type { StripeStandIn } from "../../sandbox/stripe.ts";
import { withClient } from "../databases.ts";
import type { SignedEvent } from "./sending.ts";

/** Gives everyone in the database a customer with a subscription to Pro. Returns the subscriptions' ids. */
export async function makeSubscribers(databaseUrl: string, stripe: StripeStandIn): Promise<string[]> {
  return withClient(databaseUrl, async (database) => {
    const { rows } = await database.query<{ user_id: string }>("SELECT user_id FROM user_subscriptions");
    const { account } = stripe;
    const ids: string[] = [];
    for (const { user_id } of rows) {
      const customer = {
        id: account.id("cus"),
        created: account.now(),
        email: "bench@example.com",
        metadata: { user_id },
        balance: 0,
        cardId: account.id("pm"),
      };
      account.add("customers", customer);
      const order = {
        customer: customer.id,
        cardId: customer.cardId,
        price: "price_pro_monthly",
        metadata: {},
      };
      ids.push(addSubscription(account, { ...order, id: account.id("sub") }).id);
      await database.query("UPDATE user_subscriptions SET stripe_customer_id = $1 WHERE user_id = $2", [
        customer.id,
        user_id,
      ]);
    }
    stripe.webhooks.take();
    return ids;
  });
}

/** Signed now; each is another event, of one subscriber after the other. */
export function makeEvents(
  { account, webhooks }: StripeStandIn,
  ids: string[],
  count: number,
): SignedEvent[] {
  for (let index = 0; index < count; index += 1) {
    const row = account.get("subscriptions", ids[index % ids.length] ?? "");
    account.emit("customer.subscription.updated", subscriptionObject(account, row));
  }
  account.tables.events = {};
  return webhooks.take();
}

export interface Reader {
  /** Times in ms of the requests that began since the start. */
  stop(): Promise<{ at: number; took: number }[]>;
}

/** Loads a page from another process, with four connections. */
export async function startReader(address: string, cookie: string): Promise<Reader> {
  const args = ["--import", "tsx", new URL("reader.ts", import.meta.url).pathname, address, cookie];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  return {
    async stop() {
      child.stdin.end();
      const [code] = await once(child, "close");
      if (code !== 0) throw new Error(`The reader ended with ${code}`);
      return (JSON.parse(printed) as [number, number][]).map(([at, took]) => ({ at, took }));
    },
  };
}
