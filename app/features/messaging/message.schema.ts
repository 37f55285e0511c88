import { z } from "zod";
import { idField } from "~/ids.schema";
import { isBlank, longestMessage, messageWords, tidyMessage } from "./message";
import { presenceSignals } from "./presence";

export const messageSchema = z.object({
  messageId: idField(messageWords.idTaken),
  content: z
    .string({ error: messageWords.empty })
    .transform(tidyMessage)
    .pipe(
      z
        .string({ error: messageWords.empty })
        .max(longestMessage, messageWords.tooLong)
        .refine((text) => !isBlank(text), messageWords.empty),
    ),
});

export const answerSchema = z.object({
  intent: z.enum(["accept", "ignore", "leave"], { error: "Please choose an answer" }),
});

export const changeSchema = z.object({
  intent: z.enum(["edit", "delete"], { error: "Please save or delete" }),
  content: z.string({ error: messageWords.empty }).default(""),
});

export const presenceSchema = z.object({ presence: z.enum(presenceSignals) });
