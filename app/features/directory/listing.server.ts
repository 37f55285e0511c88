import { type Amount, priceLine } from "~/features/catalog/amount";
import { namesOf, type Service, startingWith } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { PictureView } from "~/features/media/media";
import { foremostViews, type SampleRow } from "~/features/portfolio/listing.server";
import { type FramedSample, framed } from "~/features/portfolio/sample";
import {
  findNewcomers,
  fits,
  type ListingQuery,
  listedPeople,
  mostScanned,
} from "~/features/profiles/listings.server";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { Prisma, readRows } from "~/platform/db.server";
import { findByIndex, findNewest } from "~/platform/newest.server";
import { fromReplica, laterFromReplica } from "~/platform/replica.server";
import { type DirectorySort, directoryCursorOf, mostMembers, readDirectoryCursor } from "./directory";

export interface ListedPerson {
  personId: string;
  name: string;
  avatarUrl: string | null;
  location: string;
  bio: string;
  availability: string;
  priceRange: string;
  /** The page's service first. */
  services: string[];
  /** Up to four, the cover first. */
  work: FramedSample[];
}

export interface DirectoryPage {
  people: ListedPerson[];
  /** The next page's `after`; null on the last page. */
  next: string | null;
}

/** Three rows of three on a desktop. */
const pageSize = 9;
const bioShown = 140;
const samplesShown = 4;

type Row = Pick<
  ListedPerson,
  "personId" | "avatarUrl" | "location" | "bio" | "availability" | "priceRange"
> & {
  fullName: string;
  amount: Amount | null;
  serviceIds: number[];
};

/**
 * $1 people's IDs, $2 characters of each bio, $3 samples of each. Returns a single JSON column, because the driver
 * spends time on each column.
 */
const peopleText = `
SELECT to_json(found) AS row FROM (
  SELECT (SELECT coalesce(json_agg(page ORDER BY page.place), '[]') FROM (
           SELECT one.place, p.id AS "personId", p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.location,
                  left(p.bio, $2) AS bio, p.availability, p.price_range AS "priceRange", l.traits::json -> 6 AS amount,
                  l.traits::json -> 0 AS "serviceIds"
             FROM unnest($1::uuid[]) WITH ORDINALITY AS one (id, place)
             JOIN profiles p ON p.id = one.id JOIN person_listings l ON l.profile_id = p.id) page) AS people,
         (SELECT coalesce(json_agg(own), '[]') FROM foremost_samples($1, $3) own) AS work) found`;

const queryOf = (serviceId: number | null): ListingQuery => ({
  wanted: "contributor",
  terms: serviceId === null ? [] : [`s${serviceId}`],
  services: [],
  price: null,
});

