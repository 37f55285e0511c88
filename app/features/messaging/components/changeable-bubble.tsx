import { type MouseEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import type { MessageView } from "../threads.server";
import { BubbleContent } from "./bubble";
import type { ChangeInPlace } from "./use-change";

type Mode = "shown" | "edit" | "delete";
type InPlace = typeof import("./change-in-place");

/**
 * One's own message with a menu to edit or delete it: in place with `change`, else on a page. What is shown in place
 * loads when it is first asked for.
 */
export function ChangeableBubble({
  message,
  conversationId,
  change,
}: {
  message: MessageView;
  conversationId: string;
  change?: ChangeInPlace;
}) {
  const [mode, setMode] = useState<Mode>("shown");
  const [inPlace, setInPlace] = useState<InPlace>();
  const menu = useRef<HTMLDetailsElement>(null);
  const { seq, content } = message;

  function open(next: Mode) {
    return (event: MouseEvent<HTMLAnchorElement>) => {
      if (!change || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const { href } = event.currentTarget;
      import("./change-in-place").then(
        ({ EditInPlace, DeleteInPlace }) => {
          setInPlace({ EditInPlace, DeleteInPlace });
          setMode(next);
        },
        () => location.assign(href),
      );
    };
  }
  const close = () => setMode("shown");
  const wasOpen = useRef(false);
  useEffect(() => {
    if (mode === "shown" && wasOpen.current && menu.current) {
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    }
    wasOpen.current = mode !== "shown";
  }, [mode]);

  const send = async (fields: Record<string, string>) => {
    const refused = change ? await change(seq, fields) : null;
    if (refused === null) close();
    return refused;
  };

  const { formatTime } = useDates();
  const of = <span className="visually-hidden"> your message of {formatTime(message.at)}</span>;
  return (
    <li className="bubble mine">
      {inPlace && mode === "edit" ? (
        <inPlace.EditInPlace
          content={content}
          onSave={(text) => send({ intent: "edit", content: text })}
          onCancel={close}
        />
      ) : (
        <BubbleContent message={message} name="" />
      )}
      {inPlace && mode === "delete" && (
        <inPlace.DeleteInPlace onDelete={() => send({ intent: "delete" })} onCancel={close} />
      )}
      <details ref={menu} className="bubble-menu" name="message-menu" hidden={mode !== "shown"}>
        <summary>
          <Icon name="more" />
          <span className="visually-hidden">Change{of}</span>
        </summary>{" "}
        <Link to={paths.changeMessage(conversationId, seq)} onClick={open("edit")}>
          Edit{of}
        </Link>{" "}
        <Link to={paths.changeMessage(conversationId, seq, { part: "delete" })} onClick={open("delete")}>
          Delete{of}
        </Link>
      </details>
    </li>
  );
}
