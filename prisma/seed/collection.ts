import { base, en, type Faker, Faker as Generator } from "@faker-js/faker";
import type pg from "pg";
import { type NewPerson, storePeople } from "../people.ts";
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
  ...["profile_links", "user_usage", "usage_ledger"],
  ...["project_briefs", "project_brief_services", "project_brief_tools", "project_brief_visual_styles"],
  ...["project_applications", "project_invitations", "project_events"],
  ...["swipes", "matches", "deck_cards", "saved_contributors", "saved_lists", "saved_list_items"],
  ...["conversations", "conversation_participants", "messages"],
  "member_days",
  ...["referral_codes", "mailed_invitations", "referrals", "boosts", "saved_searches"],
  ...["warnings", "report_cases", "reports", "appeals"],
] as const;

type Table = (typeof tables)[number];

/** Generated rows, the same for the same seed, which are stored together at the end. */
export type Collection = {
  faker: Faker;
  catalog: Catalog;
  passwordHash: string;
  daysAgo(days: number): Date;
  addPerson(person: NewPerson): void;
  add(table: Table, row: Row): void;
  /** Different on every call. */
  newName(): string;
  store(client: pg.Client): Promise<void>;
};

/** @param now base of all timestamps */
export function startCollection(catalog: Catalog, passwordHash: string, now: Date): Collection {
  const faker = new Generator({ locale: [en, base], seed: 20_261_121 });
  const rows = new Map<Table, Row[]>(tables.map((table) => [table, []]));
  const people: NewPerson[] = [];
  const taken = new Set<string>();
  return {
    faker,
    catalog,
    passwordHash,
    daysAgo: (days) => new Date(now.getTime() - days * 86_400_000),
    addPerson: (person) => people.push(person),
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
      await storePeople((text, values) => client.query(text, values), people);
      // Their numbers must follow the order in time.
      for (const table of ["project_briefs", "project_events", "usage_ledger"] as const)
        rows.get(table)?.sort((one, other) => Number(one.created_at) - Number(other.created_at));
      for (const table of tables) await insertRows(client, table, rows.get(table) ?? []);
    },
  };
}

/** IDs by name. Throws for an unknown name. */
export function idsOf(list: Named[], names: string[]): number[] {
  return names.map((name) => {
    const found = list.find((entry) => entry.name === name);
    if (!found) throw new Error(`The catalog has no ${name}`);
    return found.id;
  });
}
