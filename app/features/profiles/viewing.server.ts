import type { Actor } from "~/features/accounts/actor";
import { type Amount, type Price, withBudgetLine } from "~/features/catalog/amount";
import { namesOf, startingWith } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { PictureView } from "~/features/media/media";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import { coverFirst, type SampleView } from "~/features/portfolio/sample";
import { canSeeProfile, isPublic, type ProfileStanding } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import type { ChoiceUses } from "./builder";
import {
  type LinkKey,
  linkKeys,
  noAnswers,
  type ProfileInput,
  type ProfileLinks,
  priceFields,
  shownName,
  turnaroundLabel,
  typeOf,
} from "./profile";
import type { UserType } from "./user-type";

/** A brief that people can apply to. */
export interface OpenBrief {
  id: string;
  title: string;
  budget: string;
  /** The pictures among its references. */
  pictures: (PictureView & { name: string })[];
  /** True if the viewer has already applied. */
  applied: boolean;
  /** True if the viewer may apply. */
  takesMine: boolean;
}

export interface ProfileView {
  id: string;
  isOwn: boolean;
  /** Whether guests can see the profile. */
  isPublic: boolean;
  /** Whether search engines can index the profile. */
  isIndexed: boolean;
  name: string;
  avatarUrl: string | null;
  userType: UserType;
  isVerified: boolean;
  /** Whether their invitations have made them a Growth Champion. */
  isChampion: boolean;
  /** The vetting status; null on other people's profiles. */
  ownStatus: Actor["contributorStatus"];
  location: string;
  bio: string;
  /** For creators: the kinds of content they make. */
  contentTypes: string[];
  styles: string[];
  tones: string[];
  /** The services they offer or, for creators, need: first the one that their cover shows, then the others by name. */
  services: string[];
  tools: string[];
  /** Labels and texts, such as turnaround. */
  facts: [string, string][];
  /** A contributor's price or a creator's budget. */
  price: Price;
  experienceLevel: string | null;
  availability: string;
  links: { key: LinkKey; url: string }[];
  portfolioUrl: string | null;
  samples: SampleView[];
  /** Newest first. Empty for contributors. */
  briefs: OpenBrief[];
  /** The visual styles that color the drawn pattern, if there's no cover. */
  styleIds: number[];
}

type Row = Pick<
  ProfileView,
  "avatarUrl" | "isChampion" | "experienceLevel" | "availability" | "portfolioUrl"
> &
  Pick<
    ProfileInput,
    | "bio"
    | "location"
    | "currentProject"
    | "styleDescription"
    | "otherTools"
    | "projectsGoodAt"
    | "turnaroundTime"
  > & {
    fullName: string;
    userType: UserType | null;
    status: Actor["contributorStatus"];
    links: ProfileLinks | null;
    serviceIds: number[];
    styleIds: number[];
    toolIds: number[];
    contentIds: number[];
    toneIds: number[];
    samples: SampleRow[] | null;
    amount: Amount | null;
    priceNote: string;
    briefs: (OpenBrief & { amount: Amount | null })[] | null;
    inSearch: boolean;
  };

/**
 * A profile as the viewer sees it, in one query. Null if the profile doesn't exist, its account is suspended, either
 * person blocked the other, or the viewer may not see it, so that they can't tell which.
 */
export async function findProfile(viewer: Actor | null, profileId: string): Promise<ProfileView | null> {
  if (!isId(profileId)) return null;
  const row = await readProfile(profileId, viewer?.userId ?? null);
  const standing = row && { id: profileId, userType: typeOf(row.userType), status: row.status };
  return standing && canSeeProfile(standing, viewer)
    ? viewOf(row, standing, viewer?.userId === profileId)
    : null;
}

