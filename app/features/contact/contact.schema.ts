import { z } from "zod";
import { reloadAndRetry, useItsButtons } from "~/failure-words";
import { emailField } from "~/features/accounts/account.schema";
import { hiddenField, idField, textField } from "~/fields.schema";
import { tidyLine } from "~/lines";
import { contactSubjectNames, longestMessage } from "./contact";

export const contactSchema = z.object({
  key: idField(reloadAndRetry),
  name: z
    .string({ error: "Please enter your name" })
    .overwrite(tidyLine)
    .max(100, "Please use at most 100 characters")
    .regex(/[\p{L}\p{N}]/u, "Please enter your name"),
  email: emailField,
  subject: z.enum(contactSubjectNames, { error: "Please choose a subject" }),
  message: textField(longestMessage, "Please write a message").min(1, "Please write a message"),
  /** The honeypot. */
  f7: hiddenField(2_000).optional(),
});

export const handlingSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("answer"),
      answer: textField(longestMessage, "Please write a reply").min(1, "Please write a reply"),
    }),
    z.object({ intent: z.literal("close") }),
    z.object({ intent: z.literal("reopen") }),
  ],
  { error: useItsButtons },
);
