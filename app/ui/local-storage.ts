export const storedPrefix = "kept:";

/** Undefined if it's missing or storage is disabled. */
export function readLocal(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storedPrefix + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value until the person signs out; undefined removes it. */
export function writeLocal(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(storedPrefix + name);
    else localStorage.setItem(storedPrefix + name, JSON.stringify(value));
  } catch {
    // Storage is full or disabled, so the value lasts only as long as the page.
  }
}

/** Reads the queue with this name. Other tabs and signing out change it, so read it again after each await. */
export function readQueue<Item>(name: string): Item[] {
  const items = readLocal(name);
  return Array.isArray(items) ? items : [];
}

export const writeQueue = (name: string, items: readonly unknown[]) =>
  writeLocal(name, items.length > 0 ? items : undefined);

/** Called at sign-out, which isn't sent without a connection. */
export function clearLocalDrafts(): void {
  if (!navigator.onLine) return;
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(storedPrefix)) localStorage.removeItem(name);
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
