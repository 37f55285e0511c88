import { expect, test } from "vitest";
import { frameOf } from "~/features/portfolio/components/sample-frame";
import { briefOf, matchOf, personOf, pictureOf, sampleOf } from "../../../../tests/support/cards";
import { render } from "../../../../tests/support/rendering";
import { AboutPerson, MetWords, type PersonAbout } from "./about-person";
import { craftOf } from "./acquaintance";
import { MatchReasons } from "./match-score";
import { MiniCard } from "./mini-card";
import { PersonCard, PersonRow, ShortList } from "./person";

const clock = { zone: "UTC", now: Date.parse("2026-11-30T12:00:00Z") };
const ana = personOf();
type Work = ReturnType<typeof sampleOf>;
const card = (change: Partial<Parameters<typeof PersonCard>[0]>, work: Work[] = []) =>
  render(
    <PersonCard
      person={ana}
      about={["Writer", "", null, "Portland"]}
      frames={work.map((sample) => frameOf(sample, "/favorites"))}
      words={{ title: "Writer", text: "I write." }}
      {...change}
    />,
  );

test("a person in a list has words instead of work, then a name, a score, terms and actions, as far as they're given", () => {
  expect(card({}).text).toBe("Writer I write. AR Ana Reyes Writer · Portland");
  expect(card({}).links).toEqual(["Ana Reyes: /profile/ana"]);
  const whole = card({
    ...{ percent: 89, to: "/matches/m", children: <p>$50</p>, actions: <b>Message</b>, menu: <b>Block</b> },
    words: { title: "River series", to: "/projects/p" },
  });
  expect(whole.text).toBe(
    "River series AR Ana Reyes Writer · Portland 89% match $50 Message More for Ana Reyes Block",
  );
  expect(whole.links).toEqual(["River series: /projects/p", "Ana Reyes: /matches/m"]);
  expect(whole.html).toContain('class="score b80"');
  expect(card({ percent: 0 }).text).toContain("0% match");
  expect(card({ actions: <b>Message</b> }).text).toMatch(/Portland Message$/);
  expect(card({ menu: <b>Block</b> }).text).toMatch(/Portland More for Ana Reyes Block$/);
  expect([card({}), card({ as: "h3" })].map(({ html }) => /<h\d/.exec(html)?.[0])).toEqual(["<h2", "<h3"]);
});

const tall = (id: string) => sampleOf(id, { picture: pictureOf(id, 500, 1000) });
test.each<[string, Work[], { words: string; widths: string[]; isFlat: boolean }]>([
  ["nothing to see", [], { words: "Writer I write.", widths: [], isFlat: true }],
  [
    "one film, and a title next to it",
    [sampleOf("1")],
    { words: "Work 1 Writer", widths: ["17rem, 62vw"], isFlat: true },
  ],
  [
    "a film and an upright picture, without room for words",
    [sampleOf("1"), tall("2")],
    { words: "Work 1 Work 2", widths: ["17rem, 62vw", "5rem, 17vw"], isFlat: true },
  ],
  [
    "three films, the first one twice as wide",
    ["1", "2", "3"].map((id) => sampleOf(id)),
    { words: "Work 1 Work 2 Work 3", widths: ["17rem, 62vw", "8rem, 30vw", "8rem, 30vw"], isFlat: false },
  ],
  [
    "a sound, which has no picture, and a title",
    [sampleOf("1", { kind: "audio", picture: null })],
    { words: "Work 1 Writer", widths: [], isFlat: true },
  ],
])("a row shows %s", (_, work, { words, widths, isFlat }) => {
  const { html, text } = card({}, work);
  expect(text).toBe(`${words} AR Ana Reyes Writer · Portland`);
  const sizes = [...html.matchAll(/sizes="\(min-width: 48rem\) ([^"]*)"/g)];
  expect(sizes.map(([, size]) => size)).toEqual(widths);
  expect(/<div class="trio[^"]* flat"/.test(html)).toBe(isFlat);
  expect(/<div class="trio[^>]*style="--tone:#123456"/.test(html)).toBe(widths.length > 0);
  expect(html).not.toContain('loading="eager"');
  if (widths.length > 0) expect(card({ isFirst: true }, work).html).not.toContain('loading="lazy"');
});

test("a row in a list without work has a face, a name, a line, and something at its end", () => {
  const row = render(
    <PersonRow person={ana} end={<b>Undo</b>}>
      likes you back
    </PersonRow>,
  );
  expect(row.text).toBe("AR Ana Reyes likes you back Undo");
  expect(row.links).toEqual(["Ana Reyes: /profile/ana"]);
});

test("the small card links to the profile unless it's told otherwise, and fills the space that its pictures leave", () => {
  const mini = { ...ana, line: "Writer", title: "I write.", pictures: [pictureOf("1")] };
  const shown = (change: object, props: Partial<Parameters<typeof MiniCard>[0]> = {}) =>
    render(<MiniCard mini={{ ...mini, ...change }} {...props} />);
  const plain = shown({});
  expect(plain.text).toBe("I write. AR Ana Reyes Writer");
  expect(plain.links[0]).toMatch(/: \/profile\/ana$/);
  expect(plain.html).toMatch(
    /^<li class="mini[^"]*" style="--tone:#123456"><a href="[^"]*"><span class="clip">/,
  );
  expect(plain.html).not.toContain("mark");
  const duo = shown(
    { pictures: [pictureOf("1", 9, 16), pictureOf("2", 9, 16)] },
    { to: "/discover", as: "div", isCircled: true, isFirst: true },
  );
  expect(duo.text).toBe("AR Ana Reyes Writer");
  expect(duo.links[0]).toMatch(/: \/discover$/);
  expect(duo.html).toMatch(/^<div class="mini.*<span class="clip duo">.*<svg class="mark/);
  expect([plain, duo].map(({ html }) => [...new Set(html.match(/loading="\w+"/g))])).toEqual([
    ['loading="lazy"'],
    ['loading="eager"'],
  ]);
  expect(shown({ pictures: [pictureOf("1"), pictureOf("2")] }).html).not.toContain("duo");
  expect(shown({ pictures: [pictureOf("1", 9, 16)] }).html).not.toContain("duo");
  expect(shown({ pictures: [] }).html).toMatch(/^<li class="mini[^"]*"><a/);
});

