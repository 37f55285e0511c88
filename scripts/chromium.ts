import { existsSync } from "node:fs";
import { findOnPath, installOnDebian } from "./debian.ts";

/** The headless shell has no user interface, which makes journeys about a third shorter. */
const headlessShell = "chromium-headless-shell";

const findInstalled = () =>
  findOnPath(headlessShell, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome");

/**
 * Returns the path of the first browser found: PLAYWRIGHT_CHROMIUM; the headless shell, which root on Debian also
 * installs; another browser on the PATH; Playwright's own.
 * @throws with instructions if there is none
 */
export async function findChromium(): Promise<string> {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return named;
  if (!findOnPath(headlessShell)) installOnDebian(headlessShell);
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  const found = findInstalled() ?? (existsSync(own) ? own : undefined);
  if (found) return found;
  installOnDebian("chromium");
  const installed = findInstalled();
  if (installed) return installed;
  throw new Error(
    "The end-to-end tests need Chromium. Install it and set PLAYWRIGHT_CHROMIUM to its path, or run: npx playwright install chromium",
  );
}
