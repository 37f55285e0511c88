import { storedPrefix } from "~/ui/local-storage";

const prefix = "copies:";

/**
 * Whatever the worker saw: copies are for the person who is signed in here. What someone else wrote goes, too, once
 * there is someone else; until then they may come back for it.
 */
export async function forgetOthers(personId: string | undefined): Promise<void> {
  if (personId) {
    for (const name of Object.keys(localStorage))
      if (isOfOther(name, personId)) localStorage.removeItem(name);
  }
  if (!("caches" in window)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const others = names.filter((name) => !personId || !name.endsWith(`:${personId}`));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Drafts and unsent messages name their person; see the uses of `writeLocal`. */
function isOfOther(name: string, personId: string): boolean {
  if (!name.startsWith(storedPrefix)) return false;
  const owner = /^(?:draft:|unsent:|brief-)([^:]+)/.exec(name.slice(storedPrefix.length))?.[1];
  return owner !== undefined && owner !== personId;
}

/** Links to pages that are kept work offline, by a full load; see app/shell/offline.ts. */
export function openKeptPages(): void {
  if ("caches" in window)
    window.hasCopy = async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined;
}
