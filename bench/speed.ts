import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { foldProfile } from "./cpu-profile.ts";
import { withDatabase } from "./databases.ts";
import { loadFor } from "./load.ts";
import { canPin, hasWrk, pinDatabase, type Running, startServer } from "./processes.ts";
import { signIn, startProduct } from "./product.ts";
import { fewestQueries, startQueryCounter } from "./query-counter.ts";
import {
  budget,
  goal,
  median,
  type Options,
  quantile,
  type Report,
  short,
  type Table,
  tableOf,
} from "./report.ts";
import { type Answer, browserHeaders, get } from "./wire.ts";

const serverCore = 0;
const clientCore = 1;
/**
 * Many and short, so that noise hits neighbors alike and a bad moment does not move the median. Whole seconds, as wrk
 * takes them.
 */
const rounds = { count: 15, seconds: 2 };
const quickRounds = { count: 5, seconds: 1 };

/** Pages for guests, of each kind: text, one with a form, one of the database. */
const publicPaths = ["/features", "/pricing", "/blog", "/faq", "/contributors"];

interface Contender {
  name: string;
  server: Running;
  address: string;
  headers: Record<string, string>;
  page: Answer;
}

interface Lap {
  perSecond: number;
  /** Processor milliseconds per response. */
  usedTime: number;
  databaseTime: number;
  /** Resident after it, in MB. */
  memory: number;
}

interface Race {
  title: string;
  contenders: Contender[];
  laps: Lap[][];
}

/** Starts a server that `measureSpeed` stops. */
type Start = (server: Promise<Running>) => Promise<Running>;

/** How many times slower a page is than the same bytes from memory. */
export async function measureSpeed(options: Options): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-"));
  const running: Running[] = [];
  const start: Start = async (server) => {
    const one = await server;
    running.push(one);
    return one;
  };
  return withDatabase(options, "matchcut_speed", async (url) => {
    try {
      await seedDemo(url);
      const databaseTime = await pinDatabase(url, clientCore);
      const report = reportOf(await runRaces(url, folder, { ...options, databaseTime }, start));
      report.tables.push(await profile(url, folder, options));
      report.notes.push(await countStatements(url));
      return report;
    } finally {
      await Promise.all(running.map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    }
  });
}

interface Races {
  deck: Race;
  landing: Race;
  publicPages: Race[];
}

interface RaceOptions extends Options {
  /** PostgreSQL's processor time so far, in ms. */
  databaseTime(): number;
}

async function runRaces(url: string, folder: string, options: RaceOptions, start: Start): Promise<Races> {
  const product = await start(startProduct(url, { core: serverCore }));
  const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
  const deck = await contenderOf("ours: /discover, signed in", product, "/discover", { Cookie: cookie });

  let files = 0;
  const serving = async (name: string, helper: string, { page }: Contender) => {
    files += 1;
    const file = join(folder, `${files}.json`);
    const sent = { headers: sentHeaders(page), body: Buffer.from(page.text).toString("base64") };
    const asSent = { ...sent, body: page.body.toString("base64") };
    await writeFile(file, JSON.stringify(helper === "same-bytes" ? asSent : sent));
    return contenderOf(name, await start(startHelper([`bench/${helper}.ts`, file])), "/");
  };
  const raw = async (of: Contender) => {
    const same = await serving("raw node:http, same bytes", "same-bytes", of);
    if (same.page.text !== of.page.text) throw new Error(`${of.name}: not the same body`);
    return same;
  };
  const against = async (path: string, given: RaceOptions): Promise<Race> => {
    const page = await contenderOf(`ours: ${path}`, product, path);
    return race(path, given, [await raw(page), page]);
  };
  const react = await serving("React alone, brotli 4", "react-alone", deck);
  // React orders some attributes differently.
  const [own, theirs] = [react.page.text.length, deck.page.text.length];
  if (Math.abs(own - theirs) > theirs / 100) throw new Error(`React alone: ${own} characters, not ${theirs}`);
  const publicPages: Race[] = [];
  const races = {
    deck: await race("/discover", options, [await raw(deck), react, deck]),
    landing: await against("/", options),
    publicPages,
  };
  for (const path of publicPaths) publicPages.push(await against(path, { ...options, quick: true }));
  return races;
}

const startHelper = (args: string[]) =>
  startServer(["--import", "tsx", ...args], { core: serverCore, path: "/", env: {} });

async function contenderOf(
  name: string,
  server: Running,
  path: string,
  own: Record<string, string> = {},
): Promise<Contender> {
  const address = server.origin + path;
  const { Connection: _, ...usual } = browserHeaders;
  const page = await get(address, own);
  if (page.status !== 200) throw new Error(`${name} answered ${page.status}`);
  return { name, server, address, headers: { ...usual, ...own }, page };
}

function sentHeaders({ headers }: Answer): Record<string, string> {
  const byConnection = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
  return Object.fromEntries([...headers].filter(([name]) => !byConnection.has(name)));
}

async function race(title: string, options: RaceOptions, contenders: Contender[]): Promise<Race> {
  const { count, seconds } = options.quick ? quickRounds : rounds;
  for (const contender of contenders) await warmUp(contender, options);
  const laps: Lap[][] = [];
  for (let round = 0; round < count; round += 1) {
    const row: Lap[] = [];
    for (const contender of contenders) row.push(await lap(contender, seconds, options));
    laps.push(row);
  }
  return { title, contenders, laps };
}

