import { randomInt, randomUUID } from "node:crypto";
import { Agent, type IncomingMessage } from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../app/paths.ts";
import { baselineFolder, withBaseline } from "./baseline.ts";
import {
  fill,
  id,
  idOf,
  numbers,
  participant,
  people,
  type Stage,
  sessions,
  withClient,
  withDatabase,
} from "./database.ts";
import { openStream, send } from "./http.ts";
import {
  canPin,
  clientCore,
  pinDatabase,
  pinSelf,
  type Running,
  serverCore,
  startProduct,
} from "./processes.ts";
import { fewestQueries, startQueryCounter } from "./query-counter.ts";
import { goal, type Limit, median, type Options, p99, quantile, type Report, short } from "./report.ts";

const sizes = [1_000, 100_000];
const slowest = 100;
/** How many requests an active member makes in a day, and the share of them in the busiest hour. */
const day = { requests: 30, busiestHour: 0.12 };

/**
 * The creators are a fifth of the people, and the only ones who act. They're on the largest plan, and each has unread
 * matches, conversations, notifications, Likes and applications.
 */
const creatorsOf = (size: number) => size / 5;
export const actorsOf = (size: number) => Math.min(creatorsOf(size), 2_000);
const each = 5;
const messages = 12;

/**
 * @param peopleOf stores the people. For an earlier build's database, pass that build's function, because the database
 *   lacks newer columns.
 */
export function everyone(size: number, peopleOf = people): Stage[] {
  const creators = creatorsOf(size);
  const own = `${numbers(creators)}, generate_series(0, ${each - 1}) k`;
  const nth = (kind: string) => id(kind, `i * ${each} + k`);
  const other = id("person", `${creators} + 1 + (i * 7919 + k * 104729) % ${size - creators}`);
  const [one, old] = [id("person"), `now() - make_interval(hours => k::int, mins => i::int % 600)`];
  const steps = [
    ...peopleOf("person", size, {
      user_type: `(CASE WHEN i <= ${creators} THEN 'creator' ELSE 'contributor' END)::user_type`,
      plan: "'agency'::plan_type",
      bio: "repeat('Eight years of long-form work, cut early and often. ', 4)",
    }),
    sessions(actorsOf(size)),
    sessions(actorsOf(size), creators + 1),
    `INSERT INTO contributor_services
     SELECT ${id("person")}, 7 + (i + k * 2) % 8 FROM ${numbers(size, creators + 1)}, generate_series(0, 2) k`,
    `INSERT INTO creator_services_needed
     SELECT ${one}, 7 + (i + k * 3) % 8 FROM ${numbers(creators)}, generate_series(0, 1) k`,
    // The update makes a trigger write everyone's listing, with the choices that were inserted just now.
    "UPDATE profiles SET updated_at = now()",
    `INSERT INTO swipes (actor_id, target_id, liked) SELECT DISTINCT ${other}, ${one}, true FROM ${own}`,
    `INSERT INTO matches (id, creator_id, contributor_id, created_at, creator_seen_at)
     SELECT ${nth("match")}, ${one}, ${other}, ${old}, CASE WHEN k > 1 THEN now() END FROM ${own}`,
    `INSERT INTO conversations (id, direct_key, created_by, last_seq)
     SELECT ${nth("talk")}, direct_key(${one}, ${other}), ${one}, ${messages} FROM ${own}`,
    `INSERT INTO conversation_participants (conversation_id, user_id, last_seq, last_read_seq, active_at, accepted_at)
     SELECT ${nth("talk")}, person, ${messages}, k % 2 * ${messages}, ${old}, now()
       FROM ${own}, LATERAL (VALUES (${one}), (${other})) people (person)`,
    `INSERT INTO messages (id, conversation_id, seq, sender_id, content)
     SELECT gen_random_uuid(), ${nth("talk")}, n, CASE WHEN n % 3 = 0 THEN ${one} ELSE ${other} END,
            repeat('Hello, everyone. ', 1 + n % 7) FROM ${own}, generate_series(1, ${messages}) n`,
    `INSERT INTO notifications (user_id, kind, title, href, event_key, read_at, created_at)
     SELECT ${one}, 'match', 'It is a match', '/matches', 'bench:' || i || ':' || k, CASE WHEN k > 2 THEN now() END, ${old}
       FROM ${own}`,
    `INSERT INTO saved_contributors (creator_id, contributor_id) SELECT ${one}, ${other} FROM ${own}`,
    `INSERT INTO project_briefs (id, creator_id, title, description, budget_type_id, expires_at)
     SELECT ${id("project")}, ${one}, 'Edit season ' || i, repeat('A series about rivers. ', 12), 1, now() + interval '14 days'
       FROM ${numbers(creators)}`,
    `INSERT INTO project_applications (project_id, contributor_id, note)
     SELECT ${id("project")}, ${other}, repeat('I edit for a living. ', 10) FROM ${own}`,
  ];
  return [{ steps, withTriggers: true }];
}

