import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { clock, readProfile } from "./cpu-profile.ts";
import { withDatabase } from "./databases.ts";
import { loadFor } from "./load.ts";
import { canPin, hasWrk, pinDatabase, type Running, startServer } from "./processes.ts";
import { signIn, startProduct } from "./product.ts";
import { type Limit, median, type Options, quantile, type Report, short, type Table } from "./report.ts";
import { type Answer, browserHeaders, get } from "./wire.ts";

const serverCore = 0;
const clientCore = 1;
const reactName = "React alone, brotli 4";
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
}

interface Race {
  contenders: Contender[];
  laps: Lap[][];
}

type Start = (server: Promise<Running>) => Promise<Running>;

/** How many times slower a page is than the same bytes from memory, and where the time goes. */
export async function measureSpeed(options: Options): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-"));
  const running: Running[] = [];
  const start: Start = async (server) => {
    const one = await server;
    running.push(one);
    return one;
  };
  const stopAll = () => Promise.all(running.splice(0).map((server) => server.stop()));
  try {
    return await withDatabase(options, "matchcut_speed", async (url) => {
      await seedDemo(url);
      await pinDatabase(url, clientCore);
      try {
        const races = await runRaces(url, folder, options, start);
        await stopAll();
        return reportOf(races, await profileTables(url, folder, options, start));
      } finally {
        await stopAll();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runRaces(url: string, folder: string, options: Options, start: Start) {
  const product = await start(startProduct(url, { core: serverCore }));
  const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
  const deck = await contenderOf("ours: /discover, signed in", product, "/discover", { Cookie: cookie });
  const landing = await contenderOf("ours: the landing page", product, "/");
  const publicPages = await inTurn(publicPaths, (path) => contenderOf(`ours: ${path}`, product, path));

  let files = 0;
  const sameBytes = async (kind: "raw" | "express", of: Contender) => {
    files += 1;
    const file = join(folder, `${files}.json`);
    const answer = { headers: sentHeaders(of.page), body: of.page.body.toString("base64") };
    await writeFile(file, JSON.stringify(answer));
    const server = await start(startHelper(["bench/same-bytes.ts", kind, file]));
    const name = kind === "raw" ? "raw node:http, same bytes" : "Express 4, same bytes";
    return contenderOf(name, server, "/", {}, of.page);
  };
  return {
    deck: await race(options, [
      await sameBytes("raw", deck),
      await sameBytes("express", deck),
      ...(await bareRemix(deck.page, start)),
      await reactAlone(deck, folder, start),
      deck,
    ]),
    landing: await race(options, [await sameBytes("raw", landing), landing]),
    publicPages: await inTurn(publicPages, async (page) =>
      race({ ...options, quick: true }, [await sameBytes("raw", page), page]),
    ),
  };
}

async function inTurn<Of, Result>(all: Of[], work: (one: Of) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

const startHelper = (args: string[]) =>
  startServer(["--import", "tsx", ...args], { core: serverCore, path: "/", env: {} });

async function contenderOf(
  name: string,
  server: Running,
  path: string,
  own: Record<string, string> = {},
  same?: Answer,
): Promise<Contender> {
  const address = server.origin + path;
  const { Connection: _, ...usual } = browserHeaders;
  const page = await get(address, own);
  if (page.status !== 200) throw new Error(`${name} answered ${page.status}`);
  const encodingOf = ({ headers }: Answer) => headers.get("content-encoding");
  if (same && (page.text !== same.text || encodingOf(page) !== encodingOf(same))) {
    throw new Error(`${name} does not send the same body in the same encoding`);
  }
  return { name, server, address, headers: { ...usual, ...own }, page };
}

function sentHeaders({ headers }: Answer): Record<string, string> {
  const byConnection = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
  return Object.fromEntries([...headers].filter(([name]) => !byConnection.has(name)));
}

/** Equal in size, without a database; streamed, with compression in front. */
async function bareRemix(like: Answer, start: Start): Promise<Contender[]> {
  const cli = "node_modules/@remix-run/dev/dist/cli.js";
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production" };
  const args = [cli, "vite:build", "bench/bare-remix", "--logLevel", "error"];
  const { status } = spawnSync(process.execPath, args, { env, stdio: "inherit" });
  if (status !== 0) throw new Error("the bare Remix page could not be built");

  const plain = await start(startHelper(["bench/bare-remix/server.ts", "plain"]));
  const packed = await start(startHelper(["bench/bare-remix/server.ts", "compressed"]));
  const [few, many] = [await get(`${plain.origin}/?cards=10`), await get(`${plain.origin}/?cards=20`)];
  const perCard = (many.text.length - few.text.length) / 10;
  const cards = Math.max(1, Math.round(10 + (like.text.length - few.text.length) / perCard));
  return [
    await contenderOf("bare Remix, not compressed", plain, `/?cards=${cards}`),
    await contenderOf("bare Remix, stock compression", packed, `/?cards=${cards}`),
  ];
}

/** Without Remix, session or database. */
async function reactAlone(like: Contender, folder: string, start: Start): Promise<Contender> {
  const file = join(folder, "react-alone.json");
  await writeFile(file, JSON.stringify({ headers: sentHeaders(like.page), html: like.page.text }));
  const server = await start(startHelper(["bench/react-alone.ts", file]));
  const contender = await contenderOf(reactName, server, "/");
  // React orders some attributes differently.
  const [own, theirs] = [contender.page.text.length, like.page.text.length];
  if (Math.abs(own - theirs) > theirs / 100)
    throw new Error(`${reactName}: ${own} characters, not ${theirs}`);
  return contender;
}

async function race(options: Options, contenders: Contender[]): Promise<Race> {
  const { count, seconds } = options.quick ? quickRounds : rounds;
  for (const contender of contenders) await warmUp(contender, options);
  const laps: Lap[][] = [];
  for (let round = 0; round < count; round += 1) {
    const row: Lap[] = [];
    for (const contender of contenders) row.push(await lap(contender, seconds));
    laps.push(row);
  }
  return { contenders, laps };
}

/** Until V8 has compiled the hot code, or a time limit on slow machines. */
async function warmUp(contender: Contender, { quick }: Options): Promise<void> {
  const [enough, longest] = quick ? [1_000, 20] : [4_000, 60];
  let answered = 0;
  for (const until = Date.now() + longest * 1000; answered < enough && Date.now() < until; ) {
    answered += (await loadFor(2, contender.address, contender.headers, clientCore)).answered;
  }
}

async function lap({ server, address, headers }: Contender, seconds: number): Promise<Lap> {
  const before = server.usedTime();
  const { perSecond, answered } = await loadFor(seconds, address, headers, clientCore);
  return { perSecond, usedTime: (server.usedTime() - before) / answered };
}

/** Separate, because the profiler slows the server slightly. */
async function profileTables(url: string, folder: string, options: Options, start: Start): Promise<Table[]> {
  const nodeArgs = ["--cpu-prof", `--cpu-prof-dir=${folder}`];
  const product = await start(startProduct(url, { core: serverCore, nodeArgs }));
  const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
  const contender = await contenderOf("", product, "/discover", { Cookie: cookie });
  await warmUp(contender, options);
  const from = clock();
  const { usedTime } = await lap(contender, options.quick ? 3 : 10);
  const to = clock();
  await product.stop();

  const file = (await readdir(folder)).find((name) => name.endsWith(".cpuprofile"));
  if (!file) throw new Error("the server left no profile");
  const profile = JSON.parse(await readFile(join(folder, file), "utf8"));
  const sourceMap = await readFile("build/server/index.js.map", "utf8");
  const { owners, stages } = readProfile(profile, sourceMap, from, to);
  const tableOf = (title: string, rows: typeof owners): Table => ({
    title,
    columns: ["", "share", "CPU ms a page"],
    rows: rows
      .filter(({ share }) => share >= 0.005)
      .map(({ name, share }) => [name, `${short(share * 100)} %`, share * usedTime]),
  });
  return [
    tableOf("/discover: whose code the time goes to", owners),
    tableOf("/discover: what the time is spent on", stages),
  ];
}

/** How many times slower than the contender at `than`, per round. */
const ratiosOf = ({ laps }: Race, index: number, than = 0) =>
  laps.map((row) => (row[than]?.perSecond ?? 0) / (row[index]?.perSecond ?? 0));

/** How many times more processor time, per round. */
const timeRatiosOf = ({ laps }: Race, index: number, than = 0) =>
  laps.map((row) => (row[index]?.usedTime ?? 0) / (row[than]?.usedTime ?? 0));

interface Races {
  deck: Race;
  landing: Race;
  publicPages: Race[];
}

function reportOf({ deck, landing, publicPages }: Races, profiled: Table[]): Report {
  const last = ({ contenders }: Race) => contenders.length - 1;
  const control = deck.contenders.findIndex(({ name }) => name === reactName);
  const limitOf = (kind: Limit["kind"], what: string, ratios: number[], most: number): Limit => ({
    kind,
    what,
    value: median(ratios),
    most,
    unit: "×",
  });
  const ours = ratiosOf(deck, last(deck));
  return {
    tables: [
      raceTable("/discover", deck),
      raceTable("The landing page", landing),
      ...publicPages.map((raced, index) => raceTable(publicPaths[index] ?? "", raced)),
      ...profiled,
    ],
    limits: [
      limitOf("budget", "raw / ours, /discover", ours, 48),
      limitOf("goal", "raw / ours, /discover", ours, 40),
      limitOf("goal", "the same by processor time", timeRatiosOf(deck, last(deck)), 40),
      limitOf("goal", "React alone / ours, /discover", ratiosOf(deck, last(deck), control), 4),
      limitOf("budget", "raw / ours, the landing page", ratiosOf(landing, last(landing)), 1.6),
      ...publicPages.map((raced, index) =>
        limitOf("budget", `raw / ours, ${publicPaths[index]}`, ratiosOf(raced, last(raced)), 2),
      ),
    ],
    notes: [
      canPin
        ? "Servers on one core; client and database on another."
        : "NOT PINNED: client, server and database shared their cores.",
      `Client: ${hasWrk ? "wrk" : "bench/keep-alive-client.ts"}, 16 connections.`,
      "Each ratio is made within a round; the table shows their median and their interquartile range.",
      "CPU: the server's own processor time, which other work hardly affects; it excludes the database.",
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

function raceTable(title: string, raced: Race): Table {
  return {
    title: `${title}: requests a second and processor time, and how many times node:http's of the same round`,
    columns: [
      ...["", "requests/s", "raw is × faster", "half of the rounds"],
      ...["CPU ms each", "× raw's", "half of the rounds", "decoded B", "sent B", "encoding"],
    ],
    rows: raced.contenders.map(({ name, page }, index) => {
      const own = raced.laps.map((row) => row[index] as Lap);
      return [
        name,
        median(own.map(({ perSecond }) => perSecond)),
        ...medianAndSpread(ratiosOf(raced, index)),
        median(own.map(({ usedTime }) => usedTime)),
        ...medianAndSpread(timeRatiosOf(raced, index)),
        Buffer.byteLength(page.text),
        page.bodyBytes,
        page.headers.get("content-encoding") ?? "none",
      ];
    }),
  };
}

const medianAndSpread = (ratios: number[]): [number, string] => [
  median(ratios),
  `${short(quantile(ratios, 0.25))} to ${short(quantile(ratios, 0.75))}`,
];
