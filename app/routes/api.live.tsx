import type { LoaderFunctionArgs } from "@remix-run/node";
import { openEventStream } from "~/http/event-stream.server";
import { allowAnyone } from "~/http/guards.server";

/** What is new for who asks, as it happens. Says where to look, and nothing of what is there. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) {
    return new Response("Please sign in.", { status: 401, headers: { "Cache-Control": "no-store" } });
  }
  return openEventStream(args, actor);
}
