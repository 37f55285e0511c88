import type { MouseEvent, ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { pictureOf } from "../../../../tests/support/cards";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { HeldSeam } from "./held-seam";
import { MatchOpeners, MatchSeam } from "./match-parts";

const withPicture = (personId: string) => ({ personId, styleIds: [], picture: pictureOf(personId) });
const drawn = (personId: string) => ({ personId, styleIds: [], picture: null });

test("each suggested first message is a link that puts it into the message field", () => {
  expect(outline(<MatchOpeners matchId="m" openers={["Hi Ana!", "What's next?"]} />)).toEqual([
    "ul{aria-label=Conversation starters}",
    "[Hi Ana!](/matches/m?opener=1)",
    "[What's next?](/matches/m?opener=2)",
  ]);
});

/** The parts of a text field that filling it uses. */
class FieldElement {
  private text = "";
  get value() {
    return this.text;
  }
  set value(text: string) {
    this.text = text;
  }
  dispatchEvent() {}
  focus() {}
  setSelectionRange() {}
}
afterEach(() => void vi.unstubAllGlobals());

test("a click on a suggested first message fills the field, unless it opens a tab or window", () => {
  const field = new FieldElement();
  vi.stubGlobal("HTMLTextAreaElement", FieldElement);
  vi.stubGlobal("document", { querySelector: () => field });
  type Parts<Props> = ReactElement<{ children: ReactElement<Props>[] }>;
  type Opener = { onClick: (event: MouseEvent) => void };
  const list: Parts<{ children: ReactElement<Opener>[] }> = MatchOpeners({
    matchId: "m",
    openers: ["Hi Ana!", "What's next?"],
  });
  const click = (index: number, key = "") => {
    const preventDefault = vi.fn();
    const event = { [key]: true, preventDefault } as unknown as MouseEvent;
    list.props.children[index]?.props.children[0]?.props.onClick(event);
    return [preventDefault.mock.calls.length, field.value];
  };
  for (const key of ["metaKey", "ctrlKey", "shiftKey"]) expect(click(0, key), key).toEqual([0, ""]);
  expect(click(0)).toEqual([1, "Hi Ana!"]);
  expect(click(1)).toEqual([1, "What's next?"]);
  field.value = "Hello. ";
  expect(click(0)).toEqual([1, "Hello.\nHi Ana!"]);
});

test("a match joins both people's work, theirs first, and both faces", () => {
  const seam = (
    <MatchSeam
      sides={[
        { name: "Ana Reyes", avatarUrl: "/ana", cover: withPicture("a") },
        { name: "Bo", avatarUrl: null, cover: withPicture("b") },
      ]}
    >
      <h1>It's a match</h1>
    </MatchSeam>
  );
  expect(outline(seam)).toEqual([
    "(/media/a/640.webp)",
    "(/media/b/640.webp)",
    "(/ana-320.webp) B",
    "It's a match",
  ]);
  const { html } = render(seam);
  expect(html.match(/class="frame half \w" style="[^"]*"/g)).toEqual([
    'class="frame half a" style="--tone:#123456"',
    'class="frame half b" style="--tone:#123456"',
  ]);
  expect(html.match(/sizes="[^"]*"/g)).toEqual(Array(2).fill('sizes="(min-width: 48rem) 60vw, 100vw"'));
  // Only the work is what the page opens with.
  expect(html.match(/\/media\/[^>]*loading="(\w+)"/g)?.map((image) => /\w+"$/.exec(image)?.[0])).toEqual([
    'eager"',
    'eager"',
  ]);
});

test("a match that waits for room joins both people's work, and draws a cover for someone without any", () => {
  const seam = (
    <HeldSeam
      held={{ name: "Ana Reyes", avatarUrl: null, cover: drawn("a"), ownCover: withPicture("b") }}
      own={{ name: "Bo", avatarUrl: "/bo" }}
    />
  );
  expect(outline(seam)).toEqual(["(/media/b/640.webp)", "AR (/bo-96.webp)"]);
  const { html } = render(seam);
  expect(html).toMatch(/<div class="frame half a"><svg/);
  expect(html).toMatch(/<div class="frame half b" style="--tone:#123456"><picture>/);
  expect(html).toContain('sizes="(min-width: 48rem) 26rem, 92vw"');
  expect(html).toMatch(/<img src="\/media[^>]*loading="lazy"/);
});
