import { z } from "zod";
import { idField, textField } from "~/fields.schema";

/** `key` comes from the confirmation page. */
export const resetUsageSchema = z.object({
  key: idField("Please reload this page and try again"),
  reason: textField(500).default(""),
});
