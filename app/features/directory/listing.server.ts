import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { type CoverView, coverViewOf } from "~/features/portfolio/cover";
import { foremostOf, foremostViews, type SampleRow } from "~/features/portfolio/listing.server";
import { shownName } from "~/features/profiles/profile";
import { readRows } from "~/platform/db.server";
import {
  type DirectoryCursor,
  type DirectorySort,
  directoryCursorOf,
  readDirectoryCursor,
} from "./directory";

export interface ListedPerson {
  personId: string;
  name: string;
  avatarUrl: string | null;
  location: string;
  bio: string;
  availability: string;
  priceRange: string;
  /** The page's first. */
  services: string[];
  cover: CoverView;
}

export interface DirectoryPage {
  people: ListedPerson[];
  /** For `after`; null on the last page. */
  next: string | null;
}

const pageSize = 12;
const bioShown = 140;
/** Of listings a page: hidden ones among them make a page shorter, never slow. */
const mostWalked = 500;

type Row = {
  person_id: string;
  has_cover: boolean;
  seq: string;
  full_name: string;
  avatar_url: string | null;
  location: string;
  bio: string;
  availability: string;
  price_range: string;
  service_ids: number[];
  style_ids: number[];
};

/** $1 service, $2 and $3 the row before. The first page starts above all numbers. */
const walks: Record<DirectorySort, { after: string; order: string }> = {
  work: { after: "(has_cover, seq) < ($2::boolean, $3::bigint)", order: "has_cover DESC, seq DESC" },
  new: { after: "seq < $3::bigint AND $2::boolean IS NOT NULL", order: "seq DESC" },
};
const top: DirectoryCursor = { hasCover: true, seq: "9223372036854775807" };

const walked = (sort: DirectorySort) => `
  SELECT profile_id, has_cover, seq FROM profile_listings
   WHERE user_type = 'contributor' AND service_id = $1 AND ${walks[sort].after}
   ORDER BY ${walks[sort].order}`;

/**
 * $4 viewer, null for a guest. OFFSET 0 makes PostgreSQL check people in order until enough pass, instead of joining all
 * first. One JSON column, because the driver parses columns one by one.
 */
const pageText = (sort: DirectorySort) => `
WITH page AS MATERIALIZED (
  SELECT person.*, l.has_cover, l.seq
    FROM (${walked(sort)} LIMIT ${mostWalked}) l
   CROSS JOIN LATERAL (
     SELECT p.id AS person_id, p.full_name, p.avatar_url, p.location, left(p.bio, ${bioShown + 1}) AS bio,
            p.availability, p.price_range, t.service_ids, t.traits::json -> 1 AS style_ids
       FROM profiles p JOIN trait_listings t ON t.profile_id = p.id
      WHERE p.id = l.profile_id AND EXISTS (SELECT FROM findable_in_search($4::uuid, p.id))
     OFFSET 0) person
   ORDER BY ${walks[sort].order} LIMIT ${pageSize + 1})
SELECT to_json(found) AS row FROM (
  SELECT (SELECT coalesce(json_agg(page), '[]') FROM page) AS people,
         ${foremostOf("ARRAY(SELECT person_id FROM page)", 1)} AS work) found`;
const pageTexts = { work: pageText("work"), new: pageText("new") };

const beyondTexts = {
  work: `${walked("work")} OFFSET ${mostWalked - 1} LIMIT 1`,
  new: `${walked("new")} OFFSET ${mostWalked - 1} LIMIT 1`,
};

/**
 * Approved contributors whom the viewer may find, twelve a page.
 * @param viewer null for a guest
 * @param serviceId null for any service
 * @param after the previous page's `next`
 */
export async function listContributors(
  viewer: { userId: string } | null,
  serviceId: number | null,
  sort: DirectorySort,
  after: string | null,
): Promise<DirectoryPage> {
  const { hasCover, seq } = readDirectoryCursor(after) ?? top;
  const start = [serviceId ?? 0, hasCover, seq];
  const [[found], { byId }] = await Promise.all([
    readRows<{ row: { people: Row[]; work: SampleRow[] } }>(`directory-by-${sort}`, pageTexts[sort], [
      ...start,
      viewer?.userId ?? null,
    ]),
    listCatalog(),
  ]);
  const rows = found?.row.people ?? [];
  const work = await foremostViews(found?.row.work ?? []);
  const shown = rows.slice(0, pageSize);
  return {
    people: shown.map((row) => ({
      personId: row.person_id,
      name: shownName(row.full_name, "contributor"),
      avatarUrl: row.avatar_url,
      location: row.location,
      bio: shortened(row.bio),
      availability: row.availability,
      priceRange: row.price_range,
      services: namesOf(ledBy(row.service_ids, serviceId), byId.services),
      cover: coverViewOf(row.person_id, row.style_ids, work.get(row.person_id)),
    })),
    next: rows.length > pageSize ? cursorOf(shown.at(-1)) : await nextBeyond(sort, start),
  };
}

/** Where the next page begins if more listings were walked than people found. */
async function nextBeyond(sort: DirectorySort, start: unknown[]): Promise<string | null> {
  const [last] = await readRows<{ has_cover: boolean; seq: string }>(
    `directory-beyond-${sort}`,
    beyondTexts[sort],
    start,
  );
  return cursorOf(last);
}

const cursorOf = (row: Pick<Row, "has_cover" | "seq"> | undefined) =>
  row ? directoryCursorOf({ hasCover: row.has_cover, seq: String(row.seq) }) : null;

