import { Time } from "~/ui/time";
import { piecesOf } from "../links";
import { messageWords } from "../message";
import type { MessageView } from "../reading.server";
import { Attachment } from "./attachment";

export function Bubble({ message, name }: { message: MessageView; name: string }) {
  return (
    <li className={message.mine ? "bubble mine" : "bubble"}>
      <BubbleContent message={message} name={name} />
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
