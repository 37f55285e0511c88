import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { file, sample } from "../../../../tests/support/samples";
import type { SampleView } from "../sample";
import { OwnSamples } from "./own-samples";

const shown = (samples: SampleView[]) => outline(<OwnSamples samples={samples} services={[]} />);

const button = (words: string, intent: string, id: string, pending: string) =>
  `[${words}( Work ${id})]{pending=${pending}..., name=intent, value=${intent}}`;
const menu = (
  id: string,
  moves: ("up" | "down")[],
  cover: string | null = button("Use as cover", "cover", id, "Saving"),
) => [
  ...[`(More for Work ${id})`, `[Edit( Work ${id})](/profile/work/${id})`],
  [
    `form{action=/profile/work} {type=hidden, name=sample, value=${id}}`,
    ...(cover ? [cover] : []),
    ...moves.map((way) => button(`Move ${way}`, way, id, "Moving")),
    button("Remove", "remove", id, "Removing"),
  ].join(" "),
];
const frame = (id: string, words = `(/media/${id}/640.webp) (Work ${id})`) =>
  `[${words} ](/view/sample/${id}?from=%2Fprofile%2Fwork%23work-${id})`;
const addFile = "[Add a file Pictures and PDFs up to 20 MB, video 500 MB, audio 50 MB](/profile/work/new)";
const addLink = "[Add a link](/profile/work/new?kind=link) to work on another site";

test("people without samples can add a file or a link", () => {
  expect(shown([])).toEqual([addFile, addLink]);
});

test("each sample can be edited, moved where there's room, used as cover, or removed", () => {
  expect(shown([sample("1")])).toEqual([
    // It's the cover because it comes first, so choosing it would change nothing.
    ...[frame("1"), "Work 1 Your cover", ...menu("1", [], null), addFile, addLink],
  ]);
  const facts = { part: "Edit", service: "Editor", madeOn: "2025-03-01" };
  const samples = [
    sample("1", facts),
    sample("2", { isCover: true }),
    sample("3", { kind: "audio", file: file("f"), picture: null }),
  ];
  expect(shown(samples)).toEqual([
    ...[frame("1"), "Work 1 Edit · Editor · March 2025", ...menu("1", ["down"])],
    ...[frame("2"), "Work 2 Your cover"],
    ...menu("2", ["up", "down"], button("Don't use as cover", "no-cover", "2", "Saving")),
    ...[frame("3", "Work 3 (Audio, )1:15"), "Work 3 1:15", ...menu("3", ["up"]), addFile, addLink],
  ]);
});

test("the first sample with a picture is the cover, if no other was chosen", () => {
  const covers = shown([sample("1", { kind: "link", picture: null }), sample("2"), sample("3")]).filter(
    (line) => line.endsWith("Your cover"),
  );
  expect(covers).toEqual(["Work 2 Your cover"]);
  expect(shown([sample("1", { kind: "link", picture: null })])).toContain("Work 1");
});

test("people with twelve samples have to remove one before they add another", () => {
  const endOf = (count: number) =>
    shown(Array.from({ length: count }, (_, index) => sample(`${index}`))).slice(-2);
  expect(endOf(11)).toEqual([addFile, addLink]);
  expect(endOf(12)).toEqual([
    expect.stringContaining("[Remove( Work 11)]"),
    "You've reached the limit of 12 samples. Remove one to add another.",
  ]);
});
