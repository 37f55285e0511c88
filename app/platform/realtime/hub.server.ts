/** Says that there is something to fetch, never the thing itself. An empty one says: look whether you missed something. */
export type Hint = Readonly<Record<string, string | number>>;

export interface Hub {
  /** Calls `listener` with each hint for a person, from now until the returned function is called. */
  subscribe(personId: string, listener: (hint: Hint) => void): () => void;
  /** Delivers what will come round once more with the announcement. */
  deliverFirst(personIds: readonly string[], hint: Hint): void;
  /** Delivers a hint unless it was delivered first: then to all these people, for they are the same. */
  deliverAnnounced(personIds: readonly string[], hint: Hint): void;
  /** Tells everybody to look again, after a time in which hints may have passed unheard. */
  catchUp(): void;
}

/** Milliseconds for which it is remembered what was delivered first. Told twice a hint does no harm. */
const remembered = 5_000;

const keyOf = (hint: Hint) => JSON.stringify(Object.entries(hint).sort());

/** Hands hints on to whoever listens in this process. */
export function createHub(): Hub {
  const listeners = new Map<string, Set<(hint: Hint) => void>>();
  /** When what was delivered first, the oldest first. */
  const first = new Map<string, number>();
  const call = (of: Iterable<(hint: Hint) => void>, hint: Hint) => {
    // A copy, for a listener may leave while it is called.
    for (const listener of [...of]) listener(hint);
  };
  const deliver = (personIds: readonly string[], hint: Hint) => {
    for (const personId of personIds) {
      const own = listeners.get(personId);
      if (own) call(own, hint);
    }
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
    deliverFirst(personIds, hint) {
      for (const [key, at] of first) {
        if (at > Date.now() - remembered) break;
        first.delete(key);
      }
      first.set(keyOf(hint), Date.now());
      deliver(personIds, hint);
    },
    deliverAnnounced(personIds, hint) {
      if (!first.has(keyOf(hint))) deliver(personIds, hint);
    },
    catchUp() {
      for (const own of [...listeners.values()]) call(own, {});
    },
  };
}
