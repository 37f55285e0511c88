import { workerPath } from "~/offline-words";
import { replaceCopy, tellConnection } from "./connection-note";
import { offerInstalling } from "./install-hint";
import { forgetOthers, openKeptPages } from "./kept-pages";
import { sendWaiting } from "./sending-waiting";

let startedFor: string | null | undefined;

/** Called again when another person signs in. Without service workers, it only sends unsent messages and swipes. */
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

async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const wasControlled = Boolean(serviceWorker?.controller);
  // Also undefined where a browser is told to refuse workers.
  if (!(await serviceWorker?.register(workerPath))) return;
  const { active, waiting } = await serviceWorker.ready;
  // Remix's own global: no documented API names the page's build (checked with 2.17.5).
  const { __remixManifest: manifest } = window as { __remixManifest?: { url?: string } };
  waiting?.postMessage({ manifest: manifest?.url });
  if (!wasControlled) active?.postMessage({ uncontrolled: location.search ? "" : location.pathname });
}
