import type { MouseEvent } from "react";
import { expect, test, vi } from "vitest";
import { onPlainClick } from "./plain-click";

const plain = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };

function click(keys: Partial<typeof plain>) {
  const [act, preventDefault] = [vi.fn(), vi.fn()];
  onPlainClick(act)({ ...plain, ...keys, preventDefault } as unknown as MouseEvent);
  return [act.mock.calls.length, preventDefault.mock.calls.length];
}

test("script handles a plain click, and the browser handles clicks that open a tab or window", () => {
  expect(click({})).toEqual([1, 1]);
  for (const key of Object.keys(plain)) expect(click({ [key]: true }), key).toEqual([0, 0]);
});
