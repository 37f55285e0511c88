import { z } from "zod";
import { reloadAndRetry } from "~/failure-words";
import { idField, textField } from "~/fields.schema";

/** The confirmation page makes the `key`, so that a form that's sent twice resets once. */
export const resetUsageSchema = z.object({
  key: idField(reloadAndRetry),
  reason: textField(500).default(""),
});
