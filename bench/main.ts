import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildIfChanged } from "../scripts/build.ts";
import { productEnvironment } from "./in-product.ts";
import { isWithinLimit, type Options, print, type Report } from "./report.ts";

type Measure = (options: Options) => Promise<Report>;

const parts: Record<string, () => Promise<Measure>> = {
  weight: async () => (await import("./weight.ts")).measureWeight,
  speed: async () => (await import("./speed.ts")).measureSpeed,
  phone: async () => (await import("./phone.ts")).measurePhone,
  mix: async () => (await import("./mix.ts")).measureMix,
  live: async () => (await import("./live.ts")).measureLive,
  messages: async () => (await import("./messages.ts")).measureMessages,
  deck: async () => (await import("./deck.ts")).measureDeck,
  projects: async () => (await import("./projects.ts")).measureProjects,
  applicants: async () => (await import("./applicants.ts")).measureApplicants,
  admin: async () => (await import("./admin.ts")).measureAdmin,
  directory: async () => (await import("./directory.ts")).measureDirectory,
  abuse: async () => (await import("./abuse.ts")).measureAbuse,
  uploads: async () => (await import("./uploads.ts")).measureUploads,
  webhooks: async () => (await import("./webhooks.ts")).measureWebhooks,
  faults: async () => (await import("./faults.ts")).measureFaults,
};
/** Ten minutes or more, and no speed: only by name. */
const onlyByName = "faults";
/** They run the product's functions, not its build. */
const withoutBuild = new Set(["deck", "projects", "applicants", "admin", "directory"]);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" } },
});
const unknown = positionals.find((name) => !(name in parts));
const { DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: databaseUrl } = process.env;
if (unknown || !adminUrl || !databaseUrl) {
  console.error(
    unknown ? `There is no part '${unknown}': ${Object.keys(parts).join(", ")}.` : "Use `npm run bench`.",
  );
  process.exit(2);
}

const options: Options = {
  adminUrl,
  template: new URL(databaseUrl).pathname.slice(1),
  quick: values.quick ?? false,
};
const names = positionals.length > 0 ? positionals : Object.keys(parts).filter((name) => name !== onlyByName);
if (names.some((name) => !withoutBuild.has(name))) await buildIfChanged();
// Parts import the product's code, which does not connect before it is called.
Object.assign(process.env, productEnvironment);
const reports: Record<string, Report> = {};
for (const name of names) {
  const measure = await parts[name]?.();
  if (!measure) continue;
  console.log(`\n━━ ${name} ━━`);
  const report = await measure(options);
  reports[name] = report;
  print(report);
}

const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() };
const file = `bench/results/${new Date().toISOString().slice(0, 16).replace(":", "")}.json`;
await mkdir("bench/results", { recursive: true });
await writeFile(file, JSON.stringify({ machine, quick: options.quick, reports }, null, 2));
const missed = Object.values(reports).flatMap(({ limits }) =>
  limits.filter((limit) => !isWithinLimit(limit)),
);
const budgets = missed.filter(({ kind }) => kind === "budget");
console.log(`\n${file}: ${budgets.length} budgets missed, ${missed.length - budgets.length} goals missed.`);
process.exitCode = budgets.length > 0 ? 1 : 0;
