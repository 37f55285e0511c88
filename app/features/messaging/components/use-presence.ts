import { useEffect, useRef, useState } from "react";
import { listenLive, listenPresence } from "~/features/live/listening";
import { sendPresence, typingWords } from "../presence";
import type { ThreadView } from "../reading.server";
import { newestSeq } from "./use-conversation";

/** Milliseconds: how often typing is sent, and how long it is shown. */
const typingInterval = 3_000;
const typingLasts = 5_000;
/**
 * How often a page asks whether the other person is here, and how long the answer may take. The first question is
 * repeated soon, because a page just opened may not be listening yet.
 */
const askEvery = 45_000;
const answerWithin = 5_000;

/**
 * Who is typing in a conversation, in words, and whether the other person of a direct one is online. Both expire.
 */
export function usePresence(thread: ThreadView) {
  const { conversationId } = thread;
  const isOpen = thread.canWrite && !thread.request;
  const showsPresence = isOpen && thread.personId !== null;
  const newest = newestSeq(thread);
  const [typists, setTypists] = useState<readonly string[]>([]);
  const [isOnline, setOnline] = useState(false);
  const saidAt = useRef(0);

  useEffect(() => {
    const timers: Record<string, ReturnType<typeof setTimeout>> = {};
    const after = (milliseconds: number, name: string, act: () => void) => {
      clearTimeout(timers[name]);
      timers[name] = setTimeout(act, milliseconds);
    };
    const stopListening = listenPresence(({ conversationId: where, presence, by = "" }) => {
      if (where !== conversationId) return;
      // Typing and asking also mean being here.
      setOnline(true);
      after(askEvery + answerWithin, "online", () => setOnline(false));
      if (presence !== "typing") return;
      const withoutThem = (of: readonly string[]) => of.filter((id) => id !== by);
      setTypists((before) => [...withoutThem(before), by]);
      after(typingLasts, by, () => setTypists(withoutThem));
    });
    return () => {
      stopListening();
      for (const timer of Object.values(timers)) clearTimeout(timer);
    };
  }, [conversationId]);

  // The typed message has arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useEffect(() => setTypists([]), [newest]);

  useEffect(() => {
    if (!showsPresence) return;
    const ask = () => document.hidden || sendPresence(conversationId, "hello");
    let asking: ReturnType<typeof setInterval> | undefined;
    let again: ReturnType<typeof setTimeout>;
    // Once the first hint arrives, the stream is open and answers are received.
    const stopListening = listenLive(() => {
      if (asking) return;
      ask();
      again = setTimeout(ask, answerWithin);
      asking = setInterval(ask, askEvery);
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
      if (!isOpen || Date.now() - saidAt.current < typingInterval) return;
      saidAt.current = Date.now();
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
