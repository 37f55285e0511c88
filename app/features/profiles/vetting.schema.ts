import { z } from "zod";

const reasonLimit = 2000;

/** The contributor's mail waits slightly longer. */
export const undoMinutes = 10;

/** The list to return to. */
const back = z.string().optional();

/** A line break is sent as two characters but counted as one. */
export const reviewSchema = z.discriminatedUnion(
  "decision",
  [
    z.object({ decision: z.literal("approve"), back }),
    z.object({ decision: z.literal("undo"), back }),
    z.object({
      decision: z.literal("reject"),
      reason: z
        .string({ error: "Please give a reason" })
        .overwrite((typed) => typed.replace(/\r\n?/g, "\n").trim())
        .min(1, "Please give a reason")
        .max(reasonLimit, `Please use at most ${reasonLimit} characters`),
      back,
    }),
  ],
  { error: "Please approve or reject" },
);
