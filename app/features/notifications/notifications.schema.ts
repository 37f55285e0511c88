import { z } from "zod";
import { idField } from "~/fields.schema";
import { optionalKindNames, paces } from "./kinds";

/** Either opens one, or marks all as read. */
export const openSchema = z
  .object({
    open: idField("We can't find that notification").optional(),
    intent: z.literal("read").optional(),
  })
  .refine(({ open, intent }) => (open === undefined) !== (intent === undefined));

const kinds = z.array(z.enum(optionalKindNames)).default([]);

/** Browsers don't send unchecked boxes, so `shown` names the kinds that the form offered. */
export const preferencesSchema = z.object({
  shown: kinds.refine((kindsShown) => kindsShown.length > 0),
  onPage: kinds,
  byMail: kinds,
  byPush: kinds,
  /** Sent only if the form offers push. */
  pushes: z.literal("1").optional(),
  pace: z.enum(paces),
});

/** Our server sends requests to this URL, so platform/push checks its host first. */
const endpoint = z.string().max(1000).startsWith("https://");
/** An uncompressed P-256 point, and 16 bytes; base64url. */
const p256dh = z.string().regex(/^[\w-]{87}=?$/);
const auth = z.string().regex(/^[\w-]{22}(==)?$/);

export const pushSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("subscribe"), endpoint, p256dh, auth }),
  z.object({ intent: z.literal("unsubscribe") }),
]);
