import type { Hint } from "~/hint";

export interface Hub {
  /** Returns a function that unsubscribes. */
  subscribe(personId: string, listener: (hint: Hint) => void): () => void;
  /** Delivers to this process's own listeners before the announcement arrives. */
  deliverFirst(personIds: readonly string[], hint: Hint): void;
  /** Skips a hint that was delivered early, because the same people got it then. */
  deliverAnnounced(personIds: readonly string[], hint: Hint): void;
  /** Tells everyone to check for what they missed, because hints may have been lost. */
  catchUp(): void;
}

/** How long early deliveries are remembered, in ms. A duplicate hint is harmless. */
const dedupeWindow = 5_000;

const keyOf = (hint: Hint) => JSON.stringify(Object.entries(hint).sort());

/** A hub for the listeners of this process. */
export function createHub(): Hub {
  const listeners = new Map<string, Set<(hint: Hint) => void>>();
  /** Times of early deliveries, oldest first. */
  const first = new Map<string, number>();
  const call = (of: Iterable<(hint: Hint) => void>, hint: Hint) => {
    // A listener may unsubscribe during the call.
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
        if (at > Date.now() - dedupeWindow) break;
        first.delete(key);
      }
      first.set(keyOf(hint), Date.now());
      deliver(personIds, hint);
    },
    deliverAnnounced(personIds, hint) {
      if (!first.has(keyOf(hint))) deliver(personIds, hint);
    },
    catchUp() {
      for (const own of [...listeners.values()]) call(own, { kind: "catch-up" });
    },
  };
}
