import { createCookie } from "@remix-run/node";
import { env } from "~/platform/env.server";

const secure = env.APP_URL.startsWith("https:");

function cookieOf(name: string, maxAge: number, { signed = true } = {}) {
  // Browsers accept __Host- over https only; it binds the cookie to this exact host.
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure,
    secrets: signed ? [...env.SESSION_SECRET] : [],
    maxAge,
  });
}

/** The token is 256 random bits: a signature would add nothing. */
export const sessionCookie = cookieOf("session", 90 * 86_400, { signed: false });
/** Accounts that signed in here. Grants no access. */
export const deviceCookie = cookieOf("devices", 400 * 86_400);
/** A profile draft's id; visitors have one too. */
export const draftCookie = cookieOf("draft", 30 * 86_400);
/** The code of the link that brought a visitor here. */
export const inviteCookie = cookieOf("invite", 30 * 86_400);
/** One toast. */
export const flashCookie = cookieOf("flash", 120);
/** Between the password and the second factor. */
export const pendingSignInCookie = cookieOf("sign-in", 600);
/** New recovery codes, encrypted for the session that made them. */
export const recoveryCodesCookie = cookieOf("codes", 600);
/** Form tokens are bound to it, for browsers that send no Origin. */
export const visitorCookie = cookieOf("visitor", 86_400);

export const sessionCookieName = sessionCookie.name;
export const flashCookieName = flashCookie.name;
