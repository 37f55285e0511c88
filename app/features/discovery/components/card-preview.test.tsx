import { expect, test } from "vitest";
import type { Catalog } from "~/features/catalog/catalog";
import type { Choices } from "~/features/profiles/builder";
import { noAnswers, type ProfileAnswers } from "~/features/profiles/profile";
import type { UserType } from "~/features/profiles/user-type";
import { personOf } from "../../../../tests/support/cards";
import { outline } from "../../../../tests/support/outline";
import { CardPreview, cardOf, previewOf } from "./card-preview";

const stored = personOf({
  ...{ location: "Portland", bio: "I write.", availability: "limited", priceRange: "$50 per hour" },
  ...{ services: ["Writing"], tools: ["Docs"] },
});
const group = (...labels: string[]) => [
  { legend: "", choices: labels.map((label) => ({ value: label.toLowerCase(), label })) },
];
/** How the preview differs from the stored card. */
const typed = (fields: [string, string][], choices: Choices = {}) => {
  const values = new FormData();
  for (const [name, value] of fields) values.append(name, value);
  const card = cardOf(values, stored, choices);
  return Object.fromEntries(
    Object.entries(card).filter(([key, value]) => value !== stored[key as keyof typeof stored]),
  );
};

test.each<[string, [string, string][], Choices, object]>([
  ["nothing that the step doesn't ask for", [], {}, {}],
  [
    "what was typed, without spaces around it",
    [
      ["name", " Bo "],
      ["bio", " I cut. "],
      ["location", " Salem "],
      ["availability", "unavailable"],
    ],
    {},
    { name: "Bo", bio: "I cut.", location: "Salem", availability: "unavailable" },
  ],
  [
    "what stands in for an empty name and availability",
    [
      ["name", " "],
      ["bio", ""],
      ["location", ""],
      ["availability", ""],
    ],
    {},
    { name: "Your name", bio: "", location: "", availability: "available" },
  ],
  [
    "a price",
    [
      ["priceFrom", "65"],
      ["priceTo", "85"],
      ["priceUnit", "day"],
      ["priceNote", "Depends"],
    ],
    {},
    { priceRange: "$65–$85 per day" },
  ],
  [
    "a price in words",
    [
      ["priceFrom", ""],
      ["priceNote", "Depends on the length"],
    ],
    {},
    { priceRange: "Depends on the length" },
  ],
  [
    "no price while it can't be read",
    [
      ["priceFrom", "lots"],
      ["priceUnit", "week"],
    ],
    {},
    { priceRange: "" },
  ],
  [
    "the services that are checked, in their order",
    [
      ["servicesOffered", "sound"],
      ["servicesOffered", "editing"],
    ],
    { servicesOffered: [...group("Editing", "Color"), ...group("Sound")] },
    { services: ["Editing", "Sound"] },
  ],
  [
    "a creator's services of both kinds, and tools",
    [
      ["strategicServices", "growth"],
      ["creativeServices", "editing"],
      ["tools", "figma"],
    ],
    { creativeServices: group("Editing"), strategicServices: group("Growth"), tools: group("Figma", "Docs") },
    { services: ["Editing", "Growth"], tools: ["Figma"] },
  ],
  ["no tools if none is checked", [], { tools: group("Figma") }, { tools: [] }],
])("the preview changes %s", (_, fields, choices, card) => {
  expect(typed(fields, choices)).toEqual(card);
});

test("a draft's card has what's been answered so far", () => {
  const byId = {
    services: { 1: "Editing", 2: "Growth" },
    tools: { 3: "Figma" },
  } as unknown as Catalog["byId"];
  const drafted = (userType: UserType, answers: Partial<ProfileAnswers>) =>
    previewOf("draft", userType, { ...noAnswers, ...answers }, { byId } as Catalog);
  const { services, tools, ...empty } = personOf({ key: "draft", personId: "draft", name: "Your name" });
  const { matchedAt: _, project: __, ...card } = empty;
  expect(drafted("contributor", {})).toEqual({ ...card, services, tools });
  const answers: Partial<ProfileAnswers> = {
    ...{ name: "Bo", bio: "I cut.", location: "Salem", availability: "limited", tools: [3, 9] },
    ...{ servicesOffered: [1], creativeServices: [2], priceFrom: "50", priceUnit: "hour" },
  };
  const filled = {
    ...card,
    ...{ name: "Bo", bio: "I cut.", location: "Salem", availability: "limited", tools: ["Figma"] },
    priceRange: "$50 per hour",
  };
  expect(drafted("contributor", answers)).toEqual({ ...filled, services: ["Editing"] });
  expect(drafted("creator", answers)).toEqual({ ...filled, role: "creator", services: ["Growth"] });
});

test("without script, there's no preview, because it couldn't follow the form", () => {
  expect(outline(<CardPreview formId="profile" stored={stored} choices={{}} />)).toEqual([]);
});
