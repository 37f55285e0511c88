import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { crowdStatements } from "../prisma/people.ts";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { seedDemo } from "../prisma/seed.ts";
import { type Attack, addresses, bodies, ordinaryForms } from "./attacks.ts";
import { withClient, withDatabase } from "./database.ts";
import { type Answer, send, signIn, textOf } from "./http.ts";
import { delaysOf, measureOthers, type Waits } from "./pictures.ts";
import { type Counted, type Probed, startProbed } from "./processes.ts";
import { budget, median, type Options, type Report, worst } from "./report.ts";

const maxBlock = 20;

/** Sends the worst requests found so far, one at a time and in bursts. */
export async function measureAbuse(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_abuse", async (url) => {
    await seedDemo(url);
    const product = await startProbed(url);
    try {
      const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
      // The manifest's URL contains its version, so this reads the version from a page.
      const page = textOf(await send(product.origin, "/login"));
      const version = /manifest-([\w-]+)\.js/.exec(page)?.[1] ?? "";
      const singles: Single[] = [];
      for (const attack of [...ordinaryForms, ...bodies, ...addresses(version)])
        singles.push(await measure(product, cookie, attack, options.quick ? 5 : 15));
      return reportOf(
        singles,
        await measureBursts(product, options.quick),
        await measureStarving(product.origin, cookie, options.quick),
        await measureOthers(product),
        await measureBesideSearches(product.origin, cookie, url),
      );
    } finally {
      await product.stop();
    }
  });
}

const attackBy = (origin: string, { method, path, headers, body, signedIn }: Attack, cookie = "") =>
  send(origin, path, {
    method,
    body,
    headers: {
      Connection: "close",
      "Sec-Fetch-Site": "same-origin",
      "Accept-Encoding": "br",
      ...(signedIn && { Cookie: cookie }),
      ...headers,
    },
  });

interface Single extends Pick<Counted, "longest" | "busy" | "taken"> {
  name: string;
  path: string;
  status: number;
  /** Whether the body is an upload. The server reads uploads in pieces, so other requests run in between. */
  isUpload: boolean;
}

async function measure(product: Probed, cookie: string, attack: Attack, rounds: number): Promise<Single> {
  for (let warm = 0; warm < 3; warm += 1) await attackBy(product.origin, attack, cookie);
  const all: (Counted & { status: number })[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await product.begin();
    const { status } = await attackBy(product.origin, attack, cookie);
    all.push({ status, ...(await product.end()) });
  }
  return {
    name: attack.name,
    path: attack.path.split("?", 1)[0] ?? "",
    status: median(all.map(({ status }) => status)),
    longest: median(all.map(({ longest }) => longest)),
    busy: median(all.map(({ busy }) => busy)),
    taken: median(all.map(({ taken }) => taken)),
    isUpload: attack.body !== undefined && Buffer.byteLength(attack.body) > 1024 ** 2,
  };
}

interface Burst extends Counted {
  name: string;
  /** The slowest /healthz response during the burst, in ms. */
  health: number;
  /** Counts of responses by status. */
  answers: string;
}

/** Sends many requests concurrently while polling the health check. */
async function measureBursts(product: Probed, quick: boolean): Promise<Burst[]> {
  const many = quick ? 100 : 300;
  const named = (name: string) => bodies.find((body) => body.name === name) as Attack;
  const burst = (name: string, count: number, attack: Attack) =>
    measureBurst(product, `${count} ${name}`, () =>
      Promise.all(Array.from({ length: count }, () => attackBy(product.origin, attack))),
    );
  const wrong = { ...named("one value of '<'"), body: "email=nobody@example.com&password=wrong-password" };
  return [
    await burst("sign-ins that fail", many, wrong),
    await burst("forms of '<'", many, named("one value of '<'")),
    await burst("forms of 1,200 parts", many, named("1,200 parts")),
    await burst("pictures of 8 MB from guests", 50, named("8 MB to the avatar, as a guest")),
    await measureBurst(product, "1,000 forms that never arrive whole", () => stall(product.origin, 1_000)),
  ];
}

async function measureBurst(product: Probed, name: string, act: () => Promise<Answer[]>): Promise<Burst> {
  let isOver = false;
  let health = 0;
  const watch = async () => {
    while (!isOver) {
      const { took } = await send(product.origin, "/healthz");
      health = Math.max(health, took);
      await pause(20);
    }
  };
  await product.begin();
  const watching = watch();
  const statuses = (await act()).map(({ status }) => status || "closed");
  isOver = true;
  await watching;
  const counts = [...new Set(statuses)].map((one) => `${statuses.filter((s) => s === one).length} × ${one}`);
  return { name, health, answers: counts.join(", "), ...(await product.end()) };
}

async function stall(origin: string, count: number): Promise<Answer[]> {
  const headers = {
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": 60_000,
  };
  const stalled = Array.from({ length: count }, () => {
    const sent = request(`${origin}/login`, { method: "POST", agent: false, headers });
    sent.on("error", () => {});
    sent.write("email=");
    return sent;
  });
  await pause(2_000);
  for (const sent of stalled) sent.destroy();
  return [];
}

interface Starving {
  name: string;
  /** Medians in ms, for a member's page and for the form on it. */
  page: number;
  form: number;
}

