import type { Actor } from "~/features/accounts/actor";
import { log } from "~/platform/log.server";
import type { Hint } from "~/platform/realtime/realtime.server";
import { type LiveStream, openStream } from "./live-streams.server";
import type { RouteArgs } from "./request-context.server";

export interface LivePagePlan {
  /** Begins the page and leaves it open. */
  first: string;
  last(): string;
  isRelevant(hint: Hint): boolean;
  /** What is new since the last call, as HTML; null ends the page. */
  fetchChanges(): Promise<string | null>;
}

/** Feels live, yet a forgotten page closes. */
const tenMinutes = 600_000;

/** A page that stays open and appends new content: live without script. */
export function openLivePage(
  args: RouteArgs,
  actor: Actor,
  { first, last, isRelevant, fetchChanges: findNew }: LivePagePlan,
): Response {
  let isFetching = false;
  let isPending = false;

  /** One query at a time; hints meanwhile cause one more. */
  async function fetchChanges(stream: LiveStream): Promise<void> {
    isPending = true;
    if (isFetching) return;
    isFetching = true;
    try {
      while (isPending) {
        isPending = false;
        const html = await findNew();
        if (html === null) return stream.end();
        if (html) stream.write(html);
      }
    } catch (error) {
      // Every stream gets an empty hint once the database is back.
      log.warn({ err: error }, "a live page could not look");
    } finally {
      isFetching = false;
    }
  }

  return openStream(args, actor, first, {
    contentType: "text/html; charset=utf-8",
    heartbeat: "<!-- -->\n",
    last,
    endsAfter: tenMinutes,
    onStart: fetchChanges,
    onHint: (hint, stream) => {
      if (Object.keys(hint).length === 0 || isRelevant(hint)) fetchChanges(stream);
    },
  });
}
