import { type AmountUnit, unitNumbers } from "~/features/catalog/amount";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { hasProFeatures, type PlanName } from "~/features/plans/plan";
import {
  findNewcomers,
  fits,
  type ListingQuery,
  listedPeople,
  mostScanned,
} from "~/features/profiles/listings.server";
import { shownName } from "~/features/profiles/profile";
import { db, isAmong, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { findNewest } from "~/platform/newest.server";
import { type DeckFilter, deckLevels, isAdvanced, markStep } from "./deck-filter";
import { cardsShown, type FoundPerson, type FoundRow, foundPerson } from "./filling.server";
import type { Traits } from "./score";

export type DeckViewer = {
  traits: Traits;
  plan: PlanName;
  swipes: number;
  swipesPerDay: number;
  undoable: string | null;
};

type SearchingViewer = DeckViewer & { placeWords: string[]; isComplete: boolean };

/** $1 viewer, $2 their time zone, $3 the filter's place. */
const viewerText = `
SELECT own.traits, swiping.*, place_words($3) AS "placeWords", EXISTS (SELECT FROM complete_profile($1)) AS "isComplete"
  FROM compared_traits($1) own CROSS JOIN swiping_of($1, $2) swiping`;

export async function readSearchingViewer(
  userId: string,
  timeZone: string,
  { place }: DeckFilter,
): Promise<SearchingViewer> {
  const [row] = await readRows<SearchingViewer>("discovery-viewer", viewerText, [userId, timeZone, place]);
  if (!row) throw new Error("a live session has no profile");
  return row;
}

const mayUseAdvanced = (viewer: DeckViewer) =>
  viewer.traits.userType === "contributor" || hasProFeatures(viewer.plan);

/**
 * Translates a filter into a query for listings. A creator without advanced filters is limited to the
 * service. For a creator, the price is a maximum, and for a contributor a minimum. Null if no part of the
 * filter applies.
 */
export function queryOf(viewer: SearchingViewer, filter: DeckFilter): ListingQuery | null {
  const { serviceId, toolIds, styleIds, level, availability } = filter;
  const isCreator = viewer.traits.userType === "creator";
  const advanced = [
    ...toolIds.map((id) => `t${id}`),
    ...styleIds.map((id) => `v${id}`),
    ...(level === null ? [] : [`l${deckLevels.indexOf(level)}`]),
    ...(availability === null ? [] : [availability === "available" ? "a1" : "a0"]),
    ...viewer.placeWords.map((word) => `w${word}`),
  ];
  const isAllowed = mayUseAdvanced(viewer);
  const terms = [...(serviceId === null ? [] : [`s${serviceId}`]), ...(isAllowed ? advanced : [])];
  const price = isAllowed && filter.price !== null ? boundsOf(filter.per, filter.price, isCreator) : null;
  if (terms.length === 0 && !price) return null;
  return {
    wanted: isCreator ? "contributor" : "creator",
    terms,
    // Not needed if the filter asks for one of the viewer's own services: everyone who fits has it.
    services: viewer.traits.serviceIds.includes(serviceId ?? 0)
      ? []
      : viewer.traits.serviceIds.map((id) => `s${id}`),
    price,
  };
}

/** The index stores prices in whole dollars, so an amount with cents also needs an exact comparison at the `edge`. */
function boundsOf(per: AmountUnit, cents: number, isCreator: boolean): ListingQuery["price"] {
  const unit = unitNumbers[per] * markStep;
  const whole = isCreator ? Math.ceil(cents / 100) : Math.floor(cents / 100);
  const edge =
    cents % 100 === 0 ? null : { mark: unit + whole, ...(isCreator ? { most: cents } : { least: cents }) };
  return isCreator
    ? { from: unit, to: unit + whole, edge }
    : { from: unit + whole, to: unit + markStep - 1, edge };
}

/** Counting stops here. */
export const mostCounted = 50;
/** How many cards at the top of the stored deck are checked: undone cards, and people who like the viewer. */
const mostOnTop = 100;

/** `position` is the person's place on top of the stored deck; null for everyone else. */
export type Fitting = FoundPerson & { position: number | null };

export interface FoundPeople {
  people: Fitting[];
  /** How many listings have been scanned. */
  looked: number;
  /** The listing number below which the next view continues; null if all listings have been scanned. */
  further: number | null;
}

/**
 * Finds people who fit and who may be shown to the viewer: those on top of the stored deck, and up to
 * `mostCounted` + 1 of the newest others.
 * @param below only scan listings below this number; null for all
 */
export async function findPeople(
  viewerId: string,
  query: ListingQuery,
  below: number | null,
): Promise<FoundPeople> {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  const { found, looked, further } = await findNewest({
    listings: listedPeople(query),
    fits: fits(query),
    mayShow: Prisma.sql`EXISTS (SELECT FROM may_be_dealt(${viewer}, l.id))`,
    below,
    most: mostCounted + 1,
    enough: cardsShown,
    scanned: mostScanned,
  });
  const rows = await db.$queryRaw<(FoundRow & { position: bigint | null })[]>`
    WITH top AS MATERIALIZED (
      SELECT person_id, position FROM deck_cards
       WHERE viewer_id = ${viewer} AND position < 0 ORDER BY position LIMIT ${mostOnTop}
    ), people AS MATERIALIZED (
      SELECT unnest(${found.map(({ id }) => id)}::uuid[]) AS id
      UNION
      SELECT top.person_id FROM top JOIN person_listings l ON l.profile_id = top.person_id
       WHERE l.user_type = ${query.wanted}::user_type AND ${fits(query, Prisma.sql`l.profile_id`)} AND EXISTS (SELECT FROM may_be_dealt(${viewer}, top.person_id))
    )
    SELECT dealt.*, top.position
      FROM dealt_cards(${viewer}, ARRAY(SELECT id FROM people)) dealt LEFT JOIN top ON top.person_id = dealt.id`;
  const people = rows.map((row) => ({
    ...foundPerson(row),
    position: row.position === null ? null : Number(row.position),
  }));
  return { people, looked, further };
}

export interface NewPerson {
  personId: string;
  name: string;
  services: string[];
}

/**
 * For a saved search: people who have started to fit the filter since `after`, newest first, without those the viewer
 * has swiped or matched. Empty if the viewer has no deck, or if the plan doesn't include all of the filter. `isMore`:
 * there may be others.
 */
export async function findNewPeople(
  viewer: { userId: string },
  filter: DeckFilter,
  after: string,
): Promise<{ people: NewPerson[]; isMore: boolean }> {
  const searching = await readSearchingViewer(viewer.userId, "UTC", filter);
  const query = queryOf(searching, filter);
  if (!query || !searching.isComplete || (isAdvanced(filter) && !mayUseAdvanced(searching)))
    return { people: [], isMore: false };
  const mayShow = Prisma.sql`EXISTS (SELECT FROM may_be_dealt(${viewer.userId}::uuid, p.id)) AND p.id <> ${viewer.userId}::uuid`;
  const [{ people, isMore }, { byId }] = await Promise.all([
    findNewcomers(query, after, mayShow),
    listCatalog(),
  ]);
  return {
    people: people.map(({ id, full_name, service_ids }) => ({
      personId: id,
      name: shownName(full_name, query.wanted),
      services: namesOf(service_ids, byId.services),
    })),
    isMore,
  };
}

/** The traits that the match score compares, in any order. Deleted people are left out. */
export function readTraits(
  tx: Transaction,
  personIds: readonly string[],
): Promise<{ id: string; traits: Traits }[]> {
  return tx.$queryRaw`
    SELECT p.id, own.traits FROM profiles p CROSS JOIN LATERAL compared_traits(p.id) own WHERE p.id ${isAmong(personIds)}`;
}