/** Measures a member's page and its form, alone and while a guest reads pages over eight connections. */
async function measureStarving(origin: string, cookie: string, quick: boolean): Promise<Starving[]> {
  const path = "/settings/appearance";
  const headers = {
    Cookie: cookie,
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const measureBoth = async (name: string): Promise<Starving> => {
    const [page, form]: [number[], number[]] = [[], []];
    for (let round = 0; round < (quick ? 10 : 40); round += 1) {
      page.push((await send(origin, path, { headers })).took);
      const sent = await send(origin, path, { method: "POST", headers, body: "appearance=system" });
      if (sent.status !== 303) throw new Error(`${path} answered ${sent.status}`);
      form.push(sent.took);
    }
    return { name, page: median(page), form: median(form) };
  };
  const alone = await measureBoth("alone");
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const reading = Array.from({ length: 8 }, async () => {
    while (!isOver) await send(origin, "/nowhere", { agent });
  });
  const beside = await measureBoth("beside eight readers of missing pages");
  isOver = true;
  await Promise.all(reading);
  agent.destroy();
  return [alone, beside];
}

/**
 * Times of another member's page in ms, alone and during sixteen name searches by someone who has blocked 20,000
 * people.
 */
interface Beside {
  name: string;
  alone: number;
  beside: number;
}

async function measureBesideSearches(origin: string, cookie: string, url: string): Promise<Beside[]> {
  await withClient(url, async (client) => {
    for (const text of crowdStatements("generate_series(1, 20000) n", {
      id: "md5('blocked' || n)::uuid",
      email: "'blocked-' || n || '@example.com'",
      full_name: "'Maria Many' || n",
      user_type: "'creator'::user_type",
    }))
      await client.query(text);
    await client.query(
      `INSERT INTO blocks (blocker_id, blocked_id)
       SELECT u.id, md5('blocked' || n)::uuid FROM users u, generate_series(1, 20000) n WHERE u.email = $1`,
      [demoLogins.creator],
    );
    await client.query("ANALYZE");
  });
  const other = await signIn(origin, demoLogins.contributor, demoPassword);
  const readPages = async (isOver: () => boolean) => {
    const took: number[] = [];
    do took.push((await send(origin, "/dashboard", { headers: { Cookie: other } })).took);
    while (!isOver());
    return Math.max(...took);
  };
  await readPages(() => true);
  const alone = await readPages(() => true);
  let isOver = false;
  const searching = Promise.all(
    Array.from({ length: 16 }, () => send(origin, "/messages/new?q=ma", { headers: { Cookie: cookie } })),
  ).then(() => {
    isOver = true;
  });
  const beside = await readPages(() => isOver);
  await searching;
  return [{ name: "16 name searches by someone with 20,000 blocks", alone, beside }];
}

function reportOf(
  singles: Single[],
  bursts: Burst[],
  starving: Starving[],
  waits: Waits[],
  others: Beside[],
): Report {
  const controls = new Set(ordinaryForms.map(({ name }) => name));
  const ordinary = new Map(
    singles.filter(({ name }) => controls.has(name)).map(({ path, busy }) => [path, busy]),
  );
  const uploads = singles.filter(({ isUpload }) => isUpload);
  const small = singles.filter(({ isUpload }) => !isUpload);
  const beyondPage = ({ path, busy }: Single) => busy - (ordinary.get(path) ?? 0);
  return {
    tables: [
      {
        title: "One request",
        rows: singles.map(({ name, status, longest, busy, taken }) => ({
          "": name,
          status: String(status),
          "longest block ms": longest,
          "busy ms": busy,
          "memory MB": taken,
        })),
      },
      {
        title: "Many requests at the same time",
        rows: bursts.map(({ name, answers, grown, health }) => ({
          "": name,
          answers,
          "memory growth MB": grown,
          "slowest /healthz ms": health,
        })),
      },
      {
        title: "A member's page and form",
        rows: starving.map(({ name, page, form }) => ({ "": name, "page ms": page, "form ms": form })),
      },
      {
        title: "Another member's wait while one sends pictures and videos that take long to decode, ms",
        rows: waits.map(({ name, ...acts }) => ({ "": name, ...acts })),
      },
      {
        title: "Another member's page",
        rows: others.map(({ name, alone, beside }) => ({
          "": name,
          "alone ms": alone,
          "slowest ms": beside,
        })),
      },
    ],
    limits: [
      budget(...worst("busy time beyond the page's own", small, beyondPage), maxBlock, "ms"),
      budget(...worst("longest block by an upload", uploads, ({ longest }) => longest), maxBlock, "ms"),
      budget(...worst("memory of one request", singles, ({ taken }) => taken), 5, "MB"),
      budget(...worst("/healthz meanwhile", bursts, ({ health }) => health), 500, "ms"),
      budget(
        ...worst("another member's page, longer than alone", others, ({ alone, beside }) => beside - alone),
        1_000,
        "ms",
      ),
      budget(...worst("a form, as a multiple of its page", starving, ({ page, form }) => form / page), 2),
      ...delaysOf(waits).map(({ act, by, ms }) =>
        budget(`another member's ${act}, longer than when quiet: ${by}`, ms, 1_000, "ms"),
      ),
      budget(...worst("memory growth", bursts, ({ grown }) => grown), 150, "MB"),
    ],
    notes: [
      "Figures are medians. A block is the time between two turns of the event loop, which is 1 ms when nothing happens.",
      "Busy: how long the process's one thread worked for the request, including its page. Memory: what it allocated before any garbage collection.",
    ],
  };
}
