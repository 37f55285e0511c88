import { useEffect } from "react";

/** In ms. Code that no page needs right away loads only if the person stays. */
const startsAfter = 3_000;

/** Loads the worker, copies, unsent messages and the install hint, for members. */
export function useExtras(personId: string | undefined): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Browsers fire the event once; extras.ts reads it.
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
