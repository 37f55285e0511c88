import { useContext } from "react";
import { Picture } from "~/features/media/components/picture";
import { SavesDataContext } from "~/ui/avatar";
import { type CoverView, drawingOf } from "../cover";

/** In px; enough for a phone. */
const widest = 720;

/**
 * The cover's picture, 16:9 with a cut lower edge, or one drawn from the mark. Decorative: the name follows. With
 * Save-Data it's always drawn, so nothing is loaded.
 * @param sizes as in HTML: "(min-width: 56rem) 20rem, 100vw"
 */
export function Cover({
  cover,
  sizes,
  isFirst,
  className = "cover",
}: {
  cover: CoverView;
  sizes: string;
  /** Above the fold, so loaded eagerly. */
  isFirst?: boolean;
  /** Replaces "cover", to leave the edge uncut: "cover cover-whole". */
  className?: string;
}) {
  const savesData = useContext(SavesDataContext);
  const { picture } = cover;
  return (
    <div className={className}>
      {picture && !savesData ? (
        <Picture
          picture={{ ...picture, widths: widthsUpTo(picture.widths, widest) }}
          sizes={sizes}
          isFirst={isFirst}
        />
      ) : (
        <DrawnCover cover={cover} />
      )}
    </div>
  );
}

/** Never empty: keeps at least the smallest. */
function widthsUpTo(widths: readonly number[], most: number): number[] {
  const fitting = widths.filter((width) => width <= most);
  return fitting.length > 0 ? fitting : widths.slice(0, 1);
}

/** Inline SVG, below 600 bytes. */
export function DrawnCover({ cover }: { cover: Pick<CoverView, "personId" | "styleIds"> }) {
  const { ground, near, far, lefts, rights } = drawingOf(cover);
  return (
    <svg viewBox="0 0 32 18" width="640" height="360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={ground} d="M0 0h32v18H0z" />
      <path fill={near} d={lefts} />
      <path fill={far} d={rights} />
    </svg>
  );
}
