import { useEffect, useState } from "react";
import { listenLive } from "~/features/live/listening";
import { paths } from "~/paths";

export interface UnreadAnswer {
  unread: number;
  notifications: number;
}

/** In ms: the time over which browsers spread their refetches after a lost connection. */
const spread = 1_500;

/**
 * Unread conversations and notifications, for pages that show neither list. Refetched after a hint, once the page is
 * visible. Empty until then.
 * @param page the page's own data; new data resets the counts
 * @param isActive false on pages that keep their own counts
 */
export function useUnreadNow(page: object | undefined, isActive: boolean): Partial<UnreadAnswer> {
  const [learned, setReported] = useState<{ page?: object } & Partial<UnreadAnswer>>({});

  useEffect(() => {
    if (!isActive) return;
    const leaving = new AbortController();
    let isDue = false;
    let later: ReturnType<typeof setTimeout>;

    async function ask(): Promise<void> {
      if (!isDue || document.hidden) return;
      isDue = false;
      try {
        const reply = await fetch(paths.unread(), { signal: leaving.signal });
        if (reply.ok) setReported({ page, ...((await reply.json()) as UnreadAnswer) });
      } catch {
        // The fetch fails while we're offline. Reconnecting emits a hint, which tries again.
        isDue = true;
      }
    }
    const stopListening = listenLive((hint) => {
      isDue = true;
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
  }, [page, isActive]);

  return learned.page === page ? learned : {};
}