/** One of an actor's own conversations. */
export const ownTalk = (actor: number) => idOf("talk", actor * each + randomInt(each));

/**
 * A kind of request that numbered actors make. The first 24 kinds are the twelve most visited pages, each as HTML and
 * as data.
 */
export interface Kind {
  name: string;
  share: number;
  /** The number of the person who makes the request. By default, it's the actor's number. */
  person?(actor: number): number;
  path(actor: number): string;
  form?(actor: number): Record<string, string>;
}

export function kindsFor(size: number): Kind[] {
  const own = (kind: string, i: number) => idOf(kind, i * each + randomInt(each));
  const [creators, publicPages] = [creatorsOf(size), ["/", "/pricing", "/contributors", "/blog", "/faq"]];
  const same = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [`/${name}`, () => `/${name}`]));
  const pages: Record<string, (i: number) => string> = {
    ...same("discover", "dashboard", "matches", "messages", "projects", "notifications"),
    ...same("saved", "analytics", "profile"),
    "/messages/{id}": (i) => `/messages/${own("talk", i)}`,
    "/matches/{id}": (i) => `/matches/${own("match", i)}`,
    "/projects/{id}": (i) => `/projects/${idOf("project", i)}`,
  };
  return [
    ...Object.entries(pages).flatMap(([name, path]) => [
      { name, share: 35 / 12, path },
      { name: `${name}, data`, share: 35 / 12, path: (i: number) => `${path(i)}.data` },
    ]),
    {
      name: "a swipe",
      share: 15,
      path: () => `${paths.swipe()}.data`,
      form: () => ({
        targetId: idOf("person", creators + 1 + randomInt(size - creators)),
        choice: randomInt(3) === 0 ? "like" : "pass",
        ...{ key: randomUUID(), inPage: "1" },
      }),
    },
    {
      name: "a message",
      share: 5,
      path: (i) => paths.conversationNow(own("talk", i), { after: messages }),
      form: () => ({ messageId: randomUUID(), content: "Hello, this is a message of the usual length." }),
    },
    { name: "a public page", share: 5, path: (i) => publicPages[i % publicPages.length] ?? "/" },
    { name: "an event stream", share: 5, path: paths.live },
  ];
}

/** Less frequent writes, which the mix leaves out. */
function rareWrites(size: number): Kind[] {
  const creators = creatorsOf(size);
  const declined = new Set<number>();
  return [
    {
      name: "a save",
      share: 1,
      path: () => `${paths.saveContributor(idOf("person", creators + 1 + randomInt(size - creators)))}.data`,
      form: () => ({ intent: "save" }),
    },
    {
      name: "a decision",
      share: 1,
      path: (i) =>
        `${paths.applicant(idOf("project", i), idOf("person", creators + 1 + ((i * 7919) % (size - creators))))}.data`,
      // Each actor declines an application, and takes the decision back when its turn comes again.
      form: (i) => {
        const decision = declined.delete(i) ? "take-back" : "decline";
        if (decision === "decline") declined.add(i);
        return { intent: decision };
      },
    },
    // This kind comes last: its emails are still being sent when its rounds are over, and would slow down another kind.
    {
      name: "an application",
      share: 1,
      person: (i) => creators + i,
      path: () => `${paths.project(idOf("project", 1 + randomInt(creators)))}.data`,
      form: () => ({ intent: "apply", note: "I have edited shows like yours for years. ".repeat(5) }),
    },
  ];
}

const agent = new Agent({ keepAlive: true });
const streams: IncomingMessage[] = [];

interface Visited {
  origin: string;
  cookieOf?: (person: number) => string;
}

const ownCookieOf = (person: number) => participant(person).cookie;

