import { type Account, addLinks, addPerson, type Person, type Plan, type ProfileFields } from "./account.ts";
import type { Collection } from "./collection.ts";
import { crafts } from "./crafts.ts";
import { cities, creatorOpenings, creatorWishes, niches } from "./niches.ts";

export type Taste = { contentTypes: string[]; tones: string[]; styles: string[]; tools: string[] };
export type Creator = Person & { show: string };

const kinds: Record<string, string> = {
  YouTube: "channel",
  Instagram: "feed",
  TikTok: "daily short",
  Podcast: "podcast",
  Blog: "blog",
  Newsletter: "newsletter",
};

/** Content types, styles, services needed. */
export function addCreator(all: Collection, account: Account, profile: ProfileFields, taste: Taste): Person {
  const { contentTypes, tones, styles, tools } = taste;
  const role = { content_types: contentTypes, brand_tones: tones, visual_styles: styles, tools };
  return addPerson(all, { ...account, role }, profile);
}

/** Prefers common services, so the demo's decks aren't empty. */
function pickNeeds(all: Collection): number[] {
  const { faker, catalog } = all;
  const shares = new Map(crafts.map((craft) => [craft.service, craft.share]));
  const weighted = catalog.services
    .filter(({ need_category }) => need_category)
    .map(({ id, name }) => ({ weight: shares.get(name) ?? 1, value: id }));
  const wanted = faker.number.int({ min: 2, max: 4 });
  const needs = new Set<number>();
  while (needs.size < wanted) needs.add(faker.helpers.weightedArrayElement(weighted));
  return [...needs];
}

function addSomebody(all: Collection): Creator {
  const { faker, catalog } = all;
  const niche = faker.helpers.arrayElement(niches);
  const show = faker.helpers.arrayElement(niche.shows);
  const contentTypes = faker.helpers.arrayElements(Object.keys(kinds), { min: 1, max: 3 });
  const opening = faker.helpers
    .arrayElement(creatorOpenings)
    .replaceAll("{show}", show)
    .replaceAll("{subject}", niche.subject)
    .replaceAll("{type}", kinds[contentTypes[0] ?? ""] ?? "show");
  const plan: Plan = faker.helpers.weightedArrayElement([
    { weight: 84, value: "free" },
    { weight: 6, value: "pay_per_post" },
    { weight: 8, value: "pro" },
    { weight: 2, value: "agency" },
  ]);
  const account: Account = {
    fullName: all.newName(),
    userType: "creator",
    plan,
    joinedAt: all.daysAgo(faker.number.float({ min: 15, max: 300 })),
    services: pickNeeds(all),
  };
  const forCreators = (list: { name: string; for_creators: boolean }[]) =>
    list.filter((entry) => entry.for_creators).map(({ name }) => name);
  const person = addCreator(
    all,
    account,
    {
      bio: [opening, ...faker.helpers.arrayElements(creatorWishes, { min: 1, max: 2 })].join(" "),
      currentProject: faker.helpers.arrayElement(niche.projects),
      location: faker.helpers.arrayElement(cities),
      experience: faker.helpers.arrayElement(["beginner", "intermediate", "advanced", "expert"]),
      availability: faker.helpers.arrayElement(["available", "available", "available", "limited"]),
      priceRange: faker.helpers.arrayElement([
        "$25–$40 per hour",
        "$40–$60 per hour",
        "$60–$90 per hour",
        "$300 a video",
        "",
      ]),
    },
    {
      contentTypes,
      tones: faker.helpers.arrayElements(catalog.tones, { min: 1, max: 3 }).map(({ name }) => name),
      styles: faker.helpers.arrayElements(forCreators(catalog.styles), { min: 1, max: 3 }),
      tools: faker.helpers.arrayElements(forCreators(catalog.tools), { min: 2, max: 5 }),
    },
  );
  addLinks(all, person);
  return { ...person, show };
}

export function addCreators(all: Collection, count: number): Creator[] {
  return Array.from({ length: count }, () => addSomebody(all));
}
