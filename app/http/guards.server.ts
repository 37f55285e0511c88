import { data, redirect } from "@remix-run/node";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { paths } from "~/paths";
import { readFields } from "./read-form.server";
import { forbidden, notFound, type Refusal } from "./refusals.server";
import type { KeptForm, RouteArgs } from "./request-context.server";
import { actorOf } from "./session.server";

/** A public door. Resolves to who is asking, or null for a guest. */
export function allowAnyone(args: RouteArgs): Promise<Actor | null> {
  return actorOf(args);
}

/**
 * A member's door. A guest who reads is sent to / with the place they came from; a guest who writes has most
 * likely lost their session, and gets a 401 page that keeps what they wrote.
 */
export async function requireMember(args: RouteArgs): Promise<Actor> {
  const actor = await actorOf(args);
  if (actor) return actor;
  if (args.request.method === "GET" || args.request.method === "HEAD") {
    throw redirect(`${paths.home()}?from=${encodeURIComponent(returnPathOf(args.request))}`);
  }
  throw await signedOutPage(args);
}

/** As requireMember, for pages whose guests are sent to sign in and back. */
export async function requireSignIn(args: RouteArgs): Promise<Actor> {
  const actor = await actorOf(args);
  if (actor) return actor;
  if (args.request.method === "GET" || args.request.method === "HEAD") {
    throw redirect(paths.login({ redirectTo: returnPathOf(args.request) }));
  }
  throw await signedOutPage(args);
}

/** A creator's door: members without a type count as creators. */
export async function requireCreator(args: RouteArgs): Promise<Actor> {
  const actor = await requireMember(args);
  if (isContributor(actor)) throw forbidden("This page is for creators.");
  return actor;
}

/** An admin's door. Others learn nothing of what stands behind it. */
export async function requireAdmin(args: RouteArgs): Promise<Actor> {
  const actor = await requireMember(args);
  if (!actor.isAdmin) throw notFound();
  return actor;
}

/** The path and query that a request was for, without Remix's own additions. */
export function returnPathOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  return `${url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")}${url.search}`;
}

async function signedOutPage(args: RouteArgs) {
  return data<Refusal>({ kind: "signed-out", ...keptForm(args, await fieldsToKeep(args)) }, 401);
}

/** What can wait in a page of a form that was sent: at most 200 fields, no password, no file. */
export function keptForm(args: RouteArgs, form: FormData): KeptForm {
  const fields = [...form].filter((field): field is [string, string] => {
    const [name, value] = field;
    return typeof value === "string" && name !== "_token" && !/password/i.test(name);
  });
  return { action: returnPathOf(args.request), fields: fields.slice(0, 200) };
}

/** A file cannot wait in a page: a form with one is let run off unread. */
async function fieldsToKeep(args: RouteArgs): Promise<FormData> {
  if (!/^multipart\//i.test(args.request.headers.get("Content-Type") ?? "")) return readFields(args);
  await args.request.body?.pipeTo(new WritableStream());
  return new FormData();
}
