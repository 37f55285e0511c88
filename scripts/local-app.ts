import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import webPush from "web-push";
import type { FilesPort } from "~/platform/files/files-port.server";
import { localFiles } from "~/platform/files/local-files.server";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { seedDemo } from "../prisma/seed.ts";
import { type OembedStandIn, startOembed } from "../sandbox/oembed.ts";
import { type PushStandIn, startPush } from "../sandbox/push.ts";
import type { StripeStandIn } from "../sandbox/stripe.ts";
import { type Cluster, ensureDatabase, startPostgres } from "./embedded-postgres.ts";
import { startLocalStripe } from "./local-stripe.ts";
import { migrate } from "./migrate.ts";

export type LocalApp = {
  mode: "demo" | "development";
  command: string[];
  /** Creates files that the server needs before it starts. */
  beforeStart?: () => Promise<void>;
};

const port = Number(process.env.PORT || 3000);
/** Only this machine, unless HOST says otherwise, because the demo's passwords are public. */
const host = process.env.HOST || "127.0.0.1";
const reachableAt = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
const address = `http://${reachableAt === "127.0.0.1" ? "localhost" : reachableAt}:${port}`;
const dataFolder = process.env.DATA_DIR || ".data";
const logins = `
  creator      ${demoLogins.creator}
  creator      ${demoLogins.starter} (on Free)
  contributor  ${demoLogins.contributor}
  admin        ${demoLogins.admin}
  password     ${demoPassword}`;

const cards = ({ url }: StripeStandIn) => `
  payments     sandbox at ${url}; pay with 4242 4242 4242 4242
`;

/** Kept in a file, so that restarting doesn't sign anyone out. */
async function readSecret(): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, "session-secret");
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return (await readFile(file, "utf8")).trim();
}

/** Kept in a file, too, because browsers subscribe with the public key and would have to subscribe again. */
async function readPushKeys(): Promise<Record<string, string>> {
  const file = join(dataFolder, "push-keys.json");
  if (!existsSync(file)) await writeFile(file, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600 });
  const { publicKey, privateKey } = JSON.parse(await readFile(file, "utf8"));
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: "mailto:push@matchcut.example",
  };
}

/** The same file store that the server uses. */
async function fileStore(): Promise<FilesPort> {
  const { S3_BUCKET: bucket, S3_REGION: region = "us-east-1", S3_ENDPOINT: endpoint } = process.env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!(bucket && accessKeyId && secretAccessKey)) return localFiles(join(dataFolder, "files"));
  const { s3Files } = await import("~/platform/files/s3-files.server");
  return s3Files({ bucket, region, endpoint, accessKeyId, secretAccessKey });
}

async function prepareDatabase(cluster: Cluster | undefined): Promise<string> {
  const url = process.env.DATABASE_URL || (cluster && (await ensureDatabase(cluster, "matchcut")));
  if (!url) throw new Error("There's no database. Set DATABASE_URL, or let the embedded PostgreSQL start.");
  await migrate(url);
  if (await seedDemo(url, { files: await fileStore() })) console.log("Added the demo data.");
  return url;
}

/**
 * Starts Stripe's stand-in on the next port, or on another one if that's taken. It serves hosted pages, so it listens
 * on the app's host.
 */
async function startPayments(databaseUrl: string) {
  const { hostname } = new URL(process.env.APP_URL || address);
  const options = {
    databaseUrl,
    webhookUrl: `http://${reachableAt}:${port}/webhooks/stripe`,
    host,
    hostname,
    file: join(dataFolder, "stripe.json"),
    ticks: true,
  };
  return startLocalStripe({ ...options, port: port + 1 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return startLocalStripe({ ...options, port: 0 });
  });
}

interface Settings {
  databaseUrl: string;
  secret: string;
  /** The payment settings for the server, unless the environment has its own. */
  payments: Record<string, string>;
  /** Stands in for the video sites that members link to. */
  oembed: OembedStandIn | undefined;
  /** Push settings for the server, with a stand-in for push services, unless the environment has its own. */
  push: Record<string, string>;
}

function startServer(app: LocalApp, { databaseUrl, secret, payments, oembed, push }: Settings): ChildProcess {
  // The server gets its own process group: Ctrl-C then reaches only this process, which stops the server before the
  // database.
  return spawn(process.execPath, app.command, {
    stdio: ["ignore", "inherit", "inherit"],
    detached: process.platform !== "win32",
    env: {
      LOG_LEVEL: app.mode === "demo" ? "warn" : "info",
      ...process.env,
      APP_MODE: app.mode,
      NODE_ENV: app.mode === "demo" ? "production" : "development",
      APP_URL: process.env.APP_URL || address,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      HOST: host,
      PORT: String(port),
      SESSION_SECRET: process.env.SESSION_SECRET || secret,
      ...payments,
      ...push,
      ...(oembed ? { OEMBED_API_HOST: oembed.url } : {}),
    },
  });
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGTERM");
  const deadline = new AbortController();
  const late = pause(20_000, "late", { signal: deadline.signal }).catch(() => undefined);
  if ((await Promise.race([gone, late])) === "late") server.kill("SIGKILL");
  await gone;
  deadline.abort();
}

