import type { Readable } from "node:stream";

/** Of known length. A stream is not buffered. */
export type FileBody = Uint8Array | { stream: Readable; bytes: number };

export interface StoredFile {
  stream: Readable;
  bytes: number;
  contentType: string;
}

/** Keys such as 'avatars/x7Kf-96.avif': the extension decides the content type. */
export interface FilesSide {
  /** The whole file or, if it throws, nothing. Replaces an existing one. */
  put(key: string, body: FileBody): Promise<void>;
  /** Null if missing. The caller reads the stream to its end or destroys it. */
  read(key: string): Promise<StoredFile | null>;
  /** A missing file is not an error. */
  remove(key: string): Promise<void>;
}

const contentTypes: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
};

const keyPattern = /^[a-z]+\/[A-Za-z0-9_-]{1,100}\.([a-z0-9]{1,5})$/;

/** @throws for an invalid key, which could escape the folder or be served with an unexpected type */
export function contentTypeOf(key: string): string {
  const ending = keyPattern.exec(key)?.[1] ?? "";
  const type = Object.hasOwn(contentTypes, ending) ? contentTypes[ending] : undefined;
  if (!type) throw new Error("this is not the key of a file");
  return type;
}
