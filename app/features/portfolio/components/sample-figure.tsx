import { useContext } from "react";
import { middleWidth, Picture } from "~/features/media/components/picture";
import { SoundPlayer } from "~/features/media/components/sound";
import { sizeText } from "~/features/media/media";
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
      // A poster can't be lazy, so it's always downloaded, and shouldn't be larger than needed.
      // biome-ignore lint/a11y/useMediaCaption: its owner can't provide captions
      <video
        controls
        preload="none"
        poster={
          picture && !savesData ? paths.media(picture.mediaId, `${middleWidth(picture)}.webp`) : undefined
        }
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

function SampleLink({ sample: { kind, file, url, title, linkTitle } }: { sample: SampleView }) {
  if (url)
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
