import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { isFormTokenGood } from "./form-token.server";
import { badRequest } from "./refusals.server";
import type { RouteArgs } from "./request-context.server";

interface Upload {
  /** Where the file lies until `discard`. */
  path: string;
  bytes: number;
  fields: ReadonlyMap<string, string>;
  /** Removes the file; call it however the door ends. */
  discard: () => Promise<void>;
}

export type ReadUpload =
  | { ok: true; upload: Upload }
  | { ok: false; refused: "no-file" | "several-files" | "too-large" };

interface Received {
  /** Every file that came under the field's name, read to its end; the first one is on disk. */
  files: { name: string; stream: BusboyFileStream }[];
  fields: Map<string, string>;
  /** More parts came than any form of ours has. */
  overflow: boolean;
}

/**
 * Streams the one file of a native form to a temporary file, never holding more than a chunk of it.
 * Refused, with nothing left behind: 'no-file', 'several-files', 'too-large' for more than `maxBytes`.
 * @param field the name of the file field; files under other names count as none
 * @throws the page for a body that is no such form (415), is damaged or cut off (400), or whose origin nobody vouches for (403)
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
    if (args.context.needsFormToken && !(await isFormTokenGood(args.request, fields.get("_token")))) {
      throw badRequest(
        403,
        "We could not tell where this form came from",
        "Please open the page again and send it from there.",
      );
    }
    // A form whose file field was left empty sends a file without a name and without bytes.
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
    // With a second file the form is refused.
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
      if (end.status === "rejected" && isFaultOfOurs(end.reason)) throw end.reason;
    }
    throw badRequest(400, "The form did not arrive whole", "Please go back and send it again.");
  }
}

/** The disk is full, say; as against what was wrong with the body. */
function isFaultOfOurs(error: unknown): boolean {
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
    // One byte more than allowed shows that there is more.
    limits: { fileSize: maxBytes + 1, files: 4, fields: 10, fieldSize: 2_000, headerPairs: 20, parts: 14 },
  });
  const overflow = () => {
    received.overflow = true;
  };
  form.on("file", keep).on("field", (name, value) => received.fields.set(name, value));
  form.on("partsLimit", overflow).on("filesLimit", overflow).on("fieldsLimit", overflow);
  return form;
}
