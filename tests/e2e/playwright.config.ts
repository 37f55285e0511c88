import { defineConfig } from "@playwright/test";
import { findOnPath } from "../../scripts/debian.ts";
import { runsAll } from "../support/scope.ts";

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
/** One size is light and the other dark, so that axe checks both color schemes. */
const schemes = { phone: "light", desktop: "dark" } as const;

/** With and without script, on a phone and on a desktop. */
const everyProject = (["js", "no-js"] as const).flatMap((script) =>
  Object.entries(sizes).map(([size, viewport]) => ({
    name: `${script}-${size}`,
    use: {
      javaScriptEnabled: script === "js",
      viewport,
      colorScheme: schemes[size as keyof typeof sizes],
    },
  })),
);
/**
 * By default, these journeys run only with script. Without it, their pages only send forms, which route tests also do.
 */
const mostlyWithScript =
  /(?:account|applying|contact|directory|favorites|inviting|keyboard|paying|portfolio|projects|projects-list|safety|second-factor|vetting|writing)\.spec\.ts$/;
/** Only a full run walks these. Most of their steps are also in other journeys, and route tests cover the rest. */
const rarely = /(?:contact|directory|inviting)\.spec\.ts$/;
/** By default, runs only the two projects that differ in both size and script. */
const projects = everyProject
  .filter(({ name }) => runsAll || /^(?:no-js-phone|js-desktop)$/.test(name))
  .map((project) => ({
    ...project,
    testIgnore: runsAll ? undefined : project.name === "no-js-phone" ? mostlyWithScript : rarely,
  }));
/**
 * Repeats the live journeys with script over Ably. The window's size makes no difference there. The journey that
 * loses Ably waits 15 seconds for Ably's SDK, so it only runs in a full run.
 */
const overAbly = {
  name: "ably-phone",
  testMatch: "talking.spec.ts",
  grep: runsAll ? undefined : /two people in two browsers|over Ably/,
  use: { viewport: sizes.phone },
};
/** Behind HAProxy, runs the journeys whose outcome could depend on which process gets a request. */
const balanced = everyProject
  .filter(({ name }) => runsAll && findOnPath("haproxy") && /^(?:no-js-phone|js-desktop)$/.test(name))
  .map((project) => ({
    ...project,
    name: `balanced-${project.name}`,
    grep: /two people in two|without script: the frame|to their work|approves it|signs in, returns|mailed link|copy of their data|posts it once/,
  }));

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "./start-product.ts",
  fullyParallel: true,
  // A third journey uses the time in which two others wait. On two cores, that makes them an eighth shorter.
  workers: 3,
  retries: 0,
  // No journey promises how long something takes. These limits end one that hangs, even on the busiest machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  // One of the journeys over Ably waits for 15 seconds, so those start first.
  projects: [overAbly, ...projects, ...balanced],
  use: {
    // Fails a step that can't be done instead of letting it use up the journey's time.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    // Drawing animations takes a fifth of the time, so only a full run shows them.
    contextOptions: runsAll ? {} : { reducedMotion: "reduce" },
    // A service worker would bypass the requests that journeys intercept. offline.spec.ts turns it on.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
      ],
    },
  },
});