/** Services of a person, the page's first. */
const ledBy = (ids: readonly number[], first: number | null) =>
  first === null ? ids : [first, ...ids.filter((id) => id !== first)];

/** Cuts a truncated text at its last whole word. */
function shortened(bio: string): string {
  if (bio.length <= bioShown) return bio;
  const end = bio.lastIndexOf(" ");
  return `${bio.slice(0, end > 0 ? end : bioShown)}…`;
}

/** Of listings: numbers grow with each, so a part never has more people than numbers. */
const peopleAPart = 50_000;

/** The parts of the list that have listings; one probe of the index for each. */
const partsText = `
WITH RECURSIVE part (number) AS (
  SELECT min(seq) / ${peopleAPart} FROM profile_listings WHERE user_type = 'contributor' AND service_id = 0
  UNION ALL
  SELECT (SELECT min(seq) / ${peopleAPart} FROM profile_listings
           WHERE user_type = 'contributor' AND service_id = 0 AND seq >= (part.number + 1) * ${peopleAPart})
    FROM part WHERE part.number IS NOT NULL)
SELECT number::int FROM part WHERE number IS NOT NULL`;

/** The numbers of the parts for `listIndexed`, ascending; some may turn out to be empty. */
export async function listParts(): Promise<number[]> {
  const rows = await readRows<{ number: number }>("directory-parts", partsText, []);
  return rows.map(({ number }) => number);
}

/** $1 after this number, $2 below that one. */
const indexedText = `
SELECT l.seq, p.id, p.updated_at
  FROM (SELECT seq, profile_id FROM profile_listings
         WHERE user_type = 'contributor' AND service_id = 0 AND seq > $1 AND seq < $2
         ORDER BY seq LIMIT 2000) l
  LEFT JOIN LATERAL (
    SELECT p.id, p.updated_at FROM profiles p
     WHERE p.id = l.profile_id AND EXISTS (SELECT FROM findable_in_search(NULL::uuid, p.id)) OFFSET 0) p ON true
 ORDER BY l.seq`;

/** For search engines: everyone of one part, in batches, as the reader takes them. */
export async function* listIndexed(part: number): AsyncGenerator<{ id: string; changed: Date }> {
  let after = BigInt(part) * BigInt(peopleAPart) - 1n;
  const end = after + 1n + BigInt(peopleAPart);
  for (;;) {
    const rows = await readRows<{ seq: string; id: string | null; updated_at: Date }>(
      "directory-indexed",
      indexedText,
      [after.toString(), end.toString()],
    );
    for (const { id, updated_at } of rows) if (id) yield { id, changed: updated_at };
    const last = rows.at(-1);
    if (!last) return;
    after = BigInt(last.seq);
  }
}

/** The newest. */
const mostFound = 200;

interface NewContributor {
  personId: string;
  name: string;
  /** The searched one first. */
  services: string[];
}

/** The number of the latest listing. */
export async function newestContributor(): Promise<bigint> {
  const [row] = await readRows<{ number: string | null }>(
    "directory-newest",
    "SELECT max(seq) AS number FROM profile_listings WHERE user_type = 'contributor' AND service_id = 0",
    [],
  );
  return BigInt(row?.number ?? 0);
}

/**
 * The newest contributors whom the directory shows to a viewer and who were first listed after a number, latest first,
 * without the viewer. `isMore`: there may be others; `upTo`: where the next search begins, without them.
 * @param serviceId null for any service
 */
export async function findNewContributors(
  viewer: { userId: string },
  serviceId: number | null,
  after: bigint,
): Promise<{ people: NewContributor[]; isMore: boolean; upTo: bigint }> {
  const [[row], { byId }] = await Promise.all([
    readRows<{ people: FoundRow[]; is_more: boolean; up_to: string }>("directory-new", newText, [
      serviceId ?? 0,
      after.toString(),
      viewer.userId,
    ]),
    listCatalog(),
  ]);
  const people = (row?.people ?? []).map(({ person_id, full_name, service_ids }) => ({
    personId: person_id,
    name: shownName(full_name, "contributor"),
    services: namesOf(ledBy(service_ids, serviceId), byId.services),
  }));
  return { people, isMore: row?.is_more === true, upTo: BigInt(row?.up_to ?? after) };
}

type FoundRow = { person_id: string; full_name: string; service_ids: number[] };

/**
 * $1 service, $2 number, $3 viewer. Numbers are in the order of commits, so that no one is missed. Walks the primary
 * key of the listings, as the order 'new' of the directory does.
 */
const newText = `
WITH fresh AS MATERIALIZED (
  SELECT seq, profile_id FROM profile_listings
   WHERE user_type = 'contributor' AND service_id = $1 AND seq > $2::bigint AND coalesce(first_seq, seq) > $2::bigint
   ORDER BY seq DESC LIMIT ${mostFound}
), found AS (
  SELECT person.*, fresh.seq FROM fresh CROSS JOIN LATERAL (
    SELECT p.id AS person_id, p.full_name, t.service_ids
      FROM profiles p JOIN trait_listings t ON t.profile_id = p.id
     WHERE p.id = fresh.profile_id AND p.id <> $3::uuid AND EXISTS (SELECT FROM findable_in_search($3::uuid, p.id))
    OFFSET 0) person
)
SELECT (SELECT coalesce(json_agg(found ORDER BY seq DESC), '[]') FROM found) AS people,
       (SELECT count(*) FROM fresh) = ${mostFound} AS is_more,
       greatest((SELECT max(seq) FROM profile_listings WHERE user_type = 'contributor' AND service_id = $1), $2::bigint) AS up_to`;
