import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { hiddenField, idField } from "~/fields.schema";
import { parseCount } from "~/ids";
import { tidyLine } from "~/lines";
import { searchText } from "~/search-text";
import { type DeckFilter, deckLevels, mostChosen, noFilter } from "./deck-filter";
import { readFilterPrice } from "./filter-price";

const ids = z
  .array(z.string())
  .transform((given) => [...new Set(given.flatMap((text) => text.split(".")).map(parseCount))])
  .transform((given) => given.filter((id) => id !== null).slice(0, mostChosen));

const filterSchema = z.object({
  serviceId: z.string().transform(parseCount).catch(null),
  toolIds: ids,
  styleIds: ids,
  level: z.enum(deckLevels).nullable().catch(null),
  availability: z.enum(["available", "limited"]).nullable().catch(null),
  place: z.string().transform((text) => tidyLine(searchText(text))),
  from: z.string().transform(parseCount).catch(null),
});

/** From a page's query. Malformed parts are ignored. */
export function readDeckFilter(query: URLSearchParams): DeckFilter {
  // Most views have no filter, and parsing an empty one takes 2% of the page's CPU time.
  if (query.size === 0) return noFilter;
  const { amount } = readFilterPrice(query);
  const filter = filterSchema.parse({
    serviceId: query.get("service"),
    toolIds: query.getAll("tool"),
    styleIds: query.getAll("style"),
    level: query.get("level"),
    availability: query.get("availability"),
    place: query.get("place") ?? "",
    from: query.get("from"),
  });
  return { ...filter, price: amount?.low ?? null, per: amount?.unit ?? noFilter.per };
}

/** The page's filter, as a query string. */
const filterField = { filter: hiddenField(1000, reloadAndRetry).optional() };

export const swipeSchema = z.object({
  targetId: idField("We can't find that person"),
  choice: z.enum(["like", "pass"], { error: "Please choose Like or Pass" }),
  key: idField(reloadAndRetry),
  /** "1" if script handles the response in place. */
  inPage: z.literal("1").optional(),
  ...filterField,
});

export const undoSchema = z.object({
  /** The person whose swipe is undone. Without it, a form that arrives twice would undo two swipes. */
  undo: idField(reloadAndRetry),
  ...filterField,
});
