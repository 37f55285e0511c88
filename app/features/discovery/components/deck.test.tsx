import type { ComponentProps } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadParts } from "~/ui/late-part";
import { personOf, sampleOf } from "../../../../tests/support/cards";
import { changesBetween, outline, outlineOf } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { type DeckFilter, noFilter } from "../deck-filter";
import { Deck, type DeckProps } from "./deck";
import { SwipeForm } from "./swipe-form";

beforeAll(() => loadParts(["EmptyDeck"]));

const props: DeckProps = {
  ...{ personId: "me", isContributor: false, state: "showing", cards: [personOf()], left: null },
  ...{ swipes: { used: 3, limit: 10 }, swipesReset: "They reset at midnight.", undoable: null },
  ...{ filter: noFilter, here: "/discover" },
};
const deck = (change: Partial<DeckProps> = {}) => outline(<Deck {...props} {...change} />);
const changed = (change: Partial<DeckProps>) => changesBetween(deck(), deck(change));

const service: DeckFilter = { ...noFilter, serviceId: 3 };
const token = "{type=hidden, name=targetId, value=ana} {type=hidden, name=key, value=key}";
const undo = (person: string) => `[(Undo last swipe)]{name=undo, ${person}}`;
const unused = undo("value, formaction=/discover/undo, disabled");
const usable = undo("value=bo, formaction=/discover/undo");
const swipe = (undoing: string, fields = token) =>
  `form{action=/discover/swipe} ${fields} [ Pass ]{name=choice, value=pass} ${undoing} [ Like ]{name=choice, value=like}`;
const alone = (filter = "") =>
  `form{action=/discover/undo} {type=hidden, name=undo, value=bo}${filter} [ Undo last swipe]{pending=Undoing...}`;
const waiting = (undoing: string) =>
  `form{action=/discover/swipe} {type=hidden, name=targetId, value} {type=hidden, name=key, value} [ Pass ]{name=choice, value=pass, disabled} ${undoing} [ Like ]{name=choice, value=like, disabled}`;
const card = ["article{aria-label=Ana Reyes}", "Service Provider", "AR"];
const count = "7 of 10 swipes left today";

test("the deck shows the top card, its buttons, and how many swipes are left", () => {
  expect(deck()).toEqual([
    "section{aria-label=Recommended for you, tabindex=-1}",
    "p{role=status}",
    ...card,
    "h2{tabindex=-1} [Ana Reyes](/profile/ana)",
    "Service Provider · Available now",
    swipe(unused),
    "section{aria-label=More about Ana Reyes}",
    count,
  ]);
});

const none = [
  ...card.map((line) => `- ${line}`),
  "- h2{tabindex=-1} [Ana Reyes](/profile/ana)",
  "- Service Provider · Available now",
  `- ${swipe(unused)}`,
  "- section{aria-label=More about Ana Reyes}",
];
const seen = [
  "+ (/pictures/styles/documentary.avif) (/pictures/styles/aesthetic-reels.avif)",
  "+ You've seen everyone",
  "+ No creators available right now. New people show up here as they join, and people you passed on may come back after 30 days.",
  "+ [View Matches](/matches)",
];