/** Resolves when the response ends or, for an event stream, which stays open, when it begins. */
async function ask(
  { origin, cookieOf = ownCookieOf }: Visited,
  { name, person, path, form }: Kind,
  actor: number,
): Promise<void> {
  const cookie = cookieOf(person?.(actor) ?? actor);
  if (name === "an event stream") {
    streams.push(await openStream(origin, path(actor), cookie));
    return;
  }
  const body = form && new URLSearchParams(form(actor)).toString();
  const { status } = await send(origin, path(actor), {
    method: body ? "POST" : "GET",
    agent,
    headers: {
      "Accept-Encoding": "br",
      "Sec-Fetch-Site": "same-origin",
      ...(name !== "a public page" && { Cookie: cookie }),
      ...(body && { "Content-Type": "application/x-www-form-urlencoded" }),
    },
    body,
  });
  if (status === 0 || status >= 300) console.log(`  ${status} for ${name}`);
}

type Place = Pick<Visited, "cookieOf"> & { server: Running; size: number; postgres: () => number };

/** Sends `count` requests, at most `atOnce` at a time. */
async function load({ server, size, postgres, cookieOf }: Place, kinds: Kind[], count: number, atOnce = 16) {
  // Each kind occurs in proportion to its share.
  const drawn = kinds.flatMap((kind) => Array<Kind>(Math.round(kind.share * 12)).fill(kind));
  const [node, database, started] = [server.usedTime(), postgres(), performance.now()];
  const times: number[] = [];
  const work = async () => {
    while (times.length < count) {
      const since = performance.now();
      const kind = drawn[randomInt(drawn.length)] as Kind;
      await ask({ origin: server.origin, cookieOf }, kind, 1 + randomInt(actorsOf(size)));
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const took = performance.now() - started;
  for (const stream of streams.splice(0)) stream.destroy();
  // Ends the idle connections without waiting for the server to notice that the streams are closed.
  agent.destroy();
  return {
    perSecond: (times.length * 1_000) / took,
    p99: p99(times),
    node: (server.usedTime() - node) / times.length,
    database: (postgres() - database) / times.length,
  };
}

const rowsWritten = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    // Idle connections report their statistics within ten seconds.
    await pause(11_000);
    const { rows } = await client.query(
      "SELECT tup_inserted + tup_updated + tup_deleted AS count FROM pg_stat_database WHERE datname = current_database()",
    );
    return Number(rows[0].count);
  });

/** Runs a realistic minute on one core, with the client and PostgreSQL on another, by number of people. */
export async function measureMix(options: Options): Promise<Report> {
  pinSelf(clientCore);
  const measured: Measured[] = [];
  const compared: Compared[] = [];
  for (const size of options.quick ? sizes.slice(0, 1) : sizes) {
    await withEveryone(options, size, async (url) => {
      measured.push(await measureSize(url, size, options.quick ? 0.2 : 1));
    });
    // Uses a new database, because the measurements above added rows that the baseline's database doesn't have.
    const folder = baselineFolder;
    if (folder)
      await withEveryone(options, size, async (url) => {
        compared.push(...(await compareWrites(folder, options, url, size)));
      });
  }
  pinSelf(`0-${availableParallelism() - 1}`);
  return reportOf(measured, compared);
}

const withEveryone = (options: Options, size: number, use: (url: string) => Promise<void>) =>
  withDatabase(options, `matchcut_mix_${size}`, async (url) => {
    await fill(url, everyone(size));
    await use(url);
  });

type Measured = Awaited<ReturnType<typeof measureSize>>;

/**
 * Counts statements first, with a server behind a proxy that would distort the times, and then measures times without
 * the proxy.
 */
async function measureSize(url: string, size: number, share: number) {
  const postgres = await pinDatabase(url);
  const kinds = kindsFor(size);
  const counter = await startQueryCounter(url);
  const counting = await startProduct(counter.url);
  const statements: number[] = [];
  const all = [...kinds, ...rareWrites(size)];
  for (const kind of all)
    statements.push(await fewestQueries(counter, 5, () => ask(counting, kind, 1 + randomInt(100))));
  await counting.stop();
  counter.stop();
  const server = await startProduct(url, { core: serverCore });
  const place: Place = { server, size, postgres };
  const many = 3_000 * share;
  try {
    // Fills the decks first, because members usually have theirs from an earlier day.
    const deck = kinds[0] as Kind;
    for (let actor = 1; actor <= actorsOf(size); actor += 1) await ask(server, deck, actor);
    await load(place, kinds, many);
    const before = await rowsWritten(url);
    const most = await load(place, kinds, many);
    const rows = ((await rowsWritten(url)) - before) / many;
    let best = { ...most, perSecond: 0 };
    for (const atOnce of [1, 2, 4, 8, 12, 16]) {
      const tried = await load(place, kinds, many / 2, atOnce);
      if (tried.p99 <= slowest && tried.perSecond > best.perSecond) best = tried;
    }
    const byKind = [];
    for (const [index, kind] of all.entries()) {
      const used = await load(place, [kind], 150 * share);
      byKind.push({ name: kind.name, statements: statements[index] ?? 0, ...used });
    }
    return { size, most, best, rows, memory: server.memory(), byKind };
  } finally {
    await server.stop();
  }
}

