import { useContext } from "react";
import { Picture } from "~/features/media/components/picture";
import { SoundPlayer } from "~/features/media/components/sound";
import { durationText, sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import { useDates } from "~/ui/dates";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import { type AttachmentView, kindWords } from "../attachment";
import { messageWords } from "../message";
import { piecesOf } from "../text-links";
import type { MessageView } from "../threads.server";

export function Bubble({ message, name }: { message: MessageView; name: string }) {
  return (
    <li className={message.mine ? "bubble mine" : "bubble"}>
      <BubbleContent message={message} name={name} />
    </li>
  );
}

/** Another person's message, with a menu. */
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
  const of = <span className="visually-hidden"> the message from {formatTime(message.at)}</span>;
  return (
    <li className="bubble">
      <BubbleContent message={message} name={name} />
      <details className="bubble-menu" name="message-menu">
        <summary>
          <Icon name="more" />
          <span className="visually-hidden">More options for{of}</span>
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

/** Preserves every character, so a copy is identical. */
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

const sizes = "18rem";

/** A picture, a video or sound with controls, or a download link. */
function Attachment({ attachment }: { attachment: AttachmentView }) {
  const savesData = useContext(SavesDataContext);
  const { kind, mediaId, picture, width, height } = attachment;
  if (picture)
    return (
      <Link className={`attachment${height > width ? " tall" : ""}`} to={paths.view("message", mediaId)}>
        <Picture picture={picture} sizes={sizes} />
        <span className={savesData ? undefined : "visually-hidden"}>{nameOf(attachment)}</span>
      </Link>
    );
  return (
    <>
      {kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: its sender has no captions to give
        <video
          className="attachment"
          controls
          preload="none"
          src={paths.media(mediaId, "file")}
          width={width}
          height={height}
          aria-label={nameOf(attachment)}
        />
      )}
      {kind === "audio" && (
        <SoundPlayer mediaId={mediaId} peaks={attachment.peaks} title={nameOf(attachment)} />
      )}
      <a className="attachment" href={paths.media(mediaId, "file")} download={attachment.name || true}>
        {nameOf(attachment)}, {factsOf(attachment)}
      </a>
    </>
  );
}

/** 'Picture: storyboard.png'. */
const nameOf = ({ kind, name }: AttachmentView) => (name ? `${kindWords[kind]}: ${name}` : kindWords[kind]);

const factsOf = ({ kind, bytes, milliseconds }: AttachmentView) =>
  kind === "video" || kind === "audio"
    ? `${durationText(milliseconds)}, ${sizeText(bytes)}`
    : sizeText(bytes);
