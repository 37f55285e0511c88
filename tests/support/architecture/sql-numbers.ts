import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { amountUnits, unitNumbers } from "~/features/catalog/amount";
import { deckLevels, markStep } from "~/features/discovery/deck-filter";
import { cardsShown, passReturnsAfterDays } from "~/features/discovery/filling.server";
import { boostPoints, mostPoints, planPoints } from "~/features/discovery/score";
import { bioShown, samplesShown } from "~/features/discovery/showing.server";
import { startHours } from "~/features/messaging/starting";
import { matchlessAskDays, matchlessDays, moneyBackDays } from "~/features/payments/refunds";
import { postDays, unlimited } from "~/features/plans/plan";
import { mostNamedSamples } from "~/features/projects/project";
import { eventsShown } from "~/features/projects/project.server";
import { championAt } from "~/features/referrals/rewards";

/** The functions in prisma/sql: their text by name. */
export function readSqlFunctions(root: string): ReadonlyMap<string, string> {
  const folder = join(root, "prisma/sql");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const found = texts.join("\n").matchAll(/CREATE OR REPLACE FUNCTION (\w+)\(.*?(?:\n\$\$|\nEND \$\$|;)/gs);
  return new Map([...found].map(([text, name = ""]) => [name, text]));
}

interface SharedNumber {
  /** The name of the function in prisma/sql, and a pattern that finds each value in it. */
  sql: [name: string, ...places: RegExp[]];
  /** The values in TypeScript by name, in the same order. */
  is: Record<string, number | string>;
}

/**
 * Values that TypeScript repeats from SQL, because pages show them or a statement needs them. They can't be parameters
 * of the SQL functions: PostgreSQL would then have to plan for any number of rows.
 */
export const sharedNumbers: SharedNumber[] = [
  { sql: ["next_in_deck", /LIMIT (\d+)\n\$\$/], is: { cardsShown } },
  { sql: ["shown_cards", /left\(p\.bio, (\d+)\)/], is: { "bioShown + 1": bioShown + 1 } },
  { sql: ["leading_briefs", /left\(o\.description, (\d+)\)/], is: { "bioShown + 1": bioShown + 1 } },
  {
    sql: ["shown_cards", /foremost_samples\(people, (\d+)\)/],
    is: { samplesShown },
  },
  { sql: ["swiped", /interval '(\d+) days'/], is: { passReturnsAfterDays } },
  {
    sql: [
      "priority_points",
      /least\((\d+),/,
      /pro_features\(person\)\) THEN (\d+)/,
      /OFFSET 0\)\s+THEN (\d+)/,
    ],
    is: { mostPoints, planPoints, boostPoints },
  },
  { sql: ["refundable_payments", /interval '(\d+) days'/], is: { moneyBackDays } },
  { sql: ["matches_in_time", /interval '(\d+) days'/], is: { matchlessDays } },
  {
    sql: ["owed_at_starting_over", /k\.paid_at > now\(\) - interval '(\d+) days'/],
    is: { "matchlessDays + matchlessAskDays": matchlessDays + matchlessAskDays },
  },
  {
    sql: ["growth_champion", /LIMIT (\d+)\) counted/, /joined = (\d+)/],
    is: { championAt, again: championAt },
  },
  { sql: ["seconds_until_over", /interval '(\d+) hours'/], is: { startHours } },
  { sql: ["samples_among", /LIMIT (\d+)\) own/], is: { mostNamedSamples } },
  { sql: ["samples_led_by", /LIMIT (\d+)\) own/], is: { mostNamedSamples } },
  { sql: ["history_for_owner", /LIMIT (\d+)\n/], is: { "eventsShown + 1": eventsShown + 1 } },
  { sql: ["history_for_applicant", /LIMIT (\d+)\n/], is: { "eventsShown + 1": eventsShown + 1 } },
  {
    sql: ["post_expiry", /'free' THEN interval '(\d+) days'/, /'pay_per_post' THEN interval '(\d+) days'/],
    is: { "postDays.free": postDays.free, "postDays.pay_per_post": postDays.pay_per_post },
  },
  { sql: ["is_unlimited", /(\d{4,})/], is: { unlimited } },
  {
    sql: ["price_mark", /\* (\d{9})/, ...amountUnits.map((unit) => new RegExp(`WHEN '${unit}' THEN (\\d)`))],
    is: { markStep, ...Object.fromEntries(amountUnits.map((unit) => [unit, unitNumbers[unit]])) },
  },
  {
    sql: ["person_listing_of", /array_position\('\{([a-z,]+)\}'/],
    is: { deckLevels: deckLevels.join() },
  },
];
