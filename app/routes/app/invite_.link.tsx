import type { LoaderFunctionArgs } from "@remix-run/node";
import { codeOf, inviteLink } from "~/features/referrals/inviting.server";
import { allowAnyone } from "~/http/route.server";

/** The invitation dialog fetches this. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const headers = { "Cache-Control": "private, no-store" };
  if (!actor) return Response.json({ refused: "You're signed out." }, { status: 401, headers });
  return Response.json({ link: inviteLink(await codeOf(actor)) }, { headers });
}
