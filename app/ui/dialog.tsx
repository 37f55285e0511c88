import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

/**
 * A dialog that is open because its page says so; closing it is going to `closeTo`. Readable without script; with
 * script it is modal, holds the focus and gives it back. `closesInPlace` is for pages that hold what was typed:
 * without script the browser then just closes it.
 */
export function Dialog({
  title,
  children,
  closeTo,
  closesInPlace,
  closeLabel = "Close",
}: {
  title: ReactNode;
  children: ReactNode;
  closeTo: string;
  closesInPlace?: boolean;
  closeLabel?: string;
}) {
  const self = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const close = () => navigate(closeTo, { preventScrollReset: true });

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
      >
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          {closesInPlace ? (
            <form method="dialog">
              <button type="submit" className="icon-link" aria-label={closeLabel}>
                <Icon name="close" />
              </button>
            </form>
          ) : (
            <Link to={closeTo} preventScrollReset className="icon-link" aria-label={closeLabel}>
              <Icon name="close" />
            </Link>
          )}
        </div>
        {children}
      </dialog>
    </div>
  );
}
