import { expect, test } from "vitest";
import { readTarget } from "./request-target.server";

test.each(["_data=root", "%5Fdata=root", "_%64ata=routes%2Fsite%2Ffaq"])(
  "treats a request for one route's data as one for its page: %s",
  (asked) => {
    expect(readTarget(`/faq?${asked}`)).toEqual({ path: "/faq", search: "" });
    expect(readTarget(`/faq?q=a&${asked}`)).toEqual({ path: "/faq", search: "?q=a" });
  },
);

test("reads paths of up to 2,048 characters", () => {
  const path = (characters: number) => `/${"a".repeat(characters - 1)}`;
  expect(readTarget(path(2_048))).toEqual({ path: path(2_048), search: "" });
  expect(readTarget(path(2_049))).toBeNull();
});
