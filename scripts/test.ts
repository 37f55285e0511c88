import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { build } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { findOnPath, installOnDebian } from "./debian.ts";
import { type Cluster, startThrowawayPostgres } from "./embedded-postgres.ts";
import { checkOutRelease, releaseBefore } from "./release-before.ts";
import { journeyFailures, type PlaywrightSuite, type VitestFile, vitestFailures } from "./test-failures.ts";
import { type FileTime, journeyTimes, slowest } from "./test-times.ts";

type Counts = { passed: number; failed: number; notes?: string[]; times?: FileTime[] };
type Part = { title: string; needsDatabase?: boolean; run(): Promise<Counts> };

const playwrightConfig = "tests/e2e/playwright.config.ts";
const reports = await mkdtemp(join(tmpdir(), "matchcut-reports-"));
const environment: Record<string, string> = {};
const crashed: Counts = { passed: 0, failed: 1 };
const running = new Set<ChildProcess>();

type RunOptions = {
  env?: Record<string, string>;
  cwd?: string;
  /** Runs at low priority. */
  givesWay?: boolean;
};

/**
 * Runs a command and shows its output. Resolves with its exit code.
 * @param program a package's command, or "node" to run a file
 */
function run(
  program: string,
  args: string[],
  { env = {}, cwd, givesWay = false }: RunOptions = {},
): Promise<number> {
  const windows = process.platform === "win32";
  const command = resolve("node_modules", ".bin", windows ? `${program}.cmd` : program);
  const child = spawn(program === "node" ? process.execPath : command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment, ...env },
    cwd,
    shell: windows,
  });
  running.add(child);
  if (givesWay && child.pid) setPriority(child.pid, 10);
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", (code) => {
      running.delete(child);
      done(code ?? 1);
    });
  });
}

async function check(title: string, succeeds: Promise<boolean>): Promise<Counts> {
  return (await succeeds) ? { passed: 1, failed: 0 } : { ...crashed, notes: [`failed: ${title}`] };
}

/** Starts all checks together, because each one uses one core. */
async function runTogether(checks: Promise<Counts>[]): Promise<Counts> {
  const all = await Promise.all(checks);
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    notes: all.flatMap(({ notes = [] }) => notes),
  };
}

/**
 * Whether the command succeeds. It runs at low priority, because it must not slow down the build, which runs at the
 * same time and takes longest.
 */
const succeeds = async (program: string, ...args: string[]) =>
  (await run(program, args, { givesWay: true })) === 0;

const startChecks = () => [
  check("formatter and linter", succeeds("biome", "ci", "--error-on-warnings", ".")),
  // Types are checked by TypeScript 7, which takes a third of the time. Version 5.9 is still here for Remix and for the
  // tests that parse the source. Both have a command called tsc, of which npm links only one, so this names the file.
  check("types", succeeds("node", "node_modules/typescript-7/bin/tsc", "--noEmit")),
  check("unused files, exports and packages", succeeds("knip")),
  check("spelling", succeeds("cspell", "--no-progress", "--no-summary")),
];

const startBuild = () =>
  check(
    "build",
    build().then(
      () => true,
      (error) => {
        console.error(error);
        return false;
      },
    ),
  );

/** Undefined if there's no valid report, such as after a crash. */
async function readReport<T>(file: string): Promise<T | undefined> {
  return readFile(file, "utf8").then(JSON.parse, () => undefined);
}

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTests: number;
  testResults: (VitestFile & { startTime: number; endTime: number })[];
};

/** Debian packages, which have the same names as their programs, and the test that's skipped without each one. */
const programs = {
  lynx: "the journey in lynx",
  w3m: "the journey in w3m",
  pgbouncer: "the test behind PgBouncer",
};
const programsOfAll = { ...programs, caddy: "Caddy's check of its file" };

