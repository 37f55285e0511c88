import { type ReactNode, useContext } from "react";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import { Mark } from "~/ui/mark";

/** One of our own pictures in public/pictures, never a member's. Decorative. Renders nothing with Save-Data. */
export function Still({
  name,
  small,
  width = 720,
  height = 405,
  isFirst,
}: {
  name: string;
  /** The name of a smaller file for phones. */
  small?: string;
  width?: number;
  height?: number;
  /** Visible when the page opens, so it isn't loaded lazily. */
  isFirst?: boolean;
}) {
  if (useContext(SavesDataContext)) return null;
  const picture = (
    <img
      src={paths.still(name)}
      alt=""
      width={width}
      height={height}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
    />
  );
  if (!small) return picture;
  return (
    <picture>
      <source media="(width < 48rem)" srcSet={paths.still(small)} />
      {picture}
    </picture>
  );
}

/** A picture of what a visual style looks like. */
export function StyleStill({ style }: { style: string }) {
  return <Still name={`styles/${styleSlug(style)}`} width={360} height={202} />;
}

/** A style's picture in a frame. */
export const StyleFrame = ({ style }: { style: string }) => (
  <span className="frame">
    <StyleStill style={style} />
  </span>
);

/** The name of the style's picture: 'Raw/Unfiltered' → 'raw-unfiltered'. */
export function styleSlug(style: string): string {
  return style.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** The styles on the contact sheet, which is shown next to a form. */
const sheet = [
  ...["Cinematic", "Hormozi-style", "Voiceover-Driven", "Documentary", "Animation / Motion Graphics"],
  ...["Branded/Corporate", "Podcast / Interview Format", "Minimalist", "Aesthetic Reels", "Professional"],
  ...["Raw/Unfiltered", "Lifestyle / Influencer"],
];
const circled = "Animation / Motion Graphics";

/** A contact sheet of our own stills: what the styles look like. */
export function StillSheet() {
  if (useContext(SavesDataContext)) return null;
  return (
    <div className="contact film" aria-hidden="true">
      {sheet.map((style) => (
        <div key={style}>
          <StyleFrame style={style} />
          {style === circled && <Mark />}
        </div>
      ))}
    </div>
  );
}

/** The logo's two frames, each with a style's picture, for pages that have no work to show. */
export function CutPair({ styles }: { styles: readonly [string, string] }) {
  if (useContext(SavesDataContext)) return null;
  return (
    <div className="cutpair" aria-hidden="true">
      {styles.map((style) => (
        <StyleFrame key={style} style={style} />
      ))}
    </div>
  );
}

/** A short form with film next to it, or below it on phones. `film` is decorative. */
export function BesideFilm({ film, children }: { film: ReactNode; children: ReactNode }) {
  return (
    <div className="sign">
      <div className="stack sign-box">{children}</div>
      {film}
    </div>
  );
}

/** One still, as large as the page has room for. */
export function OneFrame({ name }: { name: string }) {
  if (useContext(SavesDataContext)) return null;
  return (
    <div className="one-frame film" aria-hidden="true">
      <Still name={name} />
    </div>
  );
}

/** The page behind a link in an email: its title and one step, with a still next to them. */
export function FilmPage({ still, title, children }: { still: string; title: string; children: ReactNode }) {
  return (
    <BesideFilm film={<OneFrame name={still} />}>
      <h1>{title}</h1>
      <div className="stack">{children}</div>
    </BesideFilm>
  );
}
