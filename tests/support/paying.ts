/** Test cards, named after what they do; from https://docs.stripe.com/testing. */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  insufficient: "4000000000009995",
  /** The bank asks for authentication once. */
  asksOnce: "4000002500003155",
  /** The bank asks for authentication each time, so renewals fail. */
  asksAlways: "4000002760003184",
  failsLater: "4000000000000341",
  disputed: "4000000000000259",
} as const;

interface Outcome {
  /** The page that the browser is redirected to; null if the same page is shown again. */
  location: string | null;
  status: number;
  text: string;
}

async function submit(url: string, fields: Record<string, string>): Promise<Outcome> {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const location = answer.headers.get("location");
  return {
    location: location && new URL(location, url).href,
    status: answer.status,
    text: await answer.text(),
  };
}

const details = { expiry: "12/40", cvc: "123" };

/**
 * Pays on the hosted page of a checkout, and authenticates if the bank asks for it.
 * @param step what to do when asked to authenticate
 */
export async function payCheckout(
  url: string,
  card: string = cards.good,
  step: "complete" | "fail" = "complete",
): Promise<Outcome> {
  const paid = await submit(url, { number: card, ...details });
  return paid.location?.endsWith("/step") ? submit(paid.location, { outcome: step }) : paid;
}

/** Presses a button of the provider's hosted portal. */
export async function usePortal(
  url: string,
  intent: "cancel" | "keep" | "card" | "clock",
  fields: { subscription?: string; number?: string },
): Promise<Outcome> {
  return submit(url, { intent, ...(intent === "card" ? details : {}), ...fields });
}
