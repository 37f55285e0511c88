import { useEffect, useRef, useState } from "react";
import { listenLive, listenPresence, sendPresence } from "~/features/live/listening";
import { typingWords } from "../message";
import type { ThreadView } from "../threads.server";
import { newestSeq } from "./use-conversation";

/** In ms: how often a typing signal is sent, and how long it's displayed. */
const typingInterval = 3_000;
const typingDuration = 5_000;
/**
 * In ms: how often to ask whether the other person is online, and how long to wait for the answer. The first question
 * is repeated soon, because a page that was just opened may not be listening yet.
 */
const askInterval = 45_000;
const answerWithin = 5_000;

/** Who's typing, and whether the other person in a direct conversation is online. Both expire. */
export function usePresence(thread: ThreadView) {
  const { conversationId } = thread;
  const isOpen = thread.canWrite && !thread.request;
  const showsPresence = isOpen && thread.personId !== null;
  const newest = newestSeq(thread);
  const [typists, setTypists] = useState<readonly string[]>([]);
  const [isOnline, setOnline] = useState(false);
  const sentAt = useRef(0);

  useEffect(() => {
    const timers: Record<string, ReturnType<typeof setTimeout>> = {};
    const after = (milliseconds: number, name: string, act: () => void) => {
      clearTimeout(timers[name]);
      timers[name] = setTimeout(act, milliseconds);
    };
    const stopListening = listenPresence((hint) => {
      if (hint.kind !== "presence" || hint.conversationId !== conversationId) return;
      const { presence, by } = hint;
      // A person who types or asks is online, too.
      setOnline(true);
      after(askInterval + answerWithin, "online", () => setOnline(false));
      if (presence !== "typing") return;
      const withoutThem = (of: readonly string[]) => of.filter((id) => id !== by);
      setTypists((before) => [...withoutThem(before), by]);
      after(typingDuration, by, () => setTypists(withoutThem));
    });
    return () => {
      stopListening();
      for (const timer of Object.values(timers)) clearTimeout(timer);
    };
  }, [conversationId]);

  // The message they were typing has arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` only says when to run
  useEffect(() => setTypists([]), [newest]);

  useEffect(() => {
    if (!showsPresence) return;
    const ask = () => document.hidden || sendPresence(conversationId, "hello");
    let asking: ReturnType<typeof setInterval> | undefined;
    let again: ReturnType<typeof setTimeout>;
    // The first hint means that the stream is open and answers arrive.
    const stopListening = listenLive(() => {
      if (asking) return;
      ask();
      again = setTimeout(ask, answerWithin);
      asking = setInterval(ask, askInterval);
    });
    document.addEventListener("visibilitychange", ask);
    return () => {
      stopListening();
      clearInterval(asking);
      clearTimeout(again);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [conversationId, showsPresence]);

  return {
    typing: isOpen ? typingWords(namesOf(thread, typists)) : "",
    isOnline: isOnline && showsPresence,
    sendTyping() {
      if (!isOpen || Date.now() - sentAt.current < typingInterval) return;
      sentAt.current = Date.now();
      sendPresence(conversationId, "typing");
    },
  };
}

function namesOf({ members, name }: ThreadView, typists: readonly string[]): string[] {
  if (!members) return typists.map(() => name);
  return members
    .filter(({ personId }) => personId && typists.includes(personId))
    .map((member) => member.name);
}
