import type { Readable } from "node:stream";

/** A body of known length; a stream is passed on without being held in memory. */
export type FileBody = Uint8Array | { stream: Readable; bytes: number };

export interface StoredFile {
  stream: Readable;
  bytes: number;
  contentType: string;
}

/** Keeps files under keys such as 'avatars/x7Kf-96.avif'. The key's ending alone tells the type. */
export interface FilesSide {
  /** Stores a file whole, or, when it throws, not at all. A file that is there is replaced. */
  put(key: string, body: FileBody): Promise<void>;
  /** Null where there is none. Who gets a stream reads it to its end or destroys it. */
  read(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

const contentTypes: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
};

const keyPattern = /^[a-z]+\/[A-Za-z0-9_-]{1,100}\.([a-z0-9]{1,5})$/;

/**
 * The type of the file under a key.
 * @throws for a key that is no key: it might lead out of the folder, or be served as who knows what
 */
export function contentTypeOf(key: string): string {
  const ending = keyPattern.exec(key)?.[1] ?? "";
  const type = Object.hasOwn(contentTypes, ending) ? contentTypes[ending] : undefined;
  if (!type) throw new Error("this is not the key of a file");
  return type;
}
