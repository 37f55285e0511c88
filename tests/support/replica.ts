import { execFileSync } from "node:child_process";
import { appendFile, chown, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Cluster, startPostgres } from "../../scripts/embedded-postgres.ts";
import { findAccount } from "../../scripts/postgres/account.ts";

/**
 * Starts a new replica of the cluster that `startPostgres` runs durably in `folder`. The replica's files are in
 * `replicaFolder`.
 */
export async function startReplica(
  primary: Cluster,
  folder: string,
  replicaFolder: string,
): Promise<Cluster> {
  const data = join(replicaFolder, "data");
  await mkdir(replicaFolder);
  await copyFile(join(folder, "password"), join(replicaFolder, "password"));
  const client = new pg.Client({ connectionString: primary.url() });
  await client.connect();
  await client.query("SELECT pg_backup_start('replica', fast := true)");
  // `cp -a` keeps the owner of the files, which PostgreSQL requires.
  execFileSync("cp", ["-a", join(folder, "data"), data]);
  const { rows } = await client.query<{ labelfile: string }>(
    "SELECT labelfile FROM pg_backup_stop(wait_for_archive := false)",
  );
  await client.end();
  for (const name of ["postmaster.pid", "postmaster.opts"]) await rm(join(data, name));
  const { hostname, port, username, password } = new URL(primary.url());
  await appendFile(
    join(data, "postgresql.conf"),
    `\nprimary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  const account = findAccount();
  for (const [name, text] of [
    ["backup_label", rows[0]?.labelfile ?? ""],
    ["standby.signal", ""],
  ] as const) {
    await writeFile(join(data, name), text);
    if (account) await chown(join(data, name), account.uid, account.gid);
  }
  return startPostgres(replicaFolder);
}
