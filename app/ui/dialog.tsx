import { useNavigate } from "@remix-run/react";
import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";
import { Link } from "./parts";

/**
 * A dialog that's open for as long as the page renders it. Closing it navigates to `closeTo` and replaces the history
 * entry, so that Back doesn't open it again. With script, it's modal, keeps the focus inside and gives it back
 * afterward, and closes on Escape or a click outside.
 * @param closesInPage without script, the browser closes the dialog without navigating, so that text typed on the page
 * isn't lost
 * @param onClose replaces the navigation, for dialogs that need script anyway
 */
export function Dialog({
  title,
  children,
  closeTo = "",
  onClose,
  closesInPage = Boolean(onClose),
  closeLabel = "Close",
}: {
  title: ReactNode;
  children: ReactNode;
  closesInPage?: boolean;
  closeLabel?: string;
} & ({ closeTo: string; onClose?: undefined } | { closeTo?: undefined; onClose: () => void })) {
  const self = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const close = onClose ?? (() => navigate(closeTo, { preventScrollReset: true, replace: true }));

  function closeOnOutsideClick({ target, clientX: x, clientY: y }: PointerEvent) {
    if (target !== self.current) return;
    const { left, right, top, bottom } = self.current.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) close();
  }

  useEffect(() => {
    const dialog = self.current;
    const opener = document.activeElement;
    // The server's markup has it open already, and showModal throws for an open dialog.
    dialog?.removeAttribute("open");
    dialog?.showModal();
    // Otherwise the browser focuses Close, and marks it as focused if the dialog opened with its page.
    (opener instanceof HTMLElement && dialog?.contains(opener) ? opener : dialog)?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <div className="dialog-backdrop">
      <dialog
        ref={self}
        open
        tabIndex={-1}
        aria-labelledby={titleId}
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
        onClose={close}
        onPointerDown={closeOnOutsideClick}
      >
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          {closesInPage ? (
            <form method="dialog">
              <button type="submit" className="icon-link">
                <Icon name="close" label={closeLabel} />
              </button>
            </form>
          ) : (
            <Link to={closeTo} preventScrollReset replace className="icon-link">
              <Icon name="close" label={closeLabel} />
            </Link>
          )}
        </div>
        {children}
      </dialog>
    </div>
  );
}