async function viewOf(row: Row, standing: ProfileStanding, isOwn: boolean): Promise<ProfileView> {
  const { byId } = await listCatalog();
  const { id, userType } = standing;
  const { avatarUrl, isChampion, location, bio, experienceLevel, availability, portfolioUrl, styleIds } = row;
  const samples = await sampleViews(row.samples);
  const [cover] = coverFirst(samples);
  return {
    id,
    isOwn,
    isPublic: isPublic(standing),
    isIndexed: isPublic(standing) && row.inSearch,
    name: shownName(row.fullName, userType),
    ...{
      userType,
      avatarUrl,
      isChampion,
      location,
      bio,
      experienceLevel,
      availability,
      portfolioUrl,
      styleIds,
    },
    isVerified: isPublic(standing),
    ownStatus: isOwn ? row.status : null,
    contentTypes: sortedNames(row.contentIds, byId.contentTypes),
    styles: sortedNames(styleIds, byId.styles),
    tones: sortedNames(row.toneIds, byId.tones),
    services: startingWith(sortedNames(row.serviceIds, byId.services), [cover?.service]),
    tools: [...sortedNames(row.toolIds, byId.tools), ...(row.otherTools ? [row.otherTools] : [])],
    facts: factsOf(row),
    price: { amount: row.amount, note: row.priceNote },
    links: linkKeys.flatMap((key) => (row.links?.[key] ? [{ key, url: row.links[key] }] : [])),
    samples,
    briefs: (row.briefs ?? []).map(withBudgetLine),
  };
}

function sortedNames(...list: Parameters<typeof namesOf>): string[] {
  return namesOf(...list).sort((a, b) => a.localeCompare(b, "en"));
}

function factsOf(row: Row): [string, string][] {
  const all: [string, string][] = [
    ["Current project", row.currentProject],
    ["Good at", row.projectsGoodAt],
    ["Style", row.styleDescription],
    [turnaroundLabel, row.turnaroundTime],
  ];
  return all.filter(([, text]) => text !== "");
}

/**
 * The actor's own answers for the edit page, and the profile as others see it, in one query. Null if they have no role
 * yet.
 */
export async function findOwnProfile({
  userId,
}: Actor): Promise<{ answers: ProfileInput; profile: ProfileView } | null> {
  const row = await readProfile(userId, userId);
  if (!row?.userType) return null;
  const standing = { id: userId, userType: row.userType, status: row.status };
  return { answers: await answersOf(row), profile: await viewOf(row, standing, true) };
}

/** Null if they have no role yet. */
export async function findOwnAnswers({ userId }: Actor): Promise<ProfileInput | null> {
  const row = await readProfile(userId, userId);
  return row?.userType ? answersOf(row) : null;
}

async function answersOf(row: Row): Promise<ProfileInput> {
  const { services } = await listCatalog();
  const isNeed = (category: string) => (id: number) =>
    services.some((service) => service.id === id && service.needCategory === category);
  const isCreator = row.userType === "creator";
  const { bio, location, currentProject, styleDescription, otherTools, projectsGoodAt, turnaroundTime } = row;
  return {
    ...noAnswers,
    name: row.fullName,
    ...{ bio, location, currentProject, styleDescription, otherTools, projectsGoodAt, turnaroundTime },
    ...priceFields({ amount: row.amount, note: row.priceNote }),
    experienceLevel: (row.experienceLevel ?? "") as ProfileInput["experienceLevel"],
    availability: row.availability as ProfileInput["availability"],
    portfolio: row.portfolioUrl ?? "",
    contentType: row.contentIds,
    visualStyle: row.styleIds,
    brandTone: row.toneIds,
    tools: row.toolIds,
    servicesOffered: isCreator ? [] : row.serviceIds,
    creativeServices: isCreator ? row.serviceIds.filter(isNeed("creative")) : [],
    strategicServices: isCreator ? row.serviceIds.filter(isNeed("strategic")) : [],
    links: row.links ?? {},
  };
}

async function readProfile(profileId: string, viewerId: string | null): Promise<Row | undefined> {
  const [row] = await readRows<Row>("profiles-one", profileText, [profileId, viewerId]);
  return row;
}

