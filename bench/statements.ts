import { randomInt } from "node:crypto";
import pg from "pg";
import type { Actor } from "~/features/accounts/actor";
import { pool, readRows } from "~/platform/db.server";
import { idOf } from "./database.ts";

export interface Statement {
  text: string;
  values?: unknown[];
}

/** Statements that this process has sent. pg 8.23 has no event for them. */
let sent: Statement[] = [];
const sendQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  sent.push(typeof first === "string" ? { text: first } : (first as Statement));
  return (sendQuery as (...all: unknown[]) => unknown).apply(this, given);
} as typeof pg.Client.prototype.query;

export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  sent = [];
  await work();
  const statements = sent;
  sent = [];
  return statements;
}

/**
 * Counts the 8 KB pages that the work's statements read, in memory or not, with the plans that PostgreSQL keeps after
 * five runs.
 */
export async function buffersOf(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(work);
  const client = await pool.connect();
  try {
    let buffers = 0;
    for (const statement of statements) buffers += await explain(client, statement);
    return buffers;
  } finally {
    client.release();
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join()}}`;
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value);
}

async function explain(client: pg.PoolClient, { text, values = [] }: Statement): Promise<number> {
  const literals = values.map((value) => (value === null ? "NULL" : client.escapeLiteral(textOf(value))));
  const call = literals.length > 0 ? `explained(${literals.join(", ")})` : "explained";
  const rolledBack = async (statement: string) => {
    await client.query("BEGIN");
    const { rows } = await client.query(statement);
    await client.query("ROLLBACK");
    return rows;
  };
  await client.query(`PREPARE explained AS ${text}`);
  for (let time = 0; time < 6; time += 1) await rolledBack(`EXECUTE ${call}`);
  const [row] = await rolledBack(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${call}`);
  await client.query("DEALLOCATE explained");
  const { Plan: root } = row["QUERY PLAN"][0];
  return root["Shared Hit Blocks"] + root["Shared Read Blocks"];
}

/** A control: looks up one row by primary key, through the same pool and the same kind of prepared statement. */
export const byKey = (kind: string, columns: string, table: string) => (size: number) => () =>
  readRows("bench-by-key", `SELECT ${columns} FROM ${table} WHERE id = $1`, [
    idOf(kind, 1 + randomInt(size)),
  ]);

export const actorOf = (userId: string, userType: Actor["userType"] = "creator"): Actor => ({
  userId,
  sessionId: "",
  name: "",
  avatarUrl: null,
  userType,
  isAdmin: false,
  isConfirmed: true,
  isWarned: false,
  isProfileHidden: false,
  needsSecondFactor: false,
  hasSecondFactor: false,
  confirmedAt: null,
  contributorStatus: null,
  unread: 0,
  unreadNotifications: 0,
  hasUnreadHere: false,
  likesWaiting: 0,
  newMatches: 0,
  timeZone: "UTC",
  hasTimeZone: false,
  appearance: "system",
  savesData: false,
});
