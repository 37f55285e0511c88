import { FileStore } from "@tus/file-store";
import { S3Store } from "@tus/s3-store";
import { type DataStore, MemoryLocker, Server, type Upload } from "@tus/server";
import { type S3Options, s3Config } from "./s3-files.server";

/** A store of the tus protocol (https://tus.io/protocols/resumable-upload). */
export type ResumableStore = DataStore;

/** The key of an upload's bytes. */
export const incomingKey = (uploadId: string) => `incoming/${uploadId}`;

export const localIncoming = (folder: string): ResumableStore => new FileStore({ directory: folder });

/** Parts wait in the bucket, so that any machine can go on. */
export function s3Incoming(options: S3Options): ResumableStore {
  return new S3Store({ s3ClientConfig: { ...s3Config(options), bucket: options.bucket }, useTags: false });
}

export interface UploadRules {
  /** Where uploads are created; one is at `<path>/<id>`. */
  path: string;
  /** Of one file, in bytes. */
  maxBytes: number;
  /** Called before an upload begins. Returns its id, a UUID, or the refusal. */
  begin: (upload: {
    bytes: number;
    name: string;
  }) => Promise<{ uploadId: string } | { status: number; words: string }>;
  /** Whether an upload is the person's who asks. */
  isTheirs: (uploadId: string) => Promise<boolean>;
}

/** One request at a time for an upload; a newer one ends an older that hangs. */
const locker = new MemoryLocker();

/** Answers one request of the protocol: create, ask for the offset, send bytes, give up. */
export async function answerResumable(
  store: ResumableStore,
  request: Request,
  { path, maxBytes, begin, isTheirs }: UploadRules,
): Promise<Response> {
  let uploadId = new URL(request.url).pathname.slice(path.length + 1);
  const server = new Server({
    path,
    datastore: store,
    locker,
    maxSize: maxBytes,
    relativeLocation: true,
    // Nobody else's pages may ask.
    allowedOrigins: [new URL(request.url).origin],
    generateUrl: () => `${path}/${uploadId}`,
    getFileIdFromRequest: () => incomingKey(uploadId),
    namingFunction: async () => {
      const length = Number(request.headers.get("Upload-Length"));
      if (!Number.isSafeInteger(length) || length <= 0 || length > maxBytes)
        throw { status_code: 413, body: `At most ${maxBytes >> 20} MB.\n` };
      const begun = await begin({ bytes: length, name: nameIn(request) });
      if (!("uploadId" in begun)) throw { status_code: begun.status, body: `${begun.words}\n` };
      uploadId = begun.uploadId;
      return incomingKey(uploadId);
    },
    // Nothing of the client's reaches the store.
    onUploadCreate: async () => ({ metadata: {} }),
    onIncomingRequest: async () => {
      if (!(await isTheirs(uploadId))) throw { status_code: 404, body: "Not found\n" };
    },
  });
  return server.handleWeb(request);
}

/** Its name is in 'Upload-Metadata', as base64; anything else is ignored. */
function nameIn(request: Request): string {
  const given = request.headers.get("Upload-Metadata") ?? "";
  const name = /(?:^|,)\s*filename ([A-Za-z0-9+/=]+)/.exec(given)?.[1] ?? "";
  return Buffer.from(name, "base64").toString("utf8");
}

/** Whether all bytes have arrived; null without such an upload. */
export async function isComplete(store: ResumableStore, uploadId: string): Promise<boolean | null> {
  const found: Upload | null = await store.getUpload(incomingKey(uploadId)).catch(() => null);
  return found && found.offset === found.size;
}
