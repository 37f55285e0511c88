import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The tag of the previous release, whose processes still run while this release migrates. */
export const releaseBefore = "release-1";

function run(command: string, args: string[], cwd?: string): boolean {
  // Prisma downloads an engine unless it's given an existing file. Generating the client doesn't use it, so any file
  // will do.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  return spawnSync(command, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/**
 * Checks out the previous release into an empty folder, with this checkout's packages, migrations and rules, so that
 * its own tests can build it and run it on the newest schema.
 * @returns why that isn't possible here; undefined if it worked
 */
export async function checkOutRelease(folder: string): Promise<string | undefined> {
  const skipped = (why: string) => `the journeys of ${releaseBefore} were skipped because ${why}`;
  if (!run("git", ["rev-parse", "--quiet", "--verify", `refs/tags/${releaseBefore}`]))
    return skipped("this clone doesn't have its tag");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, "release.tar");
  if (!run("git", ["archive", "--output", archive, releaseBefore])) throw new Error("git archive failed");
  if (!run("tar", ["-xf", "release.tar"], folder)) throw new Error("tar failed");
  const [before, now] = await Promise.all(
    [folder, "."].map((one) => readFile(join(one, "package-lock.json"), "utf8")),
  );
  if (before !== now) return skipped("it needs other packages");
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  for (const rules of ["prisma/migrations", "prisma/sql"]) {
    await rm(join(folder, rules), { recursive: true });
    await cp(rules, join(folder, rules), { recursive: true });
  }
  const generate = ["node_modules/prisma/build/index.js", "generate", "--no-hints"];
  if (!run(process.execPath, generate, folder)) throw new Error("prisma generate failed");
  return undefined;
}
