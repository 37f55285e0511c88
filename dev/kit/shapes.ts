import type { FramedSample } from "~/features/portfolio/sample";

/** Fills a card of the deck, where wider work is shown whole. */
export const isUpright = ({ picture }: FramedSample) =>
  picture !== null && picture.width < 1.1 * picture.height;
