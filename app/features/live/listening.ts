import { openEventStream } from "./event-stream";
import type { LiveHint } from "./hint";

type Listener = (hint: LiveHint) => void;

const listeners = new Set<Listener>();
const presenceListeners = new Set<Listener>();
const answerers = new Set<Listener>();
let close: (() => void) | undefined;
let tabs: BroadcastChannel | undefined;

/**
 * Calls `listener` with what is new for the person, from now until the returned function is called. The tabs of a
 * browser share one line: one of them holds the lock and passes on what it hears. Browsers without locks or
 * channels open a stream in each.
 */
export function listenLive(listener: Listener): () => void {
  listeners.add(listener);
  close ??= openForTab();
  return () => {
    listeners.delete(listener);
    // The next page may listen in a moment.
    setTimeout(() => {
      if (listeners.size > 0) return;
      close?.();
      close = undefined;
    }, 1_000);
  };
}

/** As listenLive, for presence alone; opens no stream of its own. */
export function listenPresence(listener: Listener): () => void {
  presenceListeners.add(listener);
  return () => presenceListeners.delete(listener);
}

/** As listenPresence, but of a browser's tabs only the one that holds the stream is called: it answers for the person. */
export function answerPresence(listener: Listener): () => void {
  answerers.add(listener);
  return () => answerers.delete(listener);
}

/** Tells this browser's other tabs that something was read here: less waits than they show. */
export function tellRead(about: LiveHint): void {
  tabs?.postMessage({ ...about, read: true } satisfies LiveHint);
}

const tell = (hint: LiveHint) => {
  for (const listener of hint.presence ? presenceListeners : listeners) listener(hint);
};

/** From the stream itself. */
const hear = (hint: LiveHint) => {
  if (hint.presence) for (const answer of answerers) answer(hint);
  tell(hint);
};

function openForTab(): () => void {
  let stop = join();
  // A page that is put away keeps no stream, so that it can come back at once.
  const leave = () => stop();
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) stop = join();
  };
  addEventListener("pagehide", leave);
  addEventListener("pageshow", comeBack);
  return () => {
    stop();
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", comeBack);
  };
}

function join(): () => void {
  const { locks } = navigator;
  if (!locks || !("BroadcastChannel" in window)) return open(hear);
  const channel = new BroadcastChannel("live");
  tabs = channel;
  const leaving = new AbortController();
  let stop = () => {};
  let heard = false;
  channel.onmessage = ({ data }) => {
    heard ||= !data.presence && !data.read;
    tell(data);
  };
  locks
    .request("live", { signal: leaving.signal }, () => {
      const closeStream = open((hint) => {
        heard ||= !hint.presence;
        hear(hint);
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
  // Another tab's stream is open already, and says nothing of what came since this page was made.
  const look = setTimeout(() => heard || tell({}), 1_000);
  return () => {
    clearTimeout(look);
    leaving.abort();
    stop();
    tabs = undefined;
    channel.close();
  };
}

/** Over Ably where the page says so; its SDK is loaded only then. */
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
