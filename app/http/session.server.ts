import type { Actor } from "~/features/accounts/actor";
import { findActor, startSession } from "~/features/accounts/sessions.server";
import { sessionCookie } from "./cookies.server";
import type { RouteArgs } from "./request-context.server";

/** Who is asking, read once a request however many loaders want to know. */
export function actorOf({ request, context }: RouteArgs): Promise<Actor | null> {
  context.actor ??= actorBehind(request.headers.get("Cookie"));
  return context.actor;
}

/** Whether the browser holds a session's cookie, also of one that has ended. */
export function hasSessionCookie(request: Request): boolean {
  return request.headers.get("Cookie")?.includes(`${sessionCookie.name}=`) ?? false;
}

/** The person whose session a Cookie header carries. */
export async function actorBehind(header: string | null | undefined): Promise<Actor | null> {
  if (!header?.includes(sessionCookie.name)) return null;
  const token: unknown = await sessionCookie.parse(header);
  return typeof token === "string" && token.length === 43 ? findActor(token) : null;
}

/** Starts a session and returns the Set-Cookie that carries it: a new id at every sign-in. */
export async function openSession(request: Request, userId: string): Promise<string> {
  const { token, endsAt } = await startSession(userId, request.headers.get("User-Agent") ?? "");
  return sessionCookie.serialize(token, { expires: endsAt });
}

/** The Set-Cookie that makes a browser forget its session. */
export function closedSession(): Promise<string> {
  return sessionCookie.serialize("", { maxAge: 0 });
}
