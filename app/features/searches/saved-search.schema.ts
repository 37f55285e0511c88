import { z } from "zod";
import { idField, lineField } from "~/fields.schema";
import { searchKinds, searchLimits, searchPaces } from "./saved-search";

const pace = z.enum(searchPaces, { error: "Please choose how often" });

export const saveSearchSchema = z.object({
  kind: z.enum(searchKinds, { error: "Please start from the page that you search on" }),
  /** The filter, as the query of that page. */
  query: z.string({ error: "Please start from the page that you search on" }).max(4_000),
  name: lineField(searchLimits.name, "Please enter a name"),
  pace,
});

const id = idField("This search cannot be found");

export const changeSearchSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("pace"), search: id, pace }),
    z.object({ intent: z.literal("remove"), search: id }),
  ],
  { error: "Please use the page's own buttons" },
);
