import type { FramedSample } from "~/features/portfolio/sample";

/** Whether the work fills a card of the deck. Wider work is shown whole. */
export const isUpright = ({ picture }: FramedSample) =>
  picture !== null && picture.width < 1.1 * picture.height;
