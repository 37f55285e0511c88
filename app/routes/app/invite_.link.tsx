import type { LoaderFunctionArgs } from "@remix-run/node";
import { codeOf, inviteLink } from "~/features/referrals/inviting.server";
import { allowAnyone } from "~/http/route.server";

/** The invitation dialog fetches this. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return Response.json({ refused: "You're signed out." }, { status: 401 });
  return Response.json({ link: inviteLink(await codeOf(actor)) });
}
