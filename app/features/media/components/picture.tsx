import { type CSSProperties, useContext } from "react";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import type { PictureView } from "../media";

/** Sets `--tone`, the color that a frame has until its picture has loaded. */
export function toneStyle({ tone }: Pick<PictureView, "tone">): CSSProperties | undefined {
  return tone ? ({ "--tone": tone } as CSSProperties) : undefined;
}

/**
 * A stored picture in a width that fits, with its aspect ratio, so the layout doesn't shift. A caption must name
 * it. Renders nothing with Save-Data. The few percent of browsers without AVIF get one width of WebP.
 * @param sizes as in HTML: '(min-width: 56rem) 20rem, 100vw'; omit it for at most 7rem, where the narrowest width fits
 * every screen
 */
export function Picture({
  picture,
  sizes,
  className,
  isFirst,
}: {
  picture: PictureView;
  sizes?: string;
  className?: string;
  /** Visible when the page opens, so it isn't loaded lazily. */
  isFirst?: boolean;
}) {
  if (useContext(SavesDataContext)) return null;
  const { mediaId, width, height, widths, alt } = picture;
  const set = sizes
    ? widths.map((pixels) => `${paths.media(mediaId, `${pixels}.avif`)} ${pixels}w`).join(", ")
    : paths.media(mediaId, `${widths[0]}.avif`);
  return (
    <picture>
      <source type="image/avif" srcSet={set} sizes={sizes} />
      <img
        className={className}
        src={paths.media(mediaId, `${sizes ? middleWidth(picture) : widths[0]}.webp`)}
        alt={alt ?? ""}
        width={width}
        height={height}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
      />
    </picture>
  );
}

/** A width that's sharp enough on a phone. */
export const middleWidth = ({ widths }: PictureView) =>
  widths.filter((width) => width <= 720).at(-1) ?? widths[0];
