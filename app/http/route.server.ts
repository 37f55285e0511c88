import { data, redirect, redirectDocument } from "@remix-run/node";
import type { z } from "zod";
import { databaseAway, loggedFailure, noSpace, retryText } from "~/failure-words";
import { type Actor, type Admin, isAdmin, isContributor, isProofRecent } from "~/features/accounts/actor";
import { findKeptForm, forgetForm, keepForm } from "~/features/accounts/keeping-form.server";
import type { ClientSession } from "~/features/accounts/sessions.server";
import type { Suspension } from "~/features/accounts/suspending.server";
import { suspensionWords } from "~/features/accounts/suspension";
import { findUnsent } from "~/features/accounts/unsent-forms.server";
import { parseId } from "~/ids";
import { copyHeader } from "~/offline-words";
import { paths } from "~/paths";
import { isDatabaseUnavailable } from "~/platform/db.server";
import { isProduction } from "~/platform/env.server";
import { isDiskFull } from "~/platform/files/files-port.server";
import { log } from "~/platform/log.server";
import { type LimitedAct, takeFromLimit } from "~/platform/rate-limit.server";
import { noteFailure as noteServiceFailure } from "~/platform/service-health.server";
import type { ToastMessage } from "~/ui/toast";
import { draftCookie, flashCookie, forgetCookie, pendingSignInCookie } from "./cookies.server";
import {
  adminsOnly,
  badRequest,
  forbidden,
  formKind,
  notFound,
  type ReadForm,
  type Refusal,
  readDeclared,
  readForm,
} from "./form.server";
import { isSecret, signedOut } from "./form-account.server";
import { readTexts } from "./read-upload.server";
import { type PreservedForm, type RouteArgs, returnPathOf } from "./request-context.server";
import type { RouteHandle } from "./route-handle";
import { actorOf, hasBeenSignedIn, openSession } from "./session.server";

/** Null for a guest. */
export function allowAnyone(args: RouteArgs): Promise<Actor | null> {
  return actorOf(args);
}

/**
 * Redirects a guest's GET to / with a way back; throws a 401 page for their POST.
 * @param form the schema of the posted form, so that the 401 page keeps its fields if the session has ended
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
 * Like requireMember, but redirects a guest's GET to sign-in and back.
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

export const creatorsOnly = "This page is for creators.";

/** Members without a type count as creators. */
export async function requireCreator(args: RouteArgs, form?: z.ZodType): Promise<Actor> {
  const actor = await requireMember(args, form);
  if (!isContributor(actor)) return actor;
  await refuseOthers(args, form);
  throw forbidden(creatorsOnly);
}

/**
 * Other members get a 403 page before we look up anything. An admin whose rights are suspended is redirected to the
 * page that sets up a second factor, and returns from there.
 */
export async function requireAdmin(args: RouteArgs, form?: z.ZodType): Promise<Admin> {
  const actor = await requireMember(args, form);
  if (isAdmin(actor)) return actor;
  await refuseOthers(args, form);
  if (!actor.needsSecondFactor) throw adminsOnly();
  keepWritten(args, factorFirst);
  throw redirect(paths.setUpFactor({ redirectTo: returnPathOf(args.request) }), 303);
}

const factorFirst = {
  title: "Set up two-step verification first",
  text: "Admins need it, and your account doesn't have it. Nothing changed.",
};

/**
 * Call this before refusing an account. If the form belongs to another account, the page about that takes precedence,
 * because it shows the form's text.
 */
async function refuseOthers(args: RouteArgs, form: z.ZodType | undefined): Promise<void> {
  if (form && !isReading(args.request)) await readPreservedFields(args, form);
}

/** Combines an action's guard with reading its form, whose fields survive the end of the session. */
const readAs =
  <Who extends Actor>(guard: (args: RouteArgs, form: z.ZodType) => Promise<Who>) =>
  async <Schema extends z.ZodType>(args: RouteArgs, schema: Schema) => {
    const actor = await guard(args, schema);
    return { actor, form: await readForm(args, schema) };
  };
