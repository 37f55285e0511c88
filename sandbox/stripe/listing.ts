import type Stripe from "stripe";
import { invalid } from "./failure.ts";
import { type Form, integerOf, textOf } from "./form.ts";

/** Parameters that every list accepts. */
export const paging = ["limit", "starting_after", "ending_before", "expand"] as const;

/**
 * Returns a page of rows, newest first. The rows must be in the order they were stored.
 * @throws Stripe's 400
 */
export function pageOf<Row extends { id: string }, Item>(
  form: Form,
  url: string,
  rows: readonly Row[],
  show: (row: Row) => Item,
): Stripe.ApiList<Item> {
  const limit = integerOf(form, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalid("Invalid limit: must be from 1 to 100", "limit");
  const newest = rows.toReversed();
  const after = textOf(form, "starting_after");
  const before = textOf(form, "ending_before");
  const indexOf = (id: string, name: string) => {
    const index = newest.findIndex((row) => row.id === id);
    if (index < 0) throw invalid(`No such object: '${id}'`, name, "resource_missing");
    return index;
  };
  const from = after ? indexOf(after, "starting_after") + 1 : 0;
  const to = before ? indexOf(before, "ending_before") : newest.length;
  const start = before ? Math.max(from, to - limit) : from;
  const page = newest.slice(start, Math.min(start + limit, to));
  const hasMore = before ? start > from : start + limit < to;
  return { object: "list", url, has_more: hasMore, data: page.map(show) };
}
