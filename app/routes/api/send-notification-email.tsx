import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { isAdmin } from "~/features/accounts/actor";
import { notificationEmailSchema } from "~/features/admin/jobs-and-mail.schema";
import { sendNotificationMail } from "~/features/admin/jobs-and-mail.server";
import { allowAnyone } from "~/http/route.server";
import { isService, readJson } from "~/http/service-auth.server";

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return new Response("Send emails here with POST.\n", { status: 405, headers: { Allow: "POST" } });
}

/**
 * For an admin's session or a service's token. Returns 202 once the email is in the outbox; otherwise 400, 401, 403, or
 * 429 if there are too many. JSON has no form token, so a session counts only if the browser reports that the request
 * comes from our own site.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const sender = isService(args.request) ? "service" : actor;
  if (!sender) return refuse(401, ["Please sign in or send the token."]);
  if (sender !== "service" && (args.context.needsFormToken || !isAdmin(sender)))
    return refuse(403, ["Only admins can do this."]);
  const body = await readJson(args.request, notificationEmailSchema);
  if (!body.ok) return refuse(400, body.problems);
  const sent = await sendNotificationMail(sender, body.value);
  if (sent.ok) return Response.json({ queued: true }, { status: 202 });
  switch (sent.refused) {
    case "too-many":
      return refuse(429, ["You've sent too many at once."], { "Retry-After": String(sent.waitSeconds) });
    case "address":
      return refuse(403, ["\"to\" must be that user's own address or an admin's."]);
  }
}

const refuse = (status: number, refused: string[], headers: Record<string, string> = {}) =>
  Response.json({ refused }, { status, headers });
