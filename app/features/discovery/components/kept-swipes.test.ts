import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSwipe, keptSwipes, takeSwipeBack } from "./kept-swipes";

const swipe = (targetId: string, choice: "like" | "pass" = "like") => ({
  targetId,
  key: `key-${targetId}`,
  choice,
});

let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("swipes made offline are kept in order, one for each person, and the latest can be taken back", () => {
  expect(keptSwipes("me")).toEqual([]);
  expect(takeSwipeBack("me")).toBeUndefined();
  for (const one of [swipe("ana"), swipe("bo"), swipe("ana", "pass")]) keepSwipe("me", one);
  keepSwipe("other", swipe("cy"));
  expect(keptSwipes("me")).toEqual([swipe("bo"), swipe("ana", "pass")]);
  expect(takeSwipeBack("me")).toEqual(swipe("ana", "pass"));
  expect(keptSwipes("me")).toEqual([swipe("bo")]);
  expect(takeSwipeBack("me")).toEqual(swipe("bo"));
  // The key is where app/offline looks for what it sends.
  expect([...stored.keys()]).toEqual(["kept:unsent:other:deck"]);
});
