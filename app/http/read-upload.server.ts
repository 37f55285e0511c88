import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { isFormTokenValid } from "./form-token.server";
import { badRequest } from "./refusals.server";
import type { RouteArgs } from "./request-context.server";

interface Upload {
  /** Valid until `discard`. */
  path: string;
  bytes: number;
  fields: ReadonlyMap<string, string>;
  /** Removes the file; always call it. */
  discard: () => Promise<void>;
}

export type ReadUpload =
  | { ok: true; upload: Upload }
  | { ok: false; refused: "no-file" | "several-files" | "too-large" };

interface Received {
  /** Under the field's name, read to the end; only the first is on disk. */
  files: { name: string; stream: BusboyFileStream }[];
  fields: Map<string, string>;
  /** More parts than any of our forms. */
  overflow: boolean;
}

/**
 * Streams a form's one file to a temporary file, one chunk in memory. Refused without leftovers: 'no-file',
 * 'several-files', 'too-large' for more than `maxBytes`.
 * @param field its name; files under others are ignored
 * @throws a page for a body that is not multipart (415), is damaged or cut off (400), or has no valid token where one
 * is needed (403)
 */
export async function readUpload(
  args: RouteArgs,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<ReadUpload> {
  const type = args.request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type) || !args.request.body) {
    throw badRequest(415, "That was not a form with a file", "Please go back and use the form on the page.");
  }
  const path = join(tmpdir(), `matchcut-upload-${randomUUID()}`);
  const discard = () => rm(path, { force: true });
  try {
    const { files, fields, overflow } = await receive(args.request, { field, maxBytes, path });
    if (overflow)
      throw badRequest(400, "The form has too many parts", "Please go back and use the form on the page.");
    if (args.context.needsFormToken && !(await isFormTokenValid(args.request, fields.get("_token")))) {
      throw badRequest(
        403,
        "We could not tell where this form came from",
        "Please open the page again and send it from there.",
      );
    }
    // An empty file field sends a file without name and bytes.
    const given = files.filter(({ name, stream }) => name !== "" || stream.bytesRead > 0);
    const bytes = given[0]?.stream.bytesRead ?? 0;
    if (given.length === 1 && bytes > 0 && bytes <= maxBytes)
      return { ok: true, upload: { path, bytes, fields, discard } };
    await discard();
    if (given.length > 1) return { ok: false, refused: "several-files" };
    return { ok: false, refused: bytes > maxBytes ? "too-large" : "no-file" };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function receive(
  request: Request,
  { field, maxBytes, path }: { field: string; maxBytes: number; path: string },
): Promise<Received> {
  const received: Received = { files: [], fields: new Map(), overflow: false };
  const writing: Promise<void>[] = [];
  const cannotWrite = new AbortController();
  const keep = (name: string, stream: BusboyFileStream, fileName: string | undefined) => {
    if (name !== field) return void stream.resume();
    received.files.push({ name: fileName ?? "", stream });
    if (received.files.length > 1) return void stream.resume();
    const written = pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    written.catch(() => cannotWrite.abort());
    writing.push(written);
  };
  try {
    const form = parserOf(request, maxBytes, received, keep);
    const body = Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
    await pipeline(body, form, { signal: AbortSignal.any([request.signal, cannotWrite.signal]) });
    await Promise.all(writing);
    return received;
  } catch {
    for (const { stream } of received.files) stream.destroy();
    for (const end of await Promise.allSettled(writing)) {
      if (end.status === "rejected" && isServerFault(end.reason)) throw end.reason;
    }
    throw badRequest(400, "The form did not arrive completely", "Please go back and send it again.");
  }
}

/** Such as a full disk, not a bad body. */
function isServerFault(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function parserOf(
  request: Request,
  maxBytes: number,
  received: Received,
  keep: (name: string, stream: BusboyFileStream, fileName: string | undefined) => void,
): Writable {
  const form = new Busboy({
    headers: { "content-type": request.headers.get("Content-Type") ?? "" },
    // One byte more shows that the file is too large.
    limits: { fileSize: maxBytes + 1, files: 4, fields: 10, fieldSize: 2_000, headerPairs: 20, parts: 14 },
  });
  const overflow = () => {
    received.overflow = true;
  };
  form.on("file", keep).on("field", (name, value) => received.fields.set(name, value));
  form.on("partsLimit", overflow).on("filesLimit", overflow).on("fieldsLimit", overflow);
  return form;
}
