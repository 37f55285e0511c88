import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { paths } from "~/paths";
import { FormTokenContext } from "~/ui/form";
import { keep, kept } from "~/ui/local-storage";
import type { MessageRoom } from "../message";
import type { ThreadView } from "../reading.server";
import { type LookAnswer, newestSeq } from "./use-conversation";

export interface Outgoing {
  messageId: string;
  content: string;
  isSending: boolean;
  /** Why it was refused, where the server said so. */
  reason?: string;
}

/** What the server answers who sends. */
export type SendAnswer =
  | (LookAnswer & { room: MessageRoom | null })
  | { refused: string; limit: string | null };

/** How long an answer is waited for. A message that was stored all the same is stored once, whatever is sent again. */
const patience = 20_000;

/**
 * Sends messages one after the other, and shows them meanwhile. What is not known to be stored is kept, also over a
 * reload, under the id that it was made with.
 */
export function useOutgoing(
  thread: ThreadView,
  personId: string,
  take: (answer: LookAnswer, isWhole: boolean) => void,
) {
  const { conversationId } = thread;
  const token = useContext(FormTokenContext);
  const [items, setItems] = useState<readonly Outgoing[]>([]);
  const [limit, setLimit] = useState<string | null>(null);
  const [room, setRoom] = useState<MessageRoom | null>(null);
  const now = useRef({ items, thread, isSending: false, isGone: false });
  now.current.thread = thread;
  const name = `unsent:${personId}:${conversationId}`;

  function change(next: readonly Outgoing[]) {
    now.current.items = next;
    setItems(next);
    // An answer that comes after signing out brings nothing back.
    if (!now.current.isGone || kept(name)) keep(name, next.length > 0 ? next : undefined);
  }
  const changeOne = (messageId: string, to: Partial<Outgoing>) =>
    change(now.current.items.map((item) => (item.messageId === messageId ? { ...item, ...to } : item)));

  async function sendAll() {
    if (now.current.isSending) return;
    now.current.isSending = true;
    for (;;) {
      const next = now.current.items.find((item) => item.isSending);
      if (!next) break;
      const answer = await send(next, newestSeq(now.current.thread)).catch(() => null);
      if (!answer) {
        // Those behind it wait too: they keep their order.
        change(now.current.items.map((item) => ({ ...item, isSending: false })));
      } else if ("refused" in answer) {
        changeOne(next.messageId, { isSending: false, reason: answer.refused });
        setLimit(answer.limit);
      } else {
        change(now.current.items.filter((item) => item !== next));
        take(answer, false);
        setRoom(answer.room);
      }
    }
    now.current.isSending = false;
    change(notStored(now.current.items, now.current.thread));
  }

  async function send({ messageId, content }: Outgoing, after: number): Promise<SendAnswer> {
    const reply = await fetch(paths.conversationNow(conversationId, { after }), {
      method: "POST",
      body: new URLSearchParams({ messageId, content, ...(token ? { _token: token } : {}) }),
      signal: AbortSignal.timeout(patience),
    });
    const answer = await reply.json();
    // A failure of the server's own says neither: the message waits.
    if (!("thread" in answer || "refused" in answer)) throw answer;
    return answer;
  }

  // What an earlier page left; whether it was stored after all, the thread says.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a conversation
  useEffect(() => {
    const left = kept(name);
    if (Array.isArray(left)) change(left.map((item: Outgoing) => ({ ...item, isSending: false })));
    now.current.isGone = false;
    return () => {
      now.current.isGone = true;
    };
  }, [name]);

  const waiting = useMemo(() => notStored(items, thread), [items, thread]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is of this render
  useEffect(() => {
    if (!now.current.isSending && waiting.length < items.length) change(waiting);
  }, [waiting, items]);

  return {
    waiting,
    limit,
    /** What the last answer said of the plan; null where nothing was sent, or nothing is limited. */
    room,
    forgetLimit: () => setLimit(null),
    send(messageId: string, content: string) {
      change([...now.current.items, { messageId, content, isSending: true }]);
      sendAll();
    },
    retry(messageId: string) {
      changeOne(messageId, { isSending: true, reason: undefined });
      sendAll();
    },
    discard: (messageId: string) => change(now.current.items.filter((item) => item.messageId !== messageId)),
  };
}

/** Those that the thread does not show as stored. */
function notStored(items: readonly Outgoing[], { messages }: ThreadView): readonly Outgoing[] {
  const stored = new Set(messages.map((message) => message.messageId));
  return items.filter((item) => !stored.has(item.messageId));
}
