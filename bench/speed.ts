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
import { type Limit, median, type Options, type Report, short, type Table } from "./report.ts";
import { type Answer, browserHeaders, get } from "./wire.ts";

const serverCore = 0;
const clientCore = 1;
/** How far apart raw's own rounds may lie before a run says nothing. */
const steadiness = 1.3;
const attempts = 3;

interface Contender {
  name: string;
  server: Running;
  address: string;
  headers: Record<string, string>;
  page: Answer;
}

interface Lap {
  perSecond: number;
  /** Processor milliseconds that the server took for one answer. */
  usedTime: number;
}

interface Race {
  contenders: Contender[];
  /** A row for each round, in it an entry for each contender. */
  rounds: Lap[][];
  isSteady: boolean;
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
        const races = await holdRaces(url, folder, options, start);
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

async function holdRaces(url: string, folder: string, options: Options, start: Start) {
  const product = await start(startProduct(url, { core: serverCore }));
  const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
  const deck = await contenderOf("ours: /discover, signed in", product, "/discover", { Cookie: cookie });
  const landing = await contenderOf("ours: the landing page", product, "/");

  const sameBytes = async (kind: "raw" | "express", of: Contender) => {
    const file = join(folder, `${of === deck ? "deck" : "landing"}.json`);
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
      deck,
    ]),
    landing: await race(options, [await sameBytes("raw", landing), landing]),
  };
}

const startHelper = (args: string[]) =>
  startServer(["--import", "tsx", ...args], { core: serverCore, path: "/", env: {} });

/** Asks once, and holds the answer against the one that it must equal. */
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

/** A Remix page as large as ours, without a database: as Remix streams it, and with compression in front. */
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

/** All contenders in turn, again and again, until raw has run steadily. */
async function race(options: Options, contenders: Contender[]): Promise<Race> {
  const [count, seconds] = options.quick ? [3, 1] : [7, 3];
  for (const contender of contenders) await warmUp(contender, options);
  for (let attempt = 1; ; attempt += 1) {
    const rounds: Lap[][] = [];
    for (let round = 0; round < count; round += 1) {
      const laps: Lap[] = [];
      for (const contender of contenders) laps.push(await lap(contender, seconds));
      rounds.push(laps);
    }
    const raw = rounds.map(([first]) => first?.perSecond ?? 0);
    const [least, most] = [Math.min(...raw), Math.max(...raw)];
    const isSteady = most / least <= steadiness;
    if (isSteady || attempt === attempts) return { contenders, rounds, isSteady };
    console.log(`  raw ran between ${short(least)} and ${short(most)} requests a second: once more`);
  }
}

/** Until V8 has seen enough answers to have compiled what makes them, or long enough on a slow machine. */
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

/** A run of its own under V8's profiler, which slows the server down a little. */
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

const ratiosOf = ({ rounds }: Race, index: number) =>
  rounds.map((laps) => (laps[0]?.perSecond ?? 0) / (laps[index]?.perSecond ?? 0));

function reportOf({ deck, landing }: { deck: Race; landing: Race }, profiled: Table[]): Report {
  const budget = (what: string, raced: Race, most: number): Limit => ({
    kind: "budget",
    what: `raw / ours, ${what}`,
    value: median(ratiosOf(raced, raced.contenders.length - 1)),
    most,
    unit: "×",
  });
  const notes = [
    canPin
      ? "Servers on one core; client and database on another."
      : "NOT PINNED: client, server and database shared their cores.",
    `Client: ${hasWrk ? "wrk" : "bench/keep-alive-client.ts"}, 16 connections.`,
    "CPU: the server's own processor time, which other work on the machine hardly changes; the database's is not in it.",
  ];
  if (!deck.isSteady || !landing.isSteady) {
    notes.push("NOT STEADY: raw's rounds lay more than 30 % apart. Run it again on a quiet machine.");
  }
  return {
    tables: [raceTable("/discover", deck), raceTable("The landing page", landing), ...profiled],
    limits: [budget("/discover", deck, 50), budget("the landing page", landing, 2)],
    notes,
  };
}

function raceTable(title: string, raced: Race): Table {
  return {
    title: `${title}: requests a second, and how many times faster raw is in the same round`,
    columns: [
      ...["", "requests/s", "raw is × faster", "least", "most"],
      ...["CPU ms each", "× raw's", "decoded B", "sent B", "encoding"],
    ],
    rows: raced.contenders.map(({ name, page }, index) => {
      const ratios = ratiosOf(raced, index);
      const laps = raced.rounds.map((round) => ({ own: round[index] as Lap, raw: round[0] as Lap }));
      return [
        name,
        median(laps.map(({ own }) => own.perSecond)),
        median(ratios),
        Math.min(...ratios),
        Math.max(...ratios),
        median(laps.map(({ own }) => own.usedTime)),
        median(laps.map(({ own, raw }) => own.usedTime / raw.usedTime)),
        Buffer.byteLength(page.text),
        page.bodyBytes,
        page.headers.get("content-encoding") ?? "none",
      ];
    }),
  };
}
