import { type Cookie, createCookie, redirect } from "@remix-run/node";
import type { PendingSignIn } from "~/features/accounts/signing-in.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { env } from "~/platform/env.server";
import { signed } from "~/platform/tokens.server";

const secure = env.APP_URL.startsWith("https:");

function cookieOf(name: string, maxAge: number, { signed = true } = {}) {
  // Browsers accept __Host- only over https. It binds the cookie to this exact host.
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure,
    secrets: signed ? [...env.SESSION_SECRET] : [],
    maxAge,
  });
}

// All cookies are exported, because a test compares them with the privacy policy.

/** Holds a token of 256 random bits, followed by our signature; see `signedTokenOf`. */
export const sessionCookie = cookieOf("session", 90 * 86_400, { signed: false });
/** The accounts that have signed in on this browser. Grants no access. */
export const deviceCookie = cookieOf("devices", 400 * 86_400);
/** A profile draft's ID. Visitors have drafts, too. */
export const draftCookie = cookieOf("draft", 30 * 86_400);
/** The code from the link that brought a visitor here. */
export const inviteCookie = cookieOf("invite", 30 * 86_400);
export const flashCookie = cookieOf("flash", 120);
/** Holds a sign-in between the password and the second factor. */
export const pendingSignInCookie = cookieOf("sign-in", 600);
/** New recovery codes, encrypted for the session that made them. */
export const recoveryCodesCookie = cookieOf("codes", 600);
/**
 * A position in the database's log. A replica must have reached it before we read from it. The cookie lasts a minute,
 * because no replica in use lags that far behind.
 */
export const writtenCookie = cookieOf("written", 60);
/** Form tokens are bound to this cookie, for browsers that send no Origin. */
export const visitorCookie = cookieOf("visitor", 86_400);

export const sessionCookieName = sessionCookie.name;
export const flashCookieName = flashCookie.name;

/** The header that makes the browser drop a cookie. */
export const forgetCookie = (cookie: Cookie): Promise<string> => cookie.serialize("", { maxAge: 0 });

const ofSession = signed("session");
const tokenLength = 43;

/** The session cookie's value. */
export const sessionValue = (token: string) => ofSession.tokenOf(token);

/** The token in a Cookie header, signed or not. Only the database knows whether it belongs to a session. */
export async function sessionTokenIn(header: string | null | undefined): Promise<string | null> {
  const value = await sessionValueIn(header);
  const isToken = value.length === tokenLength || value[tokenLength] === ".";
  return isToken ? value.slice(0, tokenLength) : null;
}

/**
 * The token, if we signed it. It tells senders apart without a query but doesn't prove that the session is still open.
 * Cookies from before December 2026 aren't signed.
 */
export async function signedTokenOf(request: Request): Promise<string | null> {
  return ofSession.read(await sessionValueIn(request.headers.get("Cookie")));
}

async function sessionValueIn(header: string | null | undefined): Promise<string> {
  if (!header?.includes(sessionCookie.name)) return "";
  const value: unknown = await sessionCookie.parse(header);
  return typeof value === "string" ? value : "";
}

export async function draftIdOf(request: Request): Promise<string | null> {
  const id: unknown = await draftCookie.parse(request.headers.get("Cookie"));
  return parseId(id);
}

/** The code that a visitor brought in the last 30 days. */
export async function inviteOf(request: Request): Promise<string | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes(`${inviteCookie.name}=`)) return null;
  const code: unknown = await inviteCookie.parse(header);
  return typeof code === "string" && code !== "" ? code : null;
}

/** Redirects with a 303 to the page that asks for the second factor. */
export async function redirectToSecondStep(pending: PendingSignIn, redirectTo: string) {
  return redirect(paths.secondStep({ redirectTo }), {
    status: 303,
    headers: { "Set-Cookie": await pendingSignInCookie.serialize(pending) },
  });
}

export async function pendingSignInOf(request: Request): Promise<PendingSignIn | null> {
  const pending = (await pendingSignInCookie.parse(
    request.headers.get("Cookie"),
  )) as Partial<PendingSignIn> | null;
  const { userId, until, proof } = pending ?? {};
  const isWhole = typeof userId === "string" && typeof until === "number" && typeof proof === "string";
  return isWhole ? { userId, until, proof } : null;
}
