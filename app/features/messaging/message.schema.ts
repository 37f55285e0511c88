import { z } from "zod";
import { isBlank, longestMessage, messageWords, tidyMessage } from "./message";

export const messageSchema = z.object({
  messageId: z.uuid({ error: messageWords.idTaken }),
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
