import { jobPool } from "./database-pools.server";

/** Rows of one fetch, which are in memory at a time. */
const batch = 500;

/** Streams any number of rows through a cursor, for jobs. */
export async function* streamRows<Row>(text: string, values: unknown[]): AsyncGenerator<Row> {
  const client = await jobPool.connect();
  let isOver = false;
  try {
    await client.query("BEGIN READ ONLY");
    await client.query(`DECLARE streamed NO SCROLL CURSOR FOR ${text}`, values);
    for (;;) {
      const { rows } = await client.query(`FETCH ${batch} FROM streamed`);
      yield* rows as Row[];
      if (rows.length < batch) break;
    }
    await client.query("COMMIT");
    isOver = true;
  } finally {
    // A reader that stopped midway leaves a transaction open, which ends with the connection.
    client.release(!isOver);
  }
}