export const readSignedIn = readAs(requireSignIn);
export const readAsMember = readAs(requireMember);
export const readAsCreator = readAs(requireCreator);
export const readAsAdmin = readAs(requireAdmin);

/** Like `limitActs`, for a response to script: returns 0, or the seconds to wait. */
export const waitForActs = (actor: Actor, act: LimitedAct) => takeFromLimit(act, actor.userId, actor);

/**
 * Limits an action that's cheap for its sender but affects others. Call this once the form has been read.
 * @throws a page that keeps the form (429), beyond the limit
 */
export async function limitActs(args: RouteArgs, actor: Actor, act: LimitedAct): Promise<void> {
  const waitSeconds = await waitForActs(actor, act);
  if (waitSeconds === 0) return;
  const { sent } = args.context;
  const text = `Nothing changed. Please try again ${retryText(waitSeconds)}.`;
  const preserved = sent ? preservedForm(args, sent.fields) : null;
  throw data<Refusal>({ kind: "failed", title: "You've done that too many times", text, preserved }, 429);
}

const isReading = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Redirects a person with an unread warning to it and back. The page for a refused POST keeps the form's fields. */
async function withoutWarning(args: RouteArgs, actor: Actor, form?: z.ZodType): Promise<Actor> {
  if (!actor.isWarned) return actor;
  if (isReading(args.request)) throw redirect(paths.warning({ redirectTo: returnPathOf(args.request) }));
  const fields = form ? await readPreservedFields(args, form) : new URLSearchParams();
  args.context.isHeldByWarning = true;
  throw data<Refusal>({ kind: "warned", ...preservedForm(args, fields) }, 403);
}

/** Called by the root loader and so for every page, except for requests by script and pages about a warning. */
export function leadToWarning({ request, context }: RouteArgs, actor: Actor | null): void {
  if (!actor?.isWarned || context.isHeldByWarning) return;
  const here = returnPathOf(request);
  if (![paths.warning(), paths.appealWithin()].some((path) => here.startsWith(path)))
    throw redirect(paths.warning({ redirectTo: here }));
}

/**
 * Doesn't read the body if no one has ever signed in on this browser.
 * @throws a page that shows the form's text, if the form comes from another account's page
 */
async function signedOutPage(args: RouteArgs, form: z.ZodType | undefined) {
  if (form && (await hasBeenSignedIn(args.request))) await readPreservedFields(args, form);
  return signedOut();
}

/** Replaces the response to an action if the actor's session ended before it acted. */
export function sessionEndedPage({ context }: RouteArgs) {
  context.actor = Promise.resolve(null);
  return signedOut();
}

/** The form's declared fields, except secrets. */
function preservedForm({ request }: RouteArgs, fields: URLSearchParams): PreservedForm {
  return {
    action: returnPathOf(request),
    fields: [...fields].filter(([name]) => !isSecret(name)),
  };
}

/** The form's declared fields, without its files. */
async function readPreservedFields(args: RouteArgs, form: z.ZodType): Promise<URLSearchParams> {
  const isMultipart = formKind(args.request.headers.get("Content-Type")) === "multipart";
  return isMultipart ? readTexts(args, form) : readDeclared(args, form);
}

/** Refuses a request that script made. */
export const refuseScript = (status: number, refused: string) => Response.json({ refused }, { status });

/** Redirects with a 303 and one toast for the next page. */
export async function redirectWithFlash(to: string, toast: ToastMessage, setCookies: string[] = []) {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await flashCookie.serialize(toast));
  return redirect(to, { status: 303, headers });
}

/** The toast, and the Set-Cookie that clears it. */
export async function readFlash(
  request: Request,
): Promise<{ toast: ToastMessage | null; clear: string | null }> {
  const header = request.headers.get("Cookie");
  // An offline copy would take the toast away from the page that it's meant for.
  if (!header?.includes(`${flashCookie.name}=`) || request.headers.has(copyHeader))
    return { toast: null, clear: null };
  const toast = (await flashCookie.parse(header)) as ToastMessage | null;
  return { toast: toast?.title ? toast : null, clear: await forgetCookie(flashCookie) };
}

