import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { startS3 } from "../sandbox/s3.ts";
import { withClient, withDatabase } from "./databases.ts";
import { makeParticipants, type Participant } from "./live/participants.ts";
import { onCore, type Running } from "./processes.ts";
import { signIn, startProduct } from "./product.ts";
import { median, type Options, quantile, type Report } from "./report.ts";
import { download, type Sent, sendForm, sendResumable } from "./uploads/sending.ts";
import { startReader } from "./webhooks/subscribers.ts";

const megabyte = 2 ** 20;
const largest = 500 * megabyte;
const atOnce = 20;
/** Of each of the uploads at once. */
const eachBytes = 40 * megabyte;

/** Memory that the largest upload and its download take, and what many uploads at once do to /discover. */
export async function measureUploads(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_uploads", async (url) => {
    await seedDemo(url);
    const people = await makeParticipants(url, 3 + atOnce);
    const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-uploads-"));
    try {
      const three = people.slice(0, 3);
      const memory = {
        folder: await measureMemory(url, three, folder, {}),
        S3: await measureMemoryOverS3(url, three, folder),
      };
      const rounds = await measureRounds(url, people.slice(3), folder, options.quick ? 2 : 5);
      return reportOf(memory, rounds);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

/** MB above the process at rest. `plain`: without V8's space for new objects, whose size is a setting. */
interface Added {
  plain: number;
  resident: number;
  seconds: number;
}

type Act = "form" | "resumable" | "download";
type Memory = Record<Act, Added>;

/** Keeps the most that it has seen since the last report. */
const probe = ["--expose-gc", "--import", new URL("uploads/probe.mjs", import.meta.url).href];

/** The stand-in keeps the files in this process, not in the product's. */
async function measureMemoryOverS3(url: string, people: Participant[], folder: string): Promise<Memory> {
  const account = { bucket: "bench", accessKeyId: "bench", secretAccessKey: "bench-secret" };
  const bucket = await startS3(account);
  try {
    return await measureMemory(url, people, folder, {
      S3_BUCKET: account.bucket,
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    });
  } finally {
    await bucket.stop();
  }
}

async function measureMemory(
  url: string,
  [first, second, warm]: Participant[],
  folder: string,
  store: Record<string, string>,
): Promise<Memory> {
  if (!first || !second || !warm) throw new Error("there are three people");
  const file = join(folder, "memory.json");
  const product = await startProduct(url, {
    nodeArgs: probe,
    env: { DATA_DIR: folder, MEMORY_FILE: file, ...store },
  });
  try {
    const most = () => takeMost(product, file);
    await ok(sendForm(product.origin, warm.cookie, 30 * megabyte));
    await ok(sendResumable(product.origin, warm.cookie, 30 * megabyte));
    const measure = async (act: () => Promise<{ ms: number }>): Promise<Added> => {
      for (let round = 0; round < 4; round += 1) {
        await most();
        await pause(700);
      }
      const before = await most();
      const { ms } = await act();
      await pause(500);
      const after = await most();
      return {
        plain: (after.plain - before.plain) / 1e6,
        resident: (after.resident - before.resident) / 1e6,
        seconds: ms / 1_000,
      };
    };
    const form = await measure(() => ok(sendForm(product.origin, first.cookie, largest)));
    const resumable = await measure(() => ok(sendResumable(product.origin, second.cookie, largest)));
    const address = product.origin + paths.media(await newestMedia(url, first.id), "file");
    const downloaded = await measure(() => download(address, first.cookie));
    await withClient(url, (client) => client.query("DELETE FROM work_samples; DELETE FROM media"));
    return { form, resumable, download: downloaded };
  } finally {
    await product.stop();
  }
}

async function ok(sending: Promise<Sent>): Promise<Sent> {
  const sent = await sending;
  if (sent.status !== 303) throw new Error(`An upload was answered with ${sent.status}`);
  return sent;
}

async function takeMost(product: Running, file: string): Promise<{ plain: number; resident: number }> {
  await rm(file, { force: true });
  product.signal("SIGUSR2");
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(50)) {
    const written = await readFile(file, "utf8").catch(() => "");
    if (written.endsWith("}")) return JSON.parse(written);
  }
  throw new Error("The process did not report its memory");
}

async function newestMedia(url: string, ownerId: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM media WHERE owner_id = $1 ORDER BY created_at DESC LIMIT 1",
      [ownerId],
    );
    return rows[0].id;
  });
}

