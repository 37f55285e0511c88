import { redirect } from "@remix-run/node";
import { type Actor, isProofRecent } from "~/features/accounts/actor";
import { findKeptForm, forgetForm, keepForm } from "~/features/accounts/keeping-form.server";
import { paths } from "~/paths";
import { preservedForm, returnPathOf } from "./guards.server";
import type { RouteArgs } from "./request-context.server";

/**
 * For each act in the list of the second factor's README, once its form is read: asks for the second factor again, or
 * for the password where there is none, unless it was given here within ten minutes, and keeps the form for the page
 * that they come back to.
 * @param back for a file: the page that links to it
 * @throws a redirect to the page that asks
 */
export async function requireRecentProof(
  args: RouteArgs,
  actor: Actor,
  back = returnPathOf(args.request),
): Promise<void> {
  if (isProofRecent(actor)) return args.request.method === "POST" ? forgetForm(actor) : undefined;
  if (args.request.method !== "POST") throw redirect(paths.confirmIdentity({ redirectTo: back }), 303);
  const path = back;
  const { fields } = preservedForm(args, args.context.sent?.fields ?? new URLSearchParams());
  await keepForm(actor, path, Object.fromEntries(fields));
  throw redirect(paths.confirmIdentity({ redirectTo: withMark(path) }), 303);
}

/** As `requireRecentProof`, for a form that asks the password itself. */
export async function requireRecentFactor(args: RouteArgs, actor: Actor): Promise<void> {
  if (actor.hasSecondFactor) await requireRecentProof(args, actor);
}

/** The address says that there is a form, which other views need not look for. */
const mark = "kept";
const withMark = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${mark}=1`;

/** What was filled in on this page before a proof was asked, as a form's result; for its loader. */
export async function keptFormOf(args: RouteArgs, actor: Actor) {
  const path = returnPathOf(args.request);
  if (!new URL(args.request.url).searchParams.has(mark)) return undefined;
  const fields = await findKeptForm(actor, path.replace(/[?&]kept=1$/, ""));
  return fields ? { initialValue: fields } : undefined;
}

/** The page of the list whose file an address names. */
export const listOf = ({ request }: RouteArgs) => returnPathOf(request).replace(/\.csv(?=\?|$)/, "");
