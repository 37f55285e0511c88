import { z } from "zod";

/** Our server sends requests to this URL, so platform/push checks its host first. */
const endpoint = z.string().max(1000).startsWith("https://");
/** An uncompressed P-256 point, and 16 bytes; base64url. */
const p256dh = z.string().regex(/^[\w-]{87}=?$/);
const auth = z.string().regex(/^[\w-]{22}(==)?$/);

export const pushSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("subscribe"), endpoint, p256dh, auth }),
  z.object({ intent: z.literal("unsubscribe") }),
]);
