const prefix = "kept:";

/** The value stored under a name; undefined if there is none or storage is disabled. */
export function readLocal(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value for the signed-in person until they sign out; undefined removes it. */
export function writeLocal(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full or disabled: the value lasts only as long as the page.
  }
}

/** Removes everything stored for the signed-in person. */
export function clearLocalDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
