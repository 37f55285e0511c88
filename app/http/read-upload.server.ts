import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { z } from "zod";
import { formBytes } from "~/form-size";
import {
  badRequest,
  cutOff,
  declaredFields,
  filledInNames,
  foreignForm,
  formKind,
  isFormTokenValid,
  notOurForm,
  parseFields,
  type ReadForm,
  readableBytes,
  readForm,
  tooLarge,
  useThePage,
} from "./form.server";
import { refuseOthersForm } from "./form-account.server";
import type { RouteArgs } from "./request-context.server";

interface UploadedFile {
  /** Valid until `discard`. */
  path: string;
  bytes: number;
  /** The file's name on the sender's device. */
  name: string;
}

interface UploadLimits {
  /** The file's field; files in other fields are ignored. */
  field: string;
  maxBytes: number;
}

export interface ReadUpload {
  /** Null if it's refused. */
  file: UploadedFile | null;
  refused: "no-file" | "several-files" | "too-large" | null;
  fields: URLSearchParams;
  /** Removes the file. Always call it. */
  discard: () => Promise<void>;
}

interface ReadUploads {
  /**
   * The files in the order they were sent in. We don't keep refused files: those larger than `maxBytes` or after the
   * first `most`.
   */
  files: (UploadedFile & { refused: "too-large" | "too-many" | null })[];
  fields: URLSearchParams;
  /** Removes the files. Always call it. */
  discard: () => Promise<void>;
}

/**
 * The declared texts of a form whose files we skip.
 * @throws what `refuseOthersForm` and `readUploads` throw
 */
export async function readTexts(args: RouteArgs, schema: z.ZodType): Promise<URLSearchParams> {
  const { fields } = await readUploads(args, { field: null, maxBytes: 0, most: 20 }, schema);
  args.context.sent = { fields, shown: filledInNames(schema) };
  return fields;
}

interface Received {
  /** The files in the named field. All are read to the end, and the first ones are stored on disk. */
  files: { name: string; stream: BusboyFileStream; path: string | null }[];
  fields: URLSearchParams;
  hasFile: boolean;
  /** The total of all text fields. */
  textBytes: number;
  /** Whether a text field is incomplete or missing because the form's text is longer than what we read. */
  isTextCut: boolean;
  /** Whether the form has more parts than any of our forms. */
  overflow: boolean;
}

/**
 * Streams a form's only file to a temporary file and keeps just one chunk in memory. Refusals leave nothing on disk:
 * 'no-file', 'several-files', or 'too-large' for more than `maxBytes`.
 * @throws what `readUploads` throws
 */
export async function readUpload(
  args: RouteArgs,
  limits: UploadLimits,
  schema?: z.ZodType,
): Promise<ReadUpload> {
  const { files, fields, discard } = await readUploads(args, { ...limits, most: 1 }, schema);
  const [file] = files;
  if (file && files.length === 1 && !file.refused) return { file, refused: null, fields, discard };
  await discard();
  const refused = files.length > 1 ? "several-files" : file?.refused ? "too-large" : "no-file";
  return { file: null, refused, fields, discard };
}

/**
 * The same for a form with up to `most` files, each of at most `maxBytes`.
 * @returns the fields that the schema declares, or all of them without a schema
 * @throws a page for a body that isn't multipart (415), is damaged or cut off (400), or has no valid token where one is
 * needed (403), and what `refuseOthersForm` throws
 */
