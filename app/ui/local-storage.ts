const storedPrefix = "kept:";

/** Undefined if there's no such value or storage is disabled. */
export function readLocal(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storedPrefix + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value in this browser until the person signs out. Undefined removes it. */
export function writeLocal(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(storedPrefix + name);
    else localStorage.setItem(storedPrefix + name, JSON.stringify(value));
  } catch {
    // If storage is full or disabled, the value isn't kept beyond this page.
  }
}

/** The items of a queue. Other tabs and sign-out change it, so read it again after every await. */
export function readQueue<Item>(name: string): Item[] {
  const items = readLocal(name);
  return Array.isArray(items) ? items : [];
}

export const writeQueue = (name: string, items: readonly unknown[]) =>
  writeLocal(name, items.length > 0 ? items : undefined);

/**
 * Call it when the person signs out. Asks first if something that's still waiting to be sent would be deleted, and
 * cancels the submission if the person declines. Does nothing offline, because the sign-out can't be sent then.
 */
export function clearOnSignOut(event: { preventDefault: () => void }): void {
  if (!navigator.onLine) return;
  if (isAnythingUnsent() && !window.confirm(words)) event.preventDefault();
  else clearLocalDrafts();
}

const words = "Some messages or swipes haven't been sent yet. Sign out and delete them?";

const isAnythingUnsent = () =>
  storedNames().some((name) => name.startsWith("unsent:") && readQueue(name).length > 0);

export function clearLocalDrafts(): void {
  for (const name of storedNames()) writeLocal(name, undefined);
}

/** The names of all stored values. Empty if storage is disabled. */
export function storedNames(): string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(storedPrefix));
    return names.map((name) => name.slice(storedPrefix.length));
  } catch {
    return [];
  }
}
