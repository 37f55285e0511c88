import { useDates } from "~/ui/dates";
import type { MessageView } from "../threads.server";
import { Bubble, ReportableBubble } from "./bubble";
import { ChangeableBubble } from "./changeable-bubble";
import type { ChangeInPlace } from "./use-change";

/**
 * Grouped by day. `name` is the other person's, for messages that do not name their sender. With `conversationId`,
 * others' messages and those that may still be changed have a menu; with `change`, which needs script, it works in place.
 * @param isSeen whether the newest message, the actor's own, was read; undefined: nothing is said of it
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
