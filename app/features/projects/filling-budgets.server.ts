import { jobDb, writeRows } from "~/platform/db.server";

/** Small, because the commit lists these projects again. */
const batch = 200;

/** $1 projects. Leaves out budgets that have been written in the meantime. */
const fillText = `
UPDATE project_briefs b SET (amount_unit, amount_low, amount_high, amount_note) = (
  SELECT unit, low, high, note
    FROM price_amounts(b.budget_details, (SELECT t.unit FROM budget_types t WHERE t.id = b.budget_type_id)))
 WHERE b.id = ANY ($1::uuid[]) AND b.amount_note IS NULL AND b.budget_details <> ''`;

const unread = { amountNote: null, budgetDetails: { not: "" } };

/** The job: reads the amounts of budgets that were stored in words only. Safe to repeat. */
export async function fillBudgets(): Promise<void> {
  if (!(await jobDb.projectBrief.findFirst({ where: unread, select: { id: true } }))) return;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    // Pages of all projects follow the key, however few are left.
    const page = { where: { id: { gt: after } }, orderBy: { id: "asc" }, take: batch } as const;
    const ids = (await jobDb.projectBrief.findMany({ ...page, select: { id: true } })).map(({ id }) => id);
    await writeRows("projects-fill-budgets", fillText, [ids]);
    const last = ids.at(-1);
    if (!last) return;
    after = last;
  }
}