interface InPath {
  params: Record<string, string | undefined>;
}

/** Returns a parameter that the route's own path names. Remix's type allows undefined, but such a path always has it. */
export const textParam = ({ params }: InPath, name: string): string => params[name] ?? "";

/**
 * The ID in its stored spelling.
 * @throws a 404 for anything that isn't an ID
 */
export function idParam({ params }: InPath, name: string): string {
  const id = parseId(params[name]);
  if (!id) throw notFound();
  return id;
}

/** Whether an action threw this on purpose, as a redirect or a refusal page. */
export function isAnswer(error: unknown): boolean {
  return error instanceof Response || (error as { type?: unknown } | null)?.type === "DataWithResponseInit";
}

/** What the person wrote in the form that was sent. */
function writtenIn({ context: { sent } }: RouteArgs): [name: string, value: string][] {
  return [...(sent?.fields ?? [])].filter(
    ([name, value]) => sent?.shown.has(name) && !isSecret(name) && value.trim() !== "",
  );
}

/** Puts what the person wrote on a page that refuses their form, because the form's own page may be gone. */
export function withWritten(args: RouteArgs, answer: unknown): unknown {
  const refusal = (answer as { data?: Refusal } | null)?.data;
  switch (refusal?.kind) {
    case "not-found":
    case "forbidden":
    case "admins-only":
    case "bad-request": {
      const written = writtenIn(args);
      if (written.length > 0) refusal.written = written;
    }
  }
  return answer;
}

/**
 * Call this before a redirect that says in a toast why a form was refused.
 * @param status 410 if the form's own page is gone
 * @throws a page that says so and shows what the person wrote, if they wrote anything
 */
export function keepWritten(
  args: RouteArgs,
  { title, text = "Nothing changed." }: ToastMessage,
  status: 409 | 410 = 409,
): void {
  if (writtenIn(args).length > 0) throw badRequest(status, title, text);
}

/**
 * For an unexpected failure: the same page with its values, or an error page that keeps them and offers to try again.
 */
export function answerFailure(args: RouteArgs, error: unknown, { formFailure, pageFailure }: RouteHandle) {
  const { context } = args;
  const { sent } = context;
  const isAway = noteFailure(args, error);
  const preserved = sent ? preservedForm(args, sent.fields) : null;
  // For the root error page, in case even the page's loader fails.
  if (preserved) context.preservedForm = preserved;
  if (isDiskFull(error)) {
    throw data<Refusal>(
      { kind: "failed", title: "We couldn't save the file", text: noSpace, preserved },
      507,
    );
  }
  if (!isAway && sent?.refuse && formFailure) return sent.refuse({ "": [formFailure].flat() }, 500);
  const cause = isAway ? databaseAway : loggedFailure;
  const text = preserved ? `${cause} What you wrote is still on this page.` : cause;
  const title = isAway ? "We'll be right back" : (pageFailure ?? "Something went wrong");
  throw data<Refusal>({ kind: "failed", title, text, preserved }, isAway ? 503 : 500);
}

/**
 * Loads a part that the page can do without.
 * @returns null after an unexpected failure, which is logged. If the database is unavailable, the error is rethrown
 */
export async function attempt<Result>(args: RouteArgs, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (isAnswer(error) || isDatabaseUnavailable(error)) throw error;
    noteFailure(args, error);
    return null;
  }
}

/** Logs the error. Returns whether the database is unavailable. */
export function noteFailure({ context }: Pick<RouteArgs, "context">, error: unknown): boolean {
  const line = { requestId: context.requestId, err: error };
  const isAway = isDatabaseUnavailable(error);
  if (isAway) {
    context.databaseAway = true;
    noteServiceFailure("database", error);
    log.warn(line, "database unavailable");
  } else log.error(line, "request failed");
  return isAway;
}

/**
 * Call this for each action listed in the README of second-factor, once its form has been read. Asks for the second
 * factor again (or for the password if there's none), unless the person gave it here within the last ten minutes. Keeps
 * the form for the page that they return to.
 * @param back for a file: the page that links to it
 * @throws a redirect to the page that asks
 */
