import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { openPortal } from "~/features/payments/changing-plan.server";
import { portalErrors } from "~/features/payments/payment-words";
import { buttonSchema } from "~/fields.schema";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentProof } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: "Failed to open subscription manager" };

export function loader() {
  return redirect(paths.billing());
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, buttonSchema);
  pressed(form);
  await requireRecentProof(args, actor, paths.billing());
  const done = await openPortal(actor);
  if (done.ok) return redirect(done.url, 303);
  return redirectWithFlash(paths.billing(), {
    title: "Failed to open subscription manager",
    text: portalErrors[done.refused],
    tone: "destructive",
  });
}
