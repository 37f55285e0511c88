import { readRows } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import type { ChoiceUses } from "./builder";
import type { UserType } from "./profile";

/** In ms. The order of a form's options need not be newer. */
const freshFor = 3_600_000;
/** So that the price does not grow with the product. */
const mostCounted = 20_000;

type Row = { user_type: UserType; list: keyof ChoiceUses; id: number; uses: number };
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
  for (const { user_type, list, id, uses } of await readRows<Row>("profiles-choices", countText, [
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
