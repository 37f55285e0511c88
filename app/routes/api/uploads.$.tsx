import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Actor } from "~/features/accounts/actor";
import { mostBytes } from "~/features/media/media";
import { receiveUpload } from "~/features/media/storing.server";
import type { RouteArgs } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";

/** Resumable uploads from pages with script. The page's form then refers to an upload by its ID. */
export const handle: RouteHandle = {
  bodyLimit: mostBytes.video,
  isUpload: true,
  methods: ["PATCH", "DELETE"],
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  return answer(args, actor);
}

export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  return answer(args, actor);
}

async function answer(args: RouteArgs, actor: Actor | null): Promise<Response> {
  if (!actor) return new Response("Please sign in\n", { status: 401 });
  // These requests have no form token, but browsers that run script send the origin.
  if (args.context.needsFormToken) return new Response("Unknown origin\n", { status: 403 });
  return receiveUpload(actor, args.request, args.context.requestId);
}
