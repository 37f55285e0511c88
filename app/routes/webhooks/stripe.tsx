import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveEvent } from "~/features/payments/reconciling.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { readSignedBody } from "~/http/service-auth.server";

/** The signature covers the raw body. It replaces a session and the CSRF check. */
export const handle: RouteHandle = { isWebhook: true, bodyLimit: 2 ** 19 };

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return new Response("Send events here with POST.\n", { status: 405, headers: { Allow: "POST" } });
}

/** After any response other than 2xx, the provider sends the event again, for up to three days. */
export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const sent = await readSignedBody(args.request, "Stripe-Signature");
  if (!sent) return new Response("The signature is missing.\n", { status: 400 });
  const done = await receiveEvent(sent.body, sent.signature);
  if (done.ok) return new Response(null, { status: 204 });
  const status = done.refused === "off" ? 404 : 400;
  return new Response("The event wasn't accepted.\n", { status });
}
