import { z } from "zod";
import { idField } from "~/fields.schema";
import { optionalKindNames, paces } from "./kinds";

/** Either opens one, or marks all as read. */
export const openSchema = z
  .object({
    open: idField("This notification cannot be found").optional(),
    intent: z.literal("read").optional(),
  })
  .refine(({ open, intent }) => (open === undefined) !== (intent === undefined));

const kinds = z.array(z.enum(optionalKindNames)).default([]);

/** Browsers do not send unchecked boxes; `shown` names the kinds that the form offers. */
export const preferencesSchema = z.object({
  shown: kinds.refine((shown) => shown.length > 0),
  onPage: kinds,
  byMail: kinds,
  byPush: kinds,
  /** Sent only if the form offers push. */
  pushes: z.literal("1").optional(),
  pace: z.enum(paces),
});
