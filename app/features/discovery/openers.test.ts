import { expect, test } from "vitest";
import { openersOf } from "./openers";

test("openers are about what the two people share, and differ from each other", () => {
  const shared = { services: ["Audio Engineer"], styles: ["Cinematic"], tools: ["Figma"] };
  expect(openersOf({ name: "Remy Cutter", role: "contributor", match: { shared } })).toEqual([
    "Hi Remy, I'm looking for an Audio Engineer. Can I tell you about my next project?",
    "Hi Remy, we both picked Cinematic as a style. What are you working on right now?",
  ]);
  expect(openersOf({ name: "Ines", role: "creator", match: { shared: { ...shared, styles: [] } } })).toEqual([
    "Hi Ines, I saw you're looking for an Audio Engineer. What's your next project about?",
    "Hi Ines, we both work with Figma. What are you working on right now?",
  ]);
  const [one, other] = openersOf({ name: "Bo", role: "creator", match: null });
  expect(one).not.toBe(other);
});
