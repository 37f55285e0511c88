import { randomBytes } from "node:crypto";
import { isSigned, sign } from "~/platform/secrets.server";
import { sessionCookie, visitorCookie } from "./cookies.server";

/**
 * The CSRF token for browsers that send neither Sec-Fetch-Site nor Origin, bound to the session or a visitor's
 * cookie.
 */
export async function formTokenFor(
  request: Request,
): Promise<{ token: string | null; setCookie: string | null }> {
  if (request.headers.has("Sec-Fetch-Site")) return { token: null, setCookie: null };
  const bound = await boundTo(request);
  if (bound) return { token: sign(`form:${bound}`), setCookie: null };
  const visitor = randomBytes(18).toString("base64url");
  return { token: sign(`form:${visitor}`), setCookie: await visitorCookie.serialize(visitor) };
}

export async function isFormTokenValid(request: Request, token: unknown): Promise<boolean> {
  const bound = await boundTo(request);
  return bound !== null && typeof token === "string" && isSigned(`form:${bound}`, token);
}

async function boundTo(request: Request): Promise<string | null> {
  const header = request.headers.get("Cookie");
  const session: unknown = await sessionCookie.parse(header);
  if (typeof session === "string" && session) return session;
  const visitor: unknown = await visitorCookie.parse(header);
  return typeof visitor === "string" && visitor ? visitor : null;
}
