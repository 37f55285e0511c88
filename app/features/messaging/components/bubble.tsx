import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import { messageWords, piecesOf } from "../message";
import type { MessageView } from "../threads.server";
import { Attachment } from "./attachment";

export function Bubble({ message, name }: { message: MessageView; name: string }) {
  return (
    <li className={message.mine ? "bubble mine" : "bubble"}>
      <BubbleContent message={message} name={name} />
    </li>
  );
}

/** Someone else's, with a menu. */
export function ReportableBubble({
  message,
  name,
  conversationId,
}: {
  message: MessageView;
  name: string;
  conversationId: string;
}) {
  const { formatTime } = useDates();
  const of = <span className="visually-hidden"> the message of {formatTime(message.at)}</span>;
  return (
    <li className="bubble">
      <BubbleContent message={message} name={name} />
      <details className="bubble-menu" name="message-menu">
        <summary>
          <Icon name="more" />
          <span className="visually-hidden">More about{of}</span>
        </summary>{" "}
        <Link to={paths.reportThing("message", conversationId, { seq: message.seq })}>Report{of}</Link>
      </details>
    </li>
  );
}

export function BubbleContent({ message, name }: { message: MessageView; name: string }) {
  return (
    <>
      <span className={message.sender ? "sender" : "visually-hidden"}>
        {message.mine ? "You" : (message.sender ?? name)}:{" "}
      </span>
      {message.state === "deleted" ? (
        <p className="muted">{messageWords.deleted}</p>
      ) : (
        <>
          {message.attachment && <Attachment attachment={message.attachment} />}
          {message.content && <MessageText text={message.content} />}
        </>
      )}
      <Time at={message.at} as="time" /> {message.state === "edited" && <span className="hint"> edited</span>}
    </>
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
