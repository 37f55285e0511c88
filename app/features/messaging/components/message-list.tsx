import { type MouseEvent, useContext, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { FormTokenContext } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Button, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { Face } from "../inbox.server";
import { messageWords } from "../message";
import type { MessageView } from "../threads.server";
import { Bubble, BubbleContent, Delivery } from "./bubble";
import type { SentResponse } from "./use-conversation";
import type { Outgoing, SendAnswer } from "./use-outgoing";

/**
 * Messages grouped by day, with a face on the first of several in a row. `other` is the other person, for
 * messages that don't name their sender. With `conversationId`, others' messages and those that can still be changed
 * have a menu; with `change`, which needs script, the menu's forms open in place.
 * @param isSeen whether the newest message, the actor's own, was read; undefined shows nothing
 */
export function MessageList({
  messages,
  other,
  conversationId,
  change,
  isSeen,
  seenAt = null,
}: {
  messages: MessageView[];
  other: Face;
  conversationId?: string;
  change?: ChangeInPlace;
  isSeen?: boolean;
  seenAt?: string | null;
}) {
  const { formatDay } = useDates();
  const last = messages.at(-1);
  return (
    <>
      {byDay(messages, formatDay).map(([date, ofDay]) => (
        <section key={date} aria-label={date}>
          <h2 className="day">
            {date} {ofDay[0] && <Time at={ofDay[0].at} as="time" />}
          </h2>
          <ol className="bubbles">
            {ofDay.map((message, index) =>
              message.canChange && conversationId ? (
                <ChangeableBubble
                  key={message.seq}
                  message={message}
                  conversationId={conversationId}
                  change={change}
                  showsTime={showsTime(message, ofDay[index - 1])}
                />
              ) : (
                <Bubble
                  key={message.seq}
                  message={message}
                  other={other}
                  follows={isSameSender(message, ofDay[index - 1])}
                  showsTime={showsTime(message, ofDay[index - 1])}
                  reportIn={conversationId}
                />
              ),
            )}
          </ol>
        </section>
      ))}
      {last?.mine && last.state !== "deleted" && isSeen !== undefined && (
        <Delivery isSeen={isSeen} seenAt={seenAt} />
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

const isSameSender = (message: MessageView, before: MessageView | undefined) =>
  before !== undefined && before.mine === message.mine && before.sender === message.sender;

/** Whether it was sent an hour or more after the previous one. */
const showsTime = (message: MessageView, before: MessageView | undefined) =>
  before !== undefined && Date.parse(message.at) - Date.parse(before.at) >= 3_600_000;

type Mode = "shown" | "edit" | "delete";
type InPlace = typeof import("./change-in-place");

/**
 * The actor's own message with a menu to edit or delete it: in place with `change`, otherwise on a separate page. The
 * in-place forms load when they're first used.
 */
function ChangeableBubble({
  message,
  conversationId,
  change,
  showsTime,
}: {
  message: MessageView;
  conversationId: string;
  change?: ChangeInPlace;
  showsTime: boolean;
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
        <BubbleContent message={message} showsTime={showsTime} />
      )}
      {inPlace && mode === "delete" && (
        <inPlace.DeleteInPlace onDelete={() => send({ intent: "delete" })} onCancel={close} />
      )}
      <details ref={menu} className="bubble-menu" name="message-menu" hidden={mode !== "shown"}>
        <summary>
          <Icon name="more" label={<>Change{of}</>} />
        </summary>{" "}
        <div>
          <Link to={paths.changeMessage(conversationId, seq)} onClick={open("edit")}>
            Edit{of}
          </Link>{" "}
          <Link to={paths.changeMessage(conversationId, seq, { part: "delete" })} onClick={open("delete")}>
            Delete{of}
          </Link>
        </div>
      </details>
    </li>
  );
}

/** Resolves to null once it's done; otherwise, to the reason it was refused. */
export type ChangeInPlace = (seq: number, fields: Record<string, string>) => Promise<string | null>;

/** Edits or deletes the actor's own message without leaving the thread. */
export function useChange(
  conversationId: string,
  take: (answer: SentResponse, isWhole: boolean) => void,
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

/** What isn't stored yet: messages that are being sent, refused, or waiting for a connection or a session. */
export function OutgoingList({
  items,
  signIn,
  onRetry,
  onDiscard,
}: {
  items: readonly Outgoing[];
  /** Signing in returns to the conversation, which then sends the messages waiting here. */
  signIn: string;
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
          {item.upload && <p>{item.upload.name}</p>}
          <div className="unsent">
            {item.isSending ? (
              <small className="muted">Sending...</small>
            ) : item.failure === "signed-out" ? (
              <p>
                You're signed out. <Link to={signIn}>Sign in</Link>, and we'll send it.
              </p>
            ) : item.reason || item.failure ? (
              <p className="error">
                {messageWords.failed}
                {item.reason && `: ${item.reason}`}
              </p>
            ) : (
              <p className="hint">{messageWords.waiting}</p>
            )}
            {!item.isSending && (
              <div className="row">
                {!item.isLasting && (
                  <Button kind="secondary" small type="button" onClick={() => onRetry(item.messageId)}>
                    Try Again
                  </Button>
                )}
                <Button kind="quiet" small type="button" onClick={() => onDiscard(item.messageId)}>
                  Discard
                </Button>
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
