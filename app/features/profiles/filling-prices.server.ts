import { writeRows } from "~/platform/db.server";

/** Small, because the commit lists these people again. */
const batch = 200;

/** $1 how many. Leaves out prices that have been written in the meantime. */
const fillText = `
UPDATE profiles p SET (amount_unit, amount_low, amount_high, amount_note) = (
  SELECT unit, low, high, note FROM price_amounts(p.price_range, NULL))
 WHERE p.amount_note IS NULL AND p.id IN (
   SELECT id FROM profiles WHERE amount_note IS NULL AND price_range <> '' LIMIT $1)
RETURNING p.id`;

/** The job: reads the amounts of prices that were stored in words only. Safe to repeat. */
export async function fillPrices(): Promise<void> {
  while ((await writeRows("profiles-fill-prices", fillText, [batch])).length > 0);
}
