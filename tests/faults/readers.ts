import { setTimeout as pause } from "node:timers/promises";
import { Realtime } from "ably";
import { paths } from "../../app/paths.ts";
import { addressOf, channelOf } from "../../app/platform/realtime/ably-address.server.ts";
import { follow, sendRequest } from "./line.ts";

/** Reads a conversation live, and records the messages in order. */
export interface Reader {
  mode: string;
  seen: readonly string[];
  stop(): Promise<void>;
}

interface ReaderOptions {
  /** The process to use for the next request. */
  nextOrigin(): string;
  cookie: string;
  conversationId: string;
}

/** Fetches what's missing the way a page's script does: one request at a time, repeated until one succeeds. */
function startFetching({ nextOrigin, cookie, conversationId }: ReaderOptions) {
  const seen: string[] = [];
  let isOver = false;
  let isFetching = false;
  let isMore = false;

  async function look(): Promise<void> {
    isMore = true;
    if (isFetching) return;
    isFetching = true;
    while (isMore) {
      isMore = false;
      try {
        const path = paths.conversationNow(conversationId, { after: seen.length });
        const answer = await sendRequest(nextOrigin(), path, { cookie });
        if (answer.status !== 200) throw new Error(String(answer.status));
        const { thread } = JSON.parse(answer.body) as {
          thread: { messages: { seq: number; content: string }[] };
        };
        for (const { seq, content } of thread.messages) seen[seq - 1] ??= content;
      } catch {
        isMore = !isOver;
        await pause(50);
      }
    }
    isFetching = false;
  }
  return {
    seen,
    look: () => void look(),
    isOver: () => isOver,
    end() {
      isOver = true;
    },
  };
}

/** Reads through a stream of hints, with one fetch for each hint or new stream. */
export function readWithScript(options: ReaderOptions): Reader {
  const fetching = startFetching(options);
  let stream: ReturnType<typeof follow> | undefined;
  const reading = (async () => {
    while (!fetching.isOver()) {
      stream = follow(options.nextOrigin(), paths.live(), options.cookie, fetching.look);
      await stream.over;
      await pause(30);
    }
  })();
  return readerOf("script", fetching.seen, async () => {
    fetching.end();
    stream?.leave();
    await reading;
  });
}

/** Reads with Ably's SDK and the product's tokens, with one fetch for each hint or new attachment. */
export function readOverAbly(options: ReaderOptions & { ablyUrl: string; personId: string }): Reader {
  const fetching = startFetching(options);
  const client = new Realtime({
    ...addressOf(options.ablyUrl),
    useBinaryProtocol: false,
    // The SDK's default of several seconds, which browsers use, is longer than a round.
    disconnectedRetryTimeout: 100,
    logLevel: 0,
    authCallback: (_, done) => {
      sendRequest(options.nextOrigin(), paths.liveToken(), { cookie: options.cookie }).then(
        ({ status, body }) => (status === 200 ? done(null, JSON.parse(body)) : done(String(status), null)),
        (error: unknown) => done(String(error), null),
      );
    },
  });
  const channel = client.channels.get(channelOf(options.personId));
  channel.on(["attached", "update"], fetching.look);
  channel.subscribe(fetching.look).catch(() => {});
  return readerOf("Ably", fetching.seen, async () => {
    fetching.end();
    client.close();
  });
}

/**
 * Reads the page without script, which stays open while messages are added to it. If it breaks off, opens it again
 * after the last message seen.
 */
export function readWithoutScript({ nextOrigin, cookie, conversationId }: ReaderOptions): Reader {
  const seen: string[] = [];
  let isOver = false;
  let page: ReturnType<typeof follow> | undefined;
  const reading = (async () => {
    while (!isOver) {
      let text = "";
      page = follow(
        nextOrigin(),
        paths.conversationLive(conversationId, { after: seen.length }),
        cookie,
        (part) => {
          text += part;
          // The text after the last complete message may be a part of the next one.
          const end = text.lastIndexOf("</li>");
          if (end < 0) return;
          for (const [, content = ""] of text.slice(0, end).matchAll(/<p>(.*?)<\/p>/g)) seen.push(content);
          text = text.slice(end + "</li>".length);
        },
      );
      await page.over;
      await pause(30);
    }
  })();
  return readerOf("no script", seen, async () => {
    isOver = true;
    page?.leave();
    await reading;
  });
}

const readerOf = (mode: string, seen: string[], stop: () => Promise<void>): Reader => ({ mode, seen, stop });
