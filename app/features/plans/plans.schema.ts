import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { idField, textField } from "~/fields.schema";

/** `key` comes from the confirmation page. */
export const resetUsageSchema = z.object({
  key: idField(reloadAndRetry),
  reason: textField(500).default(""),
});