/** Until V8 has compiled the hot code, or a time limit on slow machines. */
async function warmUp(contender: Contender, { quick }: Options): Promise<void> {
  const [enough, longest] = quick ? [1_000, 20] : [4_000, 60];
  let answered = 0;
  for (const until = Date.now() + longest * 1000; answered < enough && Date.now() < until; ) {
    answered += (await loadFor(2, contender.address, contender.headers, clientCore)).answered;
  }
}

async function lap(
  { server, address, headers }: Contender,
  seconds: number,
  { databaseTime }: RaceOptions,
): Promise<Lap> {
  const [before, beforeIn] = [server.usedTime(), databaseTime()];
  const { perSecond, answered } = await loadFor(seconds, address, headers, clientCore);
  return {
    perSecond,
    usedTime: (server.usedTime() - before) / answered,
    databaseTime: (databaseTime() - beforeIn) / answered,
    memory: server.memory(),
  };
}

/** Of a server of its own, as profiling takes time. */
async function profile(url: string, folder: string, options: Options): Promise<Table> {
  const seconds = options.quick ? 5 : 15;
  const nodeArgs = ["--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${folder}`];
  const server = await startProduct(url, { core: serverCore, nodeArgs });
  const cookie = await signIn(server.origin, demoLogins.creator, demoPassword);
  const page = await contenderOf("profiled", server, "/discover", { Cookie: cookie });
  await warmUp(page, options);
  await loadFor(seconds, page.address, page.headers, clientCore);
  await server.stop();
  const file = (await readdir(folder)).find((name) => name.endsWith(".cpuprofile")) ?? "";
  return foldProfile("/discover: the server's processor time by source", join(folder, file), seconds);
}

async function countStatements(url: string): Promise<string> {
  const counter = await startQueryCounter(url);
  const server = await startProduct(counter.url);
  try {
    const cookie = await signIn(server.origin, demoLogins.creator, demoPassword);
    const read = () => get(`${server.origin}/discover`, { Cookie: cookie });
    await read();
    return `/discover: ${await fewestQueries(counter, 5, read)} SQL statements, with the session's.`;
  } finally {
    await server.stop();
    counter.stop();
  }
}

/** How many times slower than the contender at `than`, per round; by default ours than node:http. */
const ratiosOf = ({ laps, contenders }: Race, index = contenders.length - 1, than = 0) =>
  laps.map((row) => (row[than]?.perSecond ?? 0) / (row[index]?.perSecond ?? 0));

/** How many times more processor time than node:http, per round. */
const timeRatiosOf = ({ laps, contenders }: Race, index = contenders.length - 1) =>
  laps.map((row) => (row[index]?.usedTime ?? 0) / (row[0]?.usedTime ?? 0));

function reportOf({ deck, landing, publicPages }: Races): Report {
  const ours = median(ratiosOf(deck));
  const react = 1;
  return {
    tables: [deck, landing, ...publicPages].map(raceTable),
    limits: [
      budget("raw / ours, /discover", ours, 48, "×"),
      goal("raw / ours, /discover", ours, 40, "×"),
      goal("the same by processor time", median(timeRatiosOf(deck)), 40, "×"),
      goal("React alone / ours, /discover", median(ratiosOf(deck, undefined, react)), 4, "×"),
      budget("raw / ours, the landing page", median(ratiosOf(landing)), 1.6, "×"),
      ...publicPages.map((page) => budget(`raw / ours, ${page.title}`, median(ratiosOf(page)), 2, "×")),
    ],
    notes: [
      canPin
        ? "Servers on one core; client and database on another."
        : "NOT PINNED: client, server and database shared their cores.",
      `Client: ${hasWrk ? "wrk" : "bench/reader.ts"}, 16 connections.`,
      "Each ratio is made within a round; the table shows their median and their interquartile range.",
      "CPU: the server's own processor time, which other work hardly affects; PostgreSQL's is all its processes'.",
      noiseOf(deck),
    ],
  };
}

/** By node:http's own rounds. */
function noiseOf({ laps }: Race): string {
  const raw = laps.map(([first]) => first?.perSecond ?? 0);
  const [least, most] = [Math.min(...raw), Math.max(...raw)];
  const times = `node:http itself answered between ${short(least)} and ${short(most)} requests a second`;
  return most / least <= 1.3
    ? `${times}: a quiet machine.`
    : `${times}: a NOISY machine. Trust the ratios by processor time, and their spread.`;
}

function raceTable(raced: Race) {
  const rows = raced.contenders.map((contender, index) => ({
    ...contender,
    laps: raced.laps.map((row) => row[index] as Lap),
    slower: ratiosOf(raced, index),
    moreTime: timeRatiosOf(raced, index),
  }));
  const middleHalf = (ratios: number[]) =>
    `${short(quantile(ratios, 0.25))} to ${short(quantile(ratios, 0.75))}`;
  return tableOf(`${raced.title}: requests a second and processor time, against node:http's`, rows, {
    "": ({ name }) => name,
    "requests/s": ({ laps }) => median(laps.map(({ perSecond }) => perSecond)),
    "raw is × faster": ({ slower }) => median(slower),
    "half of the rounds": ({ slower }) => middleHalf(slower),
    "CPU ms each": ({ laps }) => median(laps.map(({ usedTime }) => usedTime)),
    "PostgreSQL ms": ({ laps }) => median(laps.map(({ databaseTime }) => databaseTime)),
    "memory MB": ({ laps }) => Math.max(...laps.map(({ memory }) => memory)),
    "× raw's": ({ moreTime }) => median(moreTime),
    "half of them": ({ moreTime }) => middleHalf(moreTime),
    "decoded B": ({ page }) => Buffer.byteLength(page.text),
    "sent B": ({ page }) => page.bodyBytes,
    encoding: ({ page }) => page.headers.get("content-encoding") ?? "none",
  });
}
