import { data } from "@remix-run/node";
import { isDatabaseUnavailable } from "~/platform/db.server";
import { isDiskFull } from "~/platform/files/files-side.server";
import { log } from "~/platform/log.server";
import { noteFailure as noteServiceFailure } from "~/platform/service-health.server";
import { preservedForm } from "./guards.server";
import type { Refusal } from "./refusals.server";
import type { RouteArgs } from "./request-context.server";
import type { RouteFailure } from "./route-failure";

/** An action threw it on purpose: a redirect, or a refusal page. */
export function isAnswer(error: unknown): boolean {
  return error instanceof Response || (error as { type?: unknown } | null)?.type === "DataWithResponseInit";
}

/**
 * After an unexpected failure: the same page with its values, or an error page that keeps them and offers to try
 * again.
 */
export function answerFailure(args: RouteArgs, error: unknown, words: RouteFailure["failure"] | undefined) {
  const { context, request } = args;
  const { sent } = context;
  const isAway = noteFailure(args, error);
  const preserved = sent ? preservedForm(args, sent.fields) : null;
  // For the root error page, if even the page's loader fails.
  if (preserved) context.preservedForm = preserved;
  if (isDiskFull(error)) {
    const text = "We have no room for files at the moment. Please try again later.";
    throw data<Refusal>({ kind: "failed", title: "The file could not be stored", text, preserved }, 507);
  }
  if (!isAway && sent?.refuse && words && "form" in words) {
    const { form } = words;
    return sent.refuse({ "": typeof form === "function" ? form(new URL(request.url)) : form }, 500);
  }
  const title = words && "page" in words ? words.page : "Something went wrong";
  const cause = isAway
    ? "Our database is not answering at the moment."
    : "The failure is ours, and it is logged.";
  const text = preserved ? `${cause} What you sent is kept on this page.` : cause;
  throw data<Refusal>(
    { kind: "failed", title: isAway ? "We'll be right back" : title, text, preserved },
    isAway ? 503 : 500,
  );
}

/**
 * Runs a part that the page can do without.
 * @returns null after an unexpected failure, which is logged; an unavailable database is thrown on
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

/** Returns whether the database is unavailable. */
function noteFailure({ context }: RouteArgs, error: unknown): boolean {
  const line = { requestId: context.requestId, err: error };
  const isAway = isDatabaseUnavailable(error);
  if (isAway) {
    context.databaseAway = true;
    noteServiceFailure("database", error);
    log.warn(line, "database away");
  } else log.error(line, "request failed");
  return isAway;
}
