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

/** A broken file may claim anything. */
const mostRead = 64 * 2 ** 20;
/** Milliseconds. Headers take a fraction of a second. */
const patience = 10_000;
/** A file that keeps the parser busy must not take more than one processor. */
const inTurn = takingTurns(1);

/**
 * Reads a video's headers, wherever in the file they are. Null for a file without a picture track, or a damaged or
 * cut-off one. In a thread of its own: some damaged files keep the parser busy forever.
 * @throws what `read` throws
 */
export function videoFactsOf(source: VideoSource): Promise<VideoFacts | null> {
  return inTurn(() => readFacts(source));
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
      let left = mostRead;
      worker.on("message", (message: { read: [number, number] } | { facts: VideoFacts | null }) => {
        if ("facts" in message) return done(sound(message.facts));
        const [first, last] = message.read;
        left -= last - first + 1;
        if (left < 0) return done(null);
        read({ first, last })
          .then((stream) => pass(stream, worker))
          .catch(failed);
      });
      worker.once("error", () => done(null));
      worker.once("exit", () => {
        clearTimeout(late);
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
