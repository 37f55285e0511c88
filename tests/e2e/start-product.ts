import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import webPush from "web-push";
import { startAbly } from "../../sandbox/ably.ts";
import { buildIfChanged, serverCommand } from "../../scripts/build.ts";
import { startThrowawayPostgres } from "../../scripts/embedded-postgres.ts";
import { freePort } from "../../scripts/free-port.mjs";
import { startLocalStripe } from "../../scripts/local-stripe.ts";
import { migrate } from "../../scripts/migrate.ts";
import { ablyKey } from "../support/ably-key.ts";
import { createDatabase } from "../support/database.ts";

const pushKeys = webPush.generateVAPIDKeys();

type Environment = Record<string, string>;

interface Product {
  url: string;
  databaseUrl: string;
  /** The control URL of Stripe's stand-in; empty if there's none. */
  controlUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts production processes for the whole run, each with its own database: one with Stripe's stand-in and one with
 * Ably's. If journeys run through HAProxy, also starts three that share a database.
 */
export default async function startProducts({ projects }: FullConfig): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_ADMIN_URL;
  const cluster = given ? undefined : await startThrowawayPostgres({ inMemory: true });
  const adminUrl = given ?? cluster?.url() ?? "";
  await buildIfChanged();
  const ably = await startAbly({ key: ablyKey });
  const isBalanced = projects.some(({ name }) => name.startsWith("balanced-"));
  const [plain, overAbly, balanced] = await Promise.all([
    startProduct(adminUrl, {}, true),
    startProduct(adminUrl, { ABLY_API_KEY: ablyKey, ABLY_HOST: ably.url }),
    isBalanced ? startProduct(adminUrl, {}, false, startBalanced) : undefined,
  ]);
  Object.assign(process.env, {
    PRODUCT_URL: plain.url,
    PRODUCT_DATABASE_URL: plain.databaseUrl,
    STRIPE_CONTROL_URL: plain.controlUrl,
    ABLY_PRODUCT_URL: overAbly.url,
    ABLY_PRODUCT_DATABASE_URL: overAbly.databaseUrl,
    ...(balanced && {
      BALANCED_PRODUCT_URL: balanced.url,
      BALANCED_PRODUCT_DATABASE_URL: balanced.databaseUrl,
    }),
  });
  return async () => {
    await Promise.all([plain.stop(), overAbly.stop(), balanced?.stop()]);
    await ably.stop();
    await cluster?.stop();
  };
}

async function startProduct(
  adminUrl: string,
  environment: Record<string, string>,
  takesPayments = false,
  start: (port: number, env: Environment) => Promise<() => Promise<void>> = startProcess,
): Promise<Product> {
  const database = await createDatabase(adminUrl);
  const filesFolder = await mkdtemp(join(tmpdir(), "matchcut-e2e-"));
  await migrate(database.url);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const webhookUrl = `${address}/webhooks/stripe`;
  const payments = takesPayments
    ? await startLocalStripe({
        databaseUrl: database.url,
        webhookUrl,
        hostname: "localhost",
        ticks: true,
        hasControls: true,
      })
    : undefined;
  const stop = await start(port, {
    APP_URL: address,
    DATABASE_URL: database.url,
    DATA_DIR: filesFolder,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    // Each test sends its own IP address in X-Forwarded-For. With a single address, the tests together would reach the
    // sign-in limit.
    TRUST_PROXY: "1",
    VAPID_PUBLIC_KEY: pushKeys.publicKey,
    VAPID_PRIVATE_KEY: pushKeys.privateKey,
    VAPID_SUBJECT: "mailto:push@matchcut.example",
    ...environment,
    ...payments?.environment,
  });
  return {
    url: address,
    databaseUrl: database.url,
    controlUrl: payments ? `${payments.stripe.url}/_control` : "",
    async stop() {
      await stop();
      await payments?.stripe.stop();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

/** Starts a process of the product. The returned function stops it. */
async function startProcess(port: number, environment: Environment): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, serverCommand, {
    env: { ...process.env, NODE_ENV: "production", APP_MODE: "test", PORT: String(port), ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await untilHealthy(port, server);
  return async () => {
    const exited = once(server, "exit");
    server.kill("SIGTERM");
    await exited;
  };
}

/** Starts HAProxy, two processes behind it that serve pages, and one that runs jobs. */
async function startBalanced(port: number, environment: Environment): Promise<() => Promise<void>> {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  // HAProxy appends its client's address to the test's header, so two proxies are trusted.
  const behind = { ...environment, TRUST_PROXY: "2" };
  const stops = await Promise.all(
    ports.map((own, index) => startProcess(own, { ...behind, ROLE: index < 2 ? "web" : "jobs" })),
  );
  const folder = await mkdtemp(join(tmpdir(), "matchcut-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const [web1, web2] = ports.map((own) => `127.0.0.1:${own}`);
  await writeFile(file, await balancerConfig({ WEB: `127.0.0.1:${port}`, WEB1: web1, WEB2: web2 }));
  const haproxy = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  await untilHealthy(port, haproxy);
  return async () => {
    const exited = once(haproxy, "exit");
    haproxy.kill("SIGTERM");
    await exited;
    await Promise.all(stops.map((stop) => stop()));
    await rm(folder, { recursive: true, force: true });
  };
}

/** The cluster's HAProxy configuration without its database section, with these values for its variables. */
async function balancerConfig(values: Record<string, string | undefined>): Promise<string> {
  const whole = await readFile("deploy/cluster/haproxy.cfg", "utf8");
  const web = whole.replace(/^listen .*\n(?:[ \t].*\n|\n)*/gm, "");
  return web.replace(/\$(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (!value) throw new Error(`deploy/cluster/haproxy.cfg has an unknown name: ${name}`);
    return value;
  });
}

async function untilHealthy(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null)
      throw new Error(`The product exited with ${server.exitCode} before it was ready.`);
    const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((again) => setTimeout(again, 100));
  }
  throw new Error("The product wasn't ready within 90 seconds.");
}
