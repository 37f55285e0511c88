import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type AblyStandIn, startAbly } from "../../sandbox/ably.ts";
import { serverCommand } from "../../scripts/build.ts";
import { ensureDatabase, startPostgres } from "../../scripts/embedded-postgres.ts";
import { migrate } from "../../scripts/migrate.ts";
import { ablyKey } from "../support/ably-key.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy.ts";

/** A process of the built product. */
export interface AppProcess {
  origin: string;
  /** Kills the process with -9 and starts another on its port, without waiting. */
  replace(): void;
  /** Stops the process with SIGSTOP for some milliseconds. */
  freeze(milliseconds: number): Promise<void>;
}

/** Two processes of the product, a database that keeps what it has committed, and Ably's stand-in. */
export interface Deployment {
  apps: [AppProcess, AppProcess];
  ably: AblyStandIn;
  /** Connects directly, not through the proxy that the faults cut. */
  databaseUrl(): string;
  /** Cuts the connections between the processes and the database. */
  cutLine(): Promise<void>;
  /** Kills PostgreSQL with -9, and restarts it from its files. */
  killDatabase(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDeployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-faults-"));
  let cluster = await startPostgres(join(folder, "postgres"));
  const databaseUrl = () => cluster.url("matchcut");
  await ensureDatabase(cluster, "matchcut");
  await migrate(databaseUrl());
  const line = await startDatabaseProxy(databaseUrl());
  const secret = randomBytes(32).toString("hex");
  const ably = await startAbly({ key: ablyKey });
  const environment = {
    DATA_DIR: folder,
    SESSION_SECRET: secret,
    ABLY_API_KEY: ablyKey,
    ABLY_HOST: ably.url,
  };
  const apps = [await startApp(line, environment), await startApp(line, environment)] as const;

  return {
    apps: [apps[0], apps[1]],
    ably,
    databaseUrl,
    async cutLine() {
      await line.cut();
      await line.mend();
    },
    async killDatabase() {
      await kill(folder);
      cluster = await startPostgres(join(folder, "postgres"));
      await line.mend(databaseUrl());
    },
    async stop() {
      for (const app of apps) await app.end();
      await ably.stop();
      await line.stop();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function kill(folder: string): Promise<void> {
  const pidFile = await readFile(join(folder, "postgres/data/postmaster.pid"), "utf8");
  const pid = Number(pidFile.split("\n")[0]);
  process.kill(pid, "SIGKILL");
  while (isRunning(pid)) await pause(10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function startApp(
  line: DatabaseProxy,
  environment: Record<string, string>,
): Promise<AppProcess & { end(): Promise<void> }> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  let isOver = false;
  let child = run();

  function run(): ChildProcess {
    return spawn(process.execPath, serverCommand, {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        APP_MODE: "test",
        APP_URL: origin,
        PORT: String(port),
        DATABASE_URL: line.url,
        DATABASE_POOL: "6",
        LOG_LEVEL: "silent",
        ...environment,
      },
    });
  }

  await untilHealthy(origin);
  return {
    origin,
    replace() {
      const killed = child;
      if (killed.killed) return;
      killed.once("exit", () => {
        if (!isOver) child = run();
      });
      killed.kill("SIGKILL");
    },
    async freeze(milliseconds) {
      const frozen = child;
      frozen.kill("SIGSTOP");
      await pause(milliseconds);
      frozen.kill("SIGCONT");
    },
    async end() {
      isOver = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

async function untilHealthy(origin: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${origin} didn't come up within a minute`);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}