/** $1 is the profile, $2 the viewer or null. */
const profileText = `
SELECT p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.bio, p.current_project AS "currentProject",
       p.user_type AS "userType", p.location, p.experience_level AS "experienceLevel", p.availability,
       p.style_description AS "styleDescription", p.other_tools AS "otherTools", p.projects_good_at AS "projectsGoodAt",
       amount_json(p.amount_unit, p.amount_low, p.amount_high) AS amount, coalesce(p.amount_note, p.price_range) AS "priceNote",
       p.turnaround_time AS "turnaroundTime", k.portfolio_url AS "portfolioUrl",
       CASE WHEN p.user_type = 'contributor' THEN coalesce(k.status, 'pending') END AS status,
       (SELECT json_object_agg(l.key, l.url) FROM profile_links l WHERE l.profile_id = p.id) AS links,
       chosen.service_ids AS "serviceIds", chosen.style_ids AS "styleIds", chosen.tool_ids AS "toolIds",
       ARRAY(SELECT content_type_id FROM creator_content_types WHERE creator_id = p.id ORDER BY 1) AS "contentIds",
       ARRAY(SELECT brand_tone_id FROM creator_brand_tones WHERE creator_id = p.id ORDER BY 1) AS "toneIds",
       (SELECT samples FROM samples_of(p.id)) AS samples, (SELECT briefs FROM open_briefs(p.id, $2)) AS briefs, (SELECT u.appears_in_search FROM users u WHERE u.id = p.id) AS "inSearch",
       EXISTS (SELECT FROM growth_champion(p.id)) AS "isChampion"
  FROM profiles p CROSS JOIN LATERAL traits_of(p.id, p.user_type) chosen
  LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE p.id = $1 AND EXISTS (SELECT FROM reachable($2, p.id))`;

/** How many milliseconds the counts are cached. */
const freshFor = 3_600_000;
/** Counts at most this many rows per table, so that the cost stays constant as the product grows. */
const mostCounted = 20_000;

type ChoiceRow = { role: UserType; list: keyof ChoiceUses; id: number; uses: number };
type Counts = Record<UserType, ChoiceUses>;

let counted: { at: number; counts: Promise<Counts> } | undefined;

/**
 * How many people in a role chose each option, over at most 20,000 rows per list. Each process reads the
 * counts at most once an hour. Empty if they can't be read; the options are then alphabetical.
 */
export async function countChoices(userType: UserType, now = Date.now()): Promise<ChoiceUses> {
  if (!counted || now - counted.at > freshFor) counted = { at: now, counts: readCounts() };
  const { counts } = counted;
  try {
    return (await counts)[userType];
  } catch (error) {
    log.error({ error }, "couldn't count how often options are used");
    // Forget the failure, so that the next request tries again.
    if (counted?.counts === counts) counted = undefined;
    return noUses();
  }
}

const noUses = (): ChoiceUses => ({ contentTypes: {}, services: {}, tools: {}, styles: {}, tones: {} });

async function readCounts(): Promise<Counts> {
  const counts: Counts = { creator: noUses(), contributor: noUses() };
  const rows = await readRows<ChoiceRow>("profiles-choices", countText, [mostCounted]);
  for (const { role, list, id, uses } of rows) counts[role][list][id] = uses;
  return counts;
}

/** $1 is the maximum number of rows to read per table. */
const countText = `
SELECT 'creator' AS role, 'contentTypes' AS list, id, count(*)::int AS uses
  FROM (SELECT content_type_id AS id FROM creator_content_types LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'creator', 'services', id, count(*)::int
  FROM (SELECT service_id AS id FROM creator_services_needed LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'creator', 'tools', id, count(*)::int
  FROM (SELECT tool_id AS id FROM creator_tools LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'creator', 'styles', id, count(*)::int
  FROM (SELECT visual_style_id AS id FROM creator_visual_styles LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'creator', 'tones', id, count(*)::int
  FROM (SELECT brand_tone_id AS id FROM creator_brand_tones LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'contributor', 'services', id, count(*)::int
  FROM (SELECT service_id AS id FROM contributor_services LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'contributor', 'tools', id, count(*)::int
  FROM (SELECT tool_id AS id FROM contributor_tools LIMIT $1::int) c GROUP BY id
UNION ALL SELECT 'contributor', 'styles', id, count(*)::int
  FROM (SELECT visual_style_id AS id FROM contributor_visual_styles LIMIT $1::int) c GROUP BY id`;
