import { z } from "zod";

const reasonLimit = 2000;

/** How long an approval can be undone. The contributor's mail waits a little longer. */
export const undoMinutes = 10;

/** The list that the form stands in, to return to. */
const back = z.string().optional();

/** What an admin decides about a contributor. Browsers send a line break as two characters and count it as one. */
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
