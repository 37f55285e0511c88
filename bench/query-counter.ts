import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface QueryCounter {
  /** The database's URL through the counter. */
  url: string;
  /** The number of statements since the last call. The job queue adds some: see `fewestQueries`. */
  take(): number;
  /** Like `take`, but returns each statement's name, or its text if we didn't name it. */
  takeNames(): string[];
  /** Runs SQL on the connection that last ran the named statement, which must be idle. Returns rows as text. */
  askWhere(ran: string, sql: string): Promise<string[][]>;
  stop(): void;
}

/** Whether Prisma gave this name, which is then a hash of the statement's text. */
const isHash = (name: string) => /^[\w-]{43}$/.test(name);

interface Link {
  near: Socket;
  far: Socket;
  /** The text of each statement that we didn't name. */
  texts: Map<string, string>;
  /** Gets the server's messages instead of the client while SQL from `askWhere` runs. */
  hear?: (chunk: Buffer) => void;
}

/** Starts a proxy that counts Bind and Query messages. */
export async function startQueryCounter(databaseUrl: string): Promise<QueryCounter> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  const lastRan = new Map<string, Link>();
  let taken: string[] = [];
  // Nagle's delay would distort times.
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const link: Link = { near, far, texts: new Map() };
    links.add(link);
    near.on(
      "data",
      messageReader(true, (type, body) => {
        const [first = "", second = ""] = body.toString().split("\0", 2);
        if (type === "P" && (first === "" || isHash(first))) link.texts.set(first, second);
        if (type === "B") taken.push(link.texts.get(second) ?? second);
        if (type === "B" && second) lastRan.set(second, link);
        if (type === "Q") taken.push(first);
      }),
    );
    near.pipe(far);
    far.on("data", (chunk) => (link.hear ? link.hear(chunk) : near.write(chunk)));
    far.on("end", () => near.end());
    near.on("close", () => links.delete(link));
    for (const socket of [near, far]) socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as { port: number }).port);
  const takeNames = () => {
    const names = taken;
    taken = [];
    return names;
  };
  return {
    url: url.href,
    takeNames,
    take: () => takeNames().length,
    askWhere: async (ran, sql) => {
      const link = lastRan.get(ran);
      if (!link || !links.has(link)) throw new Error(`no connection has ${ran}`);
      return askOn(link, sql);
    },
    stop() {
      server.close();
      for (const { near, far } of links) for (const socket of [near, far]) socket.destroy();
    },
  };
}

/** Runs a simple Query, whose rows are text. */
async function askOn(link: Link, sql: string): Promise<string[][]> {
  const rows: string[][] = [];
  await new Promise<void>((answered) => {
    link.hear = messageReader(false, (type, body) => {
      if (type === "D") rows.push(columnsOf(body));
      if (type === "Z") answered();
    });
    const message = Buffer.from(`Q\0\0\0\0${sql}\0`);
    message.writeInt32BE(message.length - 1, 1);
    link.far.write(message);
  });
  link.hear = undefined;
  return rows;
}

function columnsOf(body: Buffer): string[] {
  const columns: string[] = [];
  for (let at = 2; at < body.length; ) {
    const length = Math.max(0, body.readInt32BE(at));
    columns.push(body.toString("utf8", at + 4, at + 4 + length));
    at += 4 + length;
  }
  return columns;
}

/** The lowest number of statements in several runs, because the job queue adds some. */
export async function fewestQueries(
  counter: QueryCounter,
  times: number,
  act: () => Promise<unknown>,
): Promise<number> {
  const queries: number[] = [];
  for (let time = 0; time < times; time += 1) {
    counter.take();
    await act();
    queries.push(counter.take());
  }
  return Math.min(...queries);
}

/**
 * Returns a function that splits a stream into PostgreSQL's messages. A client's first message has no byte for its
 * type.
 */
function messageReader(
  isClient: boolean,
  onMessage: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = !isClient;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typeLength = started ? 1 : 0;
      if (rest.length < typeLength + 4) return;
      const end = typeLength + rest.readUInt32BE(typeLength);
      if (rest.length < end) return;
      if (started) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end));
      started = true;
      rest = rest.subarray(end);
    }
  };
}