interface Compared {
  name: string;
  size: number;
  /** For each round, PostgreSQL's CPU time divided by the baseline's. */
  ratios: number[];
  ours: number[];
  baseline: number[];
}

const comparedWrites = {
  "a swipe": 0.3,
  "a message": 0.3,
  "a save": 0.4,
  "a decision": 0.4,
  "an application": 0.4,
};
/**
 * The warm-up has more than five rounds, because PostgreSQL plans a statement's first five runs on each connection for
 * their values.
 */
const rounds = { warmUp: 6, counted: 9, requests: 100 };

/** Measures PostgreSQL's time for this build's and an earlier build's writes, in alternating rounds. */
async function compareWrites(
  folder: string,
  options: Options,
  url: string,
  size: number,
): Promise<Compared[]> {
  const postgres = await pinDatabase(url);
  const server = await startProduct(url, { core: serverCore });
  const writesOf = (place: Place) =>
    [...kindsFor(size), ...rareWrites(size)]
      .filter(({ name }) => name in comparedWrites)
      .map((kind) => async () => (await load(place, [kind], rounds.requests)).database);
  try {
    return await withBaseline(
      folder,
      options,
      (peopleOf) => everyone(size, peopleOf),
      async (baseline, cookieOf) => {
        const [own, other] = [
          writesOf({ server, size, postgres }),
          writesOf({ server: baseline, size, postgres, cookieOf }),
        ];
        const compared = Object.keys(comparedWrites).map(
          (name): Compared => ({ name, size, ratios: [], ours: [], baseline: [] }),
        );
        // All rounds of a kind come in a row. Otherwise, connections would be idle for so long that they'd be closed.
        for (const [index, { ratios, ours, baseline }] of compared.entries())
          for (let round = 0; round < rounds.warmUp + rounds.counted; round += 1) {
            const [first, second] = [await own[index]?.(), await other[index]?.()];
            if (round < rounds.warmUp || !first || !second) continue;
            ours.push(first);
            baseline.push(second);
            ratios.push(first / second);
          }
        return compared;
      },
    );
  } finally {
    await server.stop();
  }
}

function reportOf(measured: Measured[], compared: Compared[]): Report {
  const last = measured.at(-1);
  return {
    tables: [
      {
        title: `The mix, at ${last?.size.toLocaleString("en")} people, by kind`,
        rows: (last?.byKind ?? []).map(({ name, node, database, statements }) => ({
          "": name,
          "node ms": node,
          "PostgreSQL ms": database,
          statements,
        })),
      },
      {
        title: "Writes compared with the baseline, by number of people (median PostgreSQL ms)",
        rows: compared.map(({ name, size, ours, baseline, ratios }) => ({
          "": `${name}, ${size.toLocaleString("en")}`,
          "this build": median(ours),
          baseline: median(baseline),
          ratio: median(ratios),
          "middle half": `${short(quantile(ratios, 0.25))} to ${short(quantile(ratios, 0.75))}`,
        })),
      },
      {
        title: "The mix by number of people",
        rows: measured.map(({ size, best, most, rows, memory }) => ({
          people: size.toLocaleString("en"),
          [`requests/s, p99 within ${slowest} ms`]: best.perSecond,
          "with 16 concurrent": most.perSecond,
          "node ms per request": most.node,
          "PostgreSQL ms per request": most.database,
          "rows written per request": rows,
          "node MB": memory,
          "members per day": (best.perSecond * 3_600) / (day.requests * day.busiestHour),
          "breaks first": most.node > most.database ? "node's core" : "PostgreSQL's core",
        })),
      },
    ],
    limits: compared.map(
      ({ name, size, ratios }): Limit =>
        goal(
          `${name} at ${size.toLocaleString("en")} people, PostgreSQL's time as a share of the baseline's`,
          median(ratios),
          comparedWrites[name as keyof typeof comparedWrites],
        ),
    ),
    notes: [
      `${canPin ? "node on one core, client and PostgreSQL on another" : "NOT PINNED"}. 70% are views of the twelve most visited pages by members with unread items, half of them as data; 15% swipes, 5% messages, 5% public pages, 5% event streams that stay open.`,
      `Members per day: each makes ${day.requests} requests, ${day.busiestHour * 100}% of them in the busiest hour.`,
    ],
  };
}
