import { useContext } from "react";
import { Picture } from "~/features/media/components/picture";
import { SoundPlayer } from "~/features/media/components/sound";
import { type PictureView, sizeText } from "~/features/media/media";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import { ExternalLink } from "~/ui/external-link";
import { factsOf, hostOf, type SampleView } from "../sample";

const sizes = "(min-width: 48rem) 22rem, 92vw";

/** A sample as its owner sees it while editing: the picture, the player or the link, with a caption. */
export function SampleFigure({ sample }: { sample: SampleView }) {
  return (
    <figure className="stack sample-figure">
      <SampleContent sample={sample} />
      <figcaption>
        <strong>{sample.title}</strong> {sample.part && <span>{sample.part}</span>}{" "}
        <span className="hint">{factsOf(sample).join(" · ")}</span> <SampleLink sample={sample} />
      </figcaption>
    </figure>
  );
}

function SampleContent({ sample }: { sample: SampleView }) {
  const savesData = useContext(SavesDataContext);
  const { kind, file, picture } = sample;
  if (kind === "video" && file)
    return (
      // biome-ignore lint/a11y/useMediaCaption: its owner can't provide captions
      <video
        controls
        preload="none"
        poster={picture && !savesData ? posterOf(picture) : undefined}
        src={paths.media(file.mediaId, "file")}
        width={file.width}
        height={file.height}
        aria-label={sample.title}
      />
    );
  return (
    <>
      {picture && <Picture picture={picture} sizes={sizes} isFirst />}
      {kind === "audio" && file && (
        <SoundPlayer mediaId={file.mediaId} peaks={file.peaks} title={sample.title} />
      )}
    </>
  );
}

/** The video's poster, at most 720 px wide. A poster can't be lazy, so it's downloaded even if it's below the fold. */
function posterOf({ mediaId, widths }: PictureView): string {
  const width = widths.filter((pixels) => pixels <= 720).at(-1) ?? widths[0];
  return paths.media(mediaId, `${width}.webp`);
}

function SampleLink({ sample: { kind, file, url, title, linkTitle } }: { sample: SampleView }) {
  if (kind === "link" && url)
    return (
      <ExternalLink href={url}>
        See {linkTitle ? `“${linkTitle}”` : "it"} on {hostOf(url)}
        <span className="visually-hidden">: {title}</span>
      </ExternalLink>
    );
  if (kind === "pdf" && file)
    return (
      <a href={paths.media(file.mediaId, "file")} download>
        Download the PDF ({sizeText(file.bytes)})<span className="visually-hidden">: {title}</span>
      </a>
    );
  return null;
}
