import { readList } from "~/http/admin-list-page.server";
import type { AdminList, Filters, Reader } from "~/platform/admin-list.server";
import type { WithIsoTimes } from "~/platform/iso-times";

/** The rows of all pages of a list, found by following its cursors. */
export async function rowsOfAllPages<Of extends Filters, Row extends object>(
  list: AdminList<Of, Row>,
  reader: Reader,
  first: string,
): Promise<WithIsoTimes<Row>[]> {
  const rows: WithIsoTimes<Row>[] = [];
  for (let address: string | null = first; address; ) {
    const page: Awaited<ReturnType<typeof readList<Of, Row>>> = await readList(list, reader, address);
    rows.push(...page.rows);
    address = page.frame.next;
  }
  return rows;
}