/**
 * Waits until the server is healthy. Also resolves if the server has exited, or isn't needed anymore because this
 * process is stopping.
 */
async function waitUntilReady(server: ChildProcess, stopping: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await pause(100)) {
    if (stopping.aborted || server.exitCode !== null || server.signalCode !== null) return;
    const answer = await fetch(`http://${reachableAt}:${port}/healthz`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error("The server didn't respond within 90 seconds.");
}

/** How many restarts of the database within ten minutes are tolerated before the app stops. */
const maxRevivals = 3;

/**
 * Restarts the database whenever it exits. Resolves with the reason if it can't be restarted or keeps exiting, and with
 * undefined once `stopping` is aborted.
 */
async function keepAlive(cluster: Cluster, stopping: AbortSignal): Promise<string | undefined> {
  const revivals: number[] = [];
  while (!stopping.aborted) {
    await pause(1_000, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return undefined;
    try {
      if (!(await cluster.revive())) continue;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return `PostgreSQL stopped and couldn't be restarted. ${why}`;
    }
    console.error("PostgreSQL stopped and was restarted.");
    revivals.push(Date.now());
    if (revivals.filter((at) => at > Date.now() - 600_000).length > maxRevivals) {
      return `PostgreSQL keeps stopping. Check its log: ${join(dataFolder, "postgres", "data", "server.log")}`;
    }
  }
  return undefined;
}

/**
 * Runs the app with PostgreSQL under DATA_DIR (or at DATABASE_URL), migrated and seeded. Exits with 0 after Ctrl-C,
 * SIGTERM or SIGHUP, and with 1 on failure.
 */
export async function runLocalApp(app: LocalApp): Promise<never> {
  let cluster: Cluster | undefined;
  let server: ChildProcess | undefined;
  let stripe: StripeStandIn | undefined;
  let oembed: OembedStandIn | undefined;
  let push: PushStandIn | undefined;
  const stopping = new AbortController();
  const asked = new Promise<"asked">((done) => {
    const ask = () => {
      stopping.abort();
      done("asked");
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  });

  const run = async (): Promise<string | undefined> => {
    await app.beforeStart?.();
    stopping.signal.throwIfAborted();
    if (!process.env.DATABASE_URL) cluster = await startPostgres(join(dataFolder, "postgres"));
    stopping.signal.throwIfAborted();
    const databaseUrl = await prepareDatabase(cluster);
    stopping.signal.throwIfAborted();
    const payments = process.env.STRIPE_SECRET_KEY ? undefined : await startPayments(databaseUrl);
    stripe = payments?.stripe;
    oembed = process.env.OEMBED_API_HOST ? undefined : await startOembed();
    push = process.env.VAPID_PRIVATE_KEY ? undefined : await startPush();
    const secret = await readSecret();
    const started = startServer(app, {
      databaseUrl,
      secret,
      payments: payments?.environment ?? {},
      oembed,
      push: push ? { ...(await readPushKeys()), PUSH_API_HOST: push.url } : {},
    });
    server = started;
    const ended = new Promise<string>((done) => {
      started.once("exit", (code, signal) =>
        done(`The server stopped unexpectedly (${signal ?? `code ${code}`}).`),
      );
    });
    const keptAlive = cluster ? keepAlive(cluster, stopping.signal) : new Promise<undefined>(() => {});
    await waitUntilReady(started, stopping.signal);
    if (started.exitCode === null && !stopping.signal.aborted)
      console.log(`\nMatchcut is ready at ${address}\n${logins}\n${stripe ? cards(stripe) : ""}`);
    return await Promise.race([ended, keptAlive, asked.then(() => undefined)]);
  };

  let failure: string | undefined;
  try {
    failure = await run();
  } catch (error) {
    if (!stopping.signal.aborted) failure = error instanceof Error ? error.message : String(error);
  }
  if (failure) console.error(`\n${failure}`);
  stopping.abort();
  if (server) await stopServer(server);
  await stripe?.stop();
  await oembed?.stop();
  await push?.stop();
  await cluster?.stop();
  process.exit(failure ? 1 : 0);
}
