import { Readable } from "node:stream";
import parseRange from "range-parser";
import type { FileRange, StoredFile } from "~/platform/files/files-port.server";

export interface ServedFile {
  bytes: number;
  /** Changes with the content. */
  tag: string;
  /** Returns null if the file doesn't exist anymore. */
  open: (range?: FileRange) => Promise<StoredFile | null>;
}

/**
 * Makes browsers revalidate each time with the ETag, because the next person to open the file may be signed out or have
 * a different account.
 */
export const privateCache = "private, no-cache";

/**
 * For files that anyone may see. A browser that has shown one may keep it for a day. A CDN revalidates within a
 * minute, so files that are taken down disappear from it without a purge.
 */
export const publicCache = "public, max-age=86400, s-maxage=60";

export interface FileHeaders {
  cacheControl: string;
  /** The file name that the browser saves it under. */
  downloadName?: string;
  /** Whether the browser shows the file instead of saving it. */
  isShown?: boolean;
}

/** Keeps a file that's opened directly from running anything. */
const inert = "frame-ancestors 'self'; default-src 'none'; sandbox";
/** For videos and sounds. If someone opens one directly, the browser plays it on a page that it generates itself. */
const inertMedia =
  "frame-ancestors 'self'; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * Sends a file, or the single part that was requested (RFC 9110, section 14): 206, or 416 if it's beyond the end. Sends
 * the whole file if several parts are requested or If-Range doesn't match. Never buffers it. Null if the file doesn't
 * exist anymore.
 */
export async function fileResponse(
  request: Request,
  { bytes, tag, open }: ServedFile,
  { cacheControl, downloadName, isShown }: FileHeaders,
): Promise<Response | null> {
  const etag = `"${tag}"`;
  const headers = new Headers({
    ETag: etag,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    "Content-Security-Policy": inert,
  });
  // The file has a different origin than the pages that show it if MEDIA_URL is set.
  if (cacheControl === publicCache) headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  if (matches(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  const range = rangeOf(request, bytes, etag);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const file = await open(range ?? undefined);
  if (!file) return null;
  headers.set("Content-Type", file.contentType);
  if (/^(video|audio)\//.test(file.contentType)) headers.set("Content-Security-Policy", inertMedia);
  headers.set("Content-Length", String(range ? range.last - range.first + 1 : bytes));
  if (range) headers.set("Content-Range", `bytes ${range.first}-${range.last}/${bytes}`);
  if (downloadName !== undefined) headers.set("Content-Disposition", dispositionOf(downloadName, isShown));
  const status = range ? 206 : 200;
  if (request.method === "HEAD") {
    file.stream.destroy();
    return new Response(null, { status, headers });
  }
  return new Response(bodyOf(file), { status, headers });
}

/**
 * Remix's `createReadableStreamFromReadable` would crash the process when a client leaves midway (checked with 2.17.5).
 */
export const bodyOf = ({ stream }: StoredFile) => Readable.toWeb(stream) as ReadableStream;

const matches = (given: string | null, etag: string) =>
  given?.split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim()));

/** Null requests the whole file. */
function rangeOf(request: Request, bytes: number, etag: string): FileRange | "unsatisfiable" | null {
  const given = request.headers.get("Range");
  const condition = request.headers.get("If-Range");
  if (!given || request.method !== "GET" || (condition !== null && condition !== etag)) return null;
  // The library refuses a suffix range that's longer than the file.
  const last = /^bytes=-(\d+)$/.exec(given)?.[1];
  const ranges = parseRange(bytes, Number(last) > bytes ? "bytes=0-" : given);
  if (ranges === -1) return /^bytes=/.test(given) ? "unsatisfiable" : null;
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return null;
  const [only] = ranges;
  return only ? { first: only.start, last: only.end } : null;
}

/** Names the file as in RFC 6266: an ASCII name for old clients, and the real one. */
function dispositionOf(name: string, isShown = false): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  return `${isShown ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
