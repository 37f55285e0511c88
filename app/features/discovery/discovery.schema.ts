import { z } from "zod";
import { idField } from "~/ids.schema";

export const swipeSchema = z.object({
  targetId: idField("That person cannot be found"),
  choice: z.enum(["like", "pass"], { error: "Please choose Like or Pass" }),
  key: idField("Please open the page again"),
  /** '1' if script handles the response in place. */
  inPage: z.literal("1").optional(),
});

export const saveSchema = z.object({
  intent: z.enum(["save", "remove"], { error: "Please choose to save or to remove" }),
});
