import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { takingTurns } from "../taking-turns";
import { videoWorker } from "./video-worker";

export interface VideoFacts {
  /** As shown, in pixels. */
  width: number;
  height: number;
  milliseconds: number;
}

export interface VideoSource {
  bytes: number;
  /** Both inclusive. */
  read: (range: { first: number; last: number }) => Promise<Readable>;
}

/** A limit, since a broken file may claim any size. */
const mostBytes = 64 * 2 ** 20;
/** Reads of up to 64 kB; headers take a few. A file of only small boxes would take thousands. */
const mostReads = 500;
/** Milliseconds, with what the store takes to answer. */
const patience = 10_000;
/** Milliseconds that the parser itself may take; a few are enough for headers. */
const longestParsing = 500;
/** A file that keeps the parser busy takes one processor and mainly delays its owner's other files. */
const inTurn = takingTurns(1);

/**
 * Reads a video's headers, wherever in the file they are. Null for a file without a picture track, or a damaged or
 * cut-off one. In a thread of its own: some damaged files keep the parser busy forever.
 * @param by the owner: members take turns
 * @throws what `read` throws
 */
export function videoFactsOf(by: string, source: VideoSource): Promise<VideoFacts | null> {
  return inTurn(() => readFacts(source), by);
}

async function readFacts({ bytes, read }: VideoSource): Promise<VideoFacts | null> {
  const worker = new Worker(videoWorker, {
    eval: true,
    workerData: { bytes, from: import.meta.url },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  try {
    return await new Promise<VideoFacts | null>((done, failed) => {
      const late = setTimeout(() => done(null), patience);
      let busy: NodeJS.Timeout | undefined;
      let bytesLeft = mostBytes;
      let readsLeft = mostReads;
      let parsingLeft = longestParsing;
      let answeredAt: number | null = null;
      worker.on("message", (message: { read: [number, number] } | { facts: VideoFacts | null }) => {
        clearTimeout(busy);
        if ("facts" in message) return done(sound(message.facts));
        if (answeredAt !== null) parsingLeft -= performance.now() - answeredAt;
        answeredAt = null;
        const [first, last] = message.read;
        bytesLeft -= last - first + 1;
        readsLeft -= 1;
        if (bytesLeft < 0 || readsLeft < 0) return done(null);
        read({ first, last })
          .then((stream) => pass(stream, worker))
          .then(() => {
            answeredAt = performance.now();
            clearTimeout(busy);
            busy = setTimeout(() => done(null), parsingLeft);
          })
          .catch(failed);
      });
      worker.once("error", () => done(null));
      worker.once("exit", () => {
        clearTimeout(late);
        clearTimeout(busy);
        done(null);
      });
    });
  } finally {
    await worker.terminate();
  }
}

async function pass(stream: Readable, worker: Worker): Promise<void> {
  for await (const chunk of stream) worker.postMessage(new Uint8Array(chunk as Buffer));
  worker.postMessage(null);
}

function sound(facts: VideoFacts | null): VideoFacts | null {
  return facts && Object.values(facts).every((number) => Number.isFinite(number) && number > 0)
    ? facts
    : null;
}
