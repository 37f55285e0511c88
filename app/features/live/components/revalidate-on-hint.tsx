import { useActionData, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isBreak } from "../hint";
import { listenLive } from "../listening";

/**
 * Revalidates the page's data after a hint, once the page is visible. Not while it shows the reply to a form, which
 * would be lost: what comes next reads the page again.
 * @param trustsPage do not revalidate when listening begins; earlier changes wait for the next hint
 */
export function RevalidateOnHint({ trustsPage = false }: { trustsPage?: boolean }) {
  const { revalidate, state } = useRevalidator();
  const isBusy = useActionData() !== undefined || state !== "idle";
  const now = useRef({ revalidate, isBusy, isDue: false });
  now.current.revalidate = revalidate;
  now.current.isBusy = isBusy;

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
    if (isBusy || !now.current.isDue || document.hidden) return;
    now.current.isDue = false;
    now.current.revalidate();
  }, [isBusy]);
  return null;
}
