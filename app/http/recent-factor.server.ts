import { redirect } from "@remix-run/node";
import type { Actor } from "~/features/accounts/actor";
import { findKeptForm, forgetForm, keepForm } from "~/features/accounts/keeping-form.server";
import { paths } from "~/paths";
import { preservedForm, returnPathOf } from "./guards.server";
import type { RouteArgs } from "./request-context.server";

const recent = 600_000;

/**
 * For the action of an act that cannot be undone, after its form is read: asks an admin with a second factor again,
 * unless they have proved it here within ten minutes, and keeps the form for the page that they come back to.
 * @throws a redirect to that page
 */
export async function requireRecentFactor(args: RouteArgs, admin: Actor): Promise<void> {
  if (!admin.hasSecondFactor) return;
  if (admin.confirmedAt && Date.now() - admin.confirmedAt.getTime() < recent) return forgetForm(admin);
  const path = returnPathOf(args.request);
  const { fields } = preservedForm(args, args.context.sent?.fields ?? new URLSearchParams());
  await keepForm(admin, path, Object.fromEntries(fields));
  throw redirect(paths.confirmIdentity({ redirectTo: withMark(path) }), 303);
}

/** The address says that there is a form, which other views need not look for. */
const mark = "kept";
const withMark = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${mark}=1`;

/** What was filled in on this page before the second factor was asked, as a form's result; for its loader. */
export async function keptFormOf(args: RouteArgs, admin: Actor) {
  const path = returnPathOf(args.request);
  if (!new URL(args.request.url).searchParams.has(mark)) return undefined;
  const fields = await findKeptForm(admin, path.replace(/[?&]kept=1$/, ""));
  return fields ? { initialValue: fields } : undefined;
}
