import { z } from "zod";

/** Our server will ask this address, so platform/push checks its host before it does. */
const endpoint = z.string().max(1000).startsWith("https://");
/** An uncompressed point, and 16 bytes; in base64url. */
const p256dh = z.string().regex(/^[\w-]{87}=?$/);
const auth = z.string().regex(/^[\w-]{22}(==)?$/);

export const pushSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("subscribe"), endpoint, p256dh, auth }),
  z.object({ intent: z.literal("unsubscribe") }),
]);
