import { beginStream, type StreamPlan, streamHeaders } from "~/http/live-streams.server";
import { actorBehind } from "~/http/session.server";
import { isDatabaseUnavailable } from "~/platform/db.server";
import { type Exchange, forgetRequest } from "./request-start.server";

/**
 * Server-sent events: what is new for who asks, each hint as one line of JSON. Says where to look, and nothing of what
 * is there. A browser that comes back has heard nothing in between, and looks by itself when the stream opens.
 *
 * Answered here and not by a route: what Remix makes on the way to a response lies scattered among thousands of these
 * that stay, and takes half as much memory again.
 */
export async function answerEventStream({ request, response }: Exchange): Promise<void> {
  const refuse = (status: number, words: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store", ...headers });
    response.end(words);
  };
  if (request.method !== "GET") return refuse(405, "There is only something to hear.", { Allow: "GET" });
  try {
    const actor = await actorBehind(request.headers.cookie);
    if (!actor) return refuse(401, "Please sign in.");
    forgetRequest(request);
    response.writeHead(200, streamHeaders(eventStream));
    // Browsers that a stop has sent away return one after the other.
    const retry = 1_000 + Math.floor(Math.random() * 3_000);
    beginStream(response, actor, `retry: ${retry}\n\n`, eventStream);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    refuse(503, "Please try again.", { "Retry-After": "5" });
  }
}

const eventStream: StreamPlan = {
  contentType: "text/event-stream",
  heartbeat: ":\n\n",
  last: () => "",
  onHint: (hint, stream) => stream.write(`data: ${JSON.stringify(hint)}\n\n`),
};
