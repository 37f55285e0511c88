import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { setRenewal } from "~/features/payments/changing-plan.server";
import {
  changeErrors,
  changeRefused,
  changeUnknown,
  changeUnknownTitle,
  planUnchanged,
} from "~/features/payments/payment-words";
import { renewalSchema } from "~/features/payments/payments.schema";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentProof } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: planUnchanged };

export function loader() {
  return redirect(paths.billing());
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, renewalSchema);
  const { intent } = pressed(form);
  const renews = intent === "renew";
  // Canceling needs no proof, because it charges nothing and can be undone until the period ends.
  if (renews) await requireRecentProof(args, actor, paths.billing());
  const done = await setRenewal(actor, renews);
  if (done.ok)
    return redirectWithFlash(paths.billing(), {
      title: renews ? "Your plan will renew" : "Your plan won't renew",
      text: renews ? undefined : "You have full access until your billing period ends.",
    });
  if (done.refused === "unavailable")
    return redirectWithFlash(paths.billing(), {
      title: changeUnknownTitle,
      text: changeUnknown,
      tone: "destructive",
    });
  return redirectWithFlash(paths.billing(), {
    title: planUnchanged,
    text: done.refused === "refused" ? changeRefused(done.reason) : changeErrors[done.refused],
    tone: "destructive",
  });
}
