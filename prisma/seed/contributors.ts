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
  const { faker, catalog } = all;
  const person = addPerson(all, account, profile);
  const { status } = skills;
  const portfolio = faker.datatype.boolean(0.7);
  all.add("contributor_profiles", {
    id: person.id,
    status,
    portfolio_url: portfolio ? `https://portfolio.example.com/${person.id.slice(0, 8)}` : null,
    rejection_reason: status === "rejected" ? faker.helpers.arrayElement(rejectionReasons) : null,
    submitted_at: person.completedAt,
    reviewed_at: status === "pending" ? null : new Date(person.completedAt.getTime() + 30 * 3_600_000),
    created_at: account.joinedAt,
    updated_at: person.completedAt,
  });
  for (const id of account.services)
    all.add("contributor_services", { contributor_id: person.id, service_id: id });
  for (const id of idsOf(catalog.tools, skills.tools))
    all.add("contributor_tools", { contributor_id: person.id, tool_id: id });
  for (const id of idsOf(catalog.styles, skills.styles)) {
    all.add("contributor_visual_styles", { contributor_id: person.id, visual_style_id: id });
  }
  if (status === "pending") {
    all.add("admin_notifications", {
      id: faker.string.uuid(),
      type: "contributor_approval",
      user_id: person.id,
      message: "New contributor account pending approval",
      status: "unread",
      created_at: person.completedAt,
      updated_at: person.completedAt,
    });
  }
  return person;
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
  addLinks(all, person, ["website", "behance", "instagram", "linkedin", "youtube"]);
  return person;
}

/** Returns those that creators can find. */
export function addContributors(all: Collection, counts: Record<Status, number>): Person[] {
  const add = (status: Status) => Array.from({ length: counts[status] }, () => addSomebody(all, status));
  add("pending");
  add("rejected");
  return add("approved");
}
