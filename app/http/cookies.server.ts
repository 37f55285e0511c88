import { createCookie } from "@remix-run/node";
import { env } from "~/platform/env.server";

const secure = env.APP_URL.startsWith("https:");

function cookieOf(name: string, maxAge: number, { signed = true } = {}) {
  // The __Host- prefix binds a cookie to this very host, and browsers take it over https alone.
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure,
    secrets: signed ? [env.SESSION_SECRET] : [],
    maxAge,
  });
}

/** Carries the session's token: 256 random bits, which a signature would make no harder to guess. */
export const sessionCookie = cookieOf("session", 90 * 86_400, { signed: false });
/** Tells which accounts this browser has signed in to before. It opens none of them. */
export const deviceCookie = cookieOf("devices", 400 * 86_400);
/** Carries the id of a profile draft, for visitors too. */
export const draftCookie = cookieOf("draft", 30 * 86_400);
/** Carries one toast to the next page. */
export const flashCookie = cookieOf("flash", 120);
/** Carries a random value that form tokens are bound to, for browsers that send no Origin. */
export const visitorCookie = cookieOf("visitor", 86_400);

export const sessionCookieName = sessionCookie.name;
export const flashCookieName = flashCookie.name;
