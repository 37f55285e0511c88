import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { hiddenField, idField, textField } from "~/fields.schema";
import { type ReviewReason, reasonText, reviewReasons } from "./review-reasons";

const reasonLimit = 2000;

/** The list that the admin returns to. */
const back = hiddenField(2000).optional();

const reasoned = <Decision extends string>(decision: Decision) =>
  z
    .object({
      decision: z.literal(decision),
      pick: z
        .array(z.enum(Object.keys(reviewReasons) as ReviewReason[], { error: "Please choose from the list" }))
        .max(Object.keys(reviewReasons).length, "Please choose each reason only once")
        .default([]),
      reason: textField(reasonLimit).default(""),
      back,
    })
    .refine((form) => reasonText(form) !== "", { error: "Please give a reason", path: ["reason"] })
    .refine((form) => reasonText(form).length <= reasonLimit, {
      error: `Please use at most ${reasonLimit} characters`,
      path: ["reason"],
    });

export const reviewSchema = z.discriminatedUnion(
  "decision",
  [
    z.object({ decision: z.literal("approve"), back }),
    z.object({ decision: z.literal("undo"), back }),
    reasoned("reject"),
    reasoned("changes"),
    z.object({
      decision: z.literal("note"),
      /** Generated with the form, so that sending it twice adds one note. */
      noteId: idField(reloadAndRetry),
      note: textField(reasonLimit, "Please write a note").min(1, "Please write a note"),
    }),
  ],
  { error: "Please approve or reject" },
);

export const approveSeveralSchema = z.object({
  contributor: z
    .array(idField("We can't find that contributor"), { error: "Please choose at least one contributor" })
    .min(1, "Please choose at least one contributor")
    .max(50, "Please choose at most 50 contributors"),
  back,
});
