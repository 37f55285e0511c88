import { useEffect, useRef, useState } from "react";
import type { Upload } from "tus-js-client";
import { paths } from "~/paths";
import { resuming } from "./resuming";
import { peaksOf } from "./sound-peaks";

export type UploadState =
  | { step: "idle" }
  /** `secondsLeft` is an estimate, missing until there's something to base it on. */
  | { step: "sending" | "paused"; percent: number; secondsLeft?: number }
  /** Offline; resumes automatically. */
  | { step: "waiting"; percent: number }
  | { step: "failed"; words: string };

/** In bytes. */
const resumableFrom = 2 ** 20;

/**
 * Whether a file is sent with its form, as it would be without script. Videos and sounds aren't, because script adds a
 * still or a waveform to them.
 */
export const isSentAlong = ({ size, type }: File) => size < resumableFrom && !/^(audio|video)\//.test(type);

/** Bytes per request. That's the most that can be lost when a proxy drops one. */
const chunkSize = 8 * 2 ** 20;

/**
 * Sends a file in a way that survives a lost connection and a reload. If the same file is chosen again, the upload
 * resumes where it stopped. `send` resolves with the upload's ID, or with null if it failed or was canceled; the state
 * and `onFail` say why.
 */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ step: "idle" });
  const running = useRef<Upload | null>(null);
  useEffect(() => () => void running.current?.abort(), []);

  async function send(file: File, onFail?: (words: string) => void): Promise<string | null> {
    setState({ step: "sending", percent: 0 });
    // Loaded only when a file is sent.
    const tus = await import("tus-js-client");
    const peaks = file.type.startsWith("audio/") ? await peaksOf(file) : null;
    return new Promise((done) => {
      let percent = 0;
      let first: { sent: number; at: number } | undefined;
      const upload = new tus.Upload(file, {
        endpoint: paths.uploads(),
        chunkSize,
        ...resuming,
        removeFingerprintOnSuccess: true,
        metadata: { filename: file.name, ...(peaks && { peaks: peaks.join() }) },
        onProgress: (sent, all) => {
          percent = Math.floor((100 * sent) / all);
          first ??= { sent, at: Date.now() };
          const [bytes, seconds] = [sent - first.sent, (Date.now() - first.at) / 1000];
          const secondsLeft = seconds > 2 && bytes > 0 ? (seconds * (all - sent)) / bytes : undefined;
          setState({ step: "sending", percent, secondsLeft });
        },
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus() ?? 0;
          // The server refused it permanently, or its disk is full.
          if (status === 507) return false;
          if (status >= 400 && status < 500 && status !== 409 && status !== 423) return false;
          setState({ step: "waiting", percent });
          return true;
        },
        onSuccess: () => {
          setState({ step: "idle" });
          done(upload.url?.split("/").at(-1) ?? null);
        },
        onError: (error) => {
          const words = wordsOf(error);
          setState({ step: "failed", words });
          onFail?.(words);
          done(null);
        },
      });
      running.current = upload;
      upload
        .findPreviousUploads()
        .catch(() => [])
        .then(([earlier]) => {
          if (earlier) upload.resumeFromPreviousUpload(earlier);
          upload.start();
        });
    });
  }

  function pause() {
    void running.current?.abort();
    setState((now) => ("percent" in now ? { step: "paused", percent: now.percent } : now));
  }

  function resume() {
    running.current?.start();
    setState((now) => ("percent" in now ? { step: "sending", percent: now.percent } : now));
  }

  /** Gives up on the upload. The server discards what has arrived. */
  function stop() {
    void running.current?.abort(true).catch(() => {});
    setState({ step: "idle" });
  }

  return { state, send, pause, resume, stop };
}

function wordsOf(error: Error): string {
  const answer = "originalResponse" in error ? (error.originalResponse as Answer | null) : null;
  const text =
    answer && (answer.getStatus() < 500 || answer.getStatus() === 507) ? answer.getBody().trim() : "";
  return text.length > 0 && text.length < 200
    ? text
    : "The upload didn't finish. Send the file again, and it'll pick up where it left off.";
}

interface Answer {
  getStatus(): number;
  getBody(): string;
}
