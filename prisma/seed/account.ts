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
};

function emailOf(fullName: string): string {
  const plain = fullName
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z ]/g, "");
  return `${plain.trim().replace(/ +/g, ".")}@example.com`;
}

/** Usage is counted once everything is stored. */
export function addPerson(all: Collection, account: Account, profile: ProfileFields): Person {
  const id = all.faker.string.uuid();
  const email = account.email ?? emailOf(account.fullName);
  const joined = account.joinedAt;
  const completedAt = new Date(joined.getTime() + all.faker.number.int({ min: 4, max: 50 }) * 60_000);
  all.add("users", {
    id,
    email,
    password_hash: all.passwordHash,
    is_admin: account.isAdmin ?? false,
    created_at: joined,
    updated_at: joined,
  });
  all.add("profiles", {
    id,
    full_name: account.fullName,
    bio: profile.bio,
    current_project: profile.currentProject ?? "",
    user_type: account.userType,
    location: profile.location,
    experience_level: profile.experience,
    availability: profile.availability,
    style_description: profile.styleDescription ?? "",
    other_tools: profile.otherTools ?? "",
    projects_good_at: profile.goodAt ?? "",
    price_range: profile.priceRange ?? "",
    turnaround_time: profile.turnaround ?? "",
    completed_at: completedAt,
    created_at: joined,
    updated_at: completedAt,
  });
  addPlan(all, id, email, account.plan);
  return { id, fullName: account.fullName, plan: account.plan, services: account.services, completedAt };
}

function addPlan(all: Collection, userId: string, email: string, plan: Plan): void {
  const tier = all.catalog.tiers.find(({ name }) => name === plan);
  const started = plan === "free" ? 0 : all.faker.number.int({ min: 1, max: 20 });
  all.add("user_subscriptions", {
    id: all.faker.string.uuid(),
    user_id: userId,
    email,
    plan_type: plan,
    tier_id: tier?.id,
    status: "active",
    current_period_start: all.daysAgo(started),
    current_period_end: all.daysAgo(plan === "free" ? -14 : started - 30),
    created_at: all.daysAgo(started),
    updated_at: all.daysAgo(started),
  });
  all.add("user_usage", { user_id: userId, last_swipe_reset: all.daysAgo(0).toISOString().slice(0, 10) });
}

/** The ledger's text for one use. */
export function addUse(
  all: Collection,
  userId: string,
  kind: "message" | "post" | "save" | "match",
  subjectId: string,
  at: Date,
): void {
  all.add("usage_ledger", {
    user_id: userId,
    kind,
    amount: 1,
    key: `seed:${subjectId}`,
    subject_id: subjectId,
    created_at: at,
  });
}

/** For about half of the people, on domains that belong to nobody. */
export function addLinks(all: Collection, person: Person, keys: string[]): void {
  const { faker } = all;
  const handle = person.fullName
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  for (const key of faker.helpers.arrayElements(keys, { min: 0, max: Math.min(3, keys.length) })) {
    const url = key === "website" ? `https://${handle}.example.com` : `https://${key}.example.com/${handle}`;
    all.add("profile_links", { profile_id: person.id, key, url });
  }
}
