import { z } from "zod";
import { textField } from "~/fields.schema";
import { idField } from "~/ids.schema";

/** `key` comes from the confirmation page. */
export const resetUsageSchema = z.object({
  key: idField("Please open this page again"),
  reason: textField(500).default(""),
});
