import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { withClient, withDatabase } from "./databases.ts";
import { type Running, tellsMemoryTo } from "./processes.ts";
import { startProduct } from "./product.ts";
import { type Options, quantile, type Report } from "./report.ts";

/** Rounds that are not counted. */
const warmUp = 30;

interface Talker {
  id: string;
  cookie: string;
}

/** A stream that is open, and when its hints came. */
interface Listener {
  socket: Socket;
  onHint: ((seq: number, at: number) => void) | undefined;
}

/**
 * What open streams weigh, how long a committed message takes to a hundred listeners, and what realtime costs those
 * who write.
 */
export async function measureLive(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_live", async (url) => {
    const count = options.quick ? 2_000 : 10_000;
    const talkers = await makeTalkers(url, count);
    const memory = await measureMemory(url, talkers);
    const delay = await measureDelay(url, talkers.slice(0, 100), options.quick ? 60 : 200);
    return {
      tables: [
        {
          title: "Open event streams in one process",
          columns: ["streams", "MB before", "MB with them", "kB each"],
          rows: [
            [`${count} in use`, memory.before.used, memory.after.used, memory.used],
            [`${count} resident`, memory.before.resident, memory.after.resident, memory.resident],
          ],
        },
        {
          title: "From a message's commit to 100 listeners, ms",
          columns: ["", "p50", "p99"],
          rows: [
            [
              "the product: outbox, NOTIFY, streams",
              quantile(delay.product, 0.5),
              quantile(delay.product, 0.99),
            ],
            ["a commit, then a loop over sockets", quantile(delay.bare, 0.5), quantile(delay.bare, 0.99)],
          ],
        },
      ],
      limits: [
        { kind: "budget", what: "memory in use by an open stream", value: memory.used, most: 12, unit: "kB" },
        {
          kind: "goal",
          what: "p99 to 100 listeners against an in-process fan-out",
          value: quantile(delay.product, 0.99) / quantile(delay.bare, 0.99),
          most: 2,
          unit: "times",
        },
      ],
      notes: [
        "Memory after garbage collections, with a first thousand streams come and gone. Resident memory also holds the",
        "room in the heap that their opening left behind.",
        "A message's time is that of its row, a moment before its commit; both ways are told the same.",
      ],
    };
  });
}

/** Contributors with a session each, and the cookie of that. */
async function makeTalkers(url: string, count: number): Promise<Talker[]> {
  const made = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString("base64url");
    const value = Buffer.from(JSON.stringify(token)).toString("base64");
    return {
      id: randomUUID(),
      cookie: `session=${encodeURIComponent(value)}`,
      hash: createHash("sha256").update(token).digest(),
    };
  });
  await withClient(url, (client) =>
    client.query(
      `WITH given AS (SELECT * FROM unnest($1::uuid[], $2::bytea[]) AS g (id, hash)),
            u AS (INSERT INTO users (id, email, password_hash) SELECT id, id || '@example.com', 'none' FROM given RETURNING id),
            p AS (INSERT INTO profiles (id, full_name, user_type, completed_at) SELECT id, 'Somebody', 'contributor', now() FROM u RETURNING id),
            k AS (INSERT INTO contributor_profiles (id, status) SELECT id, 'approved' FROM p RETURNING id)
       INSERT INTO sessions (user_id, token_hash, expires_at, ends_at)
       SELECT k.id, g.hash, now() + interval '1 day', now() + interval '1 day' FROM k JOIN given g ON g.id = k.id`,
      [made.map(({ id }) => id), made.map(({ hash }) => hash)],
    ),
  );
  return made;
}

interface Memory {
  /** MB that the process holds. */
  resident: number;
  /** MB of these that are in use: the rest is room in its heap, between what is left of requests. */
  used: number;
}

async function measureMemory(url: string, talkers: Talker[]) {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-"));
  const file = join(folder, "memory.json");
  const product = await startProduct(url, { nodeArgs: tellsMemoryTo(file) });
  const warm = await openAll(product.origin, talkers.slice(0, 1_000));
  for (const { socket } of warm) socket.destroy();
  const before = await memoryOf(product, file);
  const listeners = await openAll(product.origin, talkers);
  const after = await memoryOf(product, file);
  for (const { socket } of listeners) socket.destroy();
  await product.stop();
  await rm(folder, { recursive: true });
  const each = (of: keyof Memory) => ((after[of] - before[of]) * 1_000) / talkers.length;
  return { before, after, used: each("used"), resident: each("resident") };
}

/** After some collections: V8 gives back over several. */
async function memoryOf(product: Running, file: string): Promise<Memory> {
  for (let round = 0; round < 12; round += 1) {
    product.signal("SIGUSR2");
    await pause(1_000);
  }
  const { rss, heapTotal, heapUsed } = JSON.parse(await readFile(file, "utf8"));
  return { resident: rss / 1e6, used: (rss - heapTotal + heapUsed) / 1e6 };
}

