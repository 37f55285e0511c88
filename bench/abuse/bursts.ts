import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { bodies } from "./attacks.ts";
import { type Counted, counting, send } from "./sending.ts";

export interface Burst extends Counted {
  name: string;
  /** The slowest /healthz response meanwhile, in ms. */
  health: number;
  /** Responses by status. */
  answers: string;
}

/** New, since an idle connection may have been closed. */
const healthCheck = {
  name: "health",
  method: "GET" as const,
  path: "/healthz",
  headers: { Connection: "close" },
};

interface Target {
  origin: string;
  probe: string;
}

const named = (name: string) => {
  const attack = bodies.find((body) => body.name === name);
  if (!attack) throw new Error(`There is no '${name}'`);
  return attack;
};

/** Many requests at once, while polling the health check. */
export async function measureBursts(target: Target, quick: boolean): Promise<Burst[]> {
  const many = quick ? 100 : 300;
  const wrong = { ...named("one value of '<'"), body: "email=nobody@example.com&password=wrong-password" };
  return [
    await burst(target, `${many} sign-ins that fail`, () => all(many, () => send(target.origin, wrong, ""))),
    await burst(target, `${many} forms of '<'`, () =>
      all(many, () => send(target.origin, named("one value of '<'"), "")),
    ),
    await burst(target, `${many} forms of 1,200 parts`, () =>
      all(many, () => send(target.origin, named("1,200 parts"), "")),
    ),
    await burst(target, "50 pictures of 8 MB from guests", () =>
      all(50, () => send(target.origin, named("8 MB to the avatar, as a guest"), "")),
    ),
    await burst(target, "1,000 forms that never arrive whole", () => stall(target.origin, 1_000)),
  ];
}

async function burst(
  { origin, probe }: Target,
  name: string,
  act: () => Promise<{ status: number }[]>,
): Promise<Burst> {
  const asking = new AbortController();
  let health = 0;
  const watch = async () => {
    while (!asking.signal.aborted) {
      const { took } = await send(origin, healthCheck, "");
      health = Math.max(health, took);
      await pause(20);
    }
  };
  let answers: { status: number }[] = [];
  const counted = await counting(probe, async () => {
    const watching = watch();
    answers = await act();
    asking.abort();
    await watching;
  });
  const statuses = new Map<string | number, number>();
  for (const { status } of answers)
    statuses.set(status || "closed", (statuses.get(status || "closed") ?? 0) + 1);
  return {
    name,
    health,
    answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(", "),
    ...counted,
  };
}

const all = <Result>(count: number, one: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, one));

async function stall(origin: string, count: number): Promise<{ status: number }[]> {
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