async function readUploads(args: RouteArgs, limits: Limits, schema?: z.ZodType): Promise<ReadUploads> {
  const type = args.request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type) || !args.request.body) {
    throw badRequest(415, "We couldn't find a file in that form", useThePage);
  }
  const received: Received = {
    files: [],
    fields: new URLSearchParams(),
    hasFile: false,
    textBytes: 0,
    isTextCut: false,
    overflow: false,
  };
  const discard = async () => {
    for (const { path } of received.files) if (path) await rm(path, { force: true });
  };
  try {
    await receive(args.request, limits, received);
    const fields = await check(args, received, schema);
    return { files: filesOf(received, limits.maxBytes), fields, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function check(args: RouteArgs, received: Received, schema?: z.ZodType): Promise<URLSearchParams> {
  const { fields: sent, hasFile, overflow } = received;
  if (overflow) throw notOurForm();
  if (received.isTextCut) throw tooLarge(args);
  const fields = schema ? declaredFields(schema, sent) : sent;
  const shownNames = schema ? filledInNames(schema) : new Set<string>();
  const form = { pairs: [...sent], fields, shown: shownNames, hasFile };
  const isOurs =
    !args.context.needsFormToken || (await isFormTokenValid(args.request, sent.get("_token") ?? undefined));
  if (received.textBytes > formBytes) throw tooLarge(args, isOurs ? form : undefined);
  await refuseOthersForm(args, form);
  if (isOurs) return fields;
  throw foreignForm();
}

/**
 * A file field without a chosen file sends an empty file without a name. An empty file that someone chose has a name.
 */
const filesOf = ({ files }: Received, maxBytes: number): ReadUploads["files"] =>
  files
    .filter(({ name, stream }) => name !== "" || stream.bytesRead > 0)
    .map(({ name, stream, path }) => ({
      name,
      path: path ?? "",
      bytes: stream.bytesRead,
      refused: path === null ? "too-many" : stream.bytesRead > maxBytes ? "too-large" : null,
    }));

/** `field` is null if we skip files. */
type Limits = Omit<UploadLimits, "field"> & { field: string | null; most: number };

async function receive(request: Request, limits: Limits, received: Received): Promise<void> {
  const writing: Promise<void>[] = [];
  const keep = (name: string, stream: BusboyFileStream, fileName = "") => {
    // The parser reports the failure, too. Without a listener, this error would crash the process.
    stream.on("error", () => {});
    received.hasFile ||= fileName !== "";
    if (name !== limits.field) return void stream.resume();
    const isBeyond = received.files.filter((file) => file.name !== "").length >= limits.most;
    const path = isBeyond ? null : join(tmpdir(), `matchcut-upload-${randomUUID()}`);
    received.files.push({ name: typedName(fileName), stream, path });
    if (!path) return void stream.resume();
    const written = writeTo(path, stream);
    written.catch(() => stream.resume());
    writing.push(written);
  };
  try {
    const form = parserOf(request, limits, received, keep);
    const body = Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
    await pipeline(body, form, { signal: request.signal });
    await Promise.all(writing);
  } catch {
    for (const { stream } of received.files) stream.destroy();
    for (const end of await Promise.allSettled(writing)) {
      if (end.status === "rejected" && isServerFault(end.reason)) throw end.reason;
    }
    throw cutOff();
  }
}

/** In a file's name, browsers percent-encode only quotes and line breaks: https://html.spec.whatwg.org/#multipart-form-data */
const typedName = (sent: string) =>
  sent.replace(/%(22|0D|0A)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Keeps reading even if it can't write, because a browser shows no response before it has sent the whole body. */
async function writeTo(path: string, stream: BusboyFileStream): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    let fault: unknown;
    for await (const chunk of stream) {
      if (!fault) await file.writeFile(chunk as Buffer).catch((error) => (fault = error));
    }
    if (fault) throw fault;
  } finally {
    await file.close();
  }
}

/** Whether the server failed, for example because the disk is full. Otherwise, the body was bad. */
function isServerFault(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function parserOf(
  request: Request,
  { maxBytes, most }: Limits,
  received: Received,
  keep: (name: string, stream: BusboyFileStream, fileName: string | undefined) => void,
): Writable {
  // Files beyond the limit are counted, so that the page can say which ones they are.
  const files = most === 1 ? 4 : 5 * most;
  const fields = 9 + most;
  const form = new Busboy({
    headers: { "content-type": request.headers.get("Content-Type") ?? "" },
    // `plainName` removes the path but keeps a backslash that's part of the name.
    preservePath: true,
    // One byte more, which shows that the file is too large.
    limits: {
      fileSize: maxBytes + 1,
      files,
      fields,
      fieldSize: readableBytes,
      headerPairs: 20,
      parts: files + fields,
    },
  });
  const overflow = () => {
    received.overflow = true;
  };
  form.on("file", keep).on("field", (name, value, _, isCut) => {
    received.textBytes += Buffer.byteLength(value);
    received.isTextCut ||= isCut || received.textBytes > readableBytes;
    if (!received.isTextCut) received.fields.append(name, value);
  });
  form.on("partsLimit", overflow).on("filesLimit", overflow).on("fieldsLimit", overflow);
  return form;
}

/** A form with at most one file. */
export interface FileForm<Value> {
  form: ReadForm<Value>;
  /** Null if there's no file. The caller must always call `discard`, no matter what happens to the form. */
  file: UploadedFile | null;
  /** Why there's no file, if the person meant to send one. */
  refused: "several-files" | "too-large" | null;
  discard: () => Promise<void>;
}

/**
 * Stores a file before its form is processed. Returns the fields that name the stored file, so that a refused form can
 * keep it, or the reason why it can't be stored.
 */
type StoreFirst = (
  file: UploadedFile,
) => Promise<{ ok: true; fields: Record<string, string> } | { ok: false; errors: Record<string, string[]> }>;

const nothing = async () => {};

/**
 * Reads a form with fields and a file. A urlencoded form has no file. Streams the file to disk; see `readUpload`.
 * @throws what `readForm` and `readUpload` throw
 */
export async function readFileForm<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
  limits: UploadLimits,
  storeFirst?: StoreFirst,
): Promise<FileForm<z.output<Schema>>> {
  if (formKind(args.request.headers.get("Content-Type")) !== "multipart")
    return { form: await readForm(args, schema), file: null, refused: null, discard: nothing };
  const { file, refused, fields, discard } = await readUpload(args, limits, schema);
  try {
    args.context.sent = { fields, shown: filledInNames(schema) };
    const form = parseFields(args, schema, fields);
    const given = { file, refused: refused === "no-file" ? null : refused, discard };
    if (!file || !storeFirst) return { form, ...given };
    const stored = await storeFirst(file);
    if (!stored.ok)
      return { form: form.ok ? { ok: false, reply: form.refuse(stored.errors, 422) } : form, ...given };
    for (const [name, value] of Object.entries(stored.fields)) fields.set(name, value);
    return { form: parseFields(args, schema, fields), ...given };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A form with several files; see `readUploads` for which ones are refused. */
export interface FilesForm<Value> {
  form: ReadForm<Value>;
  files: ReadUploads["files"];
  /** The caller must always call this, no matter what happens to the form. */
  discard: () => Promise<void>;
}

/**
 * Like `readFileForm`, for up to `most` files.
 * @throws what `readForm` and `readUploads` throw
 */
export async function readFilesForm<Schema extends z.ZodType>(
  args: RouteArgs,
  schema: Schema,
  limits: UploadLimits & { most: number },
): Promise<FilesForm<z.output<Schema>>> {
  if (formKind(args.request.headers.get("Content-Type")) !== "multipart")
    return { form: await readForm(args, schema), files: [], discard: nothing };
  const { fields, files, discard } = await readUploads(args, limits, schema);
  try {
    args.context.sent = { fields, shown: filledInNames(schema) };
    return { form: parseFields(args, schema, fields), files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
