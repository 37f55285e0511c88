import { useCallback, useEffect, useRef, useState } from "react";
import { listenLive, listenPresence } from "~/features/live/listening";
import { paths } from "~/paths";
import type { ConversationUpdate } from "../following.server";
import type { ConversationView } from "../inbox.server";
import type { ThreadView } from "../threads.server";

type List = { conversations: ConversationView[] };
export interface ConversationNow {
  thread: ThreadView;
  list: List;
  /** Other unread conversations; absent from the loader's data. */
  unread?: number;
  /** Unread notifications other than those that led here; absent from the loader's data. */
  notifications?: number;
}
/** The response to a sent message. Its list has only the first conversation, and what it leaves out hasn't changed. */
export type SentResponse = ConversationUpdate & Pick<ConversationNow, "list">;
export type RefetchResponse = SentResponse & Required<Pick<ConversationNow, "unread" | "notifications">>;

interface Needs {
  /** Whether a refetch is due. `whole` means the entire page rather than only newer messages. */
  due: boolean;
  whole: boolean;
}

/**
 * Fetches what's missing after each hint and after a lost connection.
 * @param given the loader's data; when it changes, it replaces what's shown
 * @param isOld whether the page shows an older part, where nothing is appended
 */
export function useConversation(given: ConversationNow, isOld: boolean) {
  const [shown, setShown] = useState({ given, view: given });
  const view = shown.given === given ? shown.view : given;
  if (shown.given !== given) setShown({ given, view: given });
  const current = useRef(view);
  current.current = view;
  const { conversationId } = given.thread;

  const take = useCallback(
    (answer: SentResponse | RefetchResponse, isWhole: boolean) =>
      setShown(({ given, view }) => ({
        given,
        view: {
          ...view,
          ...answer,
          thread: merged(view.thread, answer, isWhole, isOld),
          list: "unread" in answer ? answer.list : withFirst(answer.list, view.list),
        },
      })),
    [isOld],
  );

  useEffect(() => {
    const needs: Needs = { due: false, whole: false };
    const leaving = new AbortController();
    let isFetching = false;
    let isFirst = true;
    let later: ReturnType<typeof setTimeout>;

    async function look(): Promise<void> {
      if (isFetching || !needs.due || document.hidden || leaving.signal.aborted) return;
      isFetching = true;
      const isWhole = needs.whole;
      Object.assign(needs, { due: false, whole: false });
      try {
        const after = isWhole ? undefined : newestSeq(current.current.thread);
        const reply = await fetch(paths.conversationNow(conversationId, { after }), {
          signal: leaving.signal,
        });
        if (reply.ok) take(await reply.json(), isWhole);
        else if (reply.status >= 500) throw reply;
      } catch {
        Object.assign(needs, { due: true, whole: needs.whole || isWhole });
      }
      isFetching = false;
      clearTimeout(later);
      if (needs.due) later = setTimeout(look, 3_000);
    }

    const stopListening = listenLive((hint) => {
      const isBreak = hint.kind === "catch-up";
      const isHere = "conversationId" in hint && hint.conversationId === conversationId;
      const isChanged = isHere && hint.kind === "messages" && hint.changed === 1;
      // A hint about messages that are already shown, such as the actor's own, needs no refetch.
      const isKnown = "seq" in hint && Number(hint.seq) <= newestSeq(current.current.thread);
      if (isHere && isKnown && !isChanged) return;
      needs.whole ||= isChanged || (isBreak && !isFirst);
      needs.due = true;
      // After a lost connection, all clients refetch. This spreads their requests out.
      clearTimeout(later);
      later = setTimeout(look, !isBreak || isFirst ? 0 : Math.random() * 1_500);
      if (isBreak) isFirst = false;
    });
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      leaving.abort();
      clearTimeout(later);
      stopListening();
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }, [conversationId, take]);

  useEffect(
    () =>
      listenPresence((hint) => {
        if (hint.kind !== "seen" || hint.conversationId !== conversationId) return;
        if (hint.seq < newestSeq(current.current.thread)) return;
        setShown(({ given, view }) => ({
          given,
          view: { ...view, thread: { ...view.thread, isSeen: true, seenAt: hint.at ?? null } },
        }));
      }),
    [conversationId],
  );

  return { ...view, take };
}

export const newestSeq = ({ messages }: Pick<ThreadView, "messages">) => messages.at(-1)?.seq ?? 0;

function withFirst({ conversations: first }: List, { conversations: shown }: List): List {
  const others = shown.filter((one) => one.conversationId !== first[0]?.conversationId);
  return { conversations: [...first, ...others] };
}

function merged(before: ThreadView, answer: SentResponse, isWhole: boolean, isOld: boolean): ThreadView {
  if (isOld) return { ...answer.thread, messages: before.messages, older: before.older };
  if (isWhole || answer.isCut) return answer.thread;
  const newest = newestSeq(before);
  return {
    ...answer.thread,
    messages: [...before.messages, ...answer.thread.messages.filter(({ seq }) => seq > newest)],
    older: before.older,
  };
}
