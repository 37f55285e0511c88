import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { listenLive } from "~/features/live/listening";
import { paths } from "~/paths";

export interface UnreadAnswer {
  unread: number;
  notifications: number;
}

/** In ms: how long browsers spread their refetches over after a lost connection. */
const spread = 1_500;

/**
 * Unread conversations and notifications, for pages that show neither list. Refetched after a hint, once the page is
 * visible and loaded. Empty until then.
 * @param page the page's own data; new data resets the counts
 * @param isActive false on pages that keep their own counts
 */
export function useUnreadNow(page: object | undefined, isActive: boolean): Partial<UnreadAnswer> {
  const [reported, setReported] = useState<{ page?: object } & Partial<UnreadAnswer>>({});
  // Data that's being loaded may be older than a hint, so the counts are fetched after it.
  const isLoading = useNavigation().state !== "idle";
  const heard = useRef(0);
  const answered = useRef(0);

  useEffect(() => {
    if (!isActive) return;
    const leaving = new AbortController();
    let later: ReturnType<typeof setTimeout>;

    async function ask(): Promise<void> {
      const latest = heard.current;
      if (latest === answered.current || isLoading || document.hidden) return;
      try {
        const reply = await fetch(paths.unread(), { signal: leaving.signal });
        if (latest < answered.current) return;
        answered.current = latest;
        if (reply.ok) setReported({ page, ...((await reply.json()) as UnreadAnswer) });
      } catch {
        // Either the page has changed, and the next effect asks, or we're offline, and reconnecting emits a hint.
      }
    }
    ask();
    const stopListening = listenLive((hint) => {
      heard.current += 1;
      clearTimeout(later);
      later = setTimeout(ask, hint.kind === "catch-up" ? Math.random() * spread : 0);
    });
    document.addEventListener("visibilitychange", ask);
    return () => {
      leaving.abort();
      clearTimeout(later);
      stopListening();
      document.removeEventListener("visibilitychange", ask);
    };
  }, [page, isActive, isLoading]);

  return reported.page === page ? reported : {};
}
