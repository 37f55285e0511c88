import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { outline } from "../../../../tests/support/outline";
import { file, picture, sample } from "../../../../tests/support/samples";
import type { SampleView } from "../sample";
import { SampleFigure } from "./sample-figure";

const image = "(/media/1/640.webp)";
const player = (poster = "") => `(/media/f/file){controls, preload=none, ${poster}aria-label=Work 1}`;
const newTab = "( (opens in a new tab))](https://www.ana.test/x){target=_blank, rel=noopener nofollow}";
const pdf = "[Download the PDF (2 MB)(: Work 1)](/media/f/file){download}";
const video = { kind: "video", file: file("f") } as const;
const link = { kind: "link", url: "https://www.ana.test/x" } as const;

test.each<[string, Partial<SampleView>, string[], string[]]>([
  ["a picture", {}, [image], ["Work 1"]],
  [
    "a described picture",
    { picture: { ...picture("1"), alt: "A canoe" }, part: "Edit", service: "Editor", madeOn: "2025-03-01" },
    ["(/media/1/640.webp){alt=A canoe}"],
    ["Work 1 Edit Editor · March 2025"],
  ],
  ["a video", video, [player("poster=/media/1/640.webp, ")], ["Work 1 1:15"]],
  ["a video without a still", { ...video, picture: null }, [player()], ["Work 1 1:15"]],
  ["a sound", { kind: "audio", file: file("f"), picture: null }, [player()], ["Work 1 1:15"]],
  ["a sound with a still", { kind: "audio", file: file("f") }, [image, player()], ["Work 1 1:15"]],
  ["a PDF", { kind: "pdf", file: file("f") }, [image], [`Work 1 ${pdf}`]],
  ["a link", { ...link, picture: null }, [], [`Work 1 [See it on ana.test(: Work 1)${newTab}`]],
  [
    "a link with a title",
    { ...link, linkTitle: "Rivers" },
    [image],
    [`Work 1 [See “Rivers” on ana.test(: Work 1)${newTab}`],
  ],
])("%s is shown with its caption, or without its pictures to save data", (_, change, content, caption) => {
  const figure = <SampleFigure sample={sample("1", change)} />;
  expect(outline(figure)).toEqual([...content, ...caption]);
  expect(outline(<SavesDataContext.Provider value={true}>{figure}</SavesDataContext.Provider>)).toEqual([
    ...content.filter((line) => line.includes("controls")).map((line) => line.replace(/poster=\S+ /, "")),
    ...caption,
  ]);
});
