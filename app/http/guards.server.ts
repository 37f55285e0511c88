import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { paths } from "~/paths";
import { formBytes } from "./form-fields.server";
import { readDeclared } from "./read-form.server";
import { adminsOnly, forbidden, type Refusal } from "./refusals.server";
import type { PreservedForm, RouteArgs } from "./request-context.server";
import { actorOf, hasSessionCookie } from "./session.server";

/** Null for a guest. */
export function allowAnyone(args: RouteArgs): Promise<Actor | null> {
  return actorOf(args);
}

/**
 * A guest's GET redirects to / with a way back; their POST throws a 401 page.
 * @param form schema of the posted form: the 401 page keeps its fields when the session has ended
 */
export async function requireMember(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await actorOf(args);
  if (actor) return withoutWarning(args, actor, form);
  if (isReading(args.request)) {
    throw redirect(`${paths.home()}?from=${encodeURIComponent(returnPathOf(args.request))}`);
  }
  throw await signedOutPage(args, form);
}

/**
 * Like requireMember, but a guest's GET redirects to sign-in and back.
 * @param how.evenWarned for pages about a warning
 */
export async function requireSignIn(
  args: RouteArgs,
  form?: z.ZodType,
  how: { evenWarned?: true } = {},
): Promise<Actor> {
  const actor = await actorOf(args);
  if (actor) return how.evenWarned ? actor : withoutWarning(args, actor, form);
  if (isReading(args.request)) {
    throw redirect(paths.login({ redirectTo: returnPathOf(args.request) }));
  }
  throw await signedOutPage(args, form);
}

/** Members without a type count as creators. */
export async function requireCreator(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await requireMember(args, form);
  if (isContributor(actor)) throw forbidden("This page is for creators.");
  return actor;
}

/**
 * Other members get a 403 page, before anything is looked up; an admin whose right rests is led to the setup of their
 * second factor and back.
 */
export async function requireAdmin(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await requireMember(args, form);
  if (actor.isAdmin) return actor;
  if (!actor.needsSecondFactor) throw adminsOnly();
  throw redirect(paths.setUpFactor({ redirectTo: returnPathOf(args.request) }), 303);
}

const isReading = ({ method }: Request) => method === "GET" || method === "HEAD";

/** A person with a warning to read is led to it and back; the page of a refused POST keeps its fields. */
async function withoutWarning(args: RouteArgs, actor: Actor, form?: z.ZodType): Promise<Actor> {
  if (!actor.isWarned) return actor;
  if (isReading(args.request)) throw redirect(paths.warning({ redirectTo: returnPathOf(args.request) }));
  const fields = form ? await readPreservedFields(args, form) : new URLSearchParams();
  args.context.isHeldByWarning = true;
  throw data<Refusal>({ kind: "warned", ...preservedForm(args, fields) }, 403);
}

/** For the root loader, and so for every page, but for no request of a script. Not for pages about a warning. */
export function leadToWarning({ request, context }: RouteArgs, actor: Actor | null): void {
  if (!actor?.isWarned || context.isHeldByWarning) return;
  const here = returnPathOf(request);
  if (![paths.warning(), paths.appealWithin()].some((path) => here.startsWith(path)))
    throw redirect(paths.warning({ redirectTo: here }));
}

/** Path and query without Remix's additions. */
export function returnPathOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  return `${url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")}${url.search}`;
}

async function signedOutPage(args: RouteArgs, form: z.ZodType | undefined) {
  const fields = form ? await readPreservedFields(args, form) : new URLSearchParams();
  return data<Refusal>({ kind: "signed-out", ...preservedForm(args, fields) }, 401);
}

/** Its declared fields except passwords and codes. */
export function preservedForm({ request }: RouteArgs, fields: URLSearchParams): PreservedForm {
  return {
    action: returnPathOf(request),
    fields: [...fields].filter(([name]) => !/password|^code$/i.test(name)),
  };
}

/** Not for visitors who never had a session, nor for large bodies such as files. */
async function readPreservedFields(
  { request, context }: RouteArgs,
  form: z.ZodType,
): Promise<URLSearchParams> {
  const canPreserve = hasSessionCookie(request) && Number(request.headers.get("Content-Length")) <= formBytes;
  return canPreserve ? readDeclared({ request, context }, form) : new URLSearchParams();
}
