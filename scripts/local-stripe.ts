import pg from "pg";
import { type SandboxPrice, type StripeStandIn, startStripe } from "../sandbox/stripe.ts";

/** Public, like the demo's passwords, because the stand-in moves no money. */
export const sandboxKey = "sk_test_sandbox";
export const sandboxSecret = "whsec_sandbox";

const names = { pay_per_post: "Pay-Per-Post", pro: "Pro", agency: "Agency" } as const;

interface Tier {
  name: keyof typeof names | "free";
  monthly_cents: number | null;
  yearly_cents: number | null;
  once_cents: number | null;
}

const variable = (priceId: string) => `STRIPE_${priceId.toUpperCase()}`;

function pricesOf(tier: Tier): SandboxPrice[] {
  if (tier.name === "free") return [];
  const price = (ending: string, interval: SandboxPrice["interval"], amount: number | null) =>
    amount === null
      ? []
      : [
          {
            id: `price_${tier.name}${ending}`,
            name: `Matchcut ${names[tier.name as keyof typeof names]}`,
            interval,
            amount,
          },
        ];
  return [
    ...price("", null, tier.once_cents),
    ...price("_monthly", "month", tier.monthly_cents),
    ...price("_yearly", "year", tier.yearly_cents),
  ];
}

/** Reads the plans' prices from the app's database. */
export async function readSandboxPrices(databaseUrl: string): Promise<SandboxPrice[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Tier>(
      "SELECT name, monthly_cents, yearly_cents, once_cents FROM subscription_tiers ORDER BY id",
    );
    return rows.flatMap(pricesOf);
  } finally {
    await client.end();
  }
}

type Options = Partial<Omit<Parameters<typeof startStripe>[0], "key" | "prices" | "webhook">> & {
  databaseUrl: string;
  /** The URL of the app's webhook. Without it, the stand-in sends no events and only keeps them. */
  webhookUrl?: string;
};

/** Starts Stripe's stand-in with the plans' prices. Returns it, and the environment for an app that uses it. */
export async function startLocalStripe({
  databaseUrl,
  webhookUrl,
  ...options
}: Options): Promise<{ stripe: StripeStandIn; environment: Record<string, string> }> {
  const prices = await readSandboxPrices(databaseUrl);
  const stripe = await startStripe({
    ...options,
    key: sandboxKey,
    prices,
    webhook: { secret: sandboxSecret, ...(webhookUrl ? { url: webhookUrl } : {}) },
  });
  const environment = {
    STRIPE_SECRET_KEY: sandboxKey,
    STRIPE_WEBHOOK_SECRET: sandboxSecret,
    STRIPE_API_HOST: stripe.url,
    ...Object.fromEntries(prices.map(({ id }) => [variable(id), id])),
  };
  return { stripe, environment };
}
