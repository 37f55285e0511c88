import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ButtonLink, Link } from "./parts";
import { onPlainClick } from "./plain-click";

export interface OnDemandDialogProps {
  onClose: () => void;
}

const preventScrollReset = true;

/**
 * A link to a page that, with script, opens that page's dialog instead, without leaving this page. The dialog is loaded
 * on demand; if that fails, the link opens the page. `hash` puts the dialog into the URL, so that Back closes it and
 * a reload keeps it open. `load` is undefined on the server, so that its bundle doesn't contain the dialog.
 */
export function DialogLink({
  to,
  hash,
  load,
  className,
  ...look
}: {
  to: string;
  hash: `#${string}`;
  load: (() => Promise<ComponentType<OnDemandDialogProps>>) | undefined;
  kind?: "secondary";
  /** Makes it a plain link with these classes, instead of a button. */
  className?: string;
  children: ReactNode;
}) {
  const [Dialog, setDialog] = useState<ComponentType<OnDemandDialogProps>>();
  const { hash: current, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = current === hash;
  const isClosing = useRef(false);

  useEffect(() => {
    isClosing.current = false;
    if (!isOpen) return;
    load?.().then(
      (loaded) => setDialog(() => loaded),
      () => location.assign(to),
    );
  }, [isOpen, load, to]);

  function close() {
    // Ignore a second Escape, which would go back twice.
    if (isClosing.current) return;
    isClosing.current = true;
    if (state === hash) navigate(-1);
    else navigate({ search }, { replace: true, preventScrollReset });
  }
  const Anchor = className ? Link : ButtonLink;
  return (
    <>
      <Anchor
        to={to}
        className={className}
        onClick={onPlainClick(() => navigate({ search, hash }, { state: hash, preventScrollReset }))}
        onPointerEnter={() => load?.().catch(() => {})}
        {...look}
      />
      {/* In the body, so that it doesn't get the colors and styles of what's around the link. */}
      {isOpen && Dialog && createPortal(<Dialog onClose={close} />, document.body)}
    </>
  );
}
