import type pg from "pg";

/** All rows in a call must have the same columns. */
export type Row = Record<string, unknown>;

/** Inserts the rows in one statement. Columns that aren't named keep their defaults. */
export async function insertRows(client: pg.Client, table: string, rows: Row[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first)
    .map((name) => `"${name}"`)
    .join(", ");
  const source = `json_populate_recordset(NULL::"${table}", $1::json)`;
  await client.query(`INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM ${source}`, [
    JSON.stringify(rows),
  ]);
}
