export const storedPrefix = "kept:";

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

/** Call it when the person signs out. Does nothing offline, because the sign-out can't be sent then. */
export function clearLocalDrafts(): void {
  if (!navigator.onLine) return;
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(storedPrefix)) localStorage.removeItem(name);
  } catch {
    // If storage is disabled, there's nothing to remove.
  }
}
