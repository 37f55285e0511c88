import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { chosenScheme } from "~/features/accounts/actor";
import { LiveChanges, LiveEnd, LiveStart, NoLiveView } from "~/features/messaging/components/live-page";
import { follow, shownUpTo } from "~/features/messaging/following.server";
import { openLivePage } from "~/http/live-streams.server";
import { savesData } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import { parseCount, parseId } from "~/ids";
import { paths } from "~/paths";
import styles from "~/styles/conversation-page.css?url";
import { SavesDataContext } from "~/ui/avatar";
import { ClockContext } from "~/ui/clock";

/** A thread's live frame for pages without script. Streams new messages and changes to the messages already shown. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const conversationId = parseId(args.params.conversationId) ?? "";
  const signIn = paths.login({ redirectTo: paths.conversation(conversationId) });
  if (!actor) return closedPage(401, <NoLiveView signIn={signIn} />);
  const query = new URL(args.request.url).searchParams;
  const start = parseCount(query.get("after")) ?? 0;
  const changed = query.get("changed") ?? "";
  const pending = query.has("pending") ? "1" : undefined;
  const unseen = query.has("unseen") ? "1" : undefined;
  let upTo = shownUpTo(start, changed, {
    isPending: pending !== undefined,
    isUnseen: unseen !== undefined,
  });
  const now = paths.conversationLive(conversationId, { after: start, changed, pending, unseen });
  // If the frame were a stream from the start, the surrounding page's load event would never fire.
  const beginning = <LiveStart isUnseen={unseen !== undefined} />;
  const scheme = chosenScheme(actor);
  if (query.has("begin")) return closedPage(200, beginning, frameHead(scheme, now));
  if (!(await follow(actor, conversationId, upTo))) return closedPage(404, <NoLiveView />);

  const isSaving = savesData(args.request, actor);
  return openLivePage(args, actor, {
    first: `${frameHead(scheme)}${renderToStaticMarkup(beginning)}\n`,
    last: () => renderToStaticMarkup(<LiveEnd goOn={now} />) + frameFoot,
    isRelevant: (hint) =>
      (hint.kind === "messages" || hint.kind === "seen") && hint.conversationId === conversationId,
    async fetchChanges() {
      const update = await follow(actor, conversationId, upTo);
      if (!update) return null;
      upTo = update.shown;
      return update.isAccepted ||
        update.isNowSeen ||
        update.changed.length + update.thread.messages.length > 0
        ? renderToStaticMarkup(
            <ClockContext.Provider value={{ zone: actor.timeZone, now: Date.now() }}>
              <SavesDataContext.Provider value={isSaving}>
                <LiveChanges update={update} conversationId={conversationId} />
              </SavesDataContext.Provider>
            </ClockContext.Provider>,
          )
        : "";
    },
  });
}

const frameHead = (scheme?: "light" | "dark", next?: string) =>
  `<!doctype html><html lang="en"${scheme ? ` class="${scheme}"` : ""}><head><meta charset="utf-8">` +
  `<meta name="color-scheme" content="${scheme ?? "light dark"}">` +
  (next ? `<meta http-equiv="refresh" content="1;url=${next.replaceAll("&", "&amp;")}">` : "") +
  `<title>New messages · Matchcut</title><link rel="stylesheet" href="${styles}"></head><body class="live-page">` +
  '<main role="log" aria-label="New messages">';

const frameFoot = "</main></body></html>";

function closedPage(status: number, text: ReactElement, head = frameHead()): Response {
  return new Response(head + renderToStaticMarkup(text) + frameFoot, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
