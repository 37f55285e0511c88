import type { LoaderFunctionArgs } from "@remix-run/node";
import { pickPeople } from "~/features/messaging/searching.server";
import { allowAnyone } from "~/http/route.server";

/** Called by script while someone types a name. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return Response.json({ refused: "You're signed out." }, { status: 401 });
  const query = new URL(args.request.url).searchParams;
  const chosen = (query.get("with") ?? "").split(" ").filter(Boolean);
  return Response.json(await pickPeople(actor, query.get("q") ?? "", chosen));
}
