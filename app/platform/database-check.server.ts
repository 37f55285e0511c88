import pg from "pg";
import { connectionOf, directConnection, replicaConnection } from "./database-pools.server";
import {
  addressVariables,
  type PoolName,
  sessionSettings,
  statementTimeout,
} from "./database-settings.server";
import { isDatabaseUnavailable } from "./db.server";
import { EnvError } from "./env.server";
import { log } from "./log.server";

interface Found {
  /** The same for a primary, its replicas and all poolers in front of them. */
  database: string;
  isDirect: boolean;
  settings: Record<string, string>;
}

const asked = `
  SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || current_database() AS database,
         pg_backend_pid() AS pid, (SELECT json_object_agg(name, setting) FROM pg_settings) AS settings`;

async function ask(config: pg.ClientConfig): Promise<Found> {
  const limits = { connectionTimeoutMillis: 0.75 * statementTimeout, query_timeout: statementTimeout };
  const client = new pg.Client({ ...config, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<Found, "isDirect"> & { pid: number }>(asked);
    const [found] = rows;
    if (!found) throw new Error("a SELECT without FROM returned no row");
    // A pooler reports its own number instead of the server process's ID.
    const { processID } = client as unknown as { processID: number };
    return { ...found, isDirect: found.pid === processID };
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Checks what only the database knows about its variables: whether they all point to the same database, whether a
 * pooler is in front of DATABASE_DIRECT_URL, and whether each pool's sessions have their settings. Skips a database
 * that doesn't respond.
 * @throws EnvError
 */
export async function checkDatabase(): Promise<void> {
  const problems: string[] = [];
  const find = async (variable: string, config: pg.ClientConfig) => {
    try {
      return await ask(config);
    } catch (error) {
      const { message } = error as Error;
      if (/unsupported startup parameter/.test(message))
        problems.push(
          variable === "DATABASE_DIRECT_URL"
            ? throughPooler
            : `${variable} goes through a pooler: set DATABASE_PREPARE=off`,
        );
      else if (!isDatabaseUnavailable(error)) problems.push(`${variable} can't be used: ${message}`);
      else log.warn({ err: error, variable }, "starting without a check of the database");
      return undefined;
    }
  };
  const direct = await find("DATABASE_DIRECT_URL", directConnection);
  if (direct && !direct.isDirect) problems.push(throughPooler);
  const check = async (variable: string, name: PoolName, config: pg.ClientConfig) => {
    const found = await find(variable, config);
    if (!found) return;
    if (direct && found.database !== direct.database)
      problems.push(`${variable} points to a different database than DATABASE_DIRECT_URL`);
    for (const [setting, value] of Object.entries(sessionSettings[name])) {
      if (found.settings[setting] === String(value)) continue;
      const text = `${variable} opens sessions whose ${setting} is ${found.settings[setting]}, not ${value}`;
      problems.push(`${text}: give it the role that \`npm run admin -- database-roles\` creates`);
    }
  };
  for (const [name, variable] of Object.entries(addressVariables) as [PoolName, string][])
    await check(variable, name, connectionOf(name));
  if (replicaConnection) await check("DATABASE_REPLICA_URL", "pages", replicaConnection);
  if (problems.length > 0) throw new EnvError(problems);
}

const throughPooler = "DATABASE_DIRECT_URL goes through a pooler, but must connect to PostgreSQL directly";
