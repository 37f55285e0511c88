import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { suspensionReasonNames } from "~/features/accounts/suspension";
import { idField, textField } from "~/fields.schema";
import { longestAppeal } from "./appeal";
import {
  type ChosenDismissal,
  dismissalReasons,
  longestDetails,
  longestWords,
  reportReasonNames,
  type SuspensionLength,
  suspensionLengths,
} from "./report";

export const unblockSchema = z.object({
  personId: idField("We can't find that person"),
});

export const reportSchema = z
  .object({
    reason: z.enum(reportReasonNames, { error: "Please choose a reason" }),
    details: textField(longestDetails).default(""),
    block: z.literal("on").optional(),
  })
  .refine(({ reason, details }) => reason !== "other" || details !== "", {
    error: "Please tell us what's wrong",
    path: ["details"],
  });

const words = textField(longestWords).default("");
const measureReason = z.enum(suspensionReasonNames, { error: "Please choose a reason" });

const whyWords = "Please say why you think the decision is wrong";

export const appealSchema = z.object({
  words: textField(longestAppeal, whyWords).regex(/[\p{L}\p{N}]/u, whyWords),
});

export const answerAppealSchema = z.object({
  outcome: z.enum(["grant", "refuse", "close"], { error: "Please choose a decision" }),
  answer: textField(longestAppeal).default(""),
});

/** `warningId` is the warning that the page showed. There may already be a newer one. */
export const readWarningSchema = z.object({ warningId: idField(reloadAndRetry) });

export const decisionSchema = z.discriminatedUnion(
  "decision",
  [
    z.object({
      decision: z.literal("dismiss"),
      reason: z.enum(Object.keys(dismissalReasons) as ChosenDismissal[], { error: "Please choose a reason" }),
      words,
    }),
    z.object({ decision: z.literal("warn"), reason: measureReason, words }),
    z.object({ decision: z.literal("hide"), reason: measureReason, words }),
    z.object({
      decision: z.literal("suspend"),
      reason: measureReason,
      length: z.enum(Object.keys(suspensionLengths) as SuspensionLength[], {
        error: "Please choose how long",
      }),
      words,
    }),
    z.object({ decision: z.literal("undo") }),
    z.object({ decision: z.literal("lift") }),
  ],
  { error: "Please choose a decision" },
);
