import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../app/paths.ts";
import { localFiles } from "../app/platform/files/local-files.server.ts";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { seedDemo } from "../prisma/seed.ts";
import { findOnPath, installOnDebian } from "../scripts/debian.ts";
import { freePort } from "../scripts/free-port.mjs";
import { withClient, withDatabase } from "./database.ts";
import { type Answer, send, signIn } from "./http.ts";
import { benchData, type Running, startProduct } from "./processes.ts";
import { budget, type Options, type Report } from "./report.ts";

const varnish = () => findOnPath("varnishd", "../sbin/varnishd");

/** Varnish in front of the product, with the configuration that operators get. */
async function startVarnish(backend: string, port: number) {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-varnish-"));
  const file = join(folder, "varnish.vcl");
  const rules = await readFile("deploy/varnish.vcl", "utf8");
  await writeFile(file, rules.replace('"3000"', `"${new URL(backend).port}"`));
  await chmod(folder, 0o755);
  const where = ["-n", join(folder, "work"), "-a", `127.0.0.1:${port}`, "-s", "malloc,64m"];
  const child = spawn(varnish() ?? "varnishd", ["-F", "-f", file, ...where], { stdio: "ignore" });
  const origin = `http://localhost:${port}`;
  for (const deadline = Date.now() + 30_000; ; await pause(100)) {
    if (await fetch(`${origin}/healthz`).catch(() => undefined)) break;
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("Varnish didn't start");
  }
  return {
    origin,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Visit = (path: string, cookie?: string) => Promise<Answer>;

/**
 * Makes visitors open one page each, and load its files as a browser without a cache would. Every sixth visitor is
 * signed in.
 */
async function browse(visit: Visit, pages: string[], cookie: string, visitors: number) {
  const kinds = ["guests' pages", "members' pages", "built files", "pictures"] as const;
  const counts = kinds.map((kind) => ({ "": kind, requests: 0, hits: 0, failed: 0 }));
  const take = async (kind: (typeof kinds)[number], path: string, own?: string) => {
    const answer = await visit(path, own);
    const count = counts[kinds.indexOf(kind)];
    if (!count) return answer;
    count.requests += 1;
    count.hits += Number(answer.headers["x-cache"] === "hit");
    count.failed += Number(answer.status !== 200);
    return answer;
  };
  for (let n = 0; n < visitors; n += 1) {
    const own = n % 6 === 5 ? cookie : undefined;
    const page = await take(own ? "members' pages" : "guests' pages", pages[n % pages.length] ?? "/", own);
    for (const path of filesOf(String(page.body))) await take(kindOf(path), path, own);
  }
  return counts;
}

const kindOf = (path: string) => (path.startsWith("/assets/") ? "built files" : "pictures");

/** The first twelve of a page's files. */
const filesOf = (html: string) =>
  [...new Set(html.match(/(?<=[" ])\/(assets|media|files)\/[\w./-]+/g))].slice(0, 12);

/** Seconds until the path is gone from the edge. */
async function untilGone(visit: Visit, path: string): Promise<number> {
  const begun = Date.now();
  while ((await visit(path)).status === 200) await pause(250);
  return (Date.now() - begun) / 1_000;
}

async function measure(
  product: Running,
  origin: string,
  databaseUrl: string,
  quick: boolean,
): Promise<Report> {
  const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
  // A cookie that the page doesn't depend on must not keep the edge from caching it.
  const visit: Visit = (path, own = `visitor=${randomUUID()}`) =>
    send(origin, path, { headers: { Cookie: own } });
  const pages = [paths.home(), paths.contributors(), paths.pricing(), paths.faq(), paths.features()];
  const counts = await browse(visit, pages, cookie, quick ? 60 : 600);

  const { body } = await visit(paths.contributors());
  const picture = filesOf(String(body)).find((path) => path.startsWith("/media/")) ?? "";
  const avatar = filesOf(String(body)).find((path) => path.startsWith("/files/"));
  const before = await Promise.all([picture, ...(avatar ? [avatar] : [])].map((path) => visit(path)));
  await withClient(databaseUrl, (client) =>
    client.query("UPDATE users SET suspended_at = now() WHERE id IN (SELECT profile_id FROM work_samples)"),
  );
  const gone = await Promise.all(
    [picture, ...(avatar ? [avatar] : [])].map((path) => untilGone(visit, path)),
  );
  const members = counts[1]?.hits ?? 0;
  return {
    tables: [
      {
        title: "requests through Varnish, a sixth of the visitors signed in",
        rows: counts.map((row) => ({ ...row, "hit rate": (row.hits / row.requests).toFixed(2) })),
      },
    ],
    limits: [
      budget("members' pages from Varnish", members, 0),
      budget(
        "requests that failed",
        counts.reduce((sum, { failed }) => sum + failed, 0),
        0,
      ),
      budget(
        "files of a suspended person that were missing beforehand",
        before.filter(({ status }) => status !== 200).length,
        0,
      ),
      budget("until a suspended person's files leave Varnish", Math.ceil(Math.max(...gone)), 61, "s"),
    ],
    notes: [],
  };
}

/**
 * Measures how much of the traffic a CDN answers, and how soon it drops what's taken down. Varnish stands in for the
 * CDN.
 */
export async function measureEdge(options: Options): Promise<Report> {
  if (!varnish()) installOnDebian("varnish");
  if (!varnish()) return { tables: [], limits: [], notes: ["skipped, because Varnish isn't installed"] };
  return withDatabase(options, "matchcut_bench_edge", async (url) => {
    await seedDemo(url, { files: localFiles(join(benchData, "files")) });
    const port = await freePort();
    const product = await startProduct(url, { env: { APP_URL: `http://localhost:${port}` } });
    const edge = await startVarnish(product.origin, port);
    try {
      return await measure(product, edge.origin, url, options.quick);
    } finally {
      await edge.stop();
      await product.stop();
    }
  });
}
