import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../../app/paths.ts";
import { ask, follow } from "./line.ts";

/** Somebody who reads a conversation live, and what they have seen in the order in which they saw it. */
export interface Reader {
  mode: string;
  seen: readonly string[];
  stop(): Promise<void>;
}

interface Seat {
  /** Which process to ask next. */
  nextOrigin(): string;
  cookie: string;
  conversationId: string;
}

/** With script: a stream of hints, and one look at what is lacking whenever there is one, or the stream is new. */
export function readWithScript({ nextOrigin, cookie, conversationId }: Seat): Reader {
  const seen: string[] = [];
  let isLooking = false;
  let isMore = false;

  async function look(origin: string): Promise<void> {
    isMore = true;
    if (isLooking) return;
    isLooking = true;
    while (isMore) {
      isMore = false;
      try {
        const path = paths.conversationNow(conversationId, { after: seen.length });
        const answer = await ask(origin, path, { cookie });
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
    isLooking = false;
  }

  let isOver = false;
  let stream: ReturnType<typeof follow> | undefined;
  const reading = (async () => {
    while (!isOver) {
      const origin = nextOrigin();
      stream = follow(origin, paths.live(), cookie, () => void look(nextOrigin()));
      await stream.over;
      await pause(30);
    }
  })();
  return readerOf("script", seen, async () => {
    isOver = true;
    stream?.leave();
    await reading;
  });
}

/** Without script: a page that stays open and grows, asked for again where it broke off. */
export function readWithoutScript({ nextOrigin, cookie, conversationId }: Seat): Reader {
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
          // What stands before the last whole message is read; the rest may be half of one.
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
