import { day, timeOfDay } from "~/ui/dates";
import type { MessageView } from "../reading.server";

/** Messages in their order, under the day on which they were written. `name` is the other person's. */
export function MessageList({ messages, name }: { messages: MessageView[]; name: string }) {
  return (
    <>
      {byDay(messages).map(([date, ofDay]) => (
        <section key={date} aria-label={date}>
          <h2 className="day">{date}</h2>
          <ol className="bubbles">
            {ofDay.map((message) => (
              <li key={message.seq} className={message.mine ? "bubble mine" : "bubble"}>
                <span className="visually-hidden">{message.mine ? "You" : name}: </span>
                <p>{message.content}</p>
                <time dateTime={message.at}>{timeOfDay(message.at)}</time>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function byDay(messages: MessageView[]): [string, MessageView[]][] {
  const days = new Map<string, MessageView[]>();
  for (const message of messages) {
    const date = day(message.at);
    days.set(date, [...(days.get(date) ?? []), message]);
  }
  return [...days];
}