test("a contributor's craft is their first service; a creator's is their role", () => {
  const services = ["Writer", "Editor"];
  expect(craftOf(personOf({ services }))).toBe("Writer");
  expect(craftOf(personOf())).toBe("Service Provider");
  expect(craftOf(personOf({ role: "creator", services }))).toBe("Hiring User");
});

const about = (change: Partial<PersonAbout>) =>
  render(<AboutPerson person={personOf(change)} from="/messages/c" />);
const reference = (name: string) => ({ name, ...pictureOf(`file-${name}`) });

test.each<[Partial<PersonAbout>, string, string[]]>([
  [{}, "About Ana No work or terms yet.", []],
  [{ name: "Cher" }, "About Cher No work or terms yet.", []],
  [
    { services: ["A", "B", "C", "D"], priceRange: "$50", project: { id: "p", title: "River" } },
    "About Ana Project River Services A, B, C +1 more Price $50",
    ["River: /projects/p"],
  ],
  [
    { role: "creator", services: ["Writer"], priceRange: "$50", brief: briefOf({ budget: "$500" }) },
    "About Ana Looking for Writer Budget $500",
    [],
  ],
  [{ role: "creator", priceRange: "$50" }, "About Ana No work or terms yet.", []],
  [
    {
      work: [sampleOf("1"), sampleOf("2", { picture: null })],
      brief: briefOf({ pictures: [reference("dusk")] }),
    },
    "Ana's work Work 1",
    ["Work 1: /view/sample/1?from=%2Fmessages%2Fc%23work-1"],
  ],
  [
    { role: "creator", brief: briefOf({ pictures: [reference("dusk"), reference("")] }) },
    "Ana's work dusk Reference 2",
    [
      "dusk: /view/reference/file-dusk?from=%2Fmessages%2Fc",
      "Reference 2: /view/reference/file-?from=%2Fmessages%2Fc",
    ],
  ],
])("next to a conversation, there's the other person's work and terms: %j", (change, words, links) => {
  const shown = about(change);
  expect(shown.text).toBe(words);
  expect(shown.links).toEqual(links);
  if (shown.html.includes("<source")) expect(shown.html).toContain('sizes="18.75rem"');
});

test("a conversation with a match says when they matched, and two things that they share", () => {
  const met = (shared: object, change: Partial<PersonAbout> = {}) =>
    render(
      <MetWords
        person={personOf({ matchedAt: "2026-11-29T12:00:00Z", match: matchOf(80, shared), ...change })}
      />,
      clock,
    ).text;
  const all = { styles: ["Cinematic", "Vlog"], tools: ["Figma"], services: ["Writer"] };
  expect(met(all)).toBe("You matched yesterday . You have Cinematic and Figma in common.");
  expect(met({ services: ["Writer"] })).toBe("You matched yesterday . You have Writer in common.");
  expect(met({})).toBe("You matched yesterday .");
  expect(met({}, { match: null })).toBe("You matched yesterday .");
  expect(met(all, { matchedAt: null })).toBe("");
});

test("a short list names three and counts the rest", () => {
  const list = (...items: string[]) => render(<ShortList label="Tools" items={items} />).text;
  expect([list(), list("A", "B", "C"), list("A", "B", "C", "D", "E")]).toEqual([
    "",
    "Tools A, B, C",
    "Tools A, B, C +2 more",
  ]);
});

test("the reasons for a score are listed, if there are any", () => {
  const shown = (reasons: string[]) => render(<MatchReasons match={{ percent: 80, reasons }} />).text;
  expect([shown([]), shown(["One", "Two"])]).toEqual(["", "Why 80% One Two"]);
});
