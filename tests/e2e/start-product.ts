import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAbly } from "../../sandbox/ably.ts";
import { buildIfChanged, serverCommand } from "../../scripts/build.ts";
import { startThrowawayPostgres } from "../../scripts/embedded-postgres.ts";
import { freePort } from "../../scripts/free-port.mjs";
import { startLocalStripe } from "../../scripts/local-stripe.ts";
import { migrate } from "../../scripts/migrate.ts";
import { ablyKey } from "../support/ably-key.ts";
import { createDatabase } from "../support/database.ts";

interface Product {
  url: string;
  databaseUrl: string;
  /** The control URL of Stripe's stand-in; empty if there's none. */
  controlUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts two production processes for the whole run, each with its own database: one with Stripe's stand-in, one with
 * Ably's.
 */
export default async function startProducts(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_ADMIN_URL;
  const cluster = given ? undefined : await startThrowawayPostgres({ inMemory: true });
  const adminUrl = given ?? cluster?.url() ?? "";
  await buildIfChanged();
  const ably = await startAbly({ key: ablyKey });
  const [plain, overAbly] = await Promise.all([
    startProduct(adminUrl, {}, true),
    startProduct(adminUrl, { ABLY_API_KEY: ablyKey, ABLY_HOST: ably.url }),
  ]);
  Object.assign(process.env, {
    PRODUCT_URL: plain.url,
    PRODUCT_DATABASE_URL: plain.databaseUrl,
    STRIPE_CONTROL_URL: plain.controlUrl,
    ABLY_PRODUCT_URL: overAbly.url,
    ABLY_PRODUCT_DATABASE_URL: overAbly.databaseUrl,
  });
  return async () => {
    await Promise.all([plain.stop(), overAbly.stop()]);
    await ably.stop();
    await cluster?.stop();
  };
}

async function startProduct(
  adminUrl: string,
  environment: Record<string, string>,
  takesPayments = false,
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
  const server = spawn(process.execPath, serverCommand, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      APP_MODE: "test",
      APP_URL: address,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: filesFolder,
      SESSION_SECRET: randomBytes(32).toString("hex"),
      // Trusts each test's X-Forwarded-For, because tests with one address would reach the sign-in limit together.
      TRUST_PROXY: "1",
      ...environment,
      ...payments?.environment,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await untilHealthy(`${address}/healthz`, server);
  return {
    url: address,
    databaseUrl: database.url,
    controlUrl: payments ? `${payments.stripe.url}/_control` : "",
    async stop() {
      const exited = once(server, "exit");
      server.kill("SIGTERM");
      await exited;
      await payments?.stripe.stop();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null)
      throw new Error(`The product exited with ${server.exitCode} before it was ready.`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((again) => setTimeout(again, 100));
  }
  throw new Error("The product wasn't ready within 30 seconds.");
}
