// Plain JavaScript without dependencies, because it runs before anything is installed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const installStamp = "node_modules/.installed";
const clientFolder = "app/platform/generated";
const clientStamp = `${clientFolder}/generated-from`;

/**
 * Prisma downloads an engine unless it's given an existing file. Generating the client doesn't use it, so any file will
 * do.
 */
const withoutDownload = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  CHECKPOINT_DISABLE: "1",
};

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Matchcut needs Node 20.19 or newer. You have ${process.versions.node}.`);
  process.exit(1);
}

/** @param {string[]} files */
function hashOf(...files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} stamp @param {string} expected */
function isStamped(stamp, expected) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === expected;
}

/** @param {string} program @param {string[]} args */
function run(program, args, shell = false) {
  try {
    execFileSync(program, args, { stdio: "inherit", env: withoutDownload, shell });
  } catch (error) {
    console.error(`\n${[program, ...args].join(" ")} failed.`);
    process.exit(/** @type {{ status?: number }} */ (error).status ?? 1);
  }
}

function install() {
  const lock = hashOf("package-lock.json");
  if (isStamped(installStamp, lock)) return;
  const own = "node_modules/.package-lock.json";
  if (!existsSync(own) || statSync(own).mtimeMs < statSync("package-lock.json").mtimeMs) {
    console.log("Installing packages…");
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
    const npm = process.env.npm_execpath;
    if (npm?.endsWith(".js")) run(process.execPath, [npm, ...args]);
    else run("npm", args, process.platform === "win32");
  }
  writeFileSync(installStamp, lock);
}

function schemaFiles() {
  return readdirSync("prisma/schema")
    .sort()
    .map((name) => `prisma/schema/${name}`);
}

/** Generates the client unless it's up to date; with `always`, in any case. */
export function generate(always = false) {
  const source = hashOf(...schemaFiles(), "package-lock.json");
  if (!always && isStamped(clientStamp, source) && existsSync(`${clientFolder}/prisma`)) return;
  run(process.execPath, ["node_modules/prisma/build/index.js", "generate", "--no-hints"]);
  mkdirSync(clientFolder, { recursive: true });
  writeFileSync(clientStamp, source);
}

/**
 * Prepares a checkout for running TypeScript: checks Node's version, installs the packages of the lockfile, and
 * generates the database client. Does only what's needed. Exits if something fails.
 */
export async function prepare() {
  checkNode();
  process.chdir(root);
  install();
  generate();
  const { register } = await import("tsx/esm/api");
  register();
}
