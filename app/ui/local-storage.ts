const prefix = "kept:";

/** What this browser kept under a name, or undefined; also where keeping is switched off. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something for the person who is signed in until they sign out; undefined forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full, or switched off: then it lasts as long as the page.
  }
}

/** Forgets all that was kept. */
export function clearLocalDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
