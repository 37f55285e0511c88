import { z } from "zod";
import { idField, textField } from "~/fields.schema";

/** `key` comes from the confirmation page. */
export const resetUsageSchema = z.object({
  key: idField("Please open this page again"),
  reason: textField(500).default(""),
});
