import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { FileStore } from "@tus/file-store";
import { S3Store } from "@tus/s3-store";
import { type DataStore, ERRORS, type Locker, Server, type Upload } from "@tus/server";
import { databaseAway, noSpace } from "~/failure-words";
import { isDatabaseUnavailable } from "../db.server";
import { log } from "../log.server";
import { isDiskFull } from "./files-port.server";
import { type S3Options, s3Config } from "./s3-files.server";

/** A store of the tus protocol (https://tus.io/protocols/resumable-upload). */
export type ResumableStore = DataStore;

export const incomingKey = (uploadId: string) => `incoming/${uploadId}`;

export const localIncoming = (folder: string): ResumableStore => new FileStore({ directory: folder });

/** Keeps the parts in the bucket, so that any machine can continue. */
export function s3Incoming(options: S3Options): ResumableStore {
  return new S3Store({ s3ClientConfig: { ...s3Config(options), bucket: options.bucket }, useTags: false });
}

export interface UploadRules {
  /** The path that creates uploads. Each upload is at `<path>/<id>`. */
  path: string;
  /** The maximum number of bytes per file. */
  maxBytes: number;
  /** What the page says about a file that's empty, or larger than `maxBytes`. */
  sizeWords: { empty: string; tooLarge: string };
  /** Called before an upload begins. Returns the upload's ID, which is a UUID, or why it's refused. */
  begin: (upload: {
    bytes: number;
    name: string;
    /** A sound's peaks as the page sent them. Empty for other files. */
    peaks: string;
  }) => Promise<{ uploadId: string } | { status: number; words: string }>;
  /** Whether an upload belongs to the requester. */
  isTheirs: (uploadId: string) => Promise<boolean>;
  lease: UploadLease;
}

/**
 * One request's claim on an upload, visible to all machines. It expires some seconds after it was taken or last
 * renewed.
 */
export interface UploadLease {
  /** Returns false while another request holds the lease, and notifies that request. */
  take: (uploadId: string, holder: string) => Promise<boolean>;
  /** Returns false if another request is waiting for the lease, or if it was lost. */
  renew: (uploadId: string, holder: string) => Promise<boolean>;
  release: (uploadId: string, holder: string) => Promise<void>;
}

/** In ms. */
const lockTimes = { longestWait: 30_000, betweenTries: 250, renewal: 1_000 };

/** Allows one request at a time per upload. A newer request ends an older one that hangs, even on another machine. */
function leasing({ take, renew, release }: UploadLease, uploadId: () => string): Locker {
  return {
    newLock() {
      const holder = randomUUID();
      let renewing: NodeJS.Timeout | undefined;
      return {
        async lock(signal, requestRelease) {
          const end = Date.now() + lockTimes.longestWait;
          while (!(await take(uploadId(), holder))) {
            if (signal.aborted || Date.now() > end)
              throw { status_code: 423, body: "Another request is sending this file. Please try again.\n" };
            await pause(lockTimes.betweenTries);
          }
          renewing = setInterval(() => {
            // While the database is down, the lease runs out, and the next writer's offset is checked.
            const kept = renew(uploadId(), holder).catch(() => true);
            void kept.then((isKept) => isKept || requestRelease());
          }, lockTimes.renewal);
        },
        async unlock() {
          clearInterval(renewing);
          await release(uploadId(), holder).catch((error) =>
            log.warn({ err: error }, "couldn't release an upload's lease, which will expire"),
          );
        },
      };
    },
  };
}

/** Undefined if the protocol itself refuses. The local store reports only that it couldn't write. */
function plainAnswer(
  error: Error | { status_code: number },
  requestId: string | undefined,
): { status_code: number; body: string } | undefined {
  const isFull = isDiskFull(error) || error === ERRORS.FILE_WRITE_ERROR;
  if (!isFull && "status_code" in error) return undefined;
  if (isDatabaseUnavailable(error)) {
    log.warn({ requestId, err: error }, "an upload found the database unavailable");
    return { status_code: 503, body: `${databaseAway}\n` };
  }
  log.error({ requestId, err: error }, "an upload failed");
  return isFull
    ? { status_code: 507, body: `${noSpace}\n` }
    : { status_code: 500, body: "Something went wrong. Please try again.\n" };
}

/**
 * Handles one request of the protocol: creates an upload, returns its offset, receives bytes or deletes it.
 * @param requestId for the log
 */
export async function answerResumable(
  store: ResumableStore,
  request: Request,
  { path, maxBytes, sizeWords, begin, isTheirs, lease }: UploadRules,
  requestId?: string,
): Promise<Response> {
  let uploadId = new URL(request.url).pathname.slice(path.length + 1);
  const server = new Server({
    path,
    datastore: store,
    locker: leasing(lease, () => uploadId),
    maxSize: maxBytes,
    relativeLocation: true,
    // Pages from other origins may not send these requests.
    allowedOrigins: [new URL(request.url).origin],
    generateUrl: () => `${path}/${uploadId}`,
    getFileIdFromRequest: () => incomingKey(uploadId),
    namingFunction: async () => {
      const length = Number(request.headers.get("Upload-Length"));
      if (!Number.isSafeInteger(length) || length <= 0 || length > maxBytes)
        throw { status_code: 413, body: `${length === 0 ? sizeWords.empty : sizeWords.tooLarge}\n` };
      const begun = await begin({
        bytes: length,
        name: noteIn(request, "filename"),
        peaks: noteIn(request, "peaks"),
      });
      if (!("uploadId" in begun)) throw { status_code: begun.status, body: `${begun.words}\n` };
      uploadId = begun.uploadId;
      return incomingKey(uploadId);
    },
    // No metadata from the client reaches the store.
    onUploadCreate: async () => ({ metadata: {} }),
    onResponseError: (_request, error) => plainAnswer(error, requestId),
    onIncomingRequest: async () => {
      if (!(await isTheirs(uploadId))) throw { status_code: 404, body: "Not found\n" };
    },
  });
  return server.handleWeb(request);
}

/** One value in "Upload-Metadata", which is in base64; empty if it's missing. */
function noteIn(request: Request, key: "filename" | "peaks"): string {
  for (const pair of (request.headers.get("Upload-Metadata") ?? "").split(",")) {
    const [name, value = ""] = pair.trim().split(" ");
    if (name === key) return Buffer.from(value, "base64").toString("utf8");
  }
  return "";
}

/** Whether all bytes have arrived; null if there's no such upload. */
export async function isComplete(store: ResumableStore, uploadId: string): Promise<boolean | null> {
  const upload: Upload | null = await store.getUpload(incomingKey(uploadId)).catch(() => null);
  return upload && upload.offset === upload.size;
}
