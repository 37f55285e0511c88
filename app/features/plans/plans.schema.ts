import { z } from "zod";
import { textField } from "~/fields.schema";
import { idField } from "~/ids.schema";

/** `key` is the confirmed page's. */
export const resetUsageSchema = z.object({
  key: idField("Please open this page again"),
  reason: textField(500).default(""),
});
