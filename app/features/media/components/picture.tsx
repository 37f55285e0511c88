import { useContext } from "react";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import type { PictureView } from "../media";

/**
 * A stored picture at the width that fits, with its shape, so that nothing moves. A caption must name it. Nothing with Save-Data.
 * @param sizes as in HTML: '(min-width: 56rem) 20rem, 100vw'; none for at most 7rem, where the narrowest fits every screen
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
  /** Seen at once, so loaded at once. */
  isFirst?: boolean;
}) {
  if (useContext(SavesDataContext)) return null;
  const { mediaId, width, height, widths } = picture;
  const set = (ending: string) =>
    (sizes ? widths : widths.slice(0, 1))
      .map((pixels) => `${paths.media(mediaId, `${pixels}.${ending}`)}${sizes ? ` ${pixels}w` : ""}`)
      .join(", ");
  return (
    <picture>
      <source type="image/avif" srcSet={set("avif")} sizes={sizes} />
      <img
        className={className}
        src={paths.media(mediaId, `${widths[0]}.webp`)}
        srcSet={sizes && set("webp")}
        sizes={sizes}
        alt=""
        width={width}
        height={height}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
      />
    </picture>
  );
}