async function measureDelay(url: string, talkers: Talker[], rounds: number) {
  const [sender] = talkers;
  if (!sender) throw new Error("nobody to write");
  const conversationId = await makeGroup(url, talkers);
  const product = await startProduct(url);
  const listeners = await openAll(product.origin, talkers);
  const ofProduct: number[] = [];
  await withClient(url, async (client) => {
    for (let round = 0; round < rounds; round += 1) {
      await client.query("DELETE FROM rate_limits");
      const heard = allHear(listeners);
      const answer = await fetch(`${product.origin}/messages/${conversationId}/now?after=1000000`, {
        method: "POST",
        headers: { Cookie: sender.cookie, Origin: product.origin, "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({ messageId: randomUUID(), content: "Hello everybody" }),
      });
      if (!answer.ok) throw new Error(`A message was answered with ${answer.status}.`);
      const times = await heard;
      const { rows } = await client.query(
        "SELECT extract(epoch FROM created_at) * 1000 AS at FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 1",
        [conversationId],
      );
      if (round >= warmUp) ofProduct.push(...times.map((time) => time - Number(rows[0].at)));
    }
  });
  for (const { socket } of listeners) socket.destroy();
  await product.stop();
  return { product: ofProduct, bare: await measureBareDelay(url, conversationId, talkers.length, rounds) };
}

/** The least that can be done: the process that commits writes to its own sockets at once. */
async function measureBareDelay(url: string, conversationId: string, count: number, rounds: number) {
  const far: Socket[] = [];
  const server = createServer((socket) => far.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const listeners = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return listenerOn(socket);
    }),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heard = allHear(listeners);
    await client.query("BEGIN");
    const { rows } = await client.query(
      `UPDATE conversations SET last_seq = last_seq + 1 WHERE id = $1
       RETURNING last_seq AS seq, extract(epoch FROM clock_timestamp()) * 1000 AS at`,
      [conversationId],
    );
    await client.query(
      "INSERT INTO messages (id, conversation_id, seq, content) VALUES (gen_random_uuid(), $1, $2, 'Hello everybody')",
      [conversationId, rows[0].seq],
    );
    await client.query("COMMIT");
    for (const socket of far)
      socket.write(`data: {"conversationId":"${conversationId}","seq":${rows[0].seq}}\n\n`);
    const heardAt = await heard;
    if (round >= warmUp) times.push(...heardAt.map((at) => at - Number(rows[0].at)));
  }
  await client.end();
  for (const { socket } of listeners) socket.destroy();
  server.close();
  return times;
}

async function makeGroup(url: string, talkers: Talker[]): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `WITH c AS (INSERT INTO conversations (last_seq) VALUES (1) RETURNING id),
            p AS (INSERT INTO conversation_participants (conversation_id, user_id, state)
                  SELECT c.id, u, 'active' FROM c, unnest($1::uuid[]) u)
       INSERT INTO messages (id, conversation_id, seq, sender_id, content)
       SELECT gen_random_uuid(), c.id, 1, $2, 'First' FROM c RETURNING conversation_id AS id`,
      [talkers.map(({ id }) => id), talkers[0]?.id],
    );
    return rows[0].id;
  });
}

/** Opens a stream for each, some at a time, and resolves when all have begun. */
async function openAll(origin: string, talkers: Talker[]): Promise<Listener[]> {
  const { hostname, port, host } = new URL(origin);
  const listeners: Listener[] = [];
  for (let from = 0; from < talkers.length; from += 100) {
    const opening = talkers.slice(from, from + 100).map(async ({ cookie }) => {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nAccept: text/event-stream\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
      );
      const [first] = (await once(socket, "data")) as [Buffer];
      if (!first.toString().startsWith("HTTP/1.1 200")) throw new Error(first.toString().slice(0, 100));
      listeners.push(listenerOn(socket));
    });
    await Promise.all(opening);
  }
  return listeners;
}

function listenerOn(socket: Socket): Listener {
  const listener: Listener = { socket, onHint: undefined };
  socket.on("data", (chunk: Buffer) => {
    const seq = /"seq":(\d+)/.exec(chunk.toString())?.[1];
    if (seq) listener.onHint?.(Number(seq), performance.timeOrigin + performance.now());
  });
  return listener;
}

/** When each listener heard of the next message. */
function allHear(listeners: Listener[]): Promise<number[]> {
  return Promise.all(
    listeners.map(
      (listener) =>
        new Promise<number>((heard) => {
          listener.onHint = (_seq, at) => heard(at);
        }),
    ),
  );
}
