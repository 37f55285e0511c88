import { z } from "zod";
import { hiddenField, idField, lineField } from "~/fields.schema";
import { searchKinds, searchLimits, searchPaces } from "./saved-search";

const pace = z.enum(searchPaces, { error: "Please choose how often" });

export const saveSearchSchema = z.object({
  kind: z.enum(searchKinds, { error: "Please start from the page you want to search" }),
  /** The filter, as the query of the page it comes from. */
  query: hiddenField(4_000, "Please start from the page you want to search"),
  name: lineField(searchLimits.name, "Please enter a name"),
  pace,
});

const id = idField("We can't find that search");

export const changeSearchSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("pace"), search: id, pace }),
  z.object({ intent: z.literal("remove"), search: id }),
]);
