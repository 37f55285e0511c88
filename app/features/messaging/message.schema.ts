import { z } from "zod";
import { hiddenField, idField } from "~/fields.schema";
import { presenceSignals } from "~/hint";
import { tidyLine, tidyText } from "~/lines";
import { longestMessage, messageWords } from "./message";
import { longestGroupName } from "./starting";

export const messageSchema = z.object({
  messageId: idField(messageWords.idTaken),
  // Blank is allowed only with a file, which sendMessage checks.
  content: z
    .string({ error: messageWords.empty })
    .overwrite(tidyText)
    .max(longestMessage, messageWords.tooLong)
    .default(""),
  /** A file that was uploaded before the form. */
  upload: hiddenField(40).optional(),
  /** Shown again if the form is refused. */
  uploadName: hiddenField(200).optional(),
  removeUpload: hiddenField(10).optional(),
});

/** If the name is blank, the group goes by its members' names. */
const groupName = z
  .string()
  .overwrite(tidyLine)
  .max(longestGroupName, `Please use at most ${longestGroupName} characters`)
  .default("");

export const newMessageSchema = messageSchema.extend({ groupName });

export const answerSchema = z.object({
  intent: z.enum(["accept", "ignore", "leave", "archive", "unarchive", "rename"], {
    error: "Please choose an answer",
  }),
  groupName,
});

export const changeSchema = z.object({
  intent: z.enum(["edit", "delete"], { error: "Please save or delete" }),
  content: z.string({ error: messageWords.empty }).default(""),
});

export const presenceSchema = z.object({ presence: z.enum(presenceSignals) });
