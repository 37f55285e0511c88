import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { seedDemo } from "../prisma/seed.ts";
import { foldProfile } from "./cpu-profile.ts";
import { withDatabase } from "./database.ts";
import { type Answer, browserHeaders, getPage, signIn, textOf } from "./http.ts";
import { hasWrk, loadFor } from "./load.ts";
import { canPin, pinDatabase, type Running, serverCore, startProduct, startServer } from "./processes.ts";
import { budget, goal, median, type Options, quantile, type Report, short } from "./report.ts";

/**
 * Rounds are short and many, so that noise affects all contenders of a round equally and one bad moment doesn't move
 * the median. wrk only takes whole seconds.
 */
const usualRounds = { count: 15, seconds: 2 };
const quickRounds = { count: 5, seconds: 1 };

/** Guests' pages of different kinds: texts, a form, and data from the database. */
const publicPaths = ["/features", "/pricing", "/blog", "/faq", "/contributors"];

interface Contender {
  name: string;
  server: Running;
  path: string;
  /** Empty for guests. */
  cookie: string;
  page: Answer;
}

interface Lap {
  perSecond: number;
  /** CPU time per response in ms, for the server and for PostgreSQL. */
  usedTime: number;
  databaseTime: number;
  /** Resident memory after the load, in MB. */
  memory: number;
}

interface Race {
  path: string;
  contenders: Contender[];
  laps: Lap[][];
}