const isShownTo = (viewer: { userId: string } | null, person: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM findable_in_search(${viewer?.userId ?? null}::uuid, ${person}))`;

/** SQL for people who have a picture of their work, or who don't. */
const hasCover = (is: boolean) =>
  is ? Prisma.sql`l.terms @> '{c}'::text[]` : Prisma.sql`NOT l.terms @> '{c}'::text[]`;

/**
 * A page of one part of the order: people with a picture of their work (`part` is true), without one (false), or all
 * (null). `next` is the listing number below which the following page begins. Pass on `isRare` from an earlier part:
 * few people fit, so the index finds them without a scan.
 */
async function findPage(
  viewer: { userId: string } | null,
  serviceId: number | null,
  page: { part: boolean | null; below: number | null; most: number; isRare?: boolean },
) {
  const { part, below, most } = page;
  const query = queryOf(serviceId);
  const search = {
    listings: listedPeople(query),
    fits: part === null ? fits(query) : Prisma.sql`${fits(query)} AND ${hasCover(part)}`,
    mayShow: isShownTo(viewer, Prisma.sql`l.id`),
    below,
    most: most + 1,
    enough: most + 1,
    scanned: mostScanned,
  };
  const { found, further, isRare } = await fromReplica(async () =>
    page.isRare ? { ...(await findByIndex(search)), isRare: true } : findNewest(search),
  );
  const ids = found.slice(0, most).map(({ id }) => id);
  return { ids, next: found.length > most ? (found[most - 1]?.number ?? null) : further, isRare };
}

/**
 * Approved contributors the viewer may find, nine a page. A page has fewer if the scan reached its limit because
 * many are hidden.
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
  const start = readDirectoryCursor(after);
  const below = start?.number ?? null;
  const isFirstPart = sort === "work" && (start?.hasCover ?? true);
  const first = await findPage(viewer, serviceId, {
    part: sort === "work" ? isFirstPart : null,
    below,
    most: pageSize,
  });
  const left = pageSize - first.ids.length;
  let end = first.next === null ? null : directoryCursorOf({ hasCover: isFirstPart, number: first.next });
  let ids = first.ids;
  // People without a picture follow those with one.
  if (isFirstPart && first.next === null) {
    const rest = { part: false, below: null, most: Math.max(left, 1), isRare: first.isRare };
    const second = await findPage(viewer, serviceId, rest);
    ids = [...ids, ...second.ids.slice(0, left)];
    const number = left === 0 && second.ids.length > 0 ? aboveAll : second.next;
    end = number === null ? null : directoryCursorOf({ hasCover: false, number });
  }
  const { people, work, servicesOf } = await readPeople(ids, samplesShown, serviceId);
  return {
    people: people.map(({ fullName, serviceIds, amount, priceRange, ...row }) => ({
      ...row,
      services: servicesOf(row.personId, serviceIds),
      name: shownName(fullName, "contributor"),
      priceRange: priceLine({ amount, priceRange }),
      bio: shortened(row.bio, bioShown),
      work: (work.get(row.personId) ?? []).map(framed),
    })),
    next: end,
  };
}

/**
 * In the order of `ids`, with up to `samples` of each. `servicesOf` starts with the page's service and the one that the
 * cover shows.
 */
async function readPeople(ids: readonly string[], samples: number, serviceId: number | null) {
  const [[listed], { byId }] = await Promise.all([
    fromReplica(() =>
      readRows<{ row: { people: Row[]; work: SampleRow[] } }>("directory-people", peopleText, [
        ids,
        bioShown + 1,
        samples,
      ]),
    ),
    listCatalog(),
  ]);
  const work = await foremostViews(listed?.row.work ?? []);
  const own = serviceId === null ? null : byId.services[serviceId];
  const servicesOf = (personId: string, serviceIds: readonly number[]) =>
    startingWith(namesOf(serviceIds, byId.services), [own, work.get(personId)?.[0]?.service]);
  return { people: listed?.row.people ?? [], work, servicesOf };
}

export interface PersonWithWork {
  personId: string;
  name: string;
  avatarUrl: string | null;
  /** The person's first service: the one asked for, or what their cover shows. */
  craft: string | null;
  /** Two at most, the cover first. */
  pictures: [PictureView, ...PictureView[]];
}

/**
 * The newest contributors with a picture of their work, among those the viewer may find.
 * @param serviceId a service that they must offer; null for any
 */
export async function listWork(
  viewer: { userId: string } | null,
  most: number,
  serviceId: number | null = null,
): Promise<PersonWithWork[]> {
  const { ids } = await findPage(viewer, serviceId, { part: true, below: null, most });
  const { people, work, servicesOf } = await readPeople(ids, 3, serviceId);
  return people.flatMap(({ personId, fullName, avatarUrl, serviceIds }) => {
    const pictures = (work.get(personId) ?? []).flatMap(({ picture }) => picture ?? []);
    // They're shown small, so the narrowest width is enough, and only the cover gives its card a tone.
    const [cover, other] = pictures.map((picture, index) => ({
      ...picture,
      widths: picture.widths.slice(0, 1),
      tone: index === 0 ? picture.tone : null,
    }));
    const [craft = null] = servicesOf(personId, serviceIds);
    const name = shownName(fullName, "contributor");
    return cover ? [{ personId, name, avatarUrl, craft, pictures: other ? [cover, other] : [cover] }] : [];
  });
}

export interface Counts {
  /** Creators and contributors with a complete profile, up to `mostMembers` + 1. */
  members: number;
  /** Contributors guests can find; at most `mostScanned` are counted. */
  contributors: number;
  /** How many contributors offer each service, most frequent first. Among equals, creative services come first. */
  services: { name: string; people: number }[];
}

/** $1 how many of the newest contributors to look at, $2 how many members to count. */
const countsText = `
WITH shown AS MATERIALIZED (
  SELECT l.traits FROM person_listings l
   WHERE l.user_type = 'contributor' AND EXISTS (SELECT FROM findable_in_search(NULL::uuid, l.profile_id))
   ORDER BY l.number DESC LIMIT $1)
