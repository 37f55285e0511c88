import { workerPath } from "~/offline-words";
import { storedNames, writeLocal } from "~/ui/local-storage";
import { replaceCopy, tellConnection } from "./connection-note";
import { offerInstalling } from "./install-hint";

let startedFor: string | null | undefined;

/**
 * Starts the extras, and starts them again when another person signs in. Without service workers, it only sends unsent
 * messages and swipes.
 */
export function startExtras(personId: string | undefined): void {
  if (startedFor === undefined) {
    tellConnection();
    registerWorker().catch(() => {});
    offerInstalling();
    addEventListener("online", async () => {
      if (startedFor) await sendWaiting(startedFor);
      replaceCopy();
    });
  }
  startedFor = personId ?? null;
  forgetOthers(personId).then(openKeptPages, () => {});
  if (personId) sendWaiting(personId);
}

/** Usually nothing waits, so the code that sends messages and swipes loads only when something does. */
async function sendWaiting(personId: string): Promise<void> {
  if (!storedNames().some((name) => name.startsWith(`unsent:${personId}:`))) return;
  const sending = await import("./sending-waiting").catch(() => null);
  await sending?.sendWaiting(personId);
}

async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const wasControlled = Boolean(serviceWorker?.controller);
  // Registration also resolves with undefined if the browser is set to refuse workers.
  if (!(await serviceWorker?.register(workerPath))) return;
  const { active, waiting } = await serviceWorker.ready;
  // Remix's own global, because no documented API names the page's build (checked with 2.17.5).
  const { __remixManifest: manifest } = window as { __remixManifest?: { url?: string } };
  waiting?.postMessage({ manifest: manifest?.url });
  if (!wasControlled) active?.postMessage({ uncontrolled: location.search ? "" : location.pathname });
}

const prefix = "copies:";

/**
 * Deletes other people's copies even if the worker missed a sign-out. Deletes drafts when a different person signs in.
 * Until then, their writer may come back for them.
 */
async function forgetOthers(personId: string | undefined): Promise<void> {
  if (personId) {
    for (const name of storedNames()) if (isOfOther(name, personId)) writeLocal(name, undefined);
  }
  if (!("caches" in window)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const others = names.filter((name) => !personId || !name.endsWith(`:${personId}`));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Drafts and unsent messages name their person; see where `writeLocal` is used. */
function isOfOther(name: string, personId: string): boolean {
  const owner = /^(?:draft:|unsent:|brief-)([^:]+)/.exec(name)?.[1];
  return owner !== undefined && owner !== personId;
}

/** Opens links to kept pages with a full load, so that they work offline. See app/shell/page-frame.tsx. */
function openKeptPages(): void {
  if ("caches" in window)
    window.hasCopy = async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined;
}
