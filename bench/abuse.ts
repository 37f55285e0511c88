import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { type Attack, addresses, bodies, ordinaryForms } from "./abuse/attacks.ts";
import { type Burst, measureBursts } from "./abuse/bursts.ts";
import { type Counted, counting, type Sent, send } from "./abuse/sending.ts";
import { withDatabase } from "./databases.ts";
import { freePort } from "./processes.ts";
import { signIn, startProduct } from "./product.ts";
import { type Limit, median, type Options, type Report, short } from "./report.ts";

const maxBlock = 20;
const maxMemory = 5;
/** Budgets of a burst: others' wait in ms, and growth in MB. */
const maxHealthDelay = 500;
const maxGrowth = 150;

/** The worst requests found so far, singly and in bursts. */
export async function measureAbuse(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_abuse", async (url) => {
    await seedDemo(url);
    const port = await freePort();
    const probe = `http://127.0.0.1:${port}`;
    const product = await startProduct(url, {
      nodeArgs: ["--expose-gc", "--import", new URL(`abuse/probe.mjs?port=${port}`, import.meta.url).href],
    });
    try {
      const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
      const target = { origin: product.origin, probe, cookie };
      const rounds = options.quick ? 5 : 15;
      const version = await manifestVersion(product.origin);
      const singles: Single[] = [];
      for (const attack of [...ordinaryForms, ...bodies, ...addresses(version)])
        singles.push(await measure(target, attack, rounds));
      return reportOf(singles, await measureBursts(target, options.quick));
    } finally {
      await product.stop();
    }
  });
}

interface Single extends Sent, Counted {
  name: string;
  path: string;
  /** Read in pieces, with other requests between them. */
  isUpload: boolean;
}

async function measure(
  { origin, probe, cookie }: { origin: string; probe: string; cookie: string },
  attack: Attack,
  rounds: number,
): Promise<Single> {
  for (let warm = 0; warm < 3; warm += 1) await send(origin, attack, cookie);
  const all: (Sent & Counted)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let sent: Sent = { status: 0, bytes: 0, took: 0 };
    const counted = await counting(probe, async () => {
      sent = await send(origin, attack, cookie);
    });
    all.push({ ...sent, ...counted });
  }
  const middle = (of: keyof (Sent & Counted)) => median(all.map((one) => one[of]));
  return {
    name: attack.name,
    path: attack.path.split("?", 1)[0] ?? "",
    isUpload: attack.body !== undefined && Buffer.byteLength(attack.body) > 1024 ** 2,
    status: middle("status"),
    bytes: middle("bytes"),
    took: middle("took"),
    longest: middle("longest"),
    busy: middle("busy"),
    taken: middle("taken"),
    grown: middle("grown"),
  };
}

/** For manifest requests; every page contains it. */
async function manifestVersion(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/login`)).text();
  return /manifest-([\w-]+)\.js/.exec(page)?.[1] ?? "";
}

function reportOf(singles: Single[], bursts: Burst[]): Report {
  const worst = <Row extends { name: string }>(
    what: string,
    rows: Row[],
    of: (row: Row) => number,
  ): [string, number] => {
    const [row] = [...rows].sort((one, other) => of(other) - of(one));
    return row ? [`${what}: ${row.name}`, of(row)] : [what, Number.NaN];
  };
  const controls = new Set(ordinaryForms.map(({ name }) => name));
  const ordinary = new Map(
    singles.filter(({ name }) => controls.has(name)).map(({ path, busy }) => [path, busy]),
  );
  const budget = ([what, value]: [string, number], most: number, unit: string): Limit => ({
    kind: "budget",
    what,
    value,
    most,
    unit,
  });
  return {
    tables: [
      {
        title: "One request",
        columns: ["", "status", "answer B", "longest block ms", "busy ms", "memory MB"],
        rows: singles.map((one) => [
          one.name,
          String(one.status),
          one.bytes,
          one.longest,
          one.busy,
          one.taken,
        ]),
      },
      {
        title: "Many at once",
        columns: ["", "answers", "longest block ms", "busy ms", "grown by MB", "slowest /healthz ms"],
        rows: bursts.map((one) => [one.name, one.answers, one.longest, one.busy, one.grown, one.health]),
      },
    ],
    limits: [
      budget(
        worst(
          "busy beyond the page itself",
          singles.filter(({ isUpload }) => !isUpload),
          ({ path, busy }) => busy - (ordinary.get(path) ?? 0),
        ),
        maxBlock,
        "ms",
      ),
      budget(
        worst(
          "longest block by an upload",
          singles.filter(({ isUpload }) => isUpload),
          ({ longest }) => longest,
        ),
        maxBlock,
        "ms",
      ),
      budget(
        worst("memory of one request", singles, ({ taken }) => taken),
        maxMemory,
        "MB",
      ),
      budget(
        worst("/healthz meanwhile", bursts, ({ health }) => health),
        maxHealthDelay,
        "ms",
      ),
      budget(
        worst("grown by", bursts, ({ grown }) => grown),
        maxGrowth,
        "MB",
      ),
    ],
    notes: [
      `Medians; a block is the time between two turns of the event loop, ${short(1)} ms when nothing happens.`,
      "busy: all that the process's one thread did for the request, its page included; memory: what it took before any collection.",
    ],
  };
}
