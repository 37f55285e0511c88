import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useHasScript } from "./has-script";
import { Icon } from "./icon";
import { Mark } from "./mark";

export type ToastMessage = {
  title: string;
  text?: string;
  tone?: "destructive";
  /**
   * A small picture of what was just liked, with the pencil's loop around it. For pages where script can't animate the
   * card itself.
   */
  liked?: { src: string; width: number; height: number };
};

const shownFor = 5000;

type Announce = (toast: ToastMessage | null) => void;
const AnnounceContext = createContext<Announce>(() => {});
const ShownContext = createContext<{ shown: ToastMessage | null; first: ToastMessage | null }>({
  shown: null,
  first: null,
});

/** Shows a toast; null removes the one that's shown. */
export const useAnnounce = () => useContext(AnnounceContext);

/**
 * Holds the page's only toast. The next one replaces it, and a navigation removes it.
 * @param toast from the page's data; null if there's none
 */
export function ToastProvider({ toast, children }: { toast: ToastMessage | null; children: ReactNode }) {
  const { key, pathname } = useLocation();
  const [shown, setShown] = useState(toast);
  const [first] = useState({ toast, pathname });
  const before = useRef({ toast, key });

  useEffect(() => {
    // When the page's data is reloaded without a navigation, its toast is null. The one that's shown must stay then.
    if (toast !== before.current.toast && toast) setShown(toast);
    else if (key !== before.current.key) setShown(null);
    before.current = { toast, key };
  }, [toast, key]);

  return (
    <AnnounceContext.Provider value={setShown}>
      <ShownContext.Provider value={{ shown, first: first.pathname === pathname ? first.toast : null }}>
        {children}
      </ShownContext.Provider>
    </AnnounceContext.Provider>
  );
}

/**
 * Where the toast is shown. With script, it floats above the page and disappears after five seconds or when it's
 * dismissed. Without script, the toast of the page's data is part of the page.
 */
export function ToastStrip() {
  const { shown, first } = useContext(ShownContext);
  const announce = useAnnounce();
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (!shown || isHeld) return;
    const timer = setTimeout(() => announce(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown, isHeld, announce]);

  function dismiss() {
    announce(null);
    setHeld(false);
  }

  return (
    <div
      role="status"
      className="toasts"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {first && <ToastBox toast={first} state={shown === first ? undefined : "over"} onDismiss={dismiss} />}
      {shown && shown !== first && <ToastBox toast={shown} state="later" onDismiss={dismiss} />}
    </div>
  );
}

export function ToastBox({
  toast,
  state,
  onDismiss,
}: {
  toast: ToastMessage;
  state?: "over" | "later";
  onDismiss?: () => void;
}) {
  const hasScript = useHasScript();
  return (
    <div className={toast.tone === "destructive" ? "toast tone-negative" : "toast"} data-state={state}>
      {toast.liked && (
        <span className="toast-liked">
          <img {...toast.liked} alt="" />
          <Mark />
        </span>
      )}
      <p>
        <strong>{toast.title}</strong> {toast.text && <span>{toast.text}</span>}
      </p>
      {hasScript && onDismiss && (
        <button type="button" className="icon-link" aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
