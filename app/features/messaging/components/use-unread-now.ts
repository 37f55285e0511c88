import { useEffect, useState } from "react";
import { isBreak } from "~/features/live/hint";
import { listenLive } from "~/features/live/listening";
import { paths } from "~/paths";

export interface UnreadAnswer {
  unread: number;
}

/** Milliseconds within which browsers look again after a break, so that not all do in the same moment. */
const spread = 1_500;

/**
 * In how many conversations something waits, on a page that shows none of them: asked for when a hint comes, once the
 * page is looked at. Undefined while nothing has been learned since `page`, the data that the page itself came with.
 * @param isActive false on pages that know by themselves
 */
export function useUnreadNow(page: object | undefined, isActive: boolean): number | undefined {
  const [learned, setLearned] = useState<{ page?: object; unread?: number }>({});

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
        if (reply.ok) setLearned({ page, ...((await reply.json()) as UnreadAnswer) });
      } catch {
        // The line is away: its return is a hint.
        isDue = true;
      }
    }
    const stopListening = listenLive((hint) => {
      isDue = true;
      clearTimeout(later);
      later = setTimeout(ask, isBreak(hint) ? Math.random() * spread : 0);
    });
    document.addEventListener("visibilitychange", ask);
    return () => {
      leaving.abort();
      clearTimeout(later);
      stopListening();
      document.removeEventListener("visibilitychange", ask);
    };
  }, [page, isActive]);

  return learned.page === page ? learned.unread : undefined;
}
