import { readList } from "~/http/admin-list-page.server";
import type { AdminList, Filters, Reader, Shown } from "~/platform/admin-list.server";

/** The rows of all pages of a list, found by following its cursors. */
export async function rowsOfAllPages<Of extends Filters, Row extends object>(
  list: AdminList<Of, Row>,
  reader: Reader,
  first: string,
): Promise<Shown<Row>[]> {
  const rows: Shown<Row>[] = [];
  for (let address: string | null = first; address; ) {
    const page: Awaited<ReturnType<typeof readList<Of, Row>>> = await readList(list, reader, address);
    rows.push(...page.rows);
    address = page.frame.next;
  }
  return rows;
}
