import { beginStream, hasAllStreams, type StreamPlan, streamHeaders } from "~/http/live-streams.server";
import { actorBehind } from "~/http/session.server";
import { isDatabaseUnavailable } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { type Exchange, forgetRequest } from "./request-start.server";

/**
 * Sends hints without content, each as one line of JSON. The page reloads its data when the stream opens, which covers
 * what it missed. Bypasses Remix, whose objects would take up 50% more memory with thousands of open streams.
 */
export async function answerEventStream({ request, response, context }: Exchange): Promise<void> {
  const refuse = (status: number, words: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "Content-Type": "text/plain", ...headers });
    response.end(words);
  };
  if (request.method !== "GET") return refuse(405, "Only GET is supported here.", { Allow: "GET" });
  try {
    const actor = await actorBehind(request.headers.cookie, null);
    if (!actor) return refuse(401, "Please sign in.");
    // The page retries with growing delays. If we ended another page's stream instead, that page would then end the
    // next one.
    if (hasAllStreams(actor.userId)) return refuse(429, "Too many pages are open.", { "Retry-After": "60" });
    forgetRequest(request);
    response.writeHead(200, streamHeaders(eventStream));
    // Spreads out reconnections after the server stops.
    const retry = 1_000 + Math.floor(Math.random() * 3_000);
    beginStream(response, actor, `retry: ${retry}\n\n`, eventStream);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.warn({ requestId: context.requestId, err: error }, "database unavailable");
    refuse(503, "Please try again.", { "Retry-After": "5" });
  }
}

const eventStream: StreamPlan = {
  contentType: "text/event-stream",
  heartbeat: ":\n\n",
  last: () => "",
  onHint: (hint, stream) => stream.write(`data: ${JSON.stringify(hint)}\n\n`),
};
