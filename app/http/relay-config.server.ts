import type { Actor } from "~/features/accounts/actor";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { issueRelayToken, relayConfigFor } from "~/platform/realtime/realtime.server";

/** For root data: how script connects to the relay, if configured. */
export function relayConfigOf(actor: Actor | null): { live?: string } {
  const live = actor && relayConfigFor(actor.userId);
  return live ? { live } : {};
}

const headers = { "Cache-Control": "no-store" };

/** Short-lived, for the actor's own channel; 404 without a relay. */
export async function answerLiveToken(actor: Actor): Promise<Response> {
  const waitSeconds = await takeFromLimit("live-token", actor.userId, actor);
  if (waitSeconds > 0) {
    return new Response("Please wait a moment.", {
      status: 429,
      headers: { ...headers, "Retry-After": String(waitSeconds) },
    });
  }
  const token = await issueRelayToken(actor.userId, actor.sessionId);
  return token ? Response.json(token, { headers }) : new Response("Not found.", { status: 404, headers });
}
