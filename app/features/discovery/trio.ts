import { ratioOf } from "~/features/media/components/frame";
import type { PictureView } from "~/features/media/media";
import { canLead } from "~/features/portfolio/sample";
import type { CardView } from "./showing.server";

interface Shown {
  picture: PictureView | null;
}

/** The aspect ratio of a trio. */
export const trioShape = 2.64;
/** Together, the frames may be a bit wider than the row, which crops at most an eighth of their width. */
const widest = trioShape * 1.14;

/** A sound without a picture counts as 16:9, like any frame without one. */
export const ratioIn = (picture: PictureView | null) => (picture ? ratioOf(picture) : 16 / 9);

/** How many pictures a person's row loads at most, because a phone's first view shows two rows. */
const most = 3;

/** A cover and two frames (`isGrid`), or otherwise up to three whole frames of any ratio, side by side. */
export function trioOf<Frame extends Shown>(frames: readonly Frame[]): { shown: Frame[]; isGrid: boolean } {
  const wide = frames.filter(({ picture }) => picture && ratioOf(picture) > 1.5);
  const isGrid = frames[0] === wide[0] && wide.length >= most;
  return { shown: (isGrid ? wide : fitting(frames)).slice(0, most), isGrid };
}

/** The first frame, then each one that still fits. */
function fitting<Frame extends Shown>(frames: readonly Frame[]): Frame[] {
  let sum = 0;
  return frames.filter(({ picture }) => {
    const ratio = ratioIn(picture);
    if (sum > 0 && sum + ratio > widest) return false;
    sum += ratio;
    return true;
  });
}

/** Drops work that a trio has no room for, so that a list contains only what it shows. */
export const workInTrio = (work: CardView["work"]) => trioOf(work.filter(canLead)).shown;
