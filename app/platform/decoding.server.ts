import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { log } from "./log.server";
import { takingTurns } from "./taking-turns";

// A separate process (decoder.server.mjs) opens what people send, without our environment. libvips runs in threads that
// password checks and files need, too, cannot be interrupted there, and takes memory that only the system counts.

/** A picture's own formats that differ in what they cost to decode. */
export type PictureFormat = "JPEG" | "progressive JPEG" | "PNG" | "interlaced PNG" | "WebP" | "AVIF";

/** As AVIF and WebP, rotated as the EXIF data say, without metadata. */
export interface PictureShape {
  /** Cut to the center; otherwise never larger than the original, and at most twice as high as wide. */
  isSquare: boolean;
  /** In pixels. */
  widths: readonly number[];
  webpQuality: number;
  avifQuality: number;
}

export interface PictureJob extends PictureShape {
  kind: "picture";
  path: string;
  mostMegapixels: Readonly<Record<PictureFormat, number>>;
  mostFrames: number;
}

export interface VideoJob {
  kind: "video";
  bytes: number;
  /** What may be read of it. */
  mostRead: number;
  mostReads: number;
}

export interface ScaledPictures {
  width: number;
  height: number;
  pictures: { width: number; ending: "avif" | "webp"; body: Uint8Array }[];
}

export interface VideoFacts {
  /** As shown, in pixels. */
  width: number;
  height: number;
  milliseconds: number;
}

export type Unopened =
  /** Damaged, or cut off. */
  | { refused: "damaged"; cause?: string }
  /** It would take more time or memory than any honest one. */
  | { refused: "heavy"; cause?: string }
  | { refused: "frames" }
  | { refused: "pixels"; format: PictureFormat }
  /** A video without a picture. */
  | { refused: "sound" };

export type Opened<Done> = { done: Done } | Unopened;

/** What the process says: first that it has started, then perhaps what it wants to read, and at last its answer. */
export type Said =
  | { ready: true }
  | { read: { first: number; last: number } }
  | Opened<ScaledPictures | VideoFacts>;

/** Returns bytes of the file, the last one included. */
type Read = (range: { first: number; last: number }) => Promise<Readable>;

/**
 * The kernel ends a process beyond these. Measured for the largest pictures of each format: 2 seconds of a processor, and
 * 440 MB of data, of which 400 are in memory. A video's headers take a few milliseconds, and the start of the process a
 * quarter of a second.
 */
const limits = { picture: { seconds: 4, megabytes: 600 }, video: { seconds: 2, megabytes: 600 } };
/** Milliseconds, of which a busy machine may take most. */
const patience = 30_000;

/** Two at a time, and one of each member's, so that no one's files make others wait for their first. */
const turns = { picture: takingTurns(2, 1), video: takingTurns(2, 1) };

/**
 * @param by the owner: members take turns
 * @throws what `read` throws, or if the process cannot be started
 */
export function open(by: string, job: PictureJob): Promise<Opened<ScaledPictures>>;
export function open(by: string, job: VideoJob, read: Read): Promise<Opened<VideoFacts>>;
export function open(by: string, job: PictureJob | VideoJob, read?: Read) {
  return turns[job.kind](() => run(job, read), by);
}

// The build has it beside server.js, and this code in build/server/assets.
const program = fileURLToPath(
  new URL(import.meta.env.PROD ? "../../decoder.js" : "./decoder.server.mjs", import.meta.url),
);
const heap = "--max-old-space-size=256";

function start({ seconds, megabytes }: { seconds: number; megabytes: number }): ChildProcess {
  const node = [process.execPath, heap, program];
  const within = `ulimit -c 0; ulimit -t ${seconds}; ulimit -d ${megabytes * 1024}; exec "$@"`;
  // Windows has no such limits.
  const [command = "", ...args] =
    process.platform === "win32" ? node : ["/bin/sh", "-c", within, "sh", ...node];
  return spawn(command, args, {
    // What libvips cannot keep in memory, it would write to disk.
    env: { NODE_ENV: "production", VIPS_DISC_THRESHOLD: "100g" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
}

async function run(job: PictureJob | VideoJob, read?: Read): Promise<Opened<ScaledPictures | VideoFacts>> {
  const child = start(limits[job.kind]);
  const late = setTimeout(() => child.kill("SIGKILL"), patience);
  try {
    return await new Promise((answer, fail) => {
      let isReady = false;
      let said: Opened<ScaledPictures | VideoFacts> | undefined;
      let errors = "";
      child.stderr?.on("data", (chunk) => {
        if (errors.length < 2_000) errors += chunk;
      });
      child.on("message", (message: Said) => {
        if ("ready" in message) {
          isReady = true;
          child.send(job, () => {});
        } else if ("read" in message) {
          pass(message.read).catch(fail);
        } else said = message;
      });
      async function pass(range: { first: number; last: number }): Promise<void> {
        if (!read) throw new Error("a picture is read from its path");
        for await (const chunk of await read(range)) await tell(chunk as Buffer);
        await tell(null);
      }
      /** It may have ended, which 'close' reports. */
      const tell = (chunk: Buffer | null) => new Promise<void>((told) => child.send({ chunk }, () => told()));
      child.once("error", fail);
      child.once("close", (code, signal) => {
        if (said) return answer(said);
        const cause = `the decoder ended with ${signal ?? code}: ${errors}`;
        if (!isReady) return fail(new Error(cause));
        log.warn({ cause }, "a file could not be opened");
        answer({ refused: signal === "SIGKILL" ? "heavy" : "damaged", cause });
      });
    });
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
  }
}
