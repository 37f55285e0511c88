import { useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { messageWords } from "../message";
import type { PickView } from "../searching.server";

/**
 * Only the last request counts; a network failure shows an error. Not a Remix fetcher, which would load the route's
 * page module, and reload this page if it cannot.
 */
export function useSuggestions() {
  const [suggestions, setSuggestions] = useState<PickView>();
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);

  async function ask(q: string, people: readonly string[]) {
    asking.current?.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    let found: PickView;
    try {
      const reply = await fetch(paths.people({ people, q }), { signal });
      if (!reply.ok) throw reply;
      found = await reply.json();
    } catch {
      const chosen = people.map((personId) => ({ personId, name: "", avatarUrl: null }));
      found = { chosen, q, people: [], note: messageWords.notSearched };
    }
    if (!signal.aborted) setSuggestions(found);
  }
  return { suggestions, ask };
}
