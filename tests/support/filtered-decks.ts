import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type DeckFilter, noFilter } from "~/features/discovery/deck-filter";
import { showDeck } from "~/features/discovery/showing.server";
import { swipe } from "~/features/discovery/swiping.server";
import { db } from "~/platform/db.server";
import { givePlan, makeCreator, type Person } from "./people";

let ids: Promise<Record<"services" | "tools" | "styles", Record<string, number>>> | undefined;

/** The IDs of the catalog's entries, by name. */
export function catalogIds() {
  const byName = (rows: { id: number; name: string }[]) =>
    Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  ids ??= Promise.all([db.service.findMany(), db.tool.findMany(), db.visualStyle.findMany()]).then(
    ([services, tools, styles]) => ({
      services: byName(services),
      tools: byName(tools),
      styles: byName(styles),
    }),
  );
  return ids;
}

/** A deck's filter, with catalog entries given by name. */
export type Asked = Partial<Omit<DeckFilter, "serviceId" | "toolIds" | "styleIds">> & {
  service?: string;
  tools?: string[];
  styles?: string[];
};

export async function show(viewer: Person, { service, tools = [], styles = [], ...rest }: Asked) {
  const known = await catalogIds();
  return showDeck(viewer, {
    ...noFilter,
    ...rest,
    serviceId: service === undefined ? null : (known.services[service] ?? null),
    toolIds: tools.map((name) => known.tools[name] ?? 0),
    styleIds: styles.map((name) => known.styles[name] ?? 0),
  });
}

export const choose = (actor: Person, targetId: string, liked = false) =>
  swipe(actor, { targetId, liked, key: randomUUID() });

/** Stores a creator on Agency, who may use advanced filters. */
export async function makePayingCreator(services: string[] = []): Promise<Person> {
  const creator = await makeCreator({ services });
  await givePlan(creator, "agency");
  return creator;
}

/**
 * Passes on every card, and returns the people in order. Before each Pass, checks that the deck counts exactly the
 * people who are left.
 */
export async function passAll(viewer: Person, asked: Asked): Promise<string[]> {
  const shown: string[] = [];
  const counts: number[] = [];
  for (;;) {
    const { cards, left, state } = await show(viewer, asked);
    const [top] = cards;
    counts.push(left?.people ?? -1);
    if (!top) {
      expect(state).toBe("none-fit");
      expect(counts).toEqual(shown.map((_, index) => shown.length - index).concat(0));
      return shown;
    }
    shown.push(top.personId);
    expect((await choose(viewer, top.personId)).ok).toBe(true);
  }
}

export const idsOf = (persons: Person[]) => persons.map(({ userId }) => userId).sort();

/**
 * Adds many approved contributors whose terms are given as SQL. Turns off triggers, which would overwrite the terms.
 */
export const listBulk = (count: number, terms: string, name = "Bulk") =>
  db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRawUnsafe(`
    WITH made AS (
      INSERT INTO users (email, password_hash) SELECT gen_random_uuid() || '@example.com', 'x' FROM generate_series(1, ${count})
      RETURNING id
    ), people AS (
      INSERT INTO profiles (id, full_name, user_type, completed_at) SELECT id, '${name}', 'contributor', now() FROM made RETURNING id
    ), vetted AS (
      INSERT INTO contributor_profiles (id, status) SELECT id, 'approved' FROM people RETURNING id
    ), listed AS (SELECT id, (${terms})::text[] AS terms FROM vetted)
    INSERT INTO person_listings (profile_id, user_type, changed_at, terms, since, price, traits)
    SELECT id, 'contributor', now(), terms, array_fill(now(), ARRAY[cardinality(terms)]), 0, '[[],[],[],null,"available",""]'
      FROM listed`),
  ]);
