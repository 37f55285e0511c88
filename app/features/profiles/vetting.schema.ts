import { z } from "zod";

const reasonLimit = 2000;

/** What an admin decides about a contributor. Browsers send a line break as two characters and count it as one. */
export const reviewSchema = z.discriminatedUnion(
  "decision",
  [
    z.object({ decision: z.literal("approve") }),
    z.object({
      decision: z.literal("reject"),
      reason: z
        .string({ error: "Please give a reason" })
        .overwrite((typed) => typed.replace(/\r\n?/g, "\n").trim())
        .min(1, "Please give a reason")
        .max(reasonLimit, `Please use at most ${reasonLimit} characters`),
    }),
  ],
  { error: "Please approve or reject" },
);
