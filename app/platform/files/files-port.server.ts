import type { Readable } from "node:stream";

/** The length must be known, so that the stream needs no buffering. */
export type FileBody = Uint8Array | { stream: Readable; bytes: number };

/** Both ends are inclusive and inside the file. */
export interface FileRange {
  first: number;
  last: number;
}

export interface StoredFile {
  /** Contains only the range, if one was requested. */
  stream: Readable;
  /** The length of the whole file. */
  bytes: number;
  contentType: string;
}

/** Keys look like "avatars/x7Kf-96.avif"; the extension determines the content type. Uploads are at "incoming/…". */
export interface FilesPort {
  /** Stores the whole file or, if it throws, nothing. Replaces an existing file. */
  put(key: string, body: FileBody): Promise<void>;
  /** Null if the file doesn't exist. The caller must read the stream to its end or destroy it. */
  read(key: string, range?: FileRange): Promise<StoredFile | null>;
  /** In bytes. Null if the file doesn't exist. */
  sizeOf(key: string): Promise<number | null>;
  /**
   * Copies the file without reading it, so its size doesn't matter.
   * @throws if the file doesn't exist
   */
  copy(from: string, to: string): Promise<void>;
  /** Does nothing if the file doesn't exist. Also removes unfinished files by the names that `list` returns. */
  remove(key: string): Promise<void>;
  /** Yields a folder's keys and the names of its unfinished files, in pages of any size. */
  list(folder: string): AsyncIterable<{ key: string; changedAt: Date }[]>;
}

/** Whether the disk is full, or its user's quota is used up. */
export function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(String((error as { code?: unknown } | null)?.code));
}

const contentTypes: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  avif: "image/avif",
  webp: "image/webp",
  gif: "image/gif",
  pdf: "application/pdf",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  zip: "application/zip",
  bin: "application/octet-stream",
};

const keyPattern = /^[a-z]+\/[A-Za-z0-9_-]{1,100}\.([a-z0-9]{1,5})$/;
/** Uploads, whose type is unknown until they're inspected, and the upload protocol's notes next to them. */
const incomingPattern = /^incoming\/[a-f0-9-]{36}(\.(info|part|json))?$/;

/** @throws for an invalid key, which could escape the folder or be served with an unexpected type */
export function contentTypeOf(key: string): string {
  if (incomingPattern.test(key)) return "application/octet-stream";
  const ending = keyPattern.exec(key)?.[1] ?? "";
  const type = Object.hasOwn(contentTypes, ending) ? contentTypes[ending] : undefined;
  if (!type) throw new Error("this isn't a file's key");
  return type;
}
