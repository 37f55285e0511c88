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

/** $1 viewer, $2 time zone, $3 the filter's place. */
const viewerText = `
SELECT own.traits, swiping.*, place_words($3) AS "placeWords", EXISTS (SELECT FROM complete_profile($1)) AS "isComplete"
  FROM compared_traits($1) own CROSS JOIN swiping_of($1, $2) swiping`;

export async function readSearchingViewer(
  userId: string,
  timeZone: string,
  { place }: DeckFilter,
): Promise<SearchingViewer> {
  const [row] = await readRows<SearchingViewer>("discovery-asker", viewerText, [userId, timeZone, place]);
  if (!row) throw new Error("a live session has no profile");
  return row;
}

const mayUseAdvanced = (viewer: DeckViewer) =>
  viewer.traits.userType === "contributor" || hasProFeatures(viewer.plan);

/**
 * Only the service counts for a creator whose plan has no advanced filters. A creator's candidates cost at most the
 * price, and a contributor's pay at least that. Null if no part of the filter counts.
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
    // Filtering by one of the viewer's own services already implies these conditions.
    services: viewer.traits.serviceIds.includes(serviceId ?? 0)
      ? []
      : viewer.traits.serviceIds.map((id) => `s${id}`),
    price,
  };
}

/** Marks are in whole dollars. */
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
/** The maximum number of people on top of the deck because they like the viewer or were undone. */
const mostOnTop = 100;

/** `position` is set if the person is on top of the deck. */
export type Fitting = FoundPerson & { position: number | null };

export interface FoundPeople {
  people: Fitting[];
  /** How many of the newest listings were looked at. */
  looked: number;
  /** More people who fit may have listing numbers below this one; null if everyone was looked at. */
  further: number | null;
}

/**
 * People who fit and may be dealt to the viewer: those on top of their deck, and the newest others, at most one more
 * than the count's limit.
 * @param below only listings with lower numbers; null for all
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
 * The newest people who have started to fit a viewer's filter since the given time, as in their deck, without swiped
 * and matched people. Empty for a viewer who has no deck, or whose plan lacks part of the filter. `isMore`: there may
 * be others.
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

/** What the match score compares for these people, in no order, without deleted people. */
export function readTraits(
  tx: Transaction,
  personIds: readonly string[],
): Promise<{ id: string; traits: Traits }[]> {
  return tx.$queryRaw`
    SELECT p.id, own.traits FROM profiles p CROSS JOIN LATERAL compared_traits(p.id) own WHERE p.id ${isAmong(personIds)}`;
}
