import type { Hint, PresenceHint, PresenceSignal, SeenHint } from "~/hint";
import { paths } from "~/paths";
import { openEventStream } from "./event-stream";

type Listener<Heard extends Hint = Hint> = (hint: Heard) => void;

const listeners = new Set<Listener>();
const presenceListeners = new Set<Listener<PresenceHint | SeenHint>>();
const answerers = new Set<Listener<PresenceHint>>();
let close: (() => void) | undefined;

/**
 * Calls `listener` with each hint until the returned function is called. Tabs share one connection: the tab that holds
 * the lock broadcasts what it receives. Without Web Locks or BroadcastChannel, each tab opens its own.
 */
export function listenLive(listener: Listener): () => void {
  listeners.add(listener);
  close ??= openForTab();
  return () => {
    listeners.delete(listener);
    // The next page may start listening within a moment, and then uses the same connection.
    setTimeout(() => {
      if (listeners.size > 0) return;
      close?.();
      close = undefined;
    }, 1_000);
  };
}

/** Calls `listener` with presence signals and read receipts, which need no fetch. Opens no stream. */
export function listenPresence(listener: Listener<PresenceHint | SeenHint>): () => void {
  presenceListeners.add(listener);
  return () => presenceListeners.delete(listener);
}

/** `listener` is called only in the tab that holds the stream, so only one tab answers for the person. */
export function answerPresence(listener: Listener<PresenceHint>): () => void {
  answerers.add(listener);
  return () => answerers.delete(listener);
}

/** Sends a signal to the other people in a conversation who have pages open. Best effort. */
export function sendPresence(conversationId: string, presence: PresenceSignal): void {
  const body = new URLSearchParams({ presence });
  fetch(paths.conversationPresence(conversationId), { method: "POST", body }).catch(() => {});
}

const isPresence = (hint: Hint): hint is PresenceHint | SeenHint =>
  hint.kind === "presence" || hint.kind === "seen";

const dispatch = (hint: Hint) => {
  if (isPresence(hint)) for (const listener of presenceListeners) listener(hint);
  else for (const listener of listeners) listener(hint);
};

/** Handles a hint from this tab's own stream, not from another tab. */
const receive = (hint: Hint) => {
  if (hint.kind === "presence") for (const answer of answerers) answer(hint);
  dispatch(hint);
};

function openForTab(): () => void {
  let stop = join();
  // Closes the stream, because a hidden page with an open stream can't enter the back/forward cache.
  const leave = () => stop();
  const reopen = (event: PageTransitionEvent) => {
    if (event.persisted) stop = join();
  };
  addEventListener("pagehide", leave);
  addEventListener("pageshow", reopen);
  return () => {
    stop();
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", reopen);
  };
}

function join(): () => void {
  const { locks } = navigator;
  if (!locks || !("BroadcastChannel" in window)) return open(receive);
  const channel = new BroadcastChannel("live");
  const leaving = new AbortController();
  let stop = () => {};
  let hasReceived = false;
  channel.onmessage = ({ data }: MessageEvent<Hint>) => {
    hasReceived ||= !isPresence(data);
    dispatch(data);
  };
  locks
    .request("live", { signal: leaving.signal }, () => {
      const closeStream = open((hint) => {
        hasReceived ||= !isPresence(hint);
        receive(hint);
        channel.postMessage(hint);
      });
      return new Promise<void>((left) => {
        stop = () => {
          closeStream();
          left();
        };
      });
    })
    .catch(() => {});
  // Another tab's stream doesn't repeat the hints that were sent after this page was rendered, so this page catches up.
  const look = setTimeout(() => hasReceived || dispatch({ kind: "catch-up" }), 1_000);
  return () => {
    clearTimeout(look);
    leaving.abort();
    stop();
    channel.close();
  };
}

/** Loads Ably's SDK only if it's configured. */
function open(onHint: Listener): () => void {
  const line = document.documentElement.dataset.live;
  if (!line) return openEventStream(onHint);
  let close: (() => void) | undefined;
  let isOver = false;
  const begin = (opened: () => () => void) => {
    if (!isOver) close = opened();
  };
  import("./ably-connection.client").then(
    ({ openAblyLine }) => begin(() => openAblyLine(line, onHint)),
    () => begin(() => openEventStream(onHint)),
  );
  return () => {
    isOver = true;
    close?.();
  };
}
