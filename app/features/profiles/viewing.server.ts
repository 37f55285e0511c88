import type { Actor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { type SampleRow, samplesOf, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { canSeeProfile, isPublic } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import type { ChoiceUses } from "./builder";
import {
  type LinkKey,
  linkKeys,
  noAnswers,
  type ProfileLinks,
  shownName,
  typeOf,
  type UserType,
} from "./profile";
import type { ProfileInput } from "./saving.server";

export interface ProfileView {
  id: string;
  isOwn: boolean;
  /** For guests. */
  isPublic: boolean;
  /** For search engines. */
  isIndexed: boolean;
  name: string;
  avatarUrl: string | null;
  userType: UserType;
  isVerified: boolean;
  /** Has brought enough people here. */
  isChampion: boolean;
  /** Null for others. */
  ownStatus: Actor["contributorStatus"];
  location: string;
  bio: string;
  /** What a creator makes. */
  contentTypes: string[];
  styles: string[];
  tones: string[];
  /** Offered or needed. */
  services: string[];
  tools: string[];
  /** Label and text. */
  facts: [string, string][];
  /** A budget for a creator. */
  priceRange: string;
  experienceLevel: string | null;
  availability: string;
  links: { key: LinkKey; url: string }[];
  portfolioUrl: string | null;
  samples: SampleView[];
  /** Of visual styles, for the cover. */
  styleIds: number[];
}

type Row = {
  full_name: string;
  avatar_url: string | null;
  bio: string;
  current_project: string;
  user_type: UserType | null;
  location: string;
  experience_level: string | null;
  availability: string;
  style_description: string;
  other_tools: string;
  projects_good_at: string;
  price_range: string;
  turnaround_time: string;
  status: Actor["contributorStatus"];
  portfolio_url: string | null;
  links: ProfileLinks | null;
  service_ids: number[];
  style_ids: number[];
  tool_ids: number[];
  content_ids: number[];
  tone_ids: number[];
  samples: SampleRow[] | null;
  in_search: boolean;
  is_champion: boolean;
};

/**
 * One query. Null, indistinguishably, if the profile does not exist, its account is suspended, either person blocked
 * the other, or the viewer may not see it.
 */
export async function findProfile(
  viewer: Pick<Actor, "userId" | "isAdmin"> | null,
  profileId: string,
): Promise<ProfileView | null> {
  if (!isId(profileId)) return null;
  const row = await readProfile(profileId, viewer?.userId ?? null);
  if (!row) return null;
  const userType = typeOf(row.user_type);
  const standing = { id: profileId, userType, status: row.status };
  if (!canSeeProfile(standing, viewer)) return null;
  const { byId } = await listCatalog();
  const isOwn = viewer?.userId === profileId;
  return {
    id: profileId,
    isOwn,
    isPublic: isPublic(standing),
    isIndexed: isPublic(standing) && row.in_search,
    name: shownName(row.full_name, userType),
    avatarUrl: row.avatar_url,
    userType,
    isVerified: isPublic(standing),
    isChampion: row.is_champion,
    ownStatus: isOwn ? row.status : null,
    location: row.location,
    bio: row.bio,
    contentTypes: sortedNames(row.content_ids, byId.contentTypes),
    styles: sortedNames(row.style_ids, byId.styles),
    tones: sortedNames(row.tone_ids, byId.tones),
    services: sortedNames(row.service_ids, byId.services),
    tools: [...sortedNames(row.tool_ids, byId.tools), ...(row.other_tools ? [row.other_tools] : [])],
    facts: factsOf(row),
    priceRange: row.price_range,
    experienceLevel: row.experience_level,
    availability: row.availability,
    links: linkKeys.flatMap((key) => (row.links?.[key] ? [{ key, url: row.links[key] }] : [])),
    portfolioUrl: row.portfolio_url,
    samples: await sampleViews(row.samples),
    styleIds: row.style_ids,
  };
}

function sortedNames(...list: Parameters<typeof namesOf>): string[] {
  return namesOf(...list).sort((a, b) => a.localeCompare(b, "en"));
}

function factsOf(row: Row): [string, string][] {
  const all: [string, string][] = [
    ["Current project", row.current_project],
    ["Good at", row.projects_good_at],
    ["Style", row.style_description],
    ["Turnaround time", row.turnaround_time],
  ];
  return all.filter(([, text]) => text !== "");
}

/** For the edit form. Null without a role. */
export async function findOwnAnswers(actor: Actor): Promise<ProfileInput | null> {
  const row = await readProfile(actor.userId, actor.userId);
  if (!row?.user_type) return null;
  const { services } = await listCatalog();
  const isNeed = (category: string) => (id: number) =>
    services.some((service) => service.id === id && service.needCategory === category);
  const isCreator = row.user_type === "creator";
  return {
    ...noAnswers,
    name: row.full_name,
    bio: row.bio,
    location: row.location,
    currentProject: row.current_project,
    styleDescription: row.style_description,
    otherTools: row.other_tools,
    projectsGoodAt: row.projects_good_at,
    priceRange: row.price_range,
    turnaroundTime: row.turnaround_time,
    experienceLevel: (row.experience_level ?? "") as ProfileInput["experienceLevel"],
    availability: row.availability as ProfileInput["availability"],
    portfolio: row.portfolio_url ?? "",
    contentType: row.content_ids,
    visualStyle: row.style_ids,
    brandTone: row.tone_ids,
    tools: row.tool_ids,
    servicesOffered: isCreator ? [] : row.service_ids,
    creativeServices: isCreator ? row.service_ids.filter(isNeed("creative")) : [],
    strategicServices: isCreator ? row.service_ids.filter(isNeed("strategic")) : [],
    links: row.links ?? {},
  };
}

async function readProfile(profileId: string, viewerId: string | null): Promise<Row | undefined> {
  const [row] = await readRows<Row>("profiles-one", profileText, [profileId, viewerId]);
  return row;
}

const listOf = (column: string, table: string, owner: string) =>
  `ARRAY(SELECT j.${column} FROM ${table} j WHERE j.${owner} = p.id ORDER BY j.${column})`;

/** $1 profile, $2 viewer or null. */
const profileText = `
SELECT p.full_name, p.avatar_url, p.bio, p.current_project, p.user_type, p.location, p.experience_level,
       p.availability, p.style_description, p.other_tools, p.projects_good_at, p.price_range, p.turnaround_time,
       CASE WHEN p.user_type = 'contributor' THEN coalesce(k.status, 'pending') END AS status, k.portfolio_url,
       (SELECT json_object_agg(l.key, l.url) FROM profile_links l WHERE l.profile_id = p.id) AS links,
       CASE WHEN p.user_type = 'contributor' THEN ${listOf("service_id", "contributor_services", "contributor_id")}
            ELSE ${listOf("service_id", "creator_services_needed", "creator_id")} END AS service_ids,
       CASE WHEN p.user_type = 'contributor' THEN ${listOf("visual_style_id", "contributor_visual_styles", "contributor_id")}
            ELSE ${listOf("visual_style_id", "creator_visual_styles", "creator_id")} END AS style_ids,
       CASE WHEN p.user_type = 'contributor' THEN ${listOf("tool_id", "contributor_tools", "contributor_id")}
            ELSE ${listOf("tool_id", "creator_tools", "creator_id")} END AS tool_ids,
       ${listOf("content_type_id", "creator_content_types", "creator_id")} AS content_ids,
       ${listOf("brand_tone_id", "creator_brand_tones", "creator_id")} AS tone_ids,
       ${samplesOf("p.id")} AS samples, (SELECT u.appears_in_search FROM users u WHERE u.id = p.id) AS in_search,
       EXISTS (SELECT FROM growth_champion(p.id)) AS is_champion
  FROM profiles p
  LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE p.id = $1 AND EXISTS (SELECT FROM reachable($2, p.id))`;

/** In ms. The order of a form's options need not be newer. */
const freshFor = 3_600_000;
/** So that the price does not grow with the product. */
const mostCounted = 20_000;

type ChoiceRow = { user_type: UserType; list: keyof ChoiceUses; id: number; uses: number };
type Counts = Record<UserType, ChoiceUses>;

let counted: { at: number; counts: Promise<Counts> } | undefined;

/**
 * How many people of a role chose each option, of up to 20,000 choices a list. Read once an hour a process. Nothing if
 * it cannot be read: the options are then in the order of the alphabet.
 */
export async function countChoices(userType: UserType, now = Date.now()): Promise<ChoiceUses> {
  if (!counted || now - counted.at > freshFor) counted = { at: now, counts: readCounts() };
  const { counts } = counted;
  try {
    return (await counts)[userType];
  } catch (error) {
    log.error({ error }, "the uses of options cannot be read");
    // A failure must not be cached.
    if (counted?.counts === counts) counted = undefined;
    return noUses();
  }
}

const noUses = (): ChoiceUses => ({ contentTypes: {}, services: {}, tools: {}, styles: {}, tones: {} });

async function readCounts(): Promise<Counts> {
  const counts: Counts = { creator: noUses(), contributor: noUses() };
  for (const { user_type, list, id, uses } of await readRows<ChoiceRow>("profiles-choices", countText, [
    mostCounted,
  ]))
    counts[user_type][list][id] = uses;
  return counts;
}

const tables: [UserType, keyof ChoiceUses, table: string, column: string][] = [
  ["creator", "contentTypes", "creator_content_types", "content_type_id"],
  ["creator", "services", "creator_services_needed", "service_id"],
  ["creator", "tools", "creator_tools", "tool_id"],
  ["creator", "styles", "creator_visual_styles", "visual_style_id"],
  ["creator", "tones", "creator_brand_tones", "brand_tone_id"],
  ["contributor", "services", "contributor_services", "service_id"],
  ["contributor", "tools", "contributor_tools", "tool_id"],
  ["contributor", "styles", "contributor_visual_styles", "visual_style_id"],
];

/** $1 the most rows of a table. */
const countText = tables
  .map(
    ([userType, list, table, column]) =>
      `SELECT '${userType}' AS user_type, '${list}' AS list, ${column} AS id, count(*)::int AS uses
         FROM (SELECT ${column} FROM ${table} LIMIT $1::int) bounded GROUP BY ${column}`,
  )
  .join(" UNION ALL ");
