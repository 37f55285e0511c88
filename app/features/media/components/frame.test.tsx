import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { pictureOf } from "../../../../tests/support/cards";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { Frame, type FrameProps } from "./frame";
import { StorageBar } from "./storage-bar";

const picture = pictureOf("p");
const frame = (props: Partial<FrameProps>, savesData = false) => (
  <SavesDataContext.Provider value={savesData}>
    <Frame title="Dusk" picture={picture} {...props} />
  </SavesDataContext.Provider>
);
const image = "(/media/p/320.webp)";

test.each<[Partial<FrameProps>, string[], boolean?]>([
  [{}, [`${image} (Dusk)`]],
  [{ title: "" }, [image]],
  [{ title: "", showsTitle: true }, [image]],
  [{ showsTitle: true }, [`${image} Dusk`]],
  [{ to: "/view/p" }, [`[${image} (Dusk) ](/view/p)`]],
  [{ to: "/view/p", children: <b>New</b> }, [`[${image} (Dusk)New ](/view/p)`]],
  [{ children: <b>New</b> }, [`${image} (Dusk)New`]],
  [{ note: "PDF" }, [`${image} PDF (Dusk)`]],
  [{ note: "1:05", isVideo: true }, [`${image} (Video, )1:05 (Dusk)`]],
  [{ note: "1:05", peaks: null }, [`${image} (Audio, )1:05 (Dusk)`]],
  [{ isVideo: true, showsTitle: true }, [`${image} (Video, ) Dusk`]],
  [{ picture: null }, ["Dusk"]],
  [{ picture: null, note: "PDF" }, ["Dusk PDF"]],
  [{ picture: null, note: "1:05", peaks: [1, 2] }, ["Dusk (Audio, )1:05"]],
  [{}, ["Dusk"], true],
  [{ note: "PDF" }, ["PDF Dusk"], true],
])("a frame of %j", (props, lines, savesData) => {
  expect(outline(frame(props, savesData))).toEqual(lines);
});

test.each<[Partial<FrameProps>, string]>([
  [{}, 'class="frame" style="--tone:#123456;--ar:1600/900;--w:1.78"'],
  [{ picture: pictureOf("p", 900, 300) }, 'class="frame" style="--tone:#123456;--ar:3;--w:3"'],
  [{ picture: pictureOf("p", 3_001, 1_000) }, 'class="frame" style="--tone:#123456;--ar:3;--w:3"'],
  [{ picture: { ...picture, tone: null } }, 'class="frame" style="--ar:1600/900;--w:1.78"'],
  [{ picture: null, id: "work-p", className: "big" }, 'id="work-p" class="frame title big"'],
])("a frame has its picture's color and shape, cropped if it's very wide: %j", (props, attributes) => {
  expect(render(frame(props)).html).toMatch(new RegExp(`^<span ${attributes}>`));
});

test("a picture is loaded in a width that fits, later if it isn't visible at first", () => {
  const { html } = render(frame({}));
  expect(html).toContain('<source type="image/avif" srcSet="/media/p/320.avif"/>');
  expect(html).toContain('<img src="/media/p/320.webp" alt="" width="1600" height="900" loading="lazy"');
  const wide = render(frame({ sizes: "50vw", isFirst: true, picture: { ...picture, alt: "A river" } })).html;
  expect(wide).toContain(
    'srcSet="/media/p/320.avif 320w, /media/p/640.avif 640w, /media/p/1280.avif 1280w" sizes="50vw"',
  );
  expect(wide).toContain('src="/media/p/640.webp" alt="A river" width="1600" height="900" loading="eager"');
  const large = render(frame({ sizes: "50vw", picture: { ...picture, widths: [960, 1280] } })).html;
  expect(large).toContain('src="/media/p/960.webp"');
  const exact = render(frame({ sizes: "50vw", picture: { ...picture, widths: [320, 720, 721] } })).html;
  expect(exact).toContain('src="/media/p/720.webp"');
});

test("the storage bar says where files are, and how much is left once a video might not fit", () => {
  const megabyte = 2 ** 20;
  const bar = (storage: Parameters<typeof StorageBar>[0]["storage"]) =>
    outline(<StorageBar storage={storage} />);
  expect(bar({})).toEqual(["Storage", "0 KB of 2 GB used"]);
  expect(bar({ work: 3 * megabyte, messages: 0, projects: 2048, waiting: 1024 })).toEqual([
    "Storage",
    "3 MB of 2 GB used",
    "Your work 3 MB",
    "Projects 2 KB",
    "Not used yet 1 KB",
  ]);
  expect(bar({ work: 1548 * megabyte })).toEqual(["Storage", "1.5 GB of 2 GB used", "Your work 1.5 GB"]);
  expect(bar({ messages: 1549 * megabyte })).toEqual([
    "Storage",
    "1.5 GB of 2 GB used · 499 MB left",
    "Messages 1.5 GB",
  ]);
  expect(bar({ messages: 2148 * megabyte })).toEqual([
    "Storage",
    "2.1 GB of 2 GB used · 0 KB left",
    "Messages 2.1 GB",
  ]);
  const { html } = render(<StorageBar storage={{ work: 48 * megabyte }}>More</StorageBar>);
  expect(html).toContain(
    `<i style="flex-grow:${48 * megabyte}"></i><i class="free" style="flex-grow:${2000 * megabyte}"></i>`,
  );
  expect(html).toMatch(/More<\/section>$/);
});
