import { jobDb, writeRows } from "~/platform/db.server";

/** Small, because the commit lists these people again. */
const batch = 200;

/** $1 people. Leaves out prices that have been written in the meantime. */
const fillText = `
UPDATE profiles p SET (amount_unit, amount_low, amount_high, amount_note) = (
  SELECT unit, low, high, note FROM price_amounts(p.price_range, NULL))
 WHERE p.id = ANY ($1::uuid[]) AND p.amount_note IS NULL AND p.price_range <> ''`;

const unread = { amountNote: null, priceRange: { not: "" } };

/** The job: reads the amounts of prices that were stored in words only. Safe to repeat. */
export async function fillPrices(): Promise<void> {
  if (!(await jobDb.profile.findFirst({ where: unread, select: { id: true } }))) return;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    // Pages of everyone follow the key, however few are left.
    const page = { where: { id: { gt: after } }, orderBy: { id: "asc" }, take: batch } as const;
    const ids = (await jobDb.profile.findMany({ ...page, select: { id: true } })).map(({ id }) => id);
    await writeRows("profiles-fill-prices", fillText, [ids]);
    const last = ids.at(-1);
    if (!last) return;
    after = last;
  }
}