SELECT (SELECT count(*)::int FROM shown) AS contributors,
       (SELECT coalesce(json_object_agg(id, people), '{}') FROM (
          SELECT offered.id, count(*) AS people
            FROM shown, json_array_elements_text(shown.traits::json -> 0) offered (id) GROUP BY offered.id) one) AS services,
       (SELECT count(*)::int FROM (
          SELECT FROM person_listings l WHERE EXISTS (SELECT FROM reachable(NULL::uuid, l.profile_id)) LIMIT $2) member) AS members`;

/** The numbers that public pages show about the directory. */
export async function countListed(): Promise<Counts> {
  const [[row], { services }] = await Promise.all([
    fromReplica(() =>
      readRows<Omit<Counts, "services"> & { services: Record<number, number> }>(
        "directory-counts",
        countsText,
        [mostScanned, mostMembers + 1],
      ),
    ),
    listCatalog(),
  ]);
  const { members = 0, contributors = 0, services: counts = {} } = row ?? {};
  const people = (id: number) => counts[id] ?? 0;
  const isSought = ({ needCategory }: Service) => Number(needCategory === "creative");
  return {
    members,
    contributors,
    services: services
      .toSorted((one, other) => people(other.id) - people(one.id) || isSought(other) - isSought(one))
      .map(({ id, name }) => ({ name, people: people(id) })),
  };
}

/** Higher than any listing number. */
const aboveAll = Number.MAX_SAFE_INTEGER;

/**
 * How many listing numbers one part of the sitemap covers. A sitemap may have 50,000 URLs, and numbers are never
 * reused, so a part never has more.
 */
const numbersPerPart = 50_000;

/** $1 is the number of listing numbers per part. Finds the parts that have listings, with one index probe each. */
const partsText = `
WITH RECURSIVE part (number) AS (
  SELECT min(number) / $1::bigint FROM person_listings WHERE user_type = 'contributor'
  UNION ALL
  SELECT (SELECT min(l.number) / $1 FROM person_listings l
           WHERE l.user_type = 'contributor' AND l.number >= (part.number + 1) * $1)
    FROM part WHERE part.number IS NOT NULL)
SELECT number::int FROM part WHERE number IS NOT NULL`;

/** The numbers of the sitemap's parts, ascending, for `listIndexed`. A part may turn out to be empty. */
export async function listParts(): Promise<number[]> {
  const rows = await fromReplica(() =>
    readRows<{ number: number }>("directory-parts", partsText, [numbersPerPart]),
  );
  return rows.map(({ number }) => number);
}

/** Listings above number $1 and below $2. */
const indexedText = `
SELECT l.number, p.id, p.updated_at
  FROM (SELECT number, profile_id FROM person_listings
         WHERE user_type = 'contributor' AND number > $1 AND number < $2
         ORDER BY number LIMIT 2000) l
  LEFT JOIN LATERAL (
    SELECT p.id, p.updated_at FROM profiles p
     WHERE p.id = l.profile_id AND EXISTS (SELECT FROM findable_in_search(NULL::uuid, p.id)) OFFSET 0) p ON true
 ORDER BY l.number`;

type Indexed = { number: string; id: string | null; updated_at: Date };

/** Everyone in one part of the sitemap, in listing order. Reads the next batch when it's needed. */
export function listIndexed(part: number): AsyncGenerator<{ id: string; changed: Date }> {
  const read = laterFromReplica((after: bigint, end: bigint) =>
    readRows<Indexed>("directory-indexed", indexedText, [after.toString(), end.toString()]),
  );
  return readIndexed(part, read);
}

async function* readIndexed(part: number, read: (after: bigint, end: bigint) => Promise<Indexed[]>) {
  let after = BigInt(part) * BigInt(numbersPerPart) - 1n;
  const end = after + 1n + BigInt(numbersPerPart);
  for (;;) {
    const rows = await read(after, end);
    for (const { id, updated_at } of rows) if (id) yield { id, changed: updated_at };
    const last = rows.at(-1);
    if (!last) return;
    after = BigInt(last.number);
  }
}

type NewContributor = Pick<ListedPerson, "personId" | "name" | "services">;

/**
 * For a saved search: contributors in the viewer's directory who were listed since `after`, newest first, without the
 * viewer. `isMore`: there may be others.
 * @param serviceId null for any service
 */
export async function findNewContributors(
  viewer: { userId: string },
  serviceId: number | null,
  after: string,
): Promise<{ people: NewContributor[]; isMore: boolean }> {
  const mayShow = Prisma.sql`${isShownTo(viewer, Prisma.sql`p.id`)} AND p.id <> ${viewer.userId}::uuid`;
  const [{ people, isMore }, { byId }] = await Promise.all([
    findNewcomers(queryOf(serviceId), after, mayShow),
    listCatalog(),
  ]);
  return {
    people: people.map(({ id, full_name, service_ids }) => ({
      personId: id,
      name: shownName(full_name, "contributor"),
      services: namesOf(startingWith(service_ids, [serviceId]), byId.services),
    })),
    isMore,
  };
}
