import type { NewPerson } from "../people.ts";
import type { Collection } from "./collection.ts";

export type Plan = "free" | "pay_per_post" | "pro" | "agency";

export type Person = {
  id: string;
  fullName: string;
  plan: Plan;
  services: number[];
  completedAt: Date;
};

export type ProfileFields = {
  bio: string;
  currentProject?: string;
  location: string;
  experience: string | null;
  availability: string;
  styleDescription?: string;
  otherTools?: string;
  goodAt?: string;
  priceRange?: string;
  turnaround?: string;
};

export type Account = {
  fullName: string;
  email?: string;
  userType: "creator" | "contributor";
  isAdmin?: boolean;
  plan: Plan;
  joinedAt: Date;
  services: number[];
  /** Columns that depend on the role. */
  role?: NewPerson;
};

function emailOf(fullName: string): string {
  const plain = fullName
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z ]/g, "");
  return `${plain.trim().replace(/ +/g, ".")}@example.com`;
}

/** Adds an account with its profile and plan. Usage is counted once everything is stored. */
export function addPerson(all: Collection, account: Account, profile: ProfileFields): Person {
  const { fullName, userType, plan, services, joinedAt } = account;
  const id = all.faker.string.uuid();
  const completedAt = new Date(joinedAt.getTime() + all.faker.number.int({ min: 4, max: 50 }) * 60_000);
  const serviceNames = new Map(all.catalog.services.map((service) => [service.id, service.name]));
  const started = plan === "free" ? 0 : all.faker.number.int({ min: 1, max: 20 });
  all.addPerson({
    id,
    email: account.email ?? emailOf(fullName),
    password_hash: all.passwordHash,
    full_name: fullName,
    user_type: userType,
    is_admin: account.isAdmin,
    plan,
    plan_start: all.daysAgo(started),
    plan_end: all.daysAgo(plan === "free" ? -14 : started - 30),
    joined_at: joinedAt,
    completed_at: completedAt,
    bio: profile.bio,
    current_project: profile.currentProject,
    location: profile.location,
    experience_level: profile.experience,
    availability: profile.availability,
    style_description: profile.styleDescription,
    other_tools: profile.otherTools,
    projects_good_at: profile.goodAt,
    price_range: profile.priceRange,
    turnaround_time: profile.turnaround,
    services: services.map((service) => serviceNames.get(service)),
    ...account.role,
    reviewed_at: new Date(completedAt.getTime() + 30 * 3_600_000),
  });
  all.add("user_usage", { user_id: id, last_swipe_reset: all.daysAgo(0).toISOString().slice(0, 10) });
  return { id, fullName, plan, services, completedAt };
}

/** The ledger row for one use. Pass a `key` if several uses are about the same subject. */
export function addUse(
  all: Collection,
  userId: string,
  kind: "message" | "post" | "save" | "match",
  subjectId: string,
  at: Date,
  key = subjectId,
): void {
  all.add("usage_ledger", {
    user_id: userId,
    kind,
    amount: 1,
    key: `seed:${key}`,
    subject_id: subjectId,
    created_at: at,
  });
}

/**
 * Gives about half of the people links to domains that no one owns. Links to networks would lead to strangers' pages.
 */
export function addLinks(all: Collection, person: Person): void {
  const { faker } = all;
  const handle = person.fullName
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  if (faker.datatype.boolean())
    all.add("profile_links", { profile_id: person.id, key: "website", url: `https://${handle}.example.com` });
}
