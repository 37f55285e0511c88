import { randomBytes } from "node:crypto";
import pg from "pg";
import { addressVariables, type PoolName, sessionSettings } from "./database-settings.server";
import { env } from "./env.server";

interface PoolRole {
  variable: string;
  role: string;
  /** The variable's new value; undefined if the role already existed and kept its password. */
  address: string | undefined;
}

/**
 * Creates a role for each pool, with the settings that the pool's sessions need behind a pooler. Roles that already
 * exist get the current settings. The roles have the rights of the tables' owner.
 * @throws the database's error if the role in DATABASE_DIRECT_URL may not create roles; then nothing has changed
 */
export async function createDatabaseRoles(): Promise<PoolRole[]> {
  const client = new pg.Client({ connectionString: env.DATABASE_DIRECT_URL });
  await client.connect();
  try {
    await client.query("BEGIN");
    const roles: PoolRole[] = [];
    for (const name of Object.keys(sessionSettings) as PoolName[]) roles.push(await createRole(client, name));
    await client.query("COMMIT");
    return roles;
  } finally {
    await client.end();
  }
}

async function createRole(client: pg.Client, name: PoolName): Promise<PoolRole> {
  const { rows } = await client.query<{ database: string; owner: string; role: string; isThere: boolean }>(
    `SELECT current_database() AS database, pg_get_userbyid(c.relowner) AS owner, r.role,
            EXISTS (SELECT FROM pg_roles WHERE rolname = r.role) AS "isThere"
       FROM pg_class c, (SELECT current_database() || '_' || $1 AS role) r WHERE c.oid = 'users'::regclass`,
    [name],
  );
  const [found] = rows;
  if (!found) throw new Error("the migrations haven't run");
  const [database, owner, role] = [found.database, found.owner, found.role].map(pg.escapeIdentifier);
  const address = new URL(env.DATABASE_URL);
  address.username = found.role;
  address.password = randomBytes(24).toString("hex");
  if (!found.isThere)
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(address.password)}`);
  await client.query(`GRANT ${owner} TO ${role}`);
  await client.query(`ALTER ROLE ${role} IN DATABASE ${database} RESET ALL`);
  for (const [setting, value] of Object.entries(sessionSettings[name])) {
    const literal = pg.escapeLiteral(String(value));
    await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET ${setting} = ${literal}`);
  }
  return {
    variable: addressVariables[name],
    role: found.role,
    address: found.isThere ? undefined : address.href,
  };
}
