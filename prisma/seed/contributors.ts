import { type Account, addLinks, addPerson, type Person, type ProfileFields } from "./account.ts";
import { type Collection, idsOf } from "./collection.ts";
import { type Craft, crafts, proofs, rejectionReasons } from "./crafts.ts";
import { cities, niches } from "./niches.ts";

type Status = "pending" | "approved" | "rejected";

const levels = ["beginner", "intermediate", "advanced", "expert"] as const;
const yearsOf = { beginner: [1, 2], intermediate: [3, 5], advanced: [5, 9], expert: [9, 16] } as const;

function writeProfile(all: Collection, craft: Craft): ProfileFields {
  const { faker } = all;
  const level = faker.helpers.weightedArrayElement([
    { weight: 2, value: levels[0] },
    { weight: 4, value: levels[1] },
    { weight: 4, value: levels[2] },
    { weight: 2, value: levels[3] },
  ]);
  const [fewest, most] = yearsOf[level];
  const years = String(faker.number.int({ min: Math.max(2, fewest), max: most }));
  const niche = faker.helpers.arrayElement(niches).subject;
  const opening = faker.helpers
    .arrayElement(craft.openings)
    .replaceAll("{niche}", niche)
    .replaceAll("{years}", years);
  const [cheapest, dearest] = craft.rate;
  const step = (dearest - cheapest) / levels.length;
  const from =
    Math.round((cheapest + levels.indexOf(level) * step + faker.number.float({ min: -5, max: 5 })) / 5) * 5;
  return {
    bio: [opening, ...faker.helpers.arrayElements(proofs, { min: 1, max: 3 })].join(" "),
    location: faker.helpers.arrayElement(cities),
    experience: level,
    availability: faker.helpers.weightedArrayElement([
      { weight: 7, value: "available" },
      { weight: 2, value: "limited" },
      { weight: 1, value: "unavailable" },
    ]),
    goodAt: faker.helpers.arrayElements(craft.goodAt, { min: 1, max: 2 }).join("; "),
    priceRange: `$${from}–$${from + faker.helpers.arrayElement([10, 15, 20, 30])} per hour`,
    turnaround: faker.helpers.arrayElement(craft.turnaround),
  };
}

/** Vetting status, services, tools and styles. */
export function addContributor(
  all: Collection,
  account: Account,
  profile: ProfileFields,
  skills: { tools: string[]; styles: string[]; status: Status },
): Person {
  const { faker } = all;
  const { status, tools, styles } = skills;
  const handle = faker.string.alphanumeric({ length: 8, casing: "lower" });
  return addPerson(
    all,
    {
      ...account,
      role: {
        status,
        portfolio_url: faker.datatype.boolean(0.7) ? `https://portfolio.example.com/${handle}` : null,
        rejection_reason: faker.helpers.arrayElement(rejectionReasons),
        tools,
        visual_styles: styles,
      },
    },
    profile,
  );
}

function addSomebody(all: Collection, status: Status): Person {
  const { faker } = all;
  const craft = faker.helpers.weightedArrayElement(crafts.map((value) => ({ weight: value.share, value })));
  const services = [craft.service, ...faker.helpers.arrayElements(craft.also, { min: 1, max: 4 })];
  const days = status === "pending" ? { min: 0.1, max: 4 } : { min: 5, max: 300 };
  const account: Account = {
    fullName: all.newName(),
    userType: "contributor",
    plan: "free",
    joinedAt: all.daysAgo(faker.number.float(days)),
    services: idsOf(all.catalog.services, services),
  };
  const person = addContributor(all, account, writeProfile(all, craft), {
    tools: faker.helpers.arrayElements(craft.tools, { min: Math.min(2, craft.tools.length), max: 5 }),
    styles: faker.helpers.arrayElements(craft.styles, { min: Math.min(1, craft.styles.length), max: 4 }),
    status,
  });
  addLinks(all, person);
  return person;
}

/** Returns those that creators can find. */
export function addContributors(all: Collection, counts: Record<Status, number>): Person[] {
  const add = (status: Status) => Array.from({ length: counts[status] }, () => addSomebody(all, status));
  add("pending");
  add("rejected");
  return add("approved");
}
