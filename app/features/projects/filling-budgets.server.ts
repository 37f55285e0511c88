import { writeRows } from "~/platform/db.server";

/** Small, because the commit lists these projects again. */
const batch = 200;

/** $1 how many. Leaves out budgets that have been written in the meantime. */
const fillText = `
UPDATE project_briefs b SET (amount_unit, amount_low, amount_high, amount_note) = (
  SELECT unit, low, high, note
    FROM price_amounts(b.budget_details, (SELECT t.unit FROM budget_types t WHERE t.id = b.budget_type_id)))
 WHERE b.amount_note IS NULL AND b.id IN (
   SELECT id FROM project_briefs WHERE amount_note IS NULL AND budget_details <> '' LIMIT $1)
RETURNING b.id`;

/** The job: reads the amounts of budgets that were stored in words only. Safe to repeat. */
export async function fillBudgets(): Promise<void> {
  while ((await writeRows("projects-fill-budgets", fillText, [batch])).length > 0);
}
