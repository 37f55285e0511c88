import { z } from "zod";

const reasonLimit = 2000;

/** How long an approval can be undone. The contributor's mail waits slightly longer. */
export const undoMinutes = 10;

/** The list to return to. */
const back = z.string().optional();

/** An admin's decision about a contributor. Browsers send a line break as two characters but count it as one. */
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
