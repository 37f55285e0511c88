import { expect, test } from "vitest";
import type { Catalog } from "~/features/catalog/catalog";
import { outline } from "../../../../tests/support/outline";
import { noAnswers } from "../profile";
import { draftFacts, hasAnswers, SavedDraft } from "./saved-draft";

const byId: Partial<Catalog["byId"]> = {
  contentTypes: { 1: "Films", 2: "Podcasts" },
  services: { 1: "Editor", 2: "Colorist", 3: "Strategist" },
  tools: { 1: "Resolve" },
  styles: { 1: "Cinematic", 2: "Minimal", 3: "Retro", 4: "Neon" },
};
const catalog = { byId } as Catalog;

test("a draft's facts are what its role was asked for, and leave out what wasn't answered", () => {
  const answers = {
    ...{ ...noAnswers, contentType: [2, 1], creativeServices: [2], strategicServices: [3], tools: [1] },
    ...{ servicesOffered: [1, 2], visualStyle: [3] },
  };
  expect(draftFacts("creator", answers, catalog)).toEqual({
    styles: ["Retro"],
    facts: [
      ["You make", "Podcasts, Films"],
      ["Looking for", "Colorist, Strategist"],
      ["Tools", "Resolve"],
    ],
  });
  expect(draftFacts("contributor", answers, catalog).facts).toEqual([
    ["You offer", "Editor, Colorist"],
    ["Tools", "Resolve"],
  ]);
  expect(draftFacts("creator", noAnswers, catalog)).toEqual({ styles: [], facts: [] });
});

test("a draft is shown if it has any of these answers", () => {
  expect(hasAnswers(null)).toBe(false);
  expect(hasAnswers({ styles: [], facts: [] })).toBe(false);
  expect(hasAnswers({ styles: ["Retro"], facts: [] })).toBe(true);
  expect(hasAnswers({ styles: [], facts: [["Tools", "Resolve"]] })).toBe(true);
});

test("a saved draft shows up to three styles, its facts, and how long it's kept", () => {
  const start = ["aside{aria-labelledby=saved-draft}", "Saved from your profile"];
  const end = "We'll keep this for 30 days. [Edit it](/onboarding/1)";
  const styles = ["Cinematic", "Minimal", "Retro", "Neon"];
  expect(outline(<SavedDraft draft={{ styles, facts: [], days: 30 }} />)).toEqual([
    ...[...start, "ul{aria-label=Styles}", "(/pictures/styles/cinematic.avif) Cinematic"],
    ...["(/pictures/styles/minimal.avif) Minimal", "(/pictures/styles/retro.avif) Retro", end],
  ]);
  expect(outline(<SavedDraft draft={{ styles: [], facts: [["Tools", "Resolve"]], days: 30 }} />)).toEqual([
    ...[...start, "Tools", "Resolve", end],
  ]);
});