async function runVitest(): Promise<Counts> {
  const needed = environment.TEST_SCOPE === "all" ? programsOfAll : programs;
  const missing = () => Object.entries(needed).filter(([name]) => !findOnPath(name, `../sbin/${name}`));
  if (missing().length > 0) installOnDebian(...missing().map(([name]) => name));
  const file = join(reports, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("vitest", args);
  const report = await readReport<VitestReport>(file);
  if (!report) return crashed;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  );
  const failed = report.numFailedTests + broken.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return {
    passed: report.numPassedTests,
    // The report has no line for an error outside of a test, so this counts it.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    notes: [
      ...vitestFailures(report.testResults),
      ...(skipped > 0 ? [`${skipped} skipped by vitest`] : []),
      ...missing().map(([name, what]) => `${what} was skipped because ${name} isn't installed`),
    ],
    times: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(".", name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

type PlaywrightReport = {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** @param folder of the checkout to test, by default this one */
async function runPlaywright(args: string[] = [], folder = "."): Promise<Counts> {
  const file = join(reports, "playwright.json");
  const code = await run(
    "playwright",
    ["test", "--config", playwrightConfig, "--reporter=list,json", ...args],
    { env: { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }, cwd: folder },
  );
  const report = await readReport<PlaywrightReport>(file);
  if (!report) return crashed;
  const { stats, suites } = report;
  const notes = journeyFailures(suites);
  if (stats.skipped > 0) notes.push(`${stats.skipped} skipped by Playwright`);
  if (stats.flaky > 0) notes.push(`${stats.flaky} passed only on a retry`);
  const failed = stats.unexpected === 0 && code !== 0 ? 1 : stats.unexpected;
  return { passed: stats.expected + stats.flaky, failed, notes, times: journeyTimes(suites) };
}

async function runJourneys(): Promise<Counts> {
  if (environment.TEST_SCOPE !== "all") return runPlaywright();
  if (!findOnPath("haproxy")) installOnDebian("haproxy");
  const counts = await runPlaywright();
  if (findOnPath("haproxy")) return counts;
  const skipped = "the journeys through HAProxy were skipped because it isn't installed";
  return { ...counts, notes: [...(counts.notes ?? []), skipped] };
}

/** Titles of journeys that sign in, swipe, send messages and post a project. */
const smokeJourneys = "signs in, returns|the deck advances|two people in two browsers|posts it once";

/** Builds the previous release and runs its journeys on the newest schema. */
async function runReleaseBefore(): Promise<Counts> {
  const folder = join(".data", releaseBefore);
  try {
    const skipped = await checkOutRelease(folder);
    if (skipped) return { passed: 0, failed: 0, notes: [skipped] };
    const projects = ["--project=js-desktop", "--project=no-js-phone"];
    return await runPlaywright(["-g", smokeJourneys, ...projects], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const vitestPart: Part = {
  title: "features, routes and architecture",
  needsDatabase: true,
  run: runVitest,
};
const e2ePart: Part = { title: "journeys in a browser", needsDatabase: true, run: runJourneys };
const releasePart: Part = {
  title: `journeys of ${releaseBefore} on the newest schema`,
  needsDatabase: true,
  run: runReleaseBefore,
};

const parts: Record<string, Part[]> = {
  check: [{ title: "checks", run: () => runTogether(startChecks()) }],
  vitest: [vitestPart],
  e2e: [{ title: "build", run: () => runTogether([startBuild()]) }, e2ePart],
  release: [releasePart],
};

/** The parts of a full run, cheapest first. The build comes before the tests that need it. */
const everything: Part[] = [
  { title: "checks and build", run: () => runTogether([...startChecks(), startBuild()]) },
  vitestPart,
  e2ePart,
];

/**
 * "all" isn't a part. It makes the named parts run every round and combination. On its own, it runs all parts
 * like that, and the previous release.
 */
function choose(given: string[]): Part[] {
  const names = given.filter((name) => name !== "all");
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown) {
    console.error(`There's no part called ${unknown}. Choose from ${Object.keys(parts).join(", ")}, all.`);
    process.exit(2);
  }
  const runsAll = given.includes("all");
  if (runsAll || names.includes("release")) environment.TEST_SCOPE = "all";
  if (names.length > 0) return names.flatMap((name) => parts[name] ?? []);
  return runsAll ? [...everything, releasePart] : everything;
}

let cluster: Promise<Cluster> | undefined;

async function finish(part: Part): Promise<Counts> {
  console.log(`\n── ${part.title} ──`);
  try {
    if (part.needsDatabase && !process.env.DATABASE_ADMIN_URL) {
      cluster ??= startThrowawayPostgres({ inMemory: true });
      environment.DATABASE_ADMIN_URL = (await cluster).url();
    }
    return await part.run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return crashed;
  }
}

async function clean(): Promise<void> {
  await cluster?.then((started) => started.stop());
  await rm(reports, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, async () => {
    await Promise.all(
      [...running].map((child) => {
        child.kill("SIGTERM");
        return once(child, "exit");
      }),
    );
    await clean().finally(() => process.exit(1));
  });
}

const total = { passed: 0, failed: 0 };
const notes: string[] = [];
const times: string[] = [];
for (const part of choose(process.argv.slice(2))) {
  const started = Date.now();
  const counts = await finish(part);
  times.push(`${Math.round((Date.now() - started) / 1000)} s  ${part.title}`, ...slowest(counts.times ?? []));
  total.passed += counts.passed;
  total.failed += counts.failed;
  if (counts.failed > 0) notes.push(`${counts.failed} failed: ${part.title}`);
  notes.push(...(counts.notes ?? []));
}
await clean();
console.log(["", ...times, "", ...notes, `${total.passed} passed, ${total.failed} failed`].join("\n"));
process.exit(total.failed > 0 ? 1 : 0);
