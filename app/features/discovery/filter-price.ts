import { amountUnits, noPrice } from "~/features/catalog/amount";
import { readPrice } from "~/features/catalog/amount-reading";
import { searchText } from "~/search-text";
import { noFilter } from "./deck-filter";

/** Reads the price in a query, typed in dollars. If that fails, `error` explains what's wrong with it. */
export function readFilterPrice(query: URLSearchParams) {
  const per = amountUnits.find((unit) => unit === query.get("per"));
  const typed = { from: searchText(query.get("price") ?? ""), unit: per ?? ("" as const) };
  const read = readPrice({ ...noPrice, ...typed }, { suggested: noFilter.per, noteLimit: Infinity });
  const amount = read.price?.amount ?? null;
  return amount && amount.low < amount.high
    ? { amount: null, error: "Please enter one amount" }
    : { amount, error: read.errors ? (Object.values(read.errors)[0] ?? null) : null };
}
