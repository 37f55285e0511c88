import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { pictureOf } from "../../../../tests/support/cards";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import type { ViewedWork } from "../viewed";
import { Viewer } from "./viewer";

const workOf = (id: string, change: Partial<ViewedWork> = {}): ViewedWork => ({
  ...{ id, title: `Work ${id}`, by: "Ana Reyes", facts: ["Editor", "2026"], picture: pictureOf(`p${id}`) },
  ...{ video: null, file: null, link: null, report: null },
  ...change,
});
const viewer = (works: ViewedWork[], current = "1", savesData = false) => (
  <SavesDataContext.Provider value={savesData}>
    <Viewer
      viewing={{ heading: "Ana Reyes's work", home: "/profile/ana", works }}
      current={current}
      close="/profile/ana#work"
      hrefOf={(id) => `/view/${id}`}
    />
  </SavesDataContext.Provider>
);
const shown = (...state: Parameters<typeof viewer>) => outline(viewer(...state));
const three = ["1", "2", "3"].map((id) => workOf(id));

test("one piece is shown, with links to the one before, the one after, and all of them", () => {
  expect(shown(three, "2")).toEqual([
    "[Skip to content](#main)",
    "[(Close)](/profile/ana#work)",
    "Ana Reyes's work",
    "[(Previous: Work 1)](/view/1)",
    "p{role=status} 2 of 3(: Work 2)",
    "[(Next: Work 3)](/view/3)",
    "main{tabindex=0}",
    "(/media/p2/640.webp)",
    "Work 2 Ana Reyes · Editor · 2026",
    "nav{aria-label=Ana Reyes's work} [(/media/p1/320.webp) (Work 1)](/view/1) [(/media/p2/320.webp) (Work 2)](/view/2){aria-current=true} [(/media/p3/320.webp) (Work 3)](/view/3)",
  ]);
  const steps = (lines: string[]) => lines.filter((line) => /Previous|Next| of /.test(line));
  const first = shown(three, "1");
  expect(steps(first)).toEqual(["p{role=status} 1 of 3(: Work 1)", "[(Next: Work 2)](/view/2)"]);
  expect(steps(shown(three, "3"))).toEqual([
    "[(Previous: Work 2)](/view/2)",
    "p{role=status} 3 of 3(: Work 3)",
  ]);
  // It has been removed in the meantime.
  expect(shown(three, "4")).toEqual(first);
  // Without a picture, the title stands in for it. A description isn't repeated.
  const described = workOf("1", { picture: { ...pictureOf("p1"), alt: "A river" } });
  expect(shown([described, workOf("2", { picture: null })]).at(-1)).toBe(
    "nav{aria-label=Ana Reyes's work} [(/media/p1/320.webp) (Work 1)](/view/1){aria-current=true} [Work 2](/view/2)",
  );
  expect(shown([described]).join()).not.toContain("nav");
  expect(shown([])).toEqual([]);
});

const still = "- (/media/p1/640.webp)";
const caption = "Work 1 Ana Reyes · Editor · 2026";
const captioned = (more: string) => [`- ${caption}`, `+ ${caption} ${more}`];
const originalOf = (width: number, moves: boolean) => ({ width, height: 300, bytes: 3 * 2 ** 20, moves });
const download = (width: number) =>
  `[Download in full resolution: ${width} × 300, 3 MB](/media/p1/original){download}`;
const video = { mediaId: "v", width: 1_920, height: 1_080 };
const player = "(/media/v/file){controls, playsinline, preload=none, aria-label=Work 1}";
const sound = "+ (/media/s/file){controls, preload=none, aria-label=Work 1}";

test.each<[string, Partial<ViewedWork>, string[], boolean?]>([
  [
    "a picture, as its owner describes it",
    { picture: { ...pictureOf("p1"), alt: "A river" } },
    [still, "+ (/media/p1/640.webp){alt=A river}"],
  ],
  ["only the owner, without facts", { facts: [] }, [`- ${caption}`, "+ Work 1 Ana Reyes"]],
  ["where to report it", { report: "/report/1" }, ["+ (More for Work 1)", "+ [ Report](/report/1)"]],
  ["its full resolution", { original: originalOf(400, false) }, captioned(download(400))],
  [
    "an animation that moves",
    { original: originalOf(500, true) },
    [still, `- ${caption}`, "+ (/media/p1/original)", `+ ${caption} ${download(500)}`],
  ],
  [
    "that its original wasn't kept",
    { original: null },
    captioned(
      "[Download, 1280 pixels wide](/media/p1/1280.webp){download} That's the largest size. We didn't keep originals when this picture was added.",
    ),
  ],
  [
    "a video with its still",
    { video },
    [still, `+ ${player.replace("none", "none, poster=/media/p1/640.webp")}`],
  ],
  ["a video without a still", { picture: null, video }, [still, `+ ${player}`]],
  ["a sound with its picture", { sound: { mediaId: "s", peaks: null } }, [sound]],
  ["a sound alone", { picture: null, sound: { mediaId: "s", peaks: [1, 2] } }, [still, sound]],
  ["a title without a picture", { picture: null, original: null }, [still, "+ Work 1"]],
  [
    "a file",
    { file: { mediaId: "f", words: "Open the PDF" } },
    captioned("[Open the PDF](/media/f/file){download}"),
  ],
  [
    "a link",
    { link: { url: "https://example.com/", words: "Watch it" } },
    captioned(
      "[Watch it( (opens in a new tab))](https://example.com/){target=_blank, rel=noopener nofollow}",
    ),
  ],
  ["a link to the picture, to save data", {}, [still, "+ [Show the picture](/media/p1/640.webp)"], true],
  [
    "a link to an animation's still, to save data",
    { original: originalOf(500, true) },
    [still, `- ${caption}`, "+ [Show the picture](/media/p1/640.webp)", `+ ${caption} ${download(500)}`],
    true,
  ],
  ["a video without its still, to save data", { video }, [still, `+ ${player}`], true],
])("the viewer shows %s", (_, change, lines, savesData) => {
  expect(changesBetween(shown([workOf("1")]), shown([workOf("1", change)], "1", savesData))).toEqual(lines);
});

test.each([
  ["dusk.HEIC", false],
  ["dusk.heif", false],
  ["dusk.avif", false],
  ["avif.jpg", true],
])("a format whose hidden data we can't remove has no original: %s", (title, hadNone) => {
  const words = shown([workOf("1", { title, original: null })]).join();
  expect(words.includes("We didn't keep originals when this picture was added.")).toBe(hadNone);
  expect(words.includes("We can't remove hidden data from this format without changing the picture.")).toBe(
    !hadNone,
  );
});

test("frames have their work's shape, and an animation stays still if people want less motion", () => {
  const html = (change: Partial<ViewedWork>) => render(viewer([workOf("1", change)])).html;
  const shape = /class="pix" style="([^"]*)"/;
  expect(shape.exec(html({}))?.[1]).toBe("--tone:#123456;--ar:1600/900");
  expect(shape.exec(html({ video }))?.[1]).toBe("--tone:#123456;--ar:1920/1080");
  expect(shape.exec(html({ video, picture: null }))?.[1]).toBe("--ar:1920/1080");
  const moving = html({ original: originalOf(500, true) });
  expect(moving).toContain('<source media="(prefers-reduced-motion: reduce)" srcSet="/media/p1/640.webp"/>');
  expect(moving).toContain('width="500" height="300" loading="eager"');
  expect(html({})).toContain('sizes="100vw"');
  expect(html({})).not.toContain("lazy");
});
