import { setImmediate as turn } from "node:timers/promises";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { mayAct } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import {
  type Client,
  type ClientSession,
  findActor,
  isAccountGone,
  revokeSession,
} from "~/features/accounts/sessions.server";
import { type SignInOutcome, signIn } from "~/features/accounts/signing-in.server";
import { personHeader } from "~/offline-words";
import { deviceCookie, forgetCookie, sessionCookie, sessionTokenIn, sessionValue } from "./cookies.server";
import { type RouteArgs, returnPathOf } from "./request-context.server";

/** The actor is read once per request, by the first loader that needs it. */
export function actorOf(args: RouteArgs): Promise<Actor | null> {
  args.context.actor ??= readActor(args);
  return args.context.actor;
}

async function readActor({ request, context }: RouteArgs): Promise<Actor | null> {
  const token = await sessionTokenIn(request.headers.get("Cookie"));
  // Most forms arrive together with the head, and Node parses both in the same turn.
  if (request.body) await turn();
  context.wasActorReadLast = context.hasArrived?.() ?? false;
  const actor =
    token === null ? null : await findActor(token, showsPage(request) ? returnPathOf(request) : null);
  return actor && isMeant(request, actor) && { ...actor, address: context.clientAddress };
}

/** Script sends forms without asking for HTML, and shows no page before its next request. */
function showsPage({ method, headers }: Request): boolean {
  return method !== "POST" || (headers.get("Accept") ?? "").includes("text/html");
}

/** Null if one person wrote the form offline and another person's session would send it. */
function isMeant({ headers }: Request, { userId }: Actor): true | null {
  return (headers.get(personHeader) ?? userId) === userId || null;
}

/**
 * Reads the actor again if the last read was before the request's last byte. If the session has ended, treats the
 * request as a guest's from here on. Returns whether it has ended.
 */
export async function dropEndedActor({ context }: RouteArgs): Promise<boolean> {
  const actor = await context.actor;
  if (!actor || context.wasActorReadLast || (await mayAct(actor))) return false;
  context.actor = Promise.resolve(null);
  return true;
}

/** Whether there's a session cookie, even if the session has expired. */
export function hasSessionCookie(request: Request): boolean {
  return request.headers.get("Cookie")?.includes(`${sessionCookie.name}=`) ?? false;
}

/** Whether someone is or was signed in on this browser. */
export async function hasBeenSignedIn(request: Request): Promise<boolean> {
  return hasSessionCookie(request) || (await devicesIn(request)).length > 0;
}

/** Whether the session belongs to an account that was deleted or suspended, so that there's no actor. */
export async function hasLostAccount({ request }: RouteArgs): Promise<boolean> {
  const token = await sessionTokenIn(request.headers.get("Cookie"));
  return token !== null && isAccountGone(token);
}

/** @param address the page's path and query; null for a stream */
export async function actorBehind(
  header: string | null | undefined,
  address: string | null,
): Promise<Actor | null> {
  const token = await sessionTokenIn(header);
  return token === null ? null : findActor(token, address);
}

/** For throttling and device memory in accounts. */
export async function clientOf({ request, context }: RouteArgs): Promise<Client> {
  return {
    address: context.clientAddress,
    userAgent: request.headers.get("User-Agent") ?? "",
    devices: await devicesIn(request),
  };
}

/** Only the latest accounts are remembered. On a shared computer, older ones count as new. */
const maxDevices = 5;

async function devicesIn(request: Request): Promise<string[]> {
  const entries: unknown = await deviceCookie.parse(request.headers.get("Cookie"));
  const texts = Array.isArray(entries) ? entries.filter((entry) => typeof entry === "string") : [];
  return texts.slice(0, maxDevices);
}

/** Ends the request's session, if any. Returns the new session's Set-Cookies. */
export async function openSession(args: RouteArgs, { session, device }: ClientSession): Promise<string[]> {
  const before = await actorOf(args);
  if (before) await revokeSession(before, before.sessionId);
  const others = (await devicesIn(args.request)).filter((entry) => entry !== device);
  return [
    await sessionCookie.serialize(sessionValue(session.token), { expires: session.endsAt }),
    await deviceCookie.serialize([device, ...others].slice(0, maxDevices)),
  ];
}

export function closedSession(): Promise<string> {
  return forgetCookie(sessionCookie);
}

/** Goes through remix-auth's form strategy, with validated fields. */
export async function authenticate(
  args: RouteArgs,
  credentials: { email: string; password: string },
): Promise<SignInOutcome> {
  const client = await clientOf(args);
  const strategy = new FormStrategy<SignInOutcome>(({ form }) =>
    signIn({ email: String(form.get("email")), password: String(form.get("password")) }, client),
  );
  const request = new Request(args.request.url, { method: "POST", body: new URLSearchParams(credentials) });
  return new Authenticator<SignInOutcome>().use(strategy).authenticate("form", request);
}
