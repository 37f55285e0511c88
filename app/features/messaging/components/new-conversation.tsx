import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import type { NewConversationDialogProps } from "./new-conversation-dialog";

/** Keeps the dialog out of the server bundle. */
const loadDialog = import.meta.env.SSR ? undefined : () => import("./new-conversation-dialog");
/** In the URL, so that Back closes the dialog and a reload keeps it. */
const openedAs = "#new";
const preventScrollReset = true;

/** With script, opens a dialog, loaded on demand. */
export function NewConversation() {
  const [Dialog, setDialog] = useState<ComponentType<NewConversationDialogProps>>();
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = hash === openedAs;
  const isClosing = useRef(false);

  useEffect(() => {
    isClosing.current = false;
    if (!isOpen) return;
    loadDialog?.().then(
      (loaded) => setDialog(() => loaded.NewConversationDialog),
      () => location.assign(paths.newConversation()),
    );
  }, [isOpen]);

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate({ search, hash: openedAs }, { state: openedAs, preventScrollReset });
  }
  function close() {
    // A second Escape must not go back twice.
    if (isClosing.current) return;
    isClosing.current = true;
    if (state === openedAs) navigate(-1);
    else navigate({ search }, { replace: true, preventScrollReset });
  }
  return (
    <>
      <ButtonLink
        small
        to={paths.newConversation()}
        onClick={open}
        onPointerEnter={() => loadDialog?.().catch(() => {})}
      >
        New Conversation
      </ButtonLink>
      {isOpen && Dialog && <Dialog onClose={close} />}
    </>
  );
}
