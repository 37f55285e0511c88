import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { type Attack, addresses, bodies, ordinaryForms } from "./abuse/attacks.ts";
import { withDatabase } from "./databases.ts";
import { type Counted, type Probed, signIn, startProbed } from "./product.ts";
import { budget, median, type Options, type Report, tableOf, worst } from "./report.ts";

const maxBlock = 20;
const maxMemory = 5;
/** Budgets of a burst: others' wait in ms, and growth in MB. */
const maxHealthDelay = 500;
const maxGrowth = 150;

/** The worst requests found so far, singly and in bursts. */
export async function measureAbuse(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_abuse", async (url) => {
    await seedDemo(url);
    const product = await startProbed(url);
    try {
      const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
      const version = await manifestVersion(product.origin);
      const singles: Single[] = [];
      for (const attack of [...ordinaryForms, ...bodies, ...addresses(version)])
        singles.push(await measure(product, cookie, attack, options.quick ? 5 : 15));
      return reportOf(singles, await measureBursts(product, options.quick));
    } finally {
      await product.stop();
    }
  });
}

interface Sent {
  status: number;
  bytes: number;
  took: number;
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Verbatim. A server that refuses a body may close the connection before reading all of it: status 0. */
function send(origin: string, { method, path, headers, body, signedIn }: Attack, cookie = ""): Promise<Sent> {
  const started = performance.now();
  const { hostname, port } = new URL(origin);
  const all = {
    "Sec-Fetch-Site": "same-origin",
    "Accept-Encoding": "br",
    ...(signedIn ? { Cookie: cookie } : {}),
    ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((done) => {
    const sent = { status: 0, bytes: 0 };
    const finish = () => done({ ...sent, took: performance.now() - started });
    const outgoing = request({ hostname, port, path, method, agent, headers: all }, (incoming) => {
      sent.status = incoming.statusCode ?? 0;
      incoming.on("data", (chunk: Buffer) => {
        sent.bytes += chunk.length;
      });
      incoming.on("end", finish).on("error", finish);
    });
    outgoing.on("error", finish);
    outgoing.end(body);
  });
}

interface Single extends Sent, Counted {
  name: string;
  path: string;
  /** Read in pieces, with other requests between them. */
  isUpload: boolean;
}

async function measure(product: Probed, cookie: string, attack: Attack, rounds: number): Promise<Single> {
  for (let warm = 0; warm < 3; warm += 1) await send(product.origin, attack, cookie);
  const all: (Sent & Counted)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await product.begin();
    const sent = await send(product.origin, attack, cookie);
    all.push({ ...sent, ...(await product.end()) });
  }
  const medians = Object.keys(all[0] ?? {}).map((key) => [
    key,
    median(all.map((one) => one[key as keyof (Sent & Counted)])),
  ]);
  return {
    ...(Object.fromEntries(medians) as Sent & Counted),
    name: attack.name,
    path: attack.path.split("?", 1)[0] ?? "",
    isUpload: attack.body !== undefined && Buffer.byteLength(attack.body) > 1024 ** 2,
  };
}

/** For manifest requests; every page contains it. */
async function manifestVersion(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/login`)).text();
  return /manifest-([\w-]+)\.js/.exec(page)?.[1] ?? "";
}

interface Burst extends Counted {
  name: string;
  /** The slowest /healthz response meanwhile, in ms. */
  health: number;
  /** Responses by status. */
  answers: string;
}

/** New, since an idle connection may have been closed. */
const healthCheck: Attack = {
  name: "health",
  method: "GET",
  path: "/healthz",
  headers: { Connection: "close" },
};

/** Many requests at once, while polling the health check. */
async function measureBursts(product: Probed, quick: boolean): Promise<Burst[]> {
  const many = quick ? 100 : 300;
  const named = (name: string) => bodies.find((body) => body.name === name) as Attack;
  const sending = (count: number, attack: Attack) => () => all(count, () => send(product.origin, attack));
  const wrong = { ...named("one value of '<'"), body: "email=nobody@example.com&password=wrong-password" };
  return [
    await measureBurst(product, `${many} sign-ins that fail`, sending(many, wrong)),
    await measureBurst(product, `${many} forms of '<'`, sending(many, named("one value of '<'"))),
    await measureBurst(product, `${many} forms of 1,200 parts`, sending(many, named("1,200 parts"))),
    await measureBurst(
      product,
      "50 pictures of 8 MB from guests",
      sending(50, named("8 MB to the avatar, as a guest")),
    ),
    await measureBurst(product, "1,000 forms that never arrive whole", () => stall(product.origin, 1_000)),
  ];
}

async function measureBurst(product: Probed, name: string, act: () => Promise<Sent[]>): Promise<Burst> {
  let isOver = false;
  let health = 0;
  const watch = async () => {
    while (!isOver) {
      const { took } = await send(product.origin, healthCheck);
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

const all = <Result>(count: number, one: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, one));

async function stall(origin: string, count: number): Promise<Sent[]> {
  const { hostname, port, host } = new URL(origin);
  const sockets = await all(count, async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(
      `POST /login HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nemail=`,
    );
    return socket;
  });
  await pause(2_000);
  for (const socket of sockets) socket.destroy();
  return [];
}

function reportOf(singles: Single[], bursts: Burst[]): Report {
  const controls = new Set(ordinaryForms.map(({ name }) => name));
  const ordinary = new Map(
    singles.filter(({ name }) => controls.has(name)).map(({ path, busy }) => [path, busy]),
  );
  const uploads = singles.filter(({ isUpload }) => isUpload);
  const others = singles.filter(({ isUpload }) => !isUpload);
  const beyondPage = ({ path, busy }: Single) => busy - (ordinary.get(path) ?? 0);
  return {
    tables: [
      tableOf("One request", singles, {
        "": ({ name }) => name,
        status: ({ status }) => String(status),
        "answer B": ({ bytes }) => bytes,
        "longest block ms": ({ longest }) => longest,
        "busy ms": ({ busy }) => busy,
        "memory MB": ({ taken }) => taken,
      }),
      tableOf("Many at once", bursts, {
        "": ({ name }) => name,
        answers: ({ answers }) => answers,
        "longest block ms": ({ longest }) => longest,
        "busy ms": ({ busy }) => busy,
        "grown by MB": ({ grown }) => grown,
        "slowest /healthz ms": ({ health }) => health,
      }),
    ],
    limits: [
      budget(...worst("busy beyond the page itself", others, beyondPage), maxBlock, "ms"),
      budget(...worst("longest block by an upload", uploads, ({ longest }) => longest), maxBlock, "ms"),
      budget(...worst("memory of one request", singles, ({ taken }) => taken), maxMemory, "MB"),
      budget(...worst("/healthz meanwhile", bursts, ({ health }) => health), maxHealthDelay, "ms"),
      budget(...worst("grown by", bursts, ({ grown }) => grown), maxGrowth, "MB"),
    ],
    notes: [
      "Medians; a block is the time between two turns of the event loop, 1 ms when nothing happens.",
      "busy: all that the process's one thread did for the request, its page included; memory: what it took before any collection.",
    ],
  };
}
