import { expect, it } from "vitest";
import { rolesNeededOf, shownName, typeOf } from "./profile";

it("treats a missing type as creator", () => {
  expect(typeOf(null)).toBe("creator");
  expect(typeOf("contributor")).toBe("contributor");
});

it("merges the roles needed into one list", () => {
  expect(rolesNeededOf({ creativeServices: [20, 8], strategicServices: [13, 8] })).toEqual([20, 8, 13]);
});

it.each([
  ["Noor", "creator", "Noor"],
  [null, "creator", "Unknown Creator"],
  [undefined, "contributor", "Unknown Contributor"],
  ["", "contributor", "Unknown Contributor"],
  ["\u200b\u2060 ", "contributor", "Unknown Contributor"],
  ["\u200b", null, "Unknown Creator"],
] as const)("the name %j of a %s is shown as %s", (name, userType, shown) => {
  expect(shownName(name, userType)).toBe(shown);
});
