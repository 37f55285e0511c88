import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface QueryCounter {
  /** Through the counter. */
  url: string;
  /** Statements since the last call. The job queue adds some: see `fewestQueries`. */
  take(): number;
  stop(): void;
}

/** Counts Bind and Query messages. */
export async function startQueryCounter(databaseUrl: string): Promise<QueryCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  // A delay would distort times.
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const reader = messageReader((type) => {
      if (type === "Q" || type === "B") count += 1;
    });
    near.on("data", reader).pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Of several times, as the job queue adds some. */
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

/** The first message has no type. */
function messageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typeLength = started ? 1 : 0;
      if (rest.length < typeLength + 4) return;
      const end = typeLength + rest.readUInt32BE(typeLength);
      if (rest.length < end) return;
      if (started) onMessage(String.fromCharCode(rest[0] ?? 0));
      started = true;
      rest = rest.subarray(end);
    }
  };
}
