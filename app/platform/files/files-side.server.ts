import type { Readable } from "node:stream";

/** A body of known length. A stream is passed on without buffering it. */
export type FileBody = Uint8Array | { stream: Readable; bytes: number };

export interface StoredFile {
  stream: Readable;
  bytes: number;
  contentType: string;
}

/** Stores files under keys such as 'avatars/x7Kf-96.avif'. The key's extension decides the content type. */
export interface FilesSide {
  /** Stores the whole file or, if it throws, nothing. Replaces an existing file. */
  put(key: string, body: FileBody): Promise<void>;
  /** Null if there is none. The caller reads the stream to its end or destroys it. */
  read(key: string): Promise<StoredFile | null>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
}

const contentTypes: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
};

const keyPattern = /^[a-z]+\/[A-Za-z0-9_-]{1,100}\.([a-z0-9]{1,5})$/;

/**
 * The content type of the file under a key.
 * @throws for an invalid key, which could escape the folder or be served with an unexpected type
 */
export function contentTypeOf(key: string): string {
  const ending = keyPattern.exec(key)?.[1] ?? "";
  const type = Object.hasOwn(contentTypes, ending) ? contentTypes[ending] : undefined;
  if (!type) throw new Error("this is not the key of a file");
  return type;
}
