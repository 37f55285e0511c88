import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build as bundle } from "esbuild";
import { workerPath } from "../app/offline-words.ts";
import { paths } from "../app/paths.ts";

const stampFile = "build/built-from";
const compressible = /^\.(js|mjs|css|html|svg|json|txt|xml|webmanifest|map|ico|wasm)$/;
const smallestCompressed = 200;

/**
 * package.json's `start` and the Dockerfile have the same flags. In a larger nursery, most of the young objects of a
 * dozen requests die before they're copied, which made pages 12 to 20% faster. 64 MB gains another 1% and costs 90 MB.
 * The rest of the heap is collected whenever it has grown by half; under V8's own rule, 100 MB in use grew to 400.
 */
export const serverCommand = ["--max-semi-space-size=32", "--heap-growing-percent=50", "build/server.js"];

/** The files and folders that the build depends on, so a change in any of them requires a new build. */
const sources = [
  ...[
    "app",
    "content",
    "dev",
    "public",
    "sandbox",
    "server.ts",
    "remix.config.js",
    "vite.config.ts",
    "tsconfig.json",
    "package-lock.json",
  ],
  ...[
    "prisma/schema",
    "scripts/admin.ts",
    "scripts/build.ts",
    "scripts/content.ts",
    "scripts/documents",
    "scripts/migrate.ts",
    "scripts/prisma-migrations.ts",
    "scripts/used-styles.ts",
  ],
];

async function listFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const lists = entries.map((entry) => (entry.name === "generated" ? [] : listFiles(join(path, entry.name))));
  return (await Promise.all(lists)).flat().sort();
}

async function fingerprint(): Promise<string> {
  const files = (await Promise.all(sources.map(listFiles))).flat();
  const hash = createHash("sha256");
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}

function buildPages(): void {
  const env = { ...process.env, NODE_ENV: "production" as const };
  const program = "node_modules/@remix-run/dev/dist/cli.js";
  const { status } = spawnSync(process.execPath, [program, "vite:build"], { stdio: "inherit", env });
  if (status !== 0) throw new Error("The build failed.");
}

interface Manifest {
  url: string;
  entry: { module: string };
  routes: Record<string, { module: string }>;
}

/**
 * Routes that script never navigates to: files, requests from other programs, URLs that script requests with
 * `fetch`, and pages without script, which are loaded as documents.
 */
const withoutScript =
  /^routes\/(api|site|webhooks|dev\/outbox|files|media|metrics|offline|robots|shared|sitemap)\b|\[\.\]|^routes\/app\/(messages\.people|messages\.\$conversationId_\.(now|presence|live)|invite_\.link|project-brief\.draft)$/;

/**
 * The part of Remix's manifest that browsers need. This leaves out routes that script never navigates to, fields that
 * only preloading reads, fields that are off or empty, and each route's ID, which is also its key. Together, these are
 * more than half of a file that grows with every route and is part of every first view with script. Remix (checked with
 * 2.17.5) has no option for this.
 */
function trimmed(manifest: Manifest): string {
  const routes = Object.entries(manifest.routes).filter(([id]) => !withoutScript.test(id));
  const kept = { ...Object.fromEntries(routes), "routes/site/_index": homeRoute(manifest) };
  return JSON.stringify({ ...manifest, routes: kept }, (key, value) => {
    if (key === "css" && value.length > 0) return value;
    return value === false || /^(css|imports|id)$/.test(key) ? undefined : value;
  });
}

/**
 * Makes script load the home page as a document, and any path that matches no route. Otherwise, only the root would
 * match such a path, and show no page.
 */
function homeRoute({ routes }: Manifest): object {
  return { ...routes["routes/not-found"], path: undefined, index: true };
}

async function trimManifest(file: string): Promise<void> {
  const [assignment = "", json = ""] = (await readFile(file, "utf8")).split(/(?<==)(.*)/s);
  const manifest: Manifest = JSON.parse(json.replace(/;\s*$/, ""));
  const addIds = ";for(const[id,route]of Object.entries(__remixManifest.routes))route.id=id";
  await writeFile(file, assignment + trimmed(manifest) + addIds);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a .br and a .gz file next to each file that gets smaller, so that the server never compresses static files
 * itself.
 */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallestCompressed || !compressible.test(extname(file))) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const smaller = { br: await toBrotli(content, { params }), gz: await toGzip(content, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(smaller)) {
    if (bytes.length < content.length) await writeFile(`${file}.${ending}`, bytes);
  }
}

