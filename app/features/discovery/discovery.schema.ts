import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { hiddenField, idField } from "~/fields.schema";

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