export async function requireRecentProof(
  args: RouteArgs,
  actor: Actor,
  back = returnPathOf(args.request),
): Promise<void> {
  if (isProofRecent(actor))
    return args.request.method === "POST" ? forgetForm(actor, withoutMark(back)) : undefined;
  if (args.request.method !== "POST") throw redirect(paths.confirmIdentity({ redirectTo: back }), 303);
  const path = withoutMark(back);
  const { fields } = preservedForm(args, args.context.sent?.fields ?? new URLSearchParams());
  await keepForm(actor, path, Object.fromEntries(fields));
  throw redirect(paths.confirmIdentity({ redirectTo: withMark(path) }), 303);
}

/** Like `requireRecentProof`, for a form that itself asks for the password. */
export async function requireRecentFactor(args: RouteArgs, actor: Actor): Promise<void> {
  if (actor.hasSecondFactor) await requireRecentProof(args, actor);
}

/**
 * Adds a parameter to the URL of a page that has a kept form, so that other requests don't have to look for one.
 */
const mark = "kept";
const withMark = (path: string) => `${path}${path.includes("?") ? "&" : "?"}${mark}=1`;

const withoutMark = (path: string) => path.replace(/[?&]kept=1$/, "");

/** The form that was sent before re-authentication, in the shape of a form result, for the page's loader. */
export async function keptFormOf(args: RouteArgs, actor: Actor) {
  const path = returnPathOf(args.request);
  if (!new URL(args.request.url).searchParams.has(mark)) return undefined;
  const fields = await findKeptForm(actor, withoutMark(path));
  return fields ? { initialValue: fields } : undefined;
}

/** The page of the list that a CSV file's URL belongs to. */
export const listOf = ({ request }: RouteArgs) => returnPathOf(request).replace(/\.csv(?=\?|$)/, "");

interface Landing {
  to: string;
  toast: ToastMessage | null;
  isDraftOver: boolean;
}

/**
 * Where a new session goes first. A browser that sent no cookie may block them all, which would lead it back to the
 * sign-in page without a word. So it goes there right away: the page redirects people who have the session, and tells
 * others about cookies.
 */
export const landingOf = ({ request }: RouteArgs, to: string): string =>
  request.headers.has("Cookie") ? to : paths.login({ redirectTo: to, signedIn: "1" });

/**
 * Replaces the browser's session with a new one and loads a full document, so that nothing that script kept for someone
 * else remains, and an admin's page has the admin routes. If another form still has to be sent, its page comes first.
 */
export async function redirectSignedIn(
  args: RouteArgs,
  clientSession: ClientSession,
  { to, toast, isDraftOver }: Landing,
) {
  const cookies = [...(await openSession(args, clientSession)), await forgetCookie(pendingSignInCookie)];
  if (await findUnsent(clientSession)) to = paths.unsent({ redirectTo: to });
  to = landingOf(args, to);
  if (isDraftOver) cookies.push(await forgetCookie(draftCookie));
  if (!toast) {
    const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
    return redirectDocument(to, { status: 303, headers });
  }
  const answer = await redirectWithFlash(to, toast, cookies);
  answer.headers.set("X-Remix-Reload-Document", "true");
  return answer;
}

/**
 * Redirects to the page that says why the account is suspended and accepts an appeal. If the suspension is recorded
 * only in the account's own row, there's nothing to appeal, so the form reports it.
 */
export async function answerSuspended(
  form: Extract<ReadForm<unknown>, { ok: true }>,
  { notice, appealToken }: Suspension,
) {
  if (!appealToken) return form.refuse({ "": suspensionWords(notice) }, 403);
  return redirect(paths.appealWith(appealToken), {
    status: 303,
    headers: { "Set-Cookie": await forgetCookie(pendingSignInCookie) },
  });
}

/** Pages under /dev don't exist in production, where the outbox contains real people's email. */
export const hasDevPages = !isProduction;
