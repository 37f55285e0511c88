import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { briefOf, matchOf, personOf, pictureOf, sampleOf } from "../../../../tests/support/cards";
import { render } from "../../../../tests/support/rendering";
import { BesideCard, type DeckCard, DeckCardFace } from "./deck-card-face";

const face = (change: Partial<DeckCard>) =>
  render(<DeckCardFace card={personOf(change)} filter="?service=3" here="/discover" />);
const beside = (change: Partial<DeckCard>) => render(<BesideCard card={personOf(change)} here="/discover" />);

const upright = (id: string) => sampleOf(id, { picture: pictureOf(id, 900, 1600) });
const reference = (name: string) => ({ name, ...pictureOf(name) });
const work = (id: string) => `Work ${id}: /view/sample/${id}?from=%2Fdiscover%23deck`;
const profile = "Ana Reyes: /profile/ana?deck=%3Fservice%3D3";

test.each<[string, Partial<DeckCard>, string]>([
  ["nothing but a name", {}, "Service Provider AR Ana Reyes Service Provider · Available now"],
  [
    "a contributor's terms",
    {
      location: "Portland",
      availability: "limited",
      priceRange: "$50 per hour",
      services: ["Writer"],
      bio: "I write.",
    },
    "Writer I write. AR Ana Reyes Portland · Limited availability Writer $50 per hour",
  ],
  [
    "an availability from before there were choices",
    { availability: "Mondays", tools: ["Figma"] },
    "Service Provider AR Ana Reyes Service Provider · Mondays Figma",
  ],
  [
    "a creator's budget and brief, instead of a price and an availability",
    {
      ...{ role: "creator", services: ["Writer"], priceRange: "$50 per hour", bio: "I film." },
      brief: briefOf({ description: "Six films.", budget: "$500" }),
    },
    "Open brief River series Six films. AR Ana Reyes Looking for Writer $500 · 1 open brief",
  ],
  [
    "how many briefs there are",
    { role: "creator", brief: briefOf({ count: 2 }) },
    "Open brief River series AR Ana Reyes Hiring User 2 open briefs",
  ],
  [
    "that they like the viewer, and have priority",
    { likesYou: true, hasPriority: true },
    "Likes you Priority Service Provider AR Ana Reyes Service Provider · Available now",
  ],
  [
    "two reasons for the match",
    { match: matchOf(91, {}, ["2 of 3 services", "Cinematic", "Budget fits"]) },
    "Service Provider AR 91% match 2 of 3 services · Cinematic Ana Reyes Service Provider · Available now 2 of 3 services · Cinematic",
  ],
])("a card shows %s", (_, change, words) => {
  expect(face(change).text).toBe(words);
});

test.each<[string, Partial<DeckCard>, string, boolean, string[]]>([
  [
    "a wide picture above the words",
    { work: [sampleOf("1")] },
    "Work 1 Service Provider AR",
    false,
    [work("1")],
  ],
  [
    "a wide picture above two others",
    { work: ["1", "2", "3", "4"].map((id) => sampleOf(id)) },
    "Work 1 Work 2 Work 3 AR",
    false,
    [work("1"), work("2"), work("3")],
  ],
  ["an upright picture alone", { work: [upright("1"), sampleOf("2")] }, "Work 1 AR", true, [work("1")]],
  [
    "a creator's references before their own work",
    { role: "creator", work: [sampleOf("1")], brief: briefOf({ pictures: [reference("dusk.jpg")] }) },
    "Dusk Open brief River series AR",
    false,
    ["Dusk: /view/reference/dusk.jpg?from=%2Fdiscover%23deck", "Open brief River series: /projects/brief"],
  ],
  [
    "a sound, which has a waveform",
    { work: [sampleOf("1", { kind: "audio", picture: null })] },
    "Work 1",
    false,
    [work("1")],
  ],
  [
    "words, if there's nothing to see",
    { work: [sampleOf("1", { kind: "pdf", picture: null })] },
    "Service Provider AR",
    false,
    [],
  ],
])("a card leads with %s", (_, change, words, isOver, links) => {
  const shown = face(change);
  expect(shown.text).toMatch(new RegExp(`^${words}`));
  expect(shown.links).toEqual([...links, profile]);
  expect(/<div class="in-card[^"]* over"/.test(shown.html)).toBe(isOver);
  // The work is what's looked at first, so none of it waits.
  expect(shown.html).not.toContain('loading="lazy"');
  expect(shown.html.match(/style="--tone:#123456"/g)?.length ?? 0).toBe(/<img/.test(shown.html) ? 1 : 0);
});

test("the first picture is as wide as the card, and each below it half as wide", () => {
  const { html } = face({ work: [sampleOf("1"), sampleOf("2"), sampleOf("3")] });
  expect([...html.matchAll(/sizes="([^"]*)"/g)].map(([, sizes]) => sizes)).toEqual([
    "(min-width: 64rem) 400px, 92vw",
    "46vw",
    "46vw",
  ]);
});

