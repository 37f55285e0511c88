import { createHash, timingSafeEqual } from "node:crypto";

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * Whether the request has the token as `Authorization: Bearer …`. Its route declares the header in `readsHeaders`. False
 * without a token to compare with.
 */
export function hasBearerToken(request: Request, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}
