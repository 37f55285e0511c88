import { expect, test } from "vitest";
import { trioOf } from "./trio";

const frame = (width: number, height: number) => ({
  picture: { ...{ mediaId: "", widths: [], tone: null, alt: "" }, width, height },
});
const [film, photo, upright] = [frame(1600, 900), frame(1500, 1000), frame(900, 1600)];

test("a row is a cover with two frames of film next to it, or as many whole frames as fit", () => {
  expect(trioOf([film, film, film, film])).toEqual({ shown: [film, film, film], isGrid: true });
  // A grid would crop photos.
  expect(trioOf([photo, photo, photo])).toEqual({ shown: [photo, photo], isGrid: false });
  expect(trioOf([film, upright, upright])).toEqual({ shown: [film, upright, upright], isGrid: false });
  expect(trioOf([upright, film, film, film])).toEqual({ shown: [upright, film], isGrid: false });
  // A fourth would fit, but pictures are stored in one small width, however little of it is shown.
  expect(trioOf([upright, upright, upright, upright]).shown).toHaveLength(3);
});