test.each<[Partial<DeckCard>, string[]]>([
  [{}, []],
  [{ services: ["A"], tools: ["T"] }, ["chip: A"]],
  [{ services: ["A", "B"] }, ["chip: A", "chip: B"]],
  [{ services: ["A", "B", "C"] }, ["chip: A", "chip: B", "chip x3: C", "plus few: +1 more"]],
  [
    { services: ["A", "B", "C", "D", "E"], match: matchOf(80, { services: ["D", "B"] }) },
    [
      "chip on: B (fits)",
      "chip on: D (fits)",
      "chip x3: A",
      "plus full: +2 more",
      "plus few, hidden: +3 more",
    ],
  ],
  [{ tools: ["T", "U"], match: matchOf(80, { tools: ["U"] }) }, ["chip on: U (fits)", "chip: T"]],
  [{ role: "creator", services: ["A"] }, ["plus want, hidden: Looking for", "chip: A"]],
  [{ role: "creator", tools: ["T"] }, ["chip: T"]],
])(
  "services or tools that fit come first, and what's cut off is counted once for screen readers: %j",
  (change, items) => {
    const { html } = face(change);
    const shown = [...html.matchAll(/<li class="([^"]*)"( aria-hidden="true")?>(.*?)<\/li>/g)].map(
      ([, name, isHidden, inside = ""]) =>
        `${name}${isHidden ? ", hidden" : ""}: ${inside.replace(/<svg.*?<\/svg>|<[^>]*>/g, "").trim()}`,
    );
    expect(shown).toEqual(items);
    expect(/class="svc" aria-label="([^"]*)"/.exec(html)?.[1]).toBe(
      items.length === 0
        ? undefined
        : !change.services
          ? "Tools"
          : change.role === "creator"
            ? "Looking for"
            : "Services",
    );
  },
);

test.each<[string, Partial<DeckCard>, string, string[]]>([
  ["nothing", {}, "", []],
  [
    "all of the work again, if the card has shown all of it",
    { work: [sampleOf("1"), sampleOf("2")] },
    "Ana Reyes's work Work 1 Work 2",
    ["1", "2"],
  ],
  [
    "the rest of the work",
    { work: ["1", "2", "3"].map((id) => sampleOf(id)) },
    "Ana Reyes's work Work 3",
    ["3"],
  ],
  [
    "what an upright picture leaves out",
    { work: [upright("1"), sampleOf("2")] },
    "Ana Reyes's work Work 2",
    ["2"],
  ],
  [
    "at most four more pieces",
    { work: ["1", "2", "3", "4", "5", "6", "7"].map((id) => sampleOf(id)) },
    "Ana Reyes's work Work 3 Work 4 Work 5 Work 6",
    ["3", "4", "5", "6"],
  ],
  [
    "no work yet, if only the face has arrived",
    { isFace: true, work: [sampleOf("1")], bio: "I cut." },
    "About I cut.",
    [],
  ],
  ["the reasons", { match: matchOf(80, {}, ["One", "Two", "Three"]) }, "Why 80% One Two Three", []],
])("beside the card, there's %s", (_, change, words, ids) => {
  const { text, links } = beside(change);
  expect(text).toBe(words);
  expect(links).toEqual(ids.map(work));
});

test("beside a creator's card, there's their brief, then other references, then their own work", () => {
  const brief = briefOf({ pictures: ["a.jpg", "b.jpg", "c.jpg"].map(reference) });
  const pdf = sampleOf("2", { kind: "pdf", picture: null });
  const shown = beside({ role: "creator", work: [sampleOf("1"), pdf], brief });
  expect(shown.text).toBe("Open brief River series References C Ana Reyes's work Work 1");
  expect(shown.links).toEqual([
    "River series: /projects/brief",
    "C: /view/reference/c.jpg?from=%2Fdiscover%23deck",
    work("1"),
  ]);

  const few = { ...brief, pictures: [reference("a.jpg")] };
  const rest = { ...few, count: 3, budget: "$500", description: "Six films." };
  expect(beside({ role: "creator", brief: rest, work: [sampleOf("1")] }).text).toBe(
    "3 open briefs River series $500 Six films. Ana Reyes's work Work 1",
  );
  // The references are all on the card, and there's no work, so they're shown again, without a second ID.
  const again = beside({ role: "creator", brief: few });
  expect(again.text).toBe("Open brief River series References A");
  expect(again.html).not.toContain('id="');
});

test("with Save-Data, the pictures have their titles, and none is loaded", () => {
  const { html, text } = render(
    <SavesDataContext.Provider value>
      <DeckCardFace card={personOf({ work: [sampleOf("1")] })} filter="" here="/discover" />
    </SavesDataContext.Provider>,
  );
  expect(html).not.toContain("<img");
  expect(html).toContain("<b>Work 1</b>");
  expect(text).toMatch(/^Work 1 /);
});
