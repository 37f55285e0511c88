import pg from "pg";
import type { Actor } from "~/features/accounts/actor";
import { pool } from "~/platform/db.server";

export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** By this process. */
export const sent: Statement[] = [];
const sendQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  sent.push(typeof first === "string" ? { text: first } : (first as Statement));
  return (sendQuery as (...all: unknown[]) => unknown).apply(this, given);
} as typeof pg.Client.prototype.query;

export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const before = sent.length;
  await work();
  return sent.slice(before);
}

/**
 * PostgreSQL decides after five runs whether to keep a generic plan.
 * @param before what each run finds done; all is rolled back
 */
export async function explain({ text, values = [] }: Statement, before = ""): Promise<unknown> {
  const client = await pool.connect();
  try {
    const literals = values.map((value) =>
      value === null
        ? "NULL"
        : client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
    );
    const call = literals.length > 0 ? `explained(${literals.join(", ")})` : "explained";
    const run = async (statement: string) => {
      await client.query(`BEGIN; ${before}`);
      const { rows } = await client.query(statement);
      await client.query("ROLLBACK");
      return rows;
    };
    await client.query(`PREPARE explained AS ${text}`);
    for (let time = 0; time < 6; time += 1) await run(`EXECUTE ${call}`);
    const rows = await run(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${call}`);
    await client.query("DEALLOCATE explained");
    return rows[0]["QUERY PLAN"][0];
  } finally {
    client.release();
  }
}

/** 8 kB pages, in memory or not. */
export function buffersOf(plan: unknown): number {
  const root = (plan as { Plan: Record<string, number> }).Plan;
  return (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0);
}

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
  likesWaiting: 0,
  newMatches: 0,
  timeZone: "UTC",
  hasTimeZone: false,
  appearance: "system",
  savesData: false,
});
