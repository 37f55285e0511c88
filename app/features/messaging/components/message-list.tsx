import { type MouseEvent, useContext, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { FormTokenContext } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Button, Link } from "~/ui/parts";
import { messageWords } from "../message";
import type { MessageView } from "../threads.server";
import { Bubble, BubbleContent, ReportableBubble } from "./bubble";
import type { RefetchResponse } from "./use-conversation";
import type { Outgoing, SendAnswer } from "./use-outgoing";

/**
 * Messages grouped by day. `name` is the other person's, for messages that don't name their sender. With
 * `conversationId`, others' messages and those that can still be changed have a menu; with `change`, which needs
 * script, the menu works in place.
 * @param isSeen whether the newest message, the actor's own, was read; undefined shows nothing
 */
export function MessageList({
  messages,
  name,
  conversationId,
  change,
  isSeen,
}: {
  messages: MessageView[];
  name: string;
  conversationId?: string;
  change?: ChangeInPlace;
  isSeen?: boolean;
}) {
  const { formatDay } = useDates();
  const last = messages.at(-1);
  return (
    <>
      {byDay(messages, formatDay).map(([date, ofDay]) => (
        <section key={date} aria-label={date}>
          <h2 className="day">{date}</h2>
          <ol className="bubbles">
            {ofDay.map((message) =>
              message.canChange && conversationId ? (
                <ChangeableBubble
                  key={message.seq}
                  message={message}
                  conversationId={conversationId}
                  change={change}
                />
              ) : conversationId && !message.mine && message.state !== "deleted" ? (
                <ReportableBubble
                  key={message.seq}
                  message={message}
                  name={name}
                  conversationId={conversationId}
                />
              ) : (
                <Bubble key={message.seq} message={message} name={name} />
              ),
            )}
          </ol>
        </section>
      ))}
      {last?.mine && last.state !== "deleted" && isSeen !== undefined && (
        <p className="delivery">{isSeen ? "Seen" : "Sent"}</p>
      )}
    </>
  );
}

function byDay(messages: MessageView[], formatDay: (iso: string) => string): [string, MessageView[]][] {
  const days = new Map<string, MessageView[]>();
  for (const message of messages) {
    const date = formatDay(message.at);
    days.set(date, [...(days.get(date) ?? []), message]);
  }
  return [...days];
}

type Mode = "shown" | "edit" | "delete";
type InPlace = typeof import("./change-in-place");

/**
 * The actor's own message with a menu to edit or delete it: in place with `change`, otherwise on a page. The in-place
 * forms load when they're first used.
 */
function ChangeableBubble({
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
  const of = <span className="visually-hidden"> your message from {formatTime(message.at)}</span>;
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

/** Resolves to null once it's done, otherwise to why it was refused. */
export type ChangeInPlace = (seq: number, fields: Record<string, string>) => Promise<string | null>;

/** Edits or deletes the actor's own message without leaving the thread. */
export function useChange(
  conversationId: string,
  take: (answer: RefetchResponse, isWhole: boolean) => void,
): ChangeInPlace {
  const token = useContext(FormTokenContext);
  return async (seq, fields) => {
    try {
      const reply = await fetch(paths.conversationNow(conversationId, { change: seq }), {
        method: "POST",
        body: new URLSearchParams({ ...fields, ...(token ? { _token: token } : {}) }),
      });
      const answer: SendAnswer = await reply.json();
      if ("refused" in answer) return answer.refused;
      if (!("thread" in answer)) throw answer;
      take(answer, true);
      return null;
    } catch {
      return messageWords.notChanged;
    }
  };
}

export function OutgoingList({
  items,
  onRetry,
  onDiscard,
}: {
  items: readonly Outgoing[];
  onRetry: (messageId: string) => void;
  onDiscard: (messageId: string) => void;
}) {
  if (items.length === 0) return null;
  return (
    <ol className="bubbles" aria-label="Not sent yet">
      {items.map((item) => (
        <li key={item.messageId} className="bubble mine">
          <span className="visually-hidden">You: </span>
          {item.content && <p>{item.content}</p>}
          {item.upload && <span className="hint">{item.upload.name} </span>}
          {item.isSending ? (
            <small className="muted">Sending...</small>
          ) : (
            <>
              <p className="error">
                {messageWords.failed}
                {item.reason && `: ${item.reason}`}
              </p>
              <div className="row">
                <Button kind="secondary" small type="button" onClick={() => onRetry(item.messageId)}>
                  Try Again
                </Button>
                <Button kind="quiet" small type="button" onClick={() => onDiscard(item.messageId)}>
                  Discard
                </Button>
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
