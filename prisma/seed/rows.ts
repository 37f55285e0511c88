import { createHash } from "node:crypto";
import type pg from "pg";
import { type NewPerson, storePeople } from "../people.ts";
import { insertRows, type Row } from "./insert.ts";

/** In foreign-key order. */
const tables = [
  ...["media", "work_samples", "profile_links", "user_usage", "usage_ledger"],
  ...["project_briefs", "project_brief_services", "project_brief_tools", "project_brief_visual_styles"],
  ...["project_drafts", "brief_files", "project_applications", "project_invitations", "project_events"],
  ...["swipes", "matches", "saved_contributors", "saved_lists", "saved_list_items"],
  ...["conversations", "conversation_participants", "messages"],
  ...["member_days", "notifications"],
  ...["referral_codes", "mailed_invitations", "referrals", "boosts", "saved_searches"],
  ...["payments", "refund_requests", "refund_parts", "contact_messages"],
  ...["warnings", "suspensions", "report_cases", "reports", "appeals"],
] as const;

type Table = (typeof tables)[number];
type Catalog = "services" | "tools" | "visual_styles" | "budget_types";

const day = 86_400_000;

/** The demo's rows, which are stored together at the end. */
export class Rows {
  readonly #people: NewPerson[] = [];
  readonly #rows = new Map<Table, Row[]>(tables.map((table) => [table, []]));

  /** @param now what `daysAgo` counts from */
  constructor(
    readonly now: Date,
    private readonly catalog: Record<Catalog, Map<string, number>>,
  ) {}

  at(daysAgo: number): Date {
    return new Date(this.now.getTime() - daysAgo * day);
  }

  dateAt(daysAgo: number): string {
    return this.at(daysAgo).toISOString().slice(0, 10);
  }

  /** @throws for a name that the catalog doesn't have */
  idIn(catalog: Catalog, name: string): number {
    const id = this.catalog[catalog].get(name);
    if (id === undefined) throw new Error(`The catalog has no ${name}.`);
    return id;
  }

  addPerson(person: NewPerson): void {
    this.#people.push(person);
  }

  /** All rows of a table have the same columns. */
  add(table: Table, row: Row): void {
    this.#rows.get(table)?.push(row);
  }

  async store(client: pg.Client): Promise<void> {
    // Lists show people in the order they joined in.
    this.#people.sort((one, other) => Number(one.completed_at) - Number(other.completed_at));
    await storePeople((text, values) => client.query(text, values), this.#people);
    for (const table of tables) {
      const rows = this.#rows.get(table) ?? [];
      // Inserts each table's rows in order of time, because sequences number them as they're inserted.
      rows.sort((one, other) => Number(one.created_at ?? 0) - Number(other.created_at ?? 0));
      await insertRows(client, table, rows);
    }
  }
}

/** An ID made from the given names, so that it's the same at every start. */
export function idOf(...names: string[]): string {
  const text = createHash("sha256").update(names.join("\n")).digest("hex");
  const parts = [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, `8${text.slice(17, 20)}`];
  return [...parts, text.slice(20, 32)].join("-");
}

export const personId = (key: string) => idOf("person", key);
export const briefId = (key: string) => idOf("brief", key);

/** The catalog's IDs, by name. */
export async function readCatalog(client: pg.Client): Promise<Record<Catalog, Map<string, number>>> {
  const read = async (table: Catalog) => {
    const { rows } = await client.query<{ id: number; name: string }>(`SELECT id, name FROM ${table}`);
    return new Map(rows.map(({ id, name }) => [name, id]));
  };
  return {
    services: await read("services"),
    tools: await read("tools"),
    visual_styles: await read("visual_styles"),
    budget_types: await read("budget_types"),
  };
}

/** The ledger row for one use of a plan. */
export function addUse(
  rows: Rows,
  personKey: string,
  kind: "message" | "post" | "save" | "match",
  subjectId: string,
  { at, key = subjectId }: { at: Date; key?: string },
): void {
  rows.add("usage_ledger", {
    user_id: personId(personKey),
    kind,
    amount: 1,
    key: `seed:${key}`,
    subject_id: subjectId,
    created_at: at,
  });
}