/** Routes whose pages the service worker keeps, their layouts, and the routes whose actions those pages call. */
const keptRoutes = [
  ...["root", "routes/app/layout", "routes/app/discover._index", "routes/app/discover.swipe"],
  ...["routes/app/messages._index", "routes/app/messages.$conversationId"],
];

/** Late parts, by the names of their modules: those that every page loads, and those that kept pages may show. */
const keptLate = [
  ...["extras", "hydrate", "discover-gate", "empty-deck", "landing-work"],
  ...["group", "request-answer", "hidden-notice"],
];

/** All static imports of the modules, direct and indirect, with their stylesheets. */
async function filesBehind(modules: string[]): Promise<string[]> {
  const found = new Set(modules);
  for (const file of found) {
    if (!file.endsWith(".js")) continue;
    const text = await readFile(join("build/client", file), "utf8");
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      found.add(`/assets/${name}`);
    for (const [sheet] of text.matchAll(/\/assets\/[\w.-]+\.css/g)) found.add(sheet);
  }
  return [...found].sort();
}

/**
 * Builds the service worker with a list of this build's browser files. This has to run before the manifest is trimmed.
 */
async function buildWorker(manifestFile: string): Promise<void> {
  const json = (await readFile(manifestFile, "utf8")).replace(/^[^=]*=/, "").replace(/;\s*$/, "");
  const { url, entry, routes }: Manifest = JSON.parse(json);
  const modules = keptRoutes.map((id) => {
    const route = routes[id];
    if (!route) throw new Error(`The service worker keeps pages of '${id}', which isn't a route.`);
    return route.module;
  });
  const assets = (await listFiles("build/client/assets")).map((name) => name.replace(/^build\/client/, ""));
  const late = keptLate.map((name) => {
    const file = assets.find((path) => path.startsWith(`/assets/${name}-`) && path.endsWith(".js"));
    if (!file) throw new Error(`The service worker keeps '${name}', but the build wrote no such file.`);
    return file;
  });
  const built = {
    manifest: url,
    files: [url, ...(await filesBehind([entry.module, ...modules, ...late]))],
    paths: {
      logout: paths.logout(),
      discover: paths.discover(),
      messages: paths.messages(),
      notifications: paths.notifications(),
    },
  };
  await bundle({
    entryPoints: ["app/offline/service-worker.ts"],
    outfile: `build/client${workerPath}`,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    alias: { "~": "./app" },
    define: { BUILT: JSON.stringify(built) },
    logLevel: "warning",
  });
}

async function buildPrograms(): Promise<void> {
  await bundle({
    entryPoints: {
      server: "server.ts",
      decoder: "app/platform/decoder.server.mjs",
      migrate: "scripts/migrate.ts",
      admin: "scripts/admin.ts",
    },
    outdir: "build",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    alias: { "~": "./app" },
    logLevel: "warning",
  });
}

/**
 * Builds everything that production runs into build/: the pages, compressed static files, server.js and the programs
 * next to it.
 */
export async function build(): Promise<void> {
  const source = await fingerprint();
  await rm("build", { recursive: true, force: true });
  buildPages();
  const manifest = (await listFiles("build/client/assets")).find((name) => /\/manifest-\w+\.js$/.test(name));
  if (!manifest) throw new Error("The build has no manifest.");
  await buildWorker(manifest);
  await trimManifest(manifest);
  for (const file of await listFiles("build/client")) await compress(file);
  await buildPrograms();
  await writeFile(stampFile, source);
}

/** Builds unless nothing has changed since the last build. Returns whether it built. */
export async function buildIfChanged(): Promise<boolean> {
  const built = await readFile(stampFile, "utf8").catch(() => "");
  if (built && built === (await fingerprint())) return false;
  await build();
  return true;
}
