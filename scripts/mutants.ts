import { statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { drawMutants } from "./mutant-patches.ts";

if (process.argv[2] === "draw") {
  const [count = "60", seed, ...leftOut] = process.argv.slice(3);
  await drawMutants(Number(count), seed, leftOut);
  process.exit(0);
}

/**
 * Makes small changes in a file or folder, one at a time, and lists those that no test notices: `npm run mutants --
 * app/features/payments/converging.server.ts [more files, folders, tests …]`. It runs the tests of the files' features
 * and those that are named, such as tests of their routes.
 */
const named = process.argv.slice(2).map((path) => path.split(sep).join("/").replace(/\/$/, ""));
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const sources = named.filter((path) => !isTest(path));
if (sources.length === 0) {
  console.error("Name a file or folder: npm run mutants -- app/features/payments/converging.server.ts");
  process.exit(1);
}

const isFolder = (path: string) => statSync(path).isDirectory();
const folders = new Set(sources.map((path) => (isFolder(path) ? path : dirname(path))));
const tests = [...[...folders].map((folder) => `${folder}/**/*.test.*`), ...named.filter(isTest)];
process.env.MUTANT_TESTS = tests.join(",");

const results = await new Stryker({
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants.vitest.ts", related: false },
  mutate: sources.map((path) => (isFolder(path) ? `${path}/**/!(*.test).ts` : path)),
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: Number(process.env.MUTANT_WORKERS ?? 2),
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  ignorePatterns: ["/.data", "/bench/results", "/test-results"],
  reporters: ["clear-text"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}).runMutationTest();

process.exit(results.length > 0 ? 0 : 1);
