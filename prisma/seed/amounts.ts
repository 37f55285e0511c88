import type { Amount } from "./world.ts";

const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-US")}`;

/** '$65–$85 per hour'; '' without an amount. */
export function amountWords(amount: Amount | null): string {
  if (!amount) return "";
  const { low, high, unit } = amount;
  return `${low === high ? dollars(low) : `${dollars(low)}–${dollars(high)}`} per ${unit}`;
}
