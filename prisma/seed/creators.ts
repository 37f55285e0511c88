import {
  type Account,
  addLinks,
  addPerson,
  addUse,
  type Person,
  type Plan,
  type ProfileFields,
} from "./account.ts";
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

/** Weighted toward common services, so that the demo's decks are not empty. */
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
  addLinks(all, person, ["youtube", "instagram", "twitter", "website"]);
  return { ...person, show };
}

export function addCreators(all: Collection, count: number): Creator[] {
  return Array.from({ length: count }, () => addSomebody(all));
}

const lifeOf: Record<Plan, number | null> = { free: 14, pay_per_post: 30, pro: null, agency: null };

export type Brief = {
  title: string;
  description: string;
  status?: string;
  createdAt: Date;
  services: number[];
};

/** Counted on the owner's plan. */
export function addProject(all: Collection, owner: Person, brief: Brief): string {
  const { faker, catalog } = all;
  const id = faker.string.uuid();
  const life = lifeOf[owner.plan];
  const budget = faker.helpers.arrayElement(catalog.budgetTypes);
  const amounts: Record<string, string> = {
    "Hourly Rate": "$40–$60 per hour",
    "Monthly Retainer": "$1,200–$1,800 a month",
    "Per Deliverable": "$150–$300 for each piece",
    "Revenue Share": "10% of what the series earns in its first year, with a floor",
  };
  all.add("project_briefs", {
    id,
    creator_id: owner.id,
    title: brief.title,
    description: brief.description,
    budget_type_id: budget.id,
    budget_details:
      amounts[budget.name] ?? faker.helpers.arrayElement(["$600 in total", "$1,500 in total, half up front"]),
    deliverables: faker.helpers.arrayElement([
      "Four finished pieces with project files",
      "One pilot, then a weekly piece",
      "Source files and exports for every platform",
    ]),
    start_date: faker.datatype.boolean()
      ? all
          .daysAgo(-faker.number.int({ min: 5, max: 40 }))
          .toISOString()
          .slice(0, 10)
      : null,
    timeline: faker.helpers.arrayElement([
      "Two weeks",
      "One month",
      "Ongoing, weekly",
      "Before the end of the quarter",
    ]),
    is_ongoing: faker.datatype.boolean(0.4),
    brand_link: faker.datatype.boolean(0.4) ? `https://show.example.com/${id.slice(0, 8)}` : null,
    status: brief.status ?? "open",
    expires_at: life === null ? null : new Date(brief.createdAt.getTime() + life * 86_400_000),
    created_at: brief.createdAt,
    updated_at: brief.createdAt,
  });
  const project = { project_id: id };
  for (const service of brief.services)
    all.add("project_brief_services", { ...project, service_id: service });
  for (const tool of faker.helpers.arrayElements(catalog.tools, { min: 1, max: 4 }))
    all.add("project_brief_tools", { ...project, tool_id: tool.id });
  for (const style of faker.helpers.arrayElements(catalog.styles, { min: 1, max: 2 })) {
    all.add("project_brief_visual_styles", { ...project, visual_style_id: style.id });
  }
  addUse(all, owner.id, "post", id, brief.createdAt);
  return id;
}
