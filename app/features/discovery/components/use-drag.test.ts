import { expect, test } from "vitest";
import { choiceOf } from "./use-drag";

test("a long drag or a fast flick swipes the card; a short drag, or one that pauses or turns back, doesn't", () => {
  const slow = { speed: 0.1, restedFor: 0 };
  expect(choiceOf({ x: 101, ...slow })).toBe("like");
  expect(choiceOf({ x: -101, ...slow })).toBe("pass");
  expect(choiceOf({ x: 100, ...slow })).toBeNull();
  expect(choiceOf({ x: -40, speed: -0.8, restedFor: 20 })).toBe("pass");
  expect(choiceOf({ x: 40, speed: 0.8, restedFor: 20 })).toBe("like");
  expect(choiceOf({ x: 40, speed: 0.8, restedFor: 100 })).toBe("like");
  expect(choiceOf({ x: 40, speed: 0.8, restedFor: 101 })).toBeNull();
  expect(choiceOf({ x: 40, speed: -0.8, restedFor: 20 })).toBeNull();
  expect(choiceOf({ x: 20, speed: 3, restedFor: 0 })).toBeNull();
});
