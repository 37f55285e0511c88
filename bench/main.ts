import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildIfChanged } from "../scripts/build.ts";
import { productEnvironment } from "./processes.ts";
import { isWithinLimit, type Options, print, type Report } from "./report.ts";
import { measureScale } from "./scale.ts";

type Measure = (options: Options) => Promise<Report>;

/** Parts that run the built product. */
const built: Record<string, () => Promise<Measure>> = {
  weight: async () => (await import("./weight.ts")).measureWeight,
  speed: async () => (await import("./speed.ts")).measureSpeed,
  phone: async () => (await import("./phone.ts")).measurePhone,
  mix: async () => (await import("./mix.ts")).measureMix,
  live: async () => (await import("./live.ts")).measureLive,
  abuse: async () => (await import("./abuse.ts")).measureAbuse,
  uploads: async () => (await import("./uploads.ts")).measureUploads,
  webhooks: async () => (await import("./webhooks.ts")).measureWebhooks,
  faults: async () => (await import("./faults.ts")).measureFaults,
  edge: async () => (await import("./edge.ts")).measureEdge,
  drills: async () => (await import("./drills.ts")).measureDrills,
};
/** Parts that need only the schema. */
const bySchema: Record<string, () => Promise<Measure>> = {
  growth: async () => (await import("./growth.ts")).measureGrowth,
};
/** Parts that call the product's functions. Importing that code doesn't connect to anything. */
const byFunction = ["messages", "deck", "projects", "applicants", "admin", "directory"];
const all = [...Object.keys(built), ...Object.keys(bySchema), ...byFunction];
/** Parts that take long and don't measure speed, so they run only if they're named. */
const onlyByName = ["faults", "edge", "drills", "growth"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean" },
    times: { type: "string", default: "1" },
    drill: { type: "string", multiple: true, default: [] },
  },
});
const unknown = positionals.find((name) => !all.includes(name));
const { DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: databaseUrl } = process.env;
if (unknown || !adminUrl || !databaseUrl) {
  console.error(
    unknown ? `There's no part called '${unknown}'. Choose from ${all.join(", ")}.` : "Use `npm run bench`.",
  );
  process.exit(2);
}

const quick = values.quick ?? false;
const options: Options = {
  adminUrl,
  template: new URL(databaseUrl).pathname.slice(1),
  quick,
  times: Number(values.times),
  drills: values.drill,
};
const names = positionals.length > 0 ? positionals : all.filter((name) => !onlyByName.includes(name));
if (names.some((name) => name in built)) await buildIfChanged();
Object.assign(process.env, productEnvironment);
const reports: Record<string, Report> = {};
for (const name of names) {
  console.log(`\n━━ ${name} ━━`);
  const measure = await (built[name] ?? bySchema[name])?.();
  const report = measure
    ? await measure(options)
    : await measureScale((await import(`./${name}.ts`)).part, options);
  reports[name] = report;
  print(report);
}

const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() };
const file = `bench/results/${new Date().toISOString().slice(0, 16).replace(":", "")}.json`;
await mkdir("bench/results", { recursive: true });
await writeFile(file, JSON.stringify({ machine, quick, reports }, null, 2));
const missed = Object.values(reports).flatMap(({ limits }) =>
  limits.filter((limit) => !isWithinLimit(limit)),
);
const budgets = missed.filter(({ kind }) => kind === "budget");
console.log(`\n${file}. Budgets missed: ${budgets.length}. Goals missed: ${missed.length - budgets.length}.`);
process.exitCode = budgets.length > 0 ? 1 : 0;
