import { Frame } from "~/features/media/components/frame";
import { SoundPlayer } from "~/features/media/components/sound";
import { durationText, sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { useDates } from "~/ui/dates";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import { type AttachmentView, kindWords } from "../attachment";
import type { Face } from "../inbox.server";
import { messageWords } from "../message";
import type { MessageView } from "../threads.server";

/**
 * @param other the other person in a conversation of two
 * @param follows whether the previous message is by the same person and shows their face
 * @param showsTime otherwise, only screen readers and text browsers get the time
 * @param reportIn the conversation's ID, if the message may be reported
 */
export function Bubble({
  message,
  other,
  follows,
  showsTime,
  reportIn,
}: {
  message: MessageView;
  other: Face;
  follows?: boolean;
  showsTime?: boolean;
  reportIn?: string;
}) {
  if (message.mine)
    return (
      <li className="bubble mine">
        <BubbleContent message={message} showsTime={showsTime} />
      </li>
    );
  const by = message.sender === null ? other : { name: message.sender, avatarUrl: message.avatarUrl };
  return (
    <li className={follows ? "bubble follows" : "bubble"}>
      {!follows && <Avatar name={by.name} src={by.avatarUrl} size="small" />}
      <BubbleContent message={message} name={by.name} showsTime={showsTime} />
      {reportIn && message.state !== "deleted" && (
        <ReportMenu seq={message.seq} at={message.at} id={reportIn} />
      )}
    </li>
  );
}

/**
 * 'Sent' or 'Seen', below the actor's own newest message.
 * @param seenAt null if the time isn't known
 */
export function Delivery({ isSeen, seenAt }: { isSeen: boolean; seenAt: string | null }) {
  const { formatDay } = useDates();
  if (!isSeen) return <p className="delivery unseen">Sent</p>;
  return (
    <p className="delivery">
      Seen
      {seenAt && (
        <>
          {" "}
          <Time at={seenAt} as={formatDay(seenAt) === "Today" ? "time" : "inText"} />
        </>
      )}
    </p>
  );
}

function ReportMenu({ seq, at, id }: { seq: number; at: string; id: string }) {
  const { formatTime } = useDates();
  const of = <span className="visually-hidden"> the message from {formatTime(at)}</span>;
  return (
    <details className="bubble-menu" name="message-menu">
      <summary>
        <Icon name="more" label={<>More options for{of}</>} />
      </summary>{" "}
      <div>
        <Link to={paths.reportThing("message", id, { seq })}>Report{of}</Link>
      </div>
    </details>
  );
}

export function BubbleContent({
  message,
  name = "You",
  showsTime,
}: {
  message: MessageView;
  name?: string;
  showsTime?: boolean;
}) {
  return (
    <>
      <span className={message.sender ? "sender" : "visually-hidden"}>
        {name}
        <span className="visually-hidden">: </span>
      </span>
      {message.state === "deleted" ? (
        <p className="muted">{messageWords.deleted}</p>
      ) : (
        <>
          {message.attachment && <Attachment attachment={message.attachment} />}
          {message.content && <MessageText message={message} />}
        </>
      )}{" "}
      <Time at={message.at} as="time" className={showsTime ? "apart" : "visually-hidden"} />{" "}
      {message.state === "edited" && <span className="hint">edited</span>}{" "}
    </>
  );
}

/** Preserves every character, so a copy is identical. */
export function MessageText({ message: { content, pieces = [content] } }: { message: MessageView }) {
  return (
    <p>
      {pieces.map((piece, index) =>
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

/**
 * Shows a frame that opens the viewer, a video with controls, or a file, in one block with its details and the
 * download.
 */
function Attachment({ attachment }: { attachment: AttachmentView }) {
  const { kind, mediaId, picture, original, name, width, height } = attachment;
  if (picture)
    return (
      <>
        <Frame
          to={paths.view("message", mediaId)}
          picture={picture}
          title={nameOf(attachment)}
          sizes="17.5rem"
        />{" "}
        {original && (
          <a className="original" href={paths.media(mediaId, "original")} download>
            Full resolution · {sizeText(original.bytes)}
          </a>
        )}
      </>
    );
  return (
    <>
      {kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: its sender can't provide captions
        <video
          className="frame"
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
      <a className="file" href={paths.media(mediaId, "file")} download={name || true}>
        <Icon name="download" />
        <span>
          <span className="visually-hidden">{name ? `${kindWords[kind]}: ` : ""}</span>
          <b>{name || kindWords[kind]}</b> <span className="hint">{factsOf(attachment)}</span>
        </span>
      </a>
    </>
  );
}

/** For example, 'Picture: storyboard.png'. */
const nameOf = ({ kind, name }: AttachmentView) => (name ? `${kindWords[kind]}: ${name}` : kindWords[kind]);

const factsOf = ({ kind, name, bytes, milliseconds }: AttachmentView) =>
  [
    kind === "file" ? name.match(/[^.]\.([a-z0-9]{1,5})$/i)?.[1]?.toUpperCase() : name && kindWords[kind],
    (kind === "video" || kind === "audio") && durationText(milliseconds),
    sizeText(bytes),
  ]
    .filter(Boolean)
    .join(" · ");
