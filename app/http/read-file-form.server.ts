import type { z } from "zod";
import { declaredFields, formKind, parseFields, type ReadForm, readForm } from "./form.server";
import {
  type ReadUpload,
  type ReadUploads,
  readUpload,
  readUploads,
  type UploadLimits,
} from "./read-upload.server";
import type { RouteArgs } from "./request-context.server";

/** A form with at most one file. */
export interface FileForm<Value> {
  form: ReadForm<Value>;
  /** Null without a file. `discard` is the caller's to call, whatever becomes of the form. */
  file: { path: string; bytes: number; name: string } | null;
  /** Why there is no file, if one was meant to be. */
  refused: "several-files" | "too-large" | null;
  discard: () => Promise<void>;
}

/** Stores a file before its form is acted on: fields that name it, for a refused form to keep, or why it may not be. */
type StoreFirst = (file: {
  path: string;
  bytes: number;
  name: string;
}) => Promise<{ ok: true; fields: Record<string, string> } | { ok: false; errors: Record<string, string[]> }>;

const nothing = async () => {};

/**
 * A form with fields and a file; urlencoded, it has no file. Streams the file to disk; see `readUpload`.
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
  const received = await readUpload(args, limits);
  try {
    const fields = declaredFields(schema, fieldsOf(received));
    args.context.sent = { fields };
    const form = parseFields(args, schema, fields);
    const given = fileOf(received);
    if (!given.file || !storeFirst) return { form, ...given };
    const stored = await storeFirst(given.file);
    if (!stored.ok)
      return { form: form.ok ? { ok: false, reply: form.refuse(stored.errors, 422) } : form, ...given };
    for (const [name, value] of Object.entries(stored.fields)) fields.set(name, value);
    return { form: parseFields(args, schema, fields), ...given };
  } catch (error) {
    if (received.ok) await received.upload.discard();
    throw error;
  }
}

/** A form with several files; see `readUploads` for those that are refused. */
export interface FilesForm<Value> {
  form: ReadForm<Value>;
  files: ReadUploads["files"];
  /** The caller's to call, whatever becomes of the form. */
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
  const { fields: sent, files, discard } = await readUploads(args, limits);
  try {
    const fields = declaredFields(schema, sent);
    args.context.sent = { fields };
    return { form: parseFields(args, schema, fields), files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const fieldsOf = (received: ReadUpload) => (received.ok ? received.upload.fields : received.fields);

function fileOf(received: ReadUpload): Pick<FileForm<never>, "file" | "refused" | "discard"> {
  if (received.ok) {
    const { path, bytes, name, discard } = received.upload;
    return { file: { path, bytes, name }, refused: null, discard };
  }
  return {
    file: null,
    refused: received.refused === "no-file" ? null : received.refused,
    discard: nothing,
  };
}
