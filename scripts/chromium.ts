import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function installOnDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log("Installing Chromium…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-q"],
    ["install", "-y", "-q", "--no-install-recommends", "chromium"],
  ]) {
    const { status } = spawnSync("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
    if (status !== 0) return;
  }
}

/**
 * The browser for the end-to-end tests: the one PLAYWRIGHT_CHROMIUM names, one on the PATH, Playwright's own, or
 * on Debian as root one that is installed now.
 * @throws when there is none, saying how to get one
 */
export async function findChromium(): Promise<string> {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return named;
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  const found = findInstalled() ?? (existsSync(own) ? own : undefined);
  if (found) return found;
  installOnDebian();
  const installed = findInstalled();
  if (installed) return installed;
  throw new Error(
    "The end-to-end tests need Chromium. Install it and name it in PLAYWRIGHT_CHROMIUM, or run: npx playwright install chromium",
  );
}
