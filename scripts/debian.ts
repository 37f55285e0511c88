import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Before Debian starts a package's service, it asks this program whether it may. */
const servicePolicy = "/usr/sbin/policy-rc.d";

/**
 * Installs packages as root on Debian, without starting their services, and does nothing elsewhere. Failures are
 * ignored: callers notice that the program is still missing.
 */
export function installOnDebian(...packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`Installing ${packages.join(", ")}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const hasPolicy = existsSync(servicePolicy);
  if (!hasPolicy) writeFileSync(servicePolicy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    for (const args of [
      ["update", "-q"],
      ["install", "-y", "-q", "--no-install-recommends", ...packages],
    ]) {
      const { status } = spawnSync("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
      if (status !== 0) return;
    }
  } finally {
    if (!hasPolicy) rmSync(servicePolicy);
  }
}
