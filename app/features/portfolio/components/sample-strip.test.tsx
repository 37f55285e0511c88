import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { sample } from "../../../../tests/support/samples";
import { SampleStrip } from "./sample-strip";

const samples = [
  ...[sample("1"), sample("2", { kind: "audio", picture: null }), sample("3", { kind: "pdf" })],
  ...[sample("4", { kind: "link" }), sample("5", { kind: "video" })],
];
const lines = [
  ...["ul{aria-label=Your work}", "(/media/1/320.webp) (Picture: Work 1)", "Audio: Work 2"],
  ...["(/media/3/320.webp) (PDF: Work 3)", "(/media/4/320.webp) (Link: Work 4)"],
];

test.each<[number, number | undefined, string[]]>([
  [0, undefined, []],
  [4, undefined, lines],
  [5, undefined, [...lines, "and 1 more"]],
  [5, 3, [...lines.slice(0, 4), "and 2 more"]],
])("of %i samples, a strip shows the first and counts the rest", (count, most, expected) => {
  expect(outline(<SampleStrip samples={samples.slice(0, count)} most={most} label="Your work" />)).toEqual(
    expected,
  );
});