interface Round {
  usual: number[];
  during: number[];
  /** Until the last was stored. */
  seconds: number;
}

async function measureRounds(
  url: string,
  people: Participant[],
  folder: string,
  rounds: number,
): Promise<Record<"form" | "resumable", Round[]>> {
  const product = await startProduct(url, { core: 0, env: { DATA_DIR: folder } });
  try {
    const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
    const measured = { form: [] as Round[], resumable: [] as Round[] };
    for (let round = 0; round <= rounds; round += 1)
      for (const how of ["form", "resumable"] as const) {
        const one = await measureRound(product.origin, cookie, people, how);
        // The first warms up.
        if (round > 0) measured[how].push(one);
        await withClient(url, (client) => client.query("DELETE FROM work_samples; DELETE FROM media"));
        await rm(join(folder, "files", "media"), { recursive: true, force: true });
      }
    return measured;
  } finally {
    await product.stop();
  }
}

async function measureRound(
  origin: string,
  cookie: string,
  people: Participant[],
  how: "form" | "resumable",
): Promise<Round> {
  const reader = await startReader(origin + paths.discover(), cookie);
  // It starts within the first second.
  await pause(5_000);
  const started = Date.now();
  await uploadAtOnce(origin, people, how);
  const over = Date.now();
  const read = await reader.stop();
  const from = (read[0]?.at ?? started) + 500;
  const tookIn = (since: number, until: number) =>
    read.filter(({ at }) => at >= since && at < until).map(({ took }) => took);
  return {
    usual: tookIn(from, started - 100),
    during: tookIn(started, over),
    seconds: (over - started) / 1_000,
  };
}

const run = promisify(execFile);

/** From a process of its own. */
async function uploadAtOnce(origin: string, people: Participant[], how: string): Promise<void> {
  const args = ["--import", "tsx", new URL("uploads/client.ts", import.meta.url).pathname];
  const cookies = people.map(({ cookie }) => cookie);
  const [command, all] = onCore(1, process.execPath, [...args, origin, how, String(eachBytes), ...cookies]);
  const { stdout } = await run(command, all, { maxBuffer: megabyte });
  const refused = (JSON.parse(stdout) as Sent[]).filter(({ status }) => status !== 303);
  if (refused.length > 0) throw new Error(`Uploads were answered with ${refused[0]?.status}`);
}

const actNames: Record<Act, string> = {
  form: "a form of 500 MB",
  resumable: "a resumable upload of 500 MB",
  download: "a download of 500 MB",
};

function reportOf(memory: Record<string, Memory>, rounds: Record<"form" | "resumable", Round[]>): Report {
  const p95 = (times: number[]) => quantile(times, 0.95);
  const ratioOf = ({ usual, during }: Round) => p95(during) / p95(usual);
  const added = Object.entries(memory).flatMap(([store, acts]) =>
    (Object.keys(acts) as Act[]).map((act) => ({ what: `${actNames[act]}, ${store}`, ...acts[act] })),
  );
  return {
    tables: [
      {
        title: "Memory added, MB at most during the act",
        columns: ["", "without new space", "resident", "seconds"],
        rows: added.map(({ what, plain, resident, seconds }) => [what, plain, resident, seconds]),
      },
      {
        title: `${atOnce} uploads of ${eachBytes / megabyte} MB at once while four readers load /discover, ms`,
        columns: ["", "p95 before", "p95 during", "times", "seconds"],
        rows: Object.entries(rounds).flatMap(([how, own]) =>
          own.map((round, index): (string | number)[] => [
            `${how}, round ${index + 1}`,
            p95(round.usual),
            p95(round.during),
            ratioOf(round),
            round.seconds,
          ]),
        ),
      },
    ],
    limits: [
      {
        kind: "budget",
        what: "memory added by an upload or download of 500 MB",
        value: Math.max(...added.map(({ plain }) => plain)),
        most: 40,
        unit: "MB",
      },
      ...Object.entries(rounds).map(([how, own]) => ({
        kind: "budget" as const,
        what: `p95 of /discover during ${atOnce} uploads (${how}) against without`,
        value: median(own.map(ratioOf)),
        most: 2,
        unit: "times",
      })),
    ],
    notes: [
      "Uploads come from this machine as fast as the server reads them, from a process on another core.",
      "Memory is sampled every 20 ms inside the process, after uploads of 30 MB and garbage collections.",
    ],
  };
}
