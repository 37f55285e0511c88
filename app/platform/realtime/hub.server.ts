/**
 * Says that there is something to fetch, never the thing itself. An empty hint means: check whether you missed
 * something.
 */
export type Hint = Readonly<Record<string, string | number>>;

export interface Hub {
  /** Calls `listener` with each hint for a person until the returned function is called. */
  subscribe(personId: string, listener: (hint: Hint) => void): () => void;
  /** Delivers a hint early; its announcement will arrive again later. */
  deliverFirst(personIds: readonly string[], hint: Hint): void;
  /** Delivers a hint unless it was delivered early, in which case it already reached the same people. */
  deliverAnnounced(personIds: readonly string[], hint: Hint): void;
  /** Asks everybody to check what they missed, after a time in which hints may have been lost. */
  catchUp(): void;
}

/** Milliseconds to remember early deliveries. A duplicate hint is harmless. */
const remembered = 5_000;

const keyOf = (hint: Hint) => JSON.stringify(Object.entries(hint).sort());

/** Delivers hints to the listeners of this process. */
export function createHub(): Hub {
  const listeners = new Map<string, Set<(hint: Hint) => void>>();
  /** Times of the early deliveries, oldest first. */
  const first = new Map<string, number>();
  const call = (of: Iterable<(hint: Hint) => void>, hint: Hint) => {
    // A copy, because a listener may leave while it is called.
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
