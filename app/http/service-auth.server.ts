import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * Whether the request has the token as `Authorization: Bearer …`. Its route declares the header in `readsHeaders`. False
 * without a token to compare with.
 */
function hasBearerToken(request: Request, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

/** Whether a request may read the numbers of the whole place: 'off' without a token in the environment. */
export function metricsAccess(request: Request): "off" | "refused" | "granted" {
  if (!env.METRICS_TOKEN) return "off";
  return hasBearerToken(request, env.METRICS_TOKEN) ? "granted" : "refused";
}

/** Whether another service of ours sends this, which may queue mail. Never without a token in the environment. */
export const isService = (request: Request): boolean => hasBearerToken(request, env.SERVICE_TOKEN);

/**
 * A webhook's body exactly as sent, for the check of its signature, which replaces a session and a form token. Null
 * without the header, or if the sender has gone.
 */
export async function readSignedBody(
  request: Request,
  header: string,
): Promise<{ body: string; signature: string } | null> {
  const signature = request.headers.get(header);
  if (!signature) return null;
  const body = await request.text().catch(() => null);
  return body === null ? null : { body, signature };
}
