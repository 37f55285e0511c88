import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerLiveToken } from "~/http/live-streams.server";
import { allowAnyone } from "~/http/route.server";

/** Lets a member's browser subscribe to that member's hints on Ably. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return new Response("Please sign in.", { status: 401 });
  return answerLiveToken(actor);
}
