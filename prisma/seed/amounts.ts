import { columnsOf, type Price } from "~/features/catalog/amount";
import type { Amount } from "./world.ts";

export function priceOf(given: Amount | null): Price {
  if (!given) return { amount: null, note: "" };
  const { note, ...amount } = given;
  return { amount, note };
}

export function amountRow(price: Price) {
  const { amountUnit, amountLow, amountHigh, amountNote } = columnsOf(price);
  return { amount_unit: amountUnit, amount_low: amountLow, amount_high: amountHigh, amount_note: amountNote };
}
