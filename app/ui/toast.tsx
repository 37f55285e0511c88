import { useEffect, useRef, useState } from "react";
import { Icon } from "./icon";

export type ToastMessage = { title: string; text?: string; tone: "plain" | "destructive" };

const shownFor = 5000;

/**
 * A one-shot message. One that comes with the page stands on top of it; one that arrives later lies over it.
 * With script it goes after five seconds, or when dismissed; without, it stays.
 */
export function Toast({ toast }: { toast: ToastMessage | null }) {
  const [shown, setShown] = useState(toast);
  const [isHeld, setHeld] = useState(false);
  const [hasScript, setHasScript] = useState(false);
  const cameWithPage = useRef(toast);

  useEffect(() => setHasScript(true), []);

  // A later load of the page's data brings null; the message stays until its own time is over.
  useEffect(() => {
    if (toast) setShown(toast);
  }, [toast]);

  useEffect(() => {
    if (!shown || isHeld) return;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown, isHeld]);

  function dismiss() {
    setShown(null);
    setHeld(false);
  }

  return (
    <div role="status" className={shown === cameWithPage.current ? undefined : "toast-over"}>
      {shown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting here only holds the time
        <div
          className={shown.tone === "destructive" ? "toast tone-negative" : "toast"}
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <p>
            <strong>{shown.title}</strong> {shown.text && <span>{shown.text}</span>}
          </p>
          {hasScript && (
            <button type="button" className="icon-link" onClick={dismiss}>
              <Icon name="close" />
              <span className="visually-hidden">Dismiss</span>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