/** Measures how many times slower a page is than the same bytes from memory. */
export async function measureSpeed(options: Options): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-"));
  const running: Running[] = [];
  return withDatabase(options, "matchcut_speed", async (url) => {
    try {
      await seedDemo(url);
      const databaseTime = await pinDatabase(url);
      const product = await startProduct(url, { core: serverCore });
      running.push(product);
      /** Starts a server that sends the same content as another contender's page. */
      const serving = async (name: string, file: string, { page }: Contender, body: Buffer) => {
        const given = join(folder, `${running.length}.json`);
        const headers = sentHeaders(page);
        await writeFile(given, JSON.stringify({ headers, body: body.toString("base64") }));
        const server = await startServer(["--import", "tsx", file, given], { core: serverCore });
        running.push(server);
        return contenderOf(name, server, "/");
      };
      const race = async (ours: Contender, rounds: typeof usualRounds, others: Contender[] = []) => {
        const raw = await serving("raw node:http, same bytes", "bench/same-bytes.ts", ours, ours.page.body);
        if (textOf(raw.page) !== textOf(ours.page)) throw new Error(`${ours.path}: not the same body`);
        const contenders = [raw, ...others, ours];
        for (const contender of contenders) await warmUp(contender, options);
        return { path: ours.path, contenders, laps: await lapsOf(contenders, rounds, databaseTime) };
      };

      const rounds = options.quick ? quickRounds : usualRounds;
      const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
      const discover = await contenderOf("ours: /discover, signed in", product, "/discover", cookie);
      const html = textOf(discover.page);
      const react = await serving(
        "React alone, brotli 4",
        "bench/react-alone.ts",
        discover,
        Buffer.from(html),
      );
      // React orders some attributes differently, so only lengths are comparable.
      const { length } = textOf(react.page);
      if (Math.abs(length - html.length) > html.length / 100)
        throw new Error(`React alone: ${length} characters`);
      const deck = await race(discover, rounds, [react]);
      const publicRaces: Race[] = [];
      for (const path of ["/", ...publicPaths]) {
        const page = await contenderOf(`ours: ${path}`, product, path);
        publicRaces.push(await race(page, path === "/" ? rounds : quickRounds));
      }
      const report = reportOf(deck, publicRaces);
      report.tables.push(await profile(url, folder, options));
      return report;
    } finally {
      await Promise.all(running.map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const headersOf = (cookie: string) => (cookie ? { Cookie: cookie } : undefined);

async function contenderOf(name: string, server: Running, path: string, cookie = ""): Promise<Contender> {
  const page = await getPage(server.origin, path, headersOf(cookie));
  return { name, server, path, cookie, page };
}

function sentHeaders({ headers }: Answer) {
  const byConnection = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !byConnection.has(name)));
}

const load = ({ server, path, cookie }: Contender, seconds: number) =>
  loadFor(seconds, server.origin + path, { ...browserHeaders, ...headersOf(cookie) });

/** Runs until V8 has compiled the hot code, or until a time limit on slow machines. */
async function warmUp(contender: Contender, { quick }: Options): Promise<void> {
  const [enough, longest] = quick ? [1_000, 20] : [4_000, 60];
  let answered = 0;
  for (const until = Date.now() + longest * 1000; answered < enough && Date.now() < until; )
    answered += (await load(contender, 2)).answered;
}

/** One row per round. All contenders alternate within it. */
async function lapsOf(
  contenders: Contender[],
  { count, seconds }: typeof usualRounds,
  databaseTime: () => number,
) {
  const laps: Lap[][] = [];
  for (let round = 0; round < count; round += 1) {
    const row: Lap[] = [];
    for (const contender of contenders) row.push(await lap(contender, seconds, databaseTime));
    laps.push(row);
  }
  return laps;
}

async function lap(contender: Contender, seconds: number, databaseTime: () => number): Promise<Lap> {
  const { server } = contender;
  const [before, beforeIn] = [server.usedTime(), databaseTime()];
  const { perSecond, answered } = await load(contender, seconds);
  return {
    perSecond,
    usedTime: (server.usedTime() - before) / answered,
    databaseTime: (databaseTime() - beforeIn) / answered,
    memory: server.memory(),
  };
}

/** Uses a separate server, because profiling slows it down. */
async function profile(url: string, folder: string, options: Options) {
  const seconds = options.quick ? 5 : 15;
  const nodeArgs = ["--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${folder}`];
  const server = await startProduct(url, { core: serverCore, nodeArgs });
  const cookie = await signIn(server.origin, demoLogins.creator, demoPassword);
  const page = await contenderOf("profiled", server, "/discover", cookie);
  await warmUp(page, options);
  await load(page, seconds);
  await server.stop();
  const file = (await readdir(folder)).find((name) => name.endsWith(".cpuprofile")) ?? "";
  return foldProfile("/discover: the server's CPU time by source", join(folder, file), seconds);
}

/**
 * The ratio of one contender's `by` to another's in each round, by default of the last one's to the first one's. `by` is
 * larger for a slower contender.
 */
const ratiosOf = (
  { laps, contenders }: Race,
  by: (lap: Lap) => number,
  of = contenders.length - 1,
  than = 0,
) => laps.map((row) => by(row[of] as Lap) / by(row[than] as Lap));
const byRequests = ({ perSecond }: Lap) => 1 / perSecond;
const byTime = ({ usedTime }: Lap) => usedTime;

function reportOf(deck: Race, publicRaces: Race[]): Report {
  const slower = (race: Race) => median(ratiosOf(race, byRequests));
  const react = median(ratiosOf(deck, byRequests, undefined, 1));
  const nameOf = ({ path }: Race) => (path === "/" ? "the landing page" : path);
  return {
    tables: [deck, ...publicRaces].map(raceTable),
    limits: [
      budget("raw / ours, /discover", slower(deck), 48, "×"),
      goal("raw / ours, /discover", slower(deck), 40, "×"),
      goal("the same by CPU time", median(ratiosOf(deck, byTime)), 40, "×"),
      goal("React alone / ours, /discover", react, 4, "×"),
      ...publicRaces.map((race) =>
        budget(`raw / ours, ${nameOf(race)}`, slower(race), race.path === "/" ? 1.6 : 2, "×"),
      ),
    ],
    notes: [
      canPin
        ? "Servers on one core; client and database on another."
        : "NOT PINNED: client, server and database shared the cores.",
      `Client: ${hasWrk ? "wrk" : "bench/reader.ts"}, 16 connections.`,
      "Each ratio is taken within a round; the table shows the median and the interquartile range. If that range is wide, the",
      "machine is noisy: trust the ratios by CPU time.",
      "CPU is the server's own CPU time, which other work hardly affects; PostgreSQL's is that of all its processes.",
    ],
  };
}

function raceTable(race: Race) {
  const middle = (index: number, of: (lap: Lap) => number) =>
    median(race.laps.map((row) => of(row[index] as Lap)));
  const middleHalf = (ratios: number[]) =>
    `${short(quantile(ratios, 0.25))} to ${short(quantile(ratios, 0.75))}`;
  return {
    title: `${race.path}: requests per second and CPU time, compared with node:http's`,
    rows: race.contenders.map(({ name }, index) => ({
      "": name,
      "requests/s": middle(index, ({ perSecond }) => perSecond),
      "raw is × faster": median(ratiosOf(race, byRequests, index)),
      "middle half": middleHalf(ratiosOf(race, byRequests, index)),
      "CPU ms per request": middle(index, ({ usedTime }) => usedTime),
      "× raw's": median(ratiosOf(race, byTime, index)),
      "PostgreSQL ms": middle(index, ({ databaseTime }) => databaseTime),
      "memory MB": middle(index, ({ memory }) => memory),
    })),
  };
}
