import { useContext } from "react";
import { Picture } from "~/features/media/components/picture";
import { durationText, sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import { type AttachmentView, kindWords } from "../attachment";

const sizes = "18rem";

/** A message's file: a picture, a video that plays when asked to, or a link that saves it. */
export function Attachment({ attachment }: { attachment: AttachmentView }) {
  const savesData = useContext(SavesDataContext);
  const { kind, mediaId, picture, width, height } = attachment;
  if (picture)
    return (
      <a
        className={`attachment${height > width ? " tall" : ""}`}
        href={paths.media(mediaId, `${picture.widths.at(-1)}.webp`)}
        target="_blank"
        rel="noopener"
      >
        <Picture picture={picture} sizes={sizes} />
        <span className={savesData ? undefined : "visually-hidden"}>{nameOf(attachment)}</span>
      </a>
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
      <a className="attachment" href={paths.media(mediaId, "file")} download>
        {nameOf(attachment)}, {factsOf(attachment)}
      </a>
    </>
  );
}

/** 'Picture: storyboard.png'. */
const nameOf = ({ kind, name }: AttachmentView) => (name ? `${kindWords[kind]}: ${name}` : kindWords[kind]);

const factsOf = ({ kind, bytes, milliseconds }: AttachmentView) =>
  kind === "video" ? `${durationText(milliseconds)}, ${sizeText(bytes)}` : sizeText(bytes);
