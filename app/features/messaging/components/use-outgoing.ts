import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { asWritten, decisionIn, messageFields, postAs } from "~/offline-words";
import { paths } from "~/paths";
import { FormTokenContext } from "~/ui/form";
import { readQueue, writeQueue } from "~/ui/local-storage";
import type { WaitingFile } from "../attachment";
import { idEndOf, type MessageAllowance } from "../message";
import type { ThreadView } from "../threads.server";
import { newestSeq, type SentResponse } from "./use-conversation";

export interface Outgoing {
  messageId: string;
  content: string;
  upload?: WaitingFile | null;
  /** In ms since 1970. */
  writtenAt?: number;
  isSending: boolean;
  /** Why the message was refused or wasn't stored. */
  reason?: string;
  /** Whether it would be refused again. */
  isLasting?: boolean;
  /**
   * The server didn't store it, or the session has ended. Undefined while offline, because it's sent once there's a
   * connection.
   */
  failure?: "server" | "signed-out";
}

export type SendAnswer = SentResponse | { refused: string; limit: string | null; isLasting: boolean };

/** In ms: how long to wait after getting no response. Doubled each time, up to a minute. */
export const firstRetryAfter = 3_000;

/**
 * Sends messages one after another and shows them in the meantime. Messages that the server may not have stored survive
 * a reload, keep their ID, and are sent again once online, by this or another page (app/offline).
 */
export function useOutgoing(
  thread: Pick<ThreadView, "conversationId" | "messages">,
  personId: string,
  take: (answer: SentResponse, isWhole: boolean) => void,
) {
  const { conversationId } = thread;
  const token = useContext(FormTokenContext);
  const [items, setItems] = useState<readonly Outgoing[]>([]);
  const [limit, setLimit] = useState<string | null>(null);
  const [allowance, setAllowance] = useState<MessageAllowance | null>(null);
  const now = useRef({ items, thread, isSending: false, isStored: false, known: new Set<string>() });
  const retrying = useRef({ isDue: false, after: firstRetryAfter, timer: 0 });
  now.current.thread = thread;
  const name = `unsent:${personId}:${conversationId}`;

  function change(next: readonly Outgoing[]) {
    const stored = readQueue<Outgoing>(name);
    // If the stored messages are gone, someone signed out or another tab removed them. A later response must not bring
    // them back.
    const isCleared = now.current.isStored && stored.length === 0;
    for (const { messageId } of next) now.current.known.add(messageId);
    now.current.items = next;
    setItems(next);
    if (isCleared) return;
    writeQueue(name, asWritten(withOtherTabs(stored, next, now.current.known)));
    now.current.isStored = next.length > 0;
  }
  const changeOne = (messageId: string, to: Partial<Outgoing>) =>
    change(now.current.items.map((item) => (item.messageId === messageId ? { ...item, ...to } : item)));

  async function sendAll() {
    if (now.current.isSending) return;
    now.current.isSending = true;
    for (;;) {
      const next = now.current.items.find((item) => item.isSending);
      if (!next) break;
      const answer = await send(next, newestSeq(now.current.thread)).catch(() => undefined);
      if (answer === undefined || typeof answer === "string") {
        // Later messages wait so that the order is kept.
        change(now.current.items.map((item) => ({ ...item, isSending: false, failure: answer })));
        if (retrying.current.isDue) retryLater();
      } else if ("refused" in answer) {
        const { refused: reason, isLasting } = answer;
        changeOne(next.messageId, { isSending: false, reason, isLasting });
        setLimit(answer.limit);
      } else {
        change(now.current.items.filter((item) => item !== next));
        take(answer, false);
        setAllowance(answer.allowance);
      }
    }
    now.current.isSending = false;
    change(notStored(now.current.items, now.current.thread));
  }

  /** Throws without a connection. */
  async function send(message: Outgoing, after: number): Promise<SendAnswer | Outgoing["failure"]> {
    retrying.current.isDue = true;
    const reply = await postAs(personId, paths.conversationNow(conversationId, { after }), {
      ...messageFields(message),
      ...(token ? { _token: token } : {}),
    });
    // A 503 is retried later, as when offline.
    if (reply.status === 503) return undefined;
    Object.assign(retrying.current, { isDue: false, after: firstRetryAfter });
    if (reply.status === 401) return "signed-out";
    return (await decisionIn<SendAnswer>(reply)) ?? "server";
  }

  /**
   * Sends what's left, including messages from an earlier page or another tab, so that older messages go first. The
   * thread shows which of them were stored.
   */
  function sendLeft() {
    const { items: own, known } = now.current;
    const left = readQueue<Outgoing>(name).filter(({ messageId }) => !known.has(messageId));
    const all = asWritten([...left, ...own]);
    if (all.length === 0) return;
    const isSending = navigator.onLine;
    change(
      all.map((item) => ({
        ...item,
        isSending: isSending && item.reason === undefined,
        failure: undefined,
      })),
    );
    sendAll();
  }

  /** 'online' may fire before a connection works, and doesn't fire again once it does. */
  function retryLater() {
    const { after, timer } = retrying.current;
    clearTimeout(timer);
    retrying.current.timer = window.setTimeout(sendLeft, after);
    retrying.current.after = Math.min(60_000, after * 2);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per conversation; `sendLeft` differs on every render
  useEffect(() => {
    sendLeft();
    addEventListener("online", sendLeft);
    return () => {
      removeEventListener("online", sendLeft);
      clearTimeout(retrying.current.timer);
    };
  }, [name]);

  const waiting = useMemo(() => notStored(items, thread), [items, thread]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` differs on every render
  useEffect(() => {
    if (!now.current.isSending && waiting.length < items.length) change(waiting);
  }, [waiting, items]);

  return {
    waiting,
    limit,
    /** From the last response; null if nothing has been sent or the plan has no limit. */
    allowance,
    forgetLimit: () => setLimit(null),
    send(messageId: string, content: string, upload: WaitingFile | null) {
      now.current.isStored = false;
      change([...now.current.items, { messageId, content, upload, writtenAt: Date.now(), isSending: true }]);
      sendAll();
    },
    retry(messageId: string) {
      changeOne(messageId, { isSending: true, reason: undefined, failure: undefined });
      sendAll();
    },
    discard: (messageId: string) => change(now.current.items.filter((item) => item.messageId !== messageId)),
  };
}

/** `known` are the messages that this tab has or had. Messages of other tabs stay as they are. */
function withOtherTabs(
  stored: readonly Outgoing[],
  own: readonly Outgoing[],
  known: ReadonlySet<string>,
): readonly Outgoing[] {
  const left = new Map(own.map((item) => [item.messageId, item]));
  const kept = stored.flatMap((item) => left.get(item.messageId) ?? (known.has(item.messageId) ? [] : item));
  for (const { messageId } of kept) left.delete(messageId);
  return [...kept, ...left.values()];
}

function notStored(
  items: readonly Outgoing[],
  { messages }: Pick<ThreadView, "messages">,
): readonly Outgoing[] {
  const stored = new Set(messages.map(({ idEnd }) => idEnd));
  return items.filter(({ messageId }) => !stored.has(idEndOf(messageId)));
}
