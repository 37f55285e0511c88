import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { listenLive } from "../listening";

/** Keeps a page as it is now: reads it again when something is new, once it is looked at. */
export function LookAgain() {
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
    const stopListening = listenLive(() => {
      now.current.isDue = true;
      look();
    });
    document.addEventListener("visibilitychange", look);
    return () => {
      stopListening();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  useEffect(() => {
    if (state !== "idle" || !now.current.isDue || document.hidden) return;
    now.current.isDue = false;
    now.current.revalidate();
  }, [state]);
  return null;
}
