import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { paths } from "~/paths";
import { formBytes } from "./form-fields.server";
import { readDeclared } from "./read-form.server";
import { forbidden, notFound, type Refusal } from "./refusals.server";
import type { KeptForm, RouteArgs } from "./request-context.server";
import { actorOf, hasSessionCookie } from "./session.server";

/** A public door. Resolves to who is asking, or null for a guest. */
export function allowAnyone(args: RouteArgs): Promise<Actor | null> {
  return actorOf(args);
}

/**
 * A member's door. A guest who reads is sent to / with the place they came from; a guest who writes gets a 401 page.
 * @param form the schema of the form that is written: what an ended session's form holds of it waits in that page
 */
export async function requireMember(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await actorOf(args);
  if (actor) return actor;
  if (args.request.method === "GET" || args.request.method === "HEAD") {
    throw redirect(`${paths.home()}?from=${encodeURIComponent(returnPathOf(args.request))}`);
  }
  throw await signedOutPage(args, form);
}

/** As requireMember, for pages whose guests are sent to sign in and back. */
export async function requireSignIn(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await actorOf(args);
  if (actor) return actor;
  if (args.request.method === "GET" || args.request.method === "HEAD") {
    throw redirect(paths.login({ redirectTo: returnPathOf(args.request) }));
  }
  throw await signedOutPage(args, form);
}

/** A creator's door: members without a type count as creators. */
export async function requireCreator(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await requireMember(args, form);
  if (isContributor(actor)) throw forbidden("This page is for creators.");
  return actor;
}

/** An admin's door. Others learn nothing of what stands behind it. */
export async function requireAdmin(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await requireMember(args, form);
  if (!actor.isAdmin) throw notFound();
  return actor;
}

/** The path and query that a request was for, without Remix's own additions. */
export function returnPathOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  return `${url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")}${url.search}`;
}

async function signedOutPage(args: RouteArgs, form: z.ZodType | undefined) {
  const fields = form ? await fieldsToKeep(args, form) : new URLSearchParams();
  return data<Refusal>({ kind: "signed-out", ...keptForm(args, fields) }, 401);
}

/** What can wait in a page of a form that was sent: what its schema declares, but for passwords. */
export function keptForm({ request }: RouteArgs, fields: URLSearchParams): KeptForm {
  return {
    action: returnPathOf(request),
    fields: [...fields].filter(([name]) => !/password/i.test(name)),
  };
}

/** Somebody who never was signed in here has nothing to keep, and a file cannot wait in a page: both stay unread. */
async function fieldsToKeep({ request, context }: RouteArgs, form: z.ZodType): Promise<URLSearchParams> {
  const isKept = hasSessionCookie(request) && Number(request.headers.get("Content-Length")) <= formBytes;
  return isKept ? readDeclared({ request, context }, form) : new URLSearchParams();
}
