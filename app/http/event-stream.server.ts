import type { Actor } from "~/features/accounts/actor";
import { openStream } from "./live-streams.server";
import type { DoorArgs } from "./request-context.server";

/**
 * Server-sent events: each hint for the actor as one line of JSON. A browser that comes back has heard nothing in
 * between, and looks by itself when the stream opens.
 */
export function openEventStream(args: DoorArgs, actor: Actor): Response {
  // Browsers that a stop has sent away return one after the other.
  const retry = 1_000 + Math.floor(Math.random() * 3_000);
  return openStream(args, actor, {
    contentType: "text/event-stream",
    first: `retry: ${retry}\n\n`,
    heartbeat: ":\n\n",
    last: "",
    onHint: (hint, stream) => stream.write(`data: ${JSON.stringify(hint)}\n\n`),
  });
}
