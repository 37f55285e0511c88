import { base, en, type Faker, Faker as Generator } from "@faker-js/faker";
import type pg from "pg";
import { insertRows, type Row } from "./insert.ts";

export type Named = { id: number; name: string };
export type Catalog = {
  services: (Named & { need_category: string | null })[];
  tools: (Named & { for_creators: boolean })[];
  styles: (Named & { for_creators: boolean })[];
  contentTypes: Named[];
  tones: Named[];
  budgetTypes: Named[];
  tiers: Named[];
};

/** In foreign-key order. */
const tables = [
  ...["users", "profiles", "profile_links", "creator_profiles", "contributor_profiles"],
  ...[
    "creator_content_types",
    "creator_brand_tones",
    "creator_visual_styles",
    "creator_tools",
    "creator_services_needed",
  ],
  ...["contributor_services", "contributor_tools", "contributor_visual_styles", "profile_listings"],
  ...["user_subscriptions", "user_usage", "usage_ledger", "admin_notifications"],
  ...["project_briefs", "project_brief_services", "project_brief_tools", "project_brief_visual_styles"],
  ...["project_applications", "swipes", "matches", "deck_cards", "saved_contributors"],
  ...["conversations", "conversation_participants", "messages"],
] as const;

type Table = (typeof tables)[number];

/** Generated rows, deterministic for a seed, stored together at the end. */
export type Collection = {
  faker: Faker;
  catalog: Catalog;
  passwordHash: string;
  daysAgo(days: number): Date;
  add(table: Table, row: Row): void;
  /** Different on every call. */
  newName(): string;
  store(client: pg.Client): Promise<void>;
};

/** @param now base of all timestamps */
export function startCollection(catalog: Catalog, passwordHash: string, now: Date): Collection {
  const faker = new Generator({ locale: [en, base], seed: 20_261_121 });
  const rows = new Map<Table, Row[]>(tables.map((table) => [table, []]));
  const taken = new Set<string>();
  return {
    faker,
    catalog,
    passwordHash,
    daysAgo: (days) => new Date(now.getTime() - days * 86_400_000),
    add: (table, row) => rows.get(table)?.push(row),
    newName() {
      for (;;) {
        const name = `${faker.person.firstName()} ${faker.person.lastName()}`;
        if (taken.has(name)) continue;
        taken.add(name);
        return name;
      }
    },
    async store(client) {
      for (const table of tables) await insertRows(client, table, rows.get(table) ?? []);
    },
  };
}

/** By name; throws for an unknown one. */
export function idsOf(list: Named[], names: string[]): number[] {
  return names.map((name) => {
    const found = list.find((entry) => entry.name === name);
    if (!found) throw new Error(`The catalog has no ${name}`);
    return found.id;
  });
}
