/** The headers and names that the server, the pages and the service worker (app/offline) share. Imports nothing. */

/**
 * In a response: the ID of the person whose page it is, or `noPerson`, because scripts can't read the session cookie.
 * In a request: the person who's making it. If the session belongs to someone else, the request counts as a guest's.
 */
export const personHeader = "Matchcut-Person";
export const noPerson = "nobody";

/** In a response: `keep` if the page may be shown to its person again offline, or `saves-data`. */
export const offlineHeader = "Matchcut-Offline";

/** In the response to a swipe: `stored`, or why the swipe was refused. Without it, nothing was decided. */
export const swipeHeader = "Matchcut-Swipe";

/**
 * What the server decided about a message sent by script: stored, with its conversation, or refused. Null for any other
 * response, which leaves the message in its queue.
 */
export async function decisionIn<Decision>(answer: Response): Promise<Decision | null> {
  const told = await answer.json().catch(() => null);
  return (told?.thread ?? told?.refused) ? told : null;
}

/** In ms. If a message was stored despite a timeout, sending it again doesn't store it twice. */
const requestTimeout = 20_000;
/** For messages with files. Longer, because the server stores a large file before it responds. */
const fileTimeout = 180_000;

/**
 * Posts something that a person wrote or chose. The server refuses it if another person has signed in in the meantime.
 */
export const postAs = (personId: string, path: string, fields: Record<string, string>) =>
  fetch(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { [personHeader]: personId },
    signal: AbortSignal.timeout(fields.upload ? fileTimeout : requestTimeout),
  });

interface WrittenMessage {
  messageId: string;
  content: string;
  upload?: { uploadId: string } | null;
}

export const messageFields = ({ messageId, content, upload }: WrittenMessage) => ({
  messageId,
  content,
  ...(upload && { upload: upload.uploadId }),
});

/** Sorts by the time when each was written, no matter which tab stored it. */
export const asWritten = <Item extends { writtenAt?: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => (one.writtenAt ?? 0) - (other.writtenAt ?? 0));

/** Marks the worker's request for a fresh copy, which must not count as the person opening the page. */
export const copyHeader = "matchcut-copy";

/** Requested only by script. */
export const workerPath = "/sw.js";
export const offlinePath = "/offline";
