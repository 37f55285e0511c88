import type { Actor } from "~/features/accounts/actor";
import { type CaseFilter, listCases } from "./queue.server";
import { thingWords, urgencyWords } from "./report";

export const caseColumns = [
  ...["Id", "What", "Title", "Whose", "Severity", "Reasons", "Reports", "Since (UTC)", "Decided (UTC)"],
];

/** The rows of `caseColumns`, of all pages of a filter, read as they are taken. */
export async function* caseRows(
  admin: Pick<Actor, "userId">,
  filter: Omit<CaseFilter, "after">,
): AsyncGenerator<string[]> {
  for (let after: string | null = null; ; ) {
    const { cases, next }: Awaited<ReturnType<typeof listCases>> = await listCases(admin, {
      ...filter,
      after,
    });
    for (const { id, kind, title, name, urgency, reasons, reports, since, decidedAt } of cases) {
      const about = [id, thingWords[kind], title, name, urgencyWords[urgency], reasons.join(", ")];
      yield [...about, String(reports), since, decidedAt ?? ""];
    }
    if (!next) return;
    after = next;
  }
}
