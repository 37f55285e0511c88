import { redirect } from "@remix-run/node";
import { type Actor, isFactorRecent } from "~/features/accounts/actor";
import { findKeptForm, forgetForm, keepForm } from "~/features/accounts/keeping-form.server";
import { paths } from "~/paths";
import { preservedForm, returnPathOf } from "./guards.server";
import type { RouteArgs } from "./request-context.server";

/**
 * For the action of an act that cannot be undone, or that opens another way in, after its form is read: asks somebody
 * with a second factor again, unless they have proved it here within ten minutes, and keeps the form for the page that
 * they come back to.
 * @throws a redirect to that page
 */
export async function requireRecentFactor(args: RouteArgs, actor: Actor): Promise<void> {
  if (!actor.hasSecondFactor) return;
  if (isFactorRecent(actor)) return forgetForm(actor);
  const path = returnPathOf(args.request);
  const { fields } = preservedForm(args, args.context.sent?.fields ?? new URLSearchParams());
  await keepForm(actor, path, Object.fromEntries(fields));
  throw redirect(paths.confirmIdentity({ redirectTo: withMark(path) }), 303);
}

/** The address says that there is a form, which other views need not look for. */
const mark = "kept";
const withMark = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${mark}=1`;

/** What was filled in on this page before the second factor was asked, as a form's result; for its loader. */
export async function keptFormOf(args: RouteArgs, actor: Actor) {
  const path = returnPathOf(args.request);
  if (!new URL(args.request.url).searchParams.has(mark)) return undefined;
  const fields = await findKeptForm(actor, path.replace(/[?&]kept=1$/, ""));
  return fields ? { initialValue: fields } : undefined;
}
