import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Link } from "~/ui/link";
import { piecesOf } from "../links";
import { messageWords } from "../message";
import type { MessageView } from "../reading.server";

/**
 * Grouped by day. `name` is the other person's, for messages that do not name their sender. With `conversationId`,
 * messages that may still be changed link to their form.
 */
export function MessageList({
  messages,
  name,
  conversationId,
}: {
  messages: MessageView[];
  name: string;
  conversationId?: string;
}) {
  const { formatDay } = useDates();
  return (
    <>
      {byDay(messages, formatDay).map(([date, ofDay]) => (
        <section key={date} aria-label={date}>
          <h2 className="day">{date}</h2>
          <ol className="bubbles">
            {ofDay.map((message) => (
              <Bubble key={message.seq} message={message} name={name} conversationId={conversationId} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

export function Bubble({
  message,
  name,
  conversationId,
}: {
  message: MessageView;
  name: string;
  conversationId?: string;
}) {
  const { formatTime } = useDates();
  return (
    <li className={message.mine ? "bubble mine" : "bubble"}>
      <span className={message.sender ? "sender" : "visually-hidden"}>
        {message.mine ? "You" : (message.sender ?? name)}:{" "}
      </span>
      {message.state === "deleted" ? (
        <p className="muted">{messageWords.deleted}</p>
      ) : (
        <MessageText text={message.content} />
      )}
      <time dateTime={message.at}>{formatTime(message.at)}</time>{" "}
      {message.state === "edited" && <span className="hint"> edited</span>}
      {message.canChange && conversationId && (
        <Link className="hint" to={paths.changeMessage(conversationId, message.seq)}>
          Edit<span className="visually-hidden"> your message of {formatTime(message.at)}</span>
        </Link>
      )}
    </li>
  );
}

/** Character by character, so that a copy is the same. */
export function MessageText({ text }: { text: string }) {
  return (
    <p>
      {piecesOf(text).map((piece, index) =>
        typeof piece === "string" ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never move
          <a key={index} href={piece.href} target="_blank" rel="nofollow noopener ugc">
            {piece.label}
          </a>
        ),
      )}
    </p>
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
