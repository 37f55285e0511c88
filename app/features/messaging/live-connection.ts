import { openEventStream } from "./event-stream";
import { type PresenceSignal, sendPresence } from "./presence";

/** Which conversation has something new; one that names none says that hints may have been missed. */
export interface LiveHint {
  conversationId?: string;
  seq?: number;
  /** A message that stood there already is no longer what it was. */
  changed?: number;
  /** Something in passing, and whose; there is nothing to fetch. */
  presence?: PresenceSignal;
  by?: string;
  /** It was read in another of this browser's tabs: nothing new, and less that waits. */
  read?: true;
}
type Listener = (hint: LiveHint) => void;

const listeners = new Set<Listener>();
const presenceListeners = new Set<Listener>();
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

/** As listenLive, for marks alone; opens no stream of its own. */
export function listenPresence(listener: Listener): () => void {
  presenceListeners.add(listener);
  return () => presenceListeners.delete(listener);
}

/** Tells this browser's other tabs that a conversation has been read here as far as `seq`: less waits than they show. */
export function tellRead(conversationId: string, seq: number): void {
  tabs?.postMessage({ conversationId, seq, read: true } satisfies LiveHint);
}

const tell = (hint: LiveHint) => {
  for (const listener of hint.presence ? presenceListeners : listeners) listener(hint);
};

/** From the stream itself. Of a browser's tabs the one that holds it answers for the person. */
const hear = (hint: LiveHint) => {
  if (hint.presence === "hello" && hint.conversationId) sendPresence(hint.conversationId, "here");
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
