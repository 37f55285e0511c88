import { type CSSProperties, type ReactNode, useContext } from "react";
import { SavesDataContext } from "~/ui/avatar";
import { Link } from "~/ui/parts";
import type { Peaks, PictureView } from "../media";
import { Picture, toneStyle } from "./picture";
import { Waveform } from "./sound";

/** A wider picture is cropped at the sides so that it fits in a row. */
const widest = 3;

/** The aspect ratio of a frame that shows the picture. */
export const ratioOf = ({ width, height }: Pick<PictureView, "width" | "height">) =>
  Math.min(width / height, widest);

/** Sets a frame's tone and aspect ratio (`--ar`, and `--w` as a number). Without a picture, it's 16:9. */
function frameStyle(picture: PictureView | null): CSSProperties | undefined {
  if (!picture) return undefined;
  const ratio = ratioOf(picture);
  const isCropped = ratio === widest;
  return {
    ...toneStyle(picture),
    "--ar": isCropped ? widest : `${picture.width}/${picture.height}`,
    "--w": Number(ratio.toFixed(2)),
  } as CSSProperties;
}

export interface FrameProps {
  /** Empty if the frame is decorative. */
  title: string;
  /** The length of a video or sound, or the type of any other file, such as 'PDF'. */
  note?: string | null;
  isVideo?: boolean;
  /** A sound's waveform; null if it hasn't been drawn. */
  peaks?: Peaks;
  picture: PictureView | null;
  /** The frame's link, which is named by `title`. */
  to?: string;
  id?: string;
  /** The `sizes` attribute of the picture. */
  sizes?: string;
  isFirst?: boolean;
  /** Whether the pill shows the title. Otherwise, only screen readers and text browsers get it. */
  showsTitle?: boolean;
  className?: string;
  /** Drawn on top of the picture, such as a mark. */
  children?: ReactNode;
}

/**
 * A piece of work, shown as its picture in the picture's own ratio. Without a picture, it's a title card, with a
 * waveform for a sound. With Save-Data, only the picture's tone and title are shown.
 */
export function Frame({
  title,
  note,
  isVideo,
  peaks,
  picture,
  to,
  id,
  sizes,
  isFirst,
  showsTitle,
  className,
  children,
}: FrameProps) {
  const savesData = useContext(SavesDataContext);
  const facts = (
    <>
      {(isVideo || peaks !== undefined) && <PlayMark kind={isVideo ? "Video" : "Audio"} />}
      {note}
    </>
  );
  const isTitled = title && (savesData || showsTitle);
  const name = isTitled ? <b>{title}</b> : title && <span className="visually-hidden">{title}</span>;
  const content = picture ? (
    <>
      <Picture picture={picture} sizes={sizes} isFirst={isFirst} />
      {note || isTitled ? (
        <span className="len">
          {facts} {name}
        </span>
      ) : (
        name
      )}
    </>
  ) : (
    <>
      {peaks !== undefined && <Waveform peaks={peaks} />}
      <b>{title}</b> {note && <span>{facts}</span>}
    </>
  );
  const shared = {
    id,
    className: ["frame", picture ? "" : "title", className].filter(Boolean).join(" "),
    style: frameStyle(picture),
  };
  return to ? (
    <Link to={to} draggable={false} {...shared}>
      {content}
      {children}{" "}
    </Link>
  ) : (
    <span {...shared}>
      {content}
      {children}{" "}
    </span>
  );
}

function PlayMark({ kind }: { kind: "Video" | "Audio" }) {
  return (
    <>
      <svg viewBox="0 0 9 10" width="9" height="10" aria-hidden="true">
        <path d="M0 0l9 5-9 5z" fill="currentColor" />
      </svg>
      <span className="visually-hidden">{kind}, </span>
    </>
  );
}
