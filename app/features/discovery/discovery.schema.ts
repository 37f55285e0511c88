import { z } from "zod";
import { idField } from "~/fields.schema";

/** The page's filter, as its query. */
const filterField = { filter: z.string().max(1000, "Please open the page again").optional() };

export const swipeSchema = z.object({
  targetId: idField("That person cannot be found"),
  choice: z.enum(["like", "pass"], { error: "Please choose Like or Pass" }),
  key: idField("Please open the page again"),
  /** '1' if script handles the response in place. */
  inPage: z.literal("1").optional(),
  ...filterField,
});

export const undoSchema = z.object({
  /** The person whose swipe is undone: a form that arrives twice undoes one. */
  undo: idField("Please open the page again"),
  ...filterField,
});
