import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isBreak } from "../hint";
import { listenLive } from "../listening";

/**
 * Revalidates the page's data after a hint, once the page is visible.
 * @param trustsPage do not revalidate when listening begins; earlier changes wait for the next hint
 */
export function RevalidateOnHint({ trustsPage = false }: { trustsPage?: boolean }) {
  const { revalidate, state } = useRevalidator();
  const now = useRef({ revalidate, isBusy: false, isDue: false });
  now.current.revalidate = revalidate;
  now.current.isBusy = state !== "idle";

  useEffect(() => {
    const look = () => {
      if (!now.current.isDue || now.current.isBusy || document.hidden) return;
      now.current.isDue = false;
      now.current.revalidate();
    };
    let isFirst = true;
    const stopListening = listenLive((hint) => {
      const isOpening = isFirst && isBreak(hint);
      isFirst = false;
      if (isOpening && trustsPage) return;
      now.current.isDue = true;
      look();
    });
    document.addEventListener("visibilitychange", look);
    return () => {
      stopListening();
      document.removeEventListener("visibilitychange", look);
    };
  }, [trustsPage]);

  useEffect(() => {
    if (state !== "idle" || !now.current.isDue || document.hidden) return;
    now.current.isDue = false;
    now.current.revalidate();
  }, [state]);
  return null;
}
