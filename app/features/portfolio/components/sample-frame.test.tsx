import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { file, sample } from "../../../../tests/support/samples";
import { framed, type SampleView } from "../sample";
import { SampleFrame } from "./sample-frame";

const image = "(/media/1/320.webp)";

test.each<[string, Partial<SampleView>, string]>([
  ["a picture", {}, `${image} (Work 1)`],
  ["a video", { kind: "video", file: file("f") }, `${image} (Video, )1:15 (Work 1)`],
  ["a sound", { kind: "audio", file: file("f"), picture: null }, "Work 1 (Audio, )1:15"],
  ["a PDF", { kind: "pdf", file: file("f") }, `${image} PDF (Work 1)`],
  ["a link without a picture", { kind: "link", url: "https://ana.test/", picture: null }, "Work 1"],
])("the frame of %s opens it in the viewer, which returns to the frame", (_, change, words) => {
  const frame = (from: string) => <SampleFrame sample={framed(sample("1", change))} from={from} />;
  expect(outline(frame("/saved"))).toEqual([`[${words} ](/view/sample/1?from=%2Fsaved%23work-1)`]);
  expect(render(frame("/saved")).html).toContain('id="work-1"');
  // A page that names a place of its own gets the person back there.
  expect(outline(frame("/saved#there"))).toEqual([`[${words} ](/view/sample/1?from=%2Fsaved%23there)`]);
});

test("a sound with a picture comes without its waveform, which its frame doesn't draw", () => {
  const peaksIn = (change: Partial<SampleView>) =>
    framed(sample("1", { kind: "audio", file: file("f"), ...change })).file?.peaks;
  expect([peaksIn({}), peaksIn({ picture: null })]).toEqual([null, file("f").peaks]);
});

test("only a sound has a waveform", () => {
  const waveOf = (change: Partial<SampleView>) =>
    /<path d="([^"]*)"/.exec(
      render(<SampleFrame sample={framed(sample("1", { picture: null, ...change }))} from="/" />).html,
    )?.[1];
  expect(waveOf({ kind: "audio", file: file("f") })).toBe("M1 45v10M4 5v90");
  expect(waveOf({ kind: "audio", file: { ...file("f"), peaks: null } })).toBe("M0 50h3");
  expect(waveOf({ kind: "pdf", file: file("f") })).toBeUndefined();
});
