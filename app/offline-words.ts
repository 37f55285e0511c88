/** What the server, pages and the service worker (app/offline) tell each other. Imports nothing. */

/**
 * Of a page: whose it is, as a person's id or `no one`. The session's cookie is hidden from every script. Of a request:
 * whose it is meant to be; anyone else counts as a guest.
 */
export const personHeader = "Matchcut-Person";
export const noPerson = "nobody";

/** Of a page: `keep`, as it may be shown to its person again offline; or `saves-data`. */
export const offlineHeader = "Matchcut-Offline";

/** Of an answer to a swipe: `stored`, or why it was not. Without it, nothing was decided. */
export const swipeHeader = "Matchcut-Swipe";

/**
 * Of a message sent by script: what the server decided, which is that it was stored, with its thread, or refused. Null
 * for any other answer: the message stays in its queue.
 */
export async function decisionIn<Decision>(answer: Response): Promise<Decision | null> {
  const told = await answer.json().catch(() => null);
  return (told?.thread ?? told?.refused) ? told : null;
}

/** In the order written, whichever tab stored them. */
export const asWritten = <Item extends { writtenAt?: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => (one.writtenAt ?? 0) - (other.writtenAt ?? 0));

/** Of a request by the worker for a fresh copy, which must not count as the person opening the page. */
export const copyHeader = "matchcut-copy";

/** Requested by script only. */
export const workerPath = "/sw.js";
export const offlinePath = "/offline";
