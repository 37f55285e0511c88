import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { log } from "./log.server";
import { takingTurns } from "./taking-turns";

// A separate process (decoder.server.mjs) opens the files that people send. It doesn't get our environment variables.
// Within the server, libvips would use threads that password checks and files also need, couldn't be interrupted, and
// would use memory that Node.js doesn't limit.

/** Picture formats. They're distinguished only if decoding one costs more than another. */
export type PictureFormat = "JPEG" | "progressive JPEG" | "PNG" | "interlaced PNG" | "WebP" | "AVIF" | "GIF";

/** How to store a picture: as AVIF and WebP, rotated according to its EXIF data, without metadata. */
export interface PictureShape {
  /**
   * Whether to crop it to the center. Otherwise, it's never larger than the original and at most twice as high as it is
   * wide.
   */
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

interface HeaderJob {
  bytes: number;
  /** The maximum number of bytes that may be read. */
  mostRead: number;
  mostReads: number;
}
export type VideoJob = HeaderJob & { kind: "video" };
/** Reads only the headers; the sound itself is never decoded. */
export type SoundJob = HeaderJob & { kind: "audio" };

export interface ScaledPictures {
  width: number;
  height: number;
  /** The average color of the picture's visible parts, "#rrggbb". */
  tone: string;
  pictures: { width: number; ending: "avif" | "webp"; body: Uint8Array }[];
}

export interface VideoFacts {
  /** In pixels, as the video is shown. */
  width: number;
  height: number;
  milliseconds: number;
}

export interface SoundFacts {
  milliseconds: number;
}

export type Unopened =
  /** The file is damaged or incomplete. */
  | { refused: "damaged"; cause?: string }
  /** Decoding it would take more time or memory than any legitimate file. */
  | { refused: "heavy"; cause?: string }
  | { refused: "frames" }
  | { refused: "pixels"; format: PictureFormat }
  /** The file contains sound without a picture. */
  | { refused: "sound" }
  /** Most browsers can't play it. */
  | { refused: "codec"; cause?: string };

export type Opened<Done> = { done: Done } | Unopened;

type AnyFacts = ScaledPictures | VideoFacts | SoundFacts;

/**
 * Messages from the process: first that it has started, then possibly which bytes it wants to read, and finally its
 * result.
 */
export type Said = { ready: true } | { read: { first: number; last: number } } | Opened<AnyFacts>;

/** Returns the bytes from `first` to `last`, inclusive. */
type Read = (range: { first: number; last: number }) => Promise<Readable>;

/**
 * The kernel ends a process that exceeds these. The largest pictures of each format were measured at 2 seconds of CPU
 * time and 440 MB of data, 400 of them in memory. A video's headers take a few milliseconds, and starting the process
 * takes a quarter of a second.
 */
const limits = {
  picture: { seconds: 4, megabytes: 600 },
  video: { seconds: 2, megabytes: 600 },
  audio: { seconds: 2, megabytes: 600 },
};
/** In milliseconds. A busy machine may need most of it. */
const patience = 30_000;

/**
 * Two files at a time, but only one per member, so that one member's many files don't hold up another member's first
 * one.
 */
const turns = { picture: takingTurns(2, 1), video: takingTurns(2, 1), audio: takingTurns(2, 1) };

/**
 * @param by the owner; members take turns
 * @throws what `read` throws, or if the process can't be started
 */
export function open(by: string, job: PictureJob): Promise<Opened<ScaledPictures>>;
export function open(by: string, job: VideoJob, read: Read): Promise<Opened<VideoFacts>>;
export function open(by: string, job: SoundJob, read: Read): Promise<Opened<SoundFacts>>;
export function open(by: string, job: PictureJob | VideoJob | SoundJob, read?: Read) {
  return turns[job.kind](() => run(job, read), by);
}

// In the build, the program is next to server.js, while this code is in build/server/assets.
const program = fileURLToPath(
  new URL(import.meta.env?.PROD ? "../../decoder.js" : "./decoder.server.mjs", import.meta.url),
);
const heap = "--max-old-space-size=256";

function start({ seconds, megabytes }: { seconds: number; megabytes: number }): ChildProcess {
  const node = [process.execPath, heap, program];
  const within = `ulimit -c 0; ulimit -t ${seconds}; ulimit -d ${megabytes * 1024}; exec "$@"`;
  // Windows doesn't support these limits.
  const [command = "", ...args] =
    process.platform === "win32" ? node : ["/bin/sh", "-c", within, "sh", ...node];
  return spawn(command, args, {
    // Keeps libvips from writing what doesn't fit into memory to the disk.
    env: { NODE_ENV: "production", VIPS_DISC_THRESHOLD: "100g" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
}

async function run(job: PictureJob | VideoJob | SoundJob, read?: Read): Promise<Opened<AnyFacts>> {
  const child = start(limits[job.kind]);
  const late = setTimeout(() => child.kill("SIGKILL"), patience);
  try {
    return await new Promise((answer, fail) => {
      let isReady = false;
      let said: Opened<AnyFacts> | undefined;
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
        if (!read) throw new Error("a picture doesn't need to be read in ranges");
        for await (const chunk of await read(range)) await tell(chunk as Buffer);
        await tell(null);
      }
      /** The process may already have ended, which 'close' reports. */
      const tell = (chunk: Buffer | null) => new Promise<void>((told) => child.send({ chunk }, () => told()));
      child.once("error", fail);
      child.once("close", (code, signal) => {
        if (said) return answer(said);
        const cause = `the decoder ended with ${signal ?? code}: ${errors}`;
        if (!isReady) return fail(new Error(cause));
        log.warn({ cause }, "couldn't open a file");
        answer({ refused: signal === "SIGKILL" ? "heavy" : "damaged", cause });
      });
    });
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
  }
}
