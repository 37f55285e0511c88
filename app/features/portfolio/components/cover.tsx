import { type CoverView, drawingOf } from "../cover";

/** A cover drawn from the logo, for people without pictures. Screen readers skip it, because the name is next to it. */
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
