/** Says that there is something to fetch, never the thing itself. An empty one says: look whether you missed something. */
export type Hint = Readonly<Record<string, string | number>>;

export interface Hub {
  /** Calls `listener` with each hint for a person, from now until the returned function is called. */
  subscribe(personId: string, listener: (hint: Hint) => void): () => void;
  deliver(personIds: readonly string[], hint: Hint): void;
  /** Tells everybody to look again, after a time in which hints may have passed unheard. */
  catchUp(): void;
}

/** Hands hints on to whoever listens in this process. */
export function createHub(): Hub {
  const listeners = new Map<string, Set<(hint: Hint) => void>>();
  const call = (of: Iterable<(hint: Hint) => void>, hint: Hint) => {
    // A copy, for a listener may leave while it is called.
    for (const listener of [...of]) listener(hint);
  };
  return {
    subscribe(personId, listener) {
      const own = listeners.get(personId) ?? new Set();
      listeners.set(personId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(personId) === own) listeners.delete(personId);
      };
    },
    deliver(personIds, hint) {
      for (const personId of personIds) {
        const own = listeners.get(personId);
        if (own) call(own, hint);
      }
    },
    catchUp() {
      for (const own of [...listeners.values()]) call(own, {});
    },
  };
}
