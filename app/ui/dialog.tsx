import { useNavigate } from "@remix-run/react";
import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

/**
 * A dialog that is open because its page says so; closing it is going to `closeTo`, in place of the page that has it:
 * Back does not open it again. Readable without script; with
 * script it is modal, holds the focus and gives it back, and closes by Escape or a press beside it. `closesInPage` is
 * for pages that hold what was typed: without script the browser then just closes it. One that is there with script
 * alone may have `onClose` instead of `closeTo`.
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

  function closeFromBeside({ target, clientX: x, clientY: y }: PointerEvent) {
    if (target !== self.current) return;
    const { left, right, top, bottom } = self.current.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) close();
  }

  useEffect(() => {
    const dialog = self.current;
    const opener = document.activeElement;
    // showModal refuses a dialog that is already open, as the server's markup is.
    dialog?.removeAttribute("open");
    dialog?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <div className="dialog-backdrop">
      <dialog
        ref={self}
        open
        aria-labelledby={titleId}
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
        onClose={close}
        onPointerDown={closeFromBeside}
      >
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          {closesInPage ? (
            <form method="dialog">
              <button type="submit" className="icon-link">
                <Icon name="close" />
                <span className="visually-hidden">{closeLabel}</span>
              </button>
            </form>
          ) : (
            <Link to={closeTo} preventScrollReset replace className="icon-link">
              <Icon name="close" />
              <span className="visually-hidden">{closeLabel}</span>
            </Link>
          )}
        </div>
        {children}
      </dialog>
    </div>
  );
}
