import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import { drawingOf } from "../cover";
import { DrawnCover } from "./cover";

test("a drawn cover fills the ground, then the left halves of the logos, then the right ones", () => {
  const cover = { personId: "p", styleIds: [1, 2] };
  const { ground, near, far, lefts, rights } = drawingOf(cover);
  const { html, text } = render(<DrawnCover cover={cover} />);
  expect([...html.matchAll(/fill="([^"]+)" d="([^"]+)"/g)].map(([, ...path]) => path)).toEqual([
    [ground, "M0 0h32v18H0z"],
    [near, lefts],
    [far, rights],
  ]);
  expect(html).toContain('aria-hidden="true"');
  expect(text).toBe("");
});