test.each<[string, Partial<DeckProps>, string[]]>([
  ["only the first card", { cards: [personOf(), personOf({ personId: "bo", name: "Bo" })] }, []],
  ["a swipe that can be undone", { undoable: "bo" }, [`- ${swipe(unused)}`, `+ ${swipe(usable)}`]],
  [
    "the filter in the form and the card's link",
    { filter: service },
    [
      "- h2{tabindex=-1} [Ana Reyes](/profile/ana)",
      `- ${swipe(unused)}`,
      "+ h2{tabindex=-1} [Ana Reyes](/profile/ana?deck=%3Fservice%3D3)",
      `+ ${swipe(unused, `${token} {type=hidden, name=filter, value=?service=3}`)}`,
    ],
  ],
  ["no filter if there's only a place in the list", { filter: { ...noFilter, from: 7 } }, []],
  [
    "work that returns to the deck's page",
    { here: "/discover?service=3", cards: [personOf({ work: [sampleOf("1")] })] },
    [
      "+ [(/media/1/640.webp) (Work 1) ](/view/sample/1?from=%2Fdiscover%3Fservice%3D3%23deck)",
      "+ Ana Reyes's work",
      "+ [(/media/1/640.webp) Work 1 ](/view/sample/1?from=%2Fdiscover%3Fservice%3D3%23deck)",
    ],
  ],
  [
    "actions on the person, and words next to the count",
    { actionsFor: ({ name }) => <b>Save {name}</b>, children: <a href="/filters">Filters</a> },
    ["+ Save Ana Reyes", "+ [Filters](/filters)"],
  ],
  [
    "that it's the last swipe",
    { swipes: { used: 9, limit: 10 } },
    [`- ${count}`, "+ 1 of 10 swipes left today · This is your last swipe today. They reset at midnight."],
  ],
  ["no count without a limit", { swipes: { used: 3, limit: null } }, [`- ${count}`]],
  [
    "the limit instead of the buttons",
    { swipes: { used: 10, limit: 10 } },
    [
      `- ${swipe(unused)}`,
      `- ${count}`,
      "+ Swipe Limit Reached",
      "+ You've used all 10 of today's swipes. They reset at midnight.",
      "+ [See Pricing Options](/pricing?from=%2F) [Continue with Limitations](/matches)",
      "+ 0 of 10 swipes left today",
    ],
  ],
  [
    "Undo at the limit",
    { swipes: { used: 10, limit: 10 }, undoable: "bo", filter: service },
    [
      "- h2{tabindex=-1} [Ana Reyes](/profile/ana)",
      `- ${swipe(unused)}`,
      `- ${count}`,
      "+ h2{tabindex=-1} [Ana Reyes](/profile/ana?deck=%3Fservice%3D3)",
      "+ Swipe Limit Reached",
      "+ You've used all 10 of today's swipes. They reset at midnight.",
      "+ [See Pricing Options](/pricing?from=%2F) [Continue with Limitations](/matches)",
      `+ ${alone(" {type=hidden, name=filter, value=?service=3}")}`,
      "+ 0 of 10 swipes left today",
    ],
  ],
  [
    "that the next card loads",
    { cards: [], undoable: "bo" },
    [...none, "+ Loading service providers...", `+ ${waiting(usable)}`],
  ],
  [
    "that the next card loads for a contributor, with nothing to undo",
    { cards: [], isContributor: true },
    [...none, "+ Loading creators...", `+ ${waiting(unused)}`],
  ],
  ["why it's empty", { state: "empty", cards: [], isContributor: true }, [...none, ...seen]],
  [
    "Undo when it's empty",
    { state: "empty", cards: [], isContributor: true, undoable: "bo" },
    [...none, ...seen, `+ ${alone()}`],
  ],
  [
    "where to keep looking",
    {
      ...{ state: "searching", cards: [], filter: service },
      left: { people: 0, isMore: false, looked: 1_000, further: 7 },
    },
    [
      ...none,
      "+ Keep looking?",
      "+ No service providers fit so far. We looked at the newest 1,000 people.",
      "+ [Keep looking](/discover?service=3&from=7) [Clear filters](/discover)",
    ],
  ],
])("the deck shows %s", (_, change, lines) => {
  expect(changed(change)).toEqual(lines);
});

test("without script, a profile's form names no keys and has no Undo; a Like that may be a match can't be sent twice", () => {
  const form = (change: Partial<ComponentProps<typeof SwipeForm>>) => {
    const { html } = render(<SwipeForm targetId="ana" swipeKey="key" filter="" {...change} />);
    return [...outlineOf(html), ...[...html.matchAll(/data-cap="([^"]*)"/g)].map(([, cap]) => cap)];
  };
  expect(form({})).toEqual([
    `form{action=/discover/swipe} ${token} [ Pass ]{name=choice, value=pass} [ Like ]{name=choice, value=like}`,
  ]);
  expect(form({ isWaiting: true, undoable: null, onChoose: () => {} })).toEqual([
    swipe(unused).replace("Like ]{", "Like ]{aria-disabled=true, "),
    "←",
    "→",
  ]);
});
