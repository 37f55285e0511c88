import { useEffect } from "react";

/** In ms: what no page needs loads only once someone stays on one. */
const startsAfter = 3_000;

/** The worker, copies, unsent messages, and the install hint, for members. */
export function useExtras(personId: string | undefined): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Browsers fire it once; extras.ts reads it.
    window.onbeforeinstallprompt ??= (event) => {
      window.installOffer = event;
    };
    const timer = setTimeout(
      () => import("./extras").then(({ startExtras }) => startExtras(personId)).catch(() => {}),
      startsAfter,
    );
    return () => clearTimeout(timer);
  }, [personId]);
}
