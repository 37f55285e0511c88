import { useActionData, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { listenLive } from "../listening";

/**
 * Revalidates the page's data after a hint, once the page is visible. It doesn't do so while the page shows a form's
 * response, which would be lost; during a navigation, whose request would be aborted and repeated without its toast; or
 * while offline, where an error would replace the page; the stream emits a hint when it reopens.
 * @param trustsPage doesn't revalidate when listening begins; earlier changes wait for the next hint
 */
export function RevalidateOnHint({ trustsPage = false }: { trustsPage?: boolean }) {
  const { revalidate, state } = useRevalidator();
  const isNavigating = useNavigation().state !== "idle";
  const isBusy = useActionData() !== undefined || state !== "idle" || isNavigating;
  const now = useRef({ revalidate, isBusy, isDue: false });
  now.current.revalidate = revalidate;
  now.current.isBusy = isBusy;

  useEffect(() => {
    const look = () => revalidateIfDue(now.current);
    let isFirst = true;
    const stopListening = listenLive((hint) => {
      const isOpening = isFirst && hint.kind === "catch-up";
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
    if (!isBusy) revalidateIfDue(now.current);
  }, [isBusy]);
  return null;
}

function revalidateIfDue(now: { revalidate: () => void; isBusy: boolean; isDue: boolean }): void {
  if (!now.isDue || now.isBusy || document.hidden || !navigator.onLine) return;
  now.isDue = false;
  now.revalidate();
}
