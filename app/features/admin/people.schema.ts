import { z } from "zod";
import { fullName } from "~/features/accounts/account.schema";
import { suspensionReasonNames } from "~/features/accounts/suspension";
import { longestWords, type SuspensionLength, suspensionLengths } from "~/features/moderation/report";
import { hiddenField, textField } from "~/fields.schema";

/** In characters: how long the reason for a name change may be. The person reads it. */
export const longestReason = 500;

export const personActSchema = z.discriminatedUnion(
  "act",
  [
    z.object({ act: z.literal("sign-out") }),
    z.object({
      act: z.literal("suspend"),
      reason: z.enum(suspensionReasonNames, { error: "Please choose a reason" }),
      length: z.enum(Object.keys(suspensionLengths) as SuspensionLength[], {
        error: "Please choose how long",
      }),
      words: textField(longestWords).default(""),
    }),
    z.object({ act: z.literal("lift") }),
    z.object({ act: z.literal("confirm-mail") }),
    z.object({
      act: z.literal("drop-factor"),
      why: textField(longestReason, "Please say how you know it's them").min(
        1,
        "Please say how you know it's them",
      ),
    }),
    z.object({
      act: z.literal("rename"),
      /** The name that the admin saw, so that a name that was changed in the meantime isn't replaced. */
      was: hiddenField(200),
      fullName,
      why: textField(longestReason, "Please say why").min(1, "Please say why"),
    }),
  ],
  { error: "Please choose what to do" },
);
