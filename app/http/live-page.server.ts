import type { Actor } from "~/features/accounts/actor";
import { log } from "~/platform/log.server";
import type { Hint } from "~/platform/realtime/realtime.server";
import { type LiveStream, openStream } from "./live-streams.server";
import type { RouteArgs } from "./request-context.server";

export interface LivePagePlan {
  /** HTML that begins the page and leaves it open. */
  first: string;
  /** HTML that ends it. */
  last(): string;
  concerns(hint: Hint): boolean;
  /** What is new since the last look, as HTML; null ends the page. */
  look(): Promise<string | null>;
}

/** Long enough to be live, short enough that a forgotten page goes away. */
const tenMinutes = 600_000;

/** A page that stays open and grows by what is new: live without script. */
export function openLivePage(
  args: RouteArgs,
  actor: Actor,
  { first, last, concerns, look: findNew }: LivePagePlan,
): Response {
  let isLooking = false;
  let isMore = false;

  /** One look at a time; what is hinted at meanwhile is one more look. */
  async function look(stream: LiveStream): Promise<void> {
    isMore = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isMore) {
        isMore = false;
        const html = await findNew();
        if (html === null) return stream.end();
        if (html) stream.write(html);
      }
    } catch (error) {
      // The database is away: once it is back everybody is told to look again.
      log.warn({ err: error }, "a live page could not look");
    } finally {
      isLooking = false;
    }
  }

  return openStream(args, actor, first, {
    contentType: "text/html; charset=utf-8",
    heartbeat: "<!-- -->\n",
    last,
    endsAfter: tenMinutes,
    onStart: look,
    onHint: (hint, stream) => {
      if (Object.keys(hint).length === 0 || concerns(hint)) look(stream);
    },
  });
}
