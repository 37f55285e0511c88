import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { startS3 } from "../sandbox/s3.ts";
import { withClient, withDatabase } from "./databases.ts";
import { type ReadMeanwhile, whileReading } from "./load.ts";
import { makeParticipants, type Participant } from "./people.ts";
import { onCore } from "./processes.ts";
import { signIn, startProbed, startProduct } from "./product.ts";
import { budget, median, type Options, p95, type Report, tableOf } from "./report.ts";
import { download, type Sent, sendForm, sendResumable } from "./uploads/sending.ts";

const megabyte = 2 ** 20;
const largest = 500 * megabyte;
const atOnce = 20;
/** Of each of the uploads at once. */
const eachBytes = 40 * megabyte;
const hows = ["form", "resumable"] as const;

/** Memory that the largest upload and its download take, and what many uploads at once do to /discover. */
export async function measureUploads(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_uploads", async (url) => {
    await seedDemo(url);
    const people = await makeParticipants(url, 3 + atOnce);
    const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-uploads-"));
    // The stand-in keeps the files in this process, not in the product's.
    const account = { bucket: "bench", accessKeyId: "bench", secretAccessKey: "bench-secret" };
    const bucket = await startS3(account);
    try {
      const memory = [
        ...(await measureMemory(url, people, folder, "folder", {})),
        ...(await measureMemory(url, people, folder, "S3", {
          S3_BUCKET: account.bucket,
          S3_ENDPOINT: bucket.endpoint,
          S3_ACCESS_KEY_ID: account.accessKeyId,
          S3_SECRET_ACCESS_KEY: account.secretAccessKey,
        })),
      ];
      const rounds = await measureRounds(url, people.slice(3), folder, options.quick ? 2 : 5);
      return reportOf(memory, rounds);
    } finally {
      await bucket.stop();
      await rm(folder, { recursive: true });
    }
  });
}

/** MB above the process at rest; `lasting`: without V8's space for new objects, whose size is a setting. */
interface Added {
  name: string;
  lasting: number;
  resident: number;
  seconds: number;
}

async function measureMemory(
  url: string,
  people: Participant[],
  folder: string,
  store: string,
  env: Record<string, string>,
): Promise<Added[]> {
  const [first = "", second = "", warm = ""] = people.map(({ cookie }) => cookie);
  const product = await startProbed(url, { DATA_DIR: folder, ...env });
  try {
    await ok(sendForm(product.origin, warm, 30 * megabyte));
    await ok(sendResumable(product.origin, warm, 30 * megabyte));
    const measure = async (what: string, act: () => Promise<{ ms: number }>): Promise<Added> => {
      for (let round = 0; round < 4; round += 1) {
        await product.begin();
        await pause(700);
      }
      await product.begin();
      const { ms } = await act();
      await pause(500);
      const { grownLasting, grown } = await product.end();
      return {
        name: `${what} of 500 MB, ${store}`,
        lasting: grownLasting,
        resident: grown,
        seconds: ms / 1_000,
      };
    };
    const form = await measure("a form", () => ok(sendForm(product.origin, first, largest)));
    const resumable = await measure("a resumable upload", () =>
      ok(sendResumable(product.origin, second, largest)),
    );
    const address = product.origin + paths.media(await newestMedia(url, people[0]?.id), "file");
    const downloaded = await measure("a download", () => download(address, first));
    await withClient(url, (client) => client.query("DELETE FROM work_samples; DELETE FROM media"));
    return [form, resumable, downloaded];
  } finally {
    await product.stop();
  }
}

async function ok(sending: Promise<Sent>): Promise<Sent> {
  const sent = await sending;
  if (sent.status !== 303) throw new Error(`An upload was answered with ${sent.status}`);
  return sent;
}

async function newestMedia(url: string, ownerId: string | undefined): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM media WHERE owner_id = $1 ORDER BY created_at DESC LIMIT 1",
      [ownerId],
    );
    return rows[0].id;
  });
}

type Round = ReadMeanwhile & { how: (typeof hows)[number]; name: string };

async function measureRounds(
  url: string,
  people: Participant[],
  folder: string,
  rounds: number,
): Promise<Round[]> {
  const product = await startProduct(url, { core: 0, env: { DATA_DIR: folder } });
  try {
    const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      for (const how of hows) {
        const read = await whileReading(product.origin + paths.discover(), cookie, () =>
          uploadAtOnce(product.origin, people, how),
        );
        // The first warms up.
        if (round > 0) measured.push({ ...read, how, name: `${how}, round ${round}` });
        await withClient(url, (client) => client.query("DELETE FROM work_samples; DELETE FROM media"));
        await rm(join(folder, "files", "media"), { recursive: true, force: true });
      }
    return measured;
  } finally {
    await product.stop();
  }
}

const run = promisify(execFile);

/** From a process of its own. */
async function uploadAtOnce(origin: string, people: Participant[], how: string): Promise<void> {
  const args = ["--import", "tsx", "bench/uploads/client.ts", origin, how, String(eachBytes)];
  const cookies = people.map(({ cookie }) => cookie);
  const [command, all] = onCore(1, process.execPath, [...args, ...cookies]);
  const { stdout } = await run(command, all, { maxBuffer: megabyte });
  const refused = (JSON.parse(stdout) as Sent[]).filter(({ status }) => status !== 303);
  if (refused.length > 0) throw new Error(`Uploads were answered with ${refused[0]?.status}`);
}

function reportOf(memory: Added[], rounds: Round[]): Report {
  const ratioOf = ({ usual, during }: Round) => p95(during) / p95(usual);
  return {
    tables: [
      tableOf("Memory added, MB at most during the act", memory, {
        "": ({ name }) => name,
        "without new space": ({ lasting }) => lasting,
        resident: ({ resident }) => resident,
        seconds: ({ seconds }) => seconds,
      }),
      tableOf(
        `${atOnce} uploads of ${eachBytes / megabyte} MB at once while four readers load /discover, ms`,
        rounds,
        {
          "": ({ name }) => name,
          "p95 before": ({ usual }) => p95(usual),
          "p95 during": ({ during }) => p95(during),
          times: ratioOf,
          seconds: ({ took }) => took / 1_000,
        },
      ),
    ],
    limits: [
      budget(
        "memory added by an upload or download of 500 MB",
        Math.max(...memory.map(({ lasting }) => lasting)),
        40,
        "MB",
      ),
      ...hows.map((how) =>
        budget(
          `p95 of /discover during ${atOnce} uploads (${how}) against without`,
          median(rounds.filter((round) => round.how === how).map(ratioOf)),
          2,
          "times",
        ),
      ),
    ],
    notes: [
      "Uploads come from this machine as fast as the server reads them, from a process on another core.",
      "Memory is sampled every 10 ms inside the process, after uploads of 30 MB and garbage collections.",
    ],
  };
}
