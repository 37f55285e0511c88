import type { LoaderFunctionArgs } from "@remix-run/node";
import type { UnreadAnswer } from "~/features/messaging/components/use-unread-now";
import { allowAnyone } from "~/http/route.server";

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return new Response("Please sign in.", { status: 401 });
  const { unread, unreadNotifications: notifications } = actor;
  return Response.json({ unread, notifications } satisfies UnreadAnswer);
}
