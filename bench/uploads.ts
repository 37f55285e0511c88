import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import sharp from "sharp";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { seedDemo } from "../prisma/seed.ts";
import { startS3 } from "../sandbox/s3.ts";
import { makeVideo } from "../tests/support/videos.ts";
import { fill, participant, participants, withClient, withDatabase } from "./database.ts";
import { signIn } from "./http.ts";
import { type ReadMeanwhile, whileReading } from "./load.ts";
import { clientCore, onCore, serverCore, startProbed, startProduct } from "./processes.ts";
import { budget, median, type Options, type Report } from "./report.ts";

const megabyte = 2 ** 20;
const largest = 500;
const atOnce = 20;
/** In MB: the size of each of the concurrent uploads. */
const eachSize = 40;
const hows = ["form", "resumable"] as const;
type How = (typeof hows)[number];

/**
 * Measures how much memory it takes to upload and to download the largest file, and by how much /discover slows down
 * during many concurrent uploads.
 */
export async function measureUploads(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_uploads", async (url) => {
    await seedDemo(url);
    await fill(url, [{ steps: participants(atOnce) }]);
    const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-uploads-"));
    // The stand-in keeps files in this process, outside the product's memory.
    const account = { bucket: "bench", accessKeyId: "bench", secretAccessKey: "bench-secret" };
    const bucket = await startS3(account);
    try {
      const memory = [
        ...(await measureMemory(url, folder, "folder", {})),
        ...(await measureMemory(url, folder, "S3", {
          S3_BUCKET: account.bucket,
          S3_ENDPOINT: bucket.endpoint,
          S3_ACCESS_KEY_ID: account.accessKeyId,
          S3_SECRET_ACCESS_KEY: account.secretAccessKey,
        })),
      ];
      return reportOf(memory, await measureRounds(url, folder, options.quick ? 2 : 5));
    } finally {
      await bucket.stop();
      await rm(folder, { recursive: true });
    }
  });
}

/** Creates a real video of this many MB, filled with a box that players skip. */
async function makeFile(folder: string, size: number): Promise<string> {
  const frame = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#1030c0" } })
    .webp()
    .toBuffer();
  const frames = [frame, frame, frame, frame];
  const film = await makeVideo(frames, { width: 320, height: 180, framesPerSecond: 2, format: "mp4" });
  const filler = Buffer.alloc(16);
  filler.writeUInt32BE(1);
  filler.write("free", 4, "latin1");
  filler.writeBigUInt64BE(BigInt(size * megabyte - film.length), 8);
  const file = join(folder, `${size}.mp4`);
  await writeFile(file, Buffer.concat([film, filler]));
  await truncate(file, size * megabyte);
  return file;
}

/** Uploads from another process, so that sending doesn't slow down this one. */
async function upload(origin: string, how: How, file: string, ...people: number[]): Promise<void> {
  const cookies = people.map((person) => participant(person).cookie);
  const args = ["--import", "tsx", "bench/uploading.ts", origin, how, file, ...cookies];
  await promisify(execFile)(...onCore(clientCore, process.execPath, args));
}

interface Added {
  name: string;
  /**
   * The most memory that the process used above its idle size, in MB, without V8's space for new objects, whose size
   * is a setting.
   */
  lasting: number;
  seconds: number;
}

async function measureMemory(url: string, folder: string, store: string, env: Record<string, string>) {
  const product = await startProbed(url, { DATA_DIR: folder, ...env });
  const measured: Added[] = [];
  const measure = async (what: string, act: () => Promise<unknown>) => {
    for (let round = 0; round < 5; round += 1) {
      await pause(700);
      await product.begin();
    }
    const started = performance.now();
    await act();
    const seconds = (performance.now() - started) / 1_000;
    await pause(500);
    const { grownLasting } = await product.end();
    measured.push({ name: `${what} of ${largest} MB, ${store}`, lasting: grownLasting, seconds });
  };
  try {
    const [small, large] = [await makeFile(folder, 30), await makeFile(folder, largest)];
    for (const how of hows) await upload(product.origin, how, small, 3);
    await measure("a form", () => upload(product.origin, "form", large, 1));
    await measure("a resumable upload", () => upload(product.origin, "resumable", large, 2));
    const address = product.origin + paths.media(await newestMedia(url), "file");
    await measure("a download", () => download(address));
    await measure("a stalled download", () => stall(address));
    await deleteSamples(url);
    return measured;
  } finally {
    await product.stop();
  }
}

async function startDownload(address: string): Promise<IncomingMessage> {
  const asked = request(address, { headers: { Cookie: participant(1).cookie }, agent: false }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A download was answered with ${response.statusCode}`);
  return response;
}

/** Reads a file to its end and keeps nothing. */
const download = async (address: string) => once((await startDownload(address)).resume(), "end");

/** Stops reading for as long as a download takes, then disconnects. */
async function stall(address: string): Promise<void> {
  const response = await startDownload(address);
  await pause(2_000);
  response.destroy();
}

const newestMedia = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM media WHERE owner_id = $1 ORDER BY created_at DESC LIMIT 1",
      [participant(1).id],
    );
    return rows[0].id;
  });

const deleteSamples = (url: string) =>
  withClient(url, (client) => client.query("DELETE FROM work_samples; DELETE FROM media"));

type Round = ReadMeanwhile & { how: How };

async function measureRounds(url: string, folder: string, rounds: number): Promise<Round[]> {
  const product = await startProduct(url, { core: serverCore, env: { DATA_DIR: folder } });
  try {
    const file = await makeFile(folder, eachSize);
    const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
    const everyone = Array.from({ length: atOnce }, (_, index) => index + 1);
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      for (const how of hows) {
        const address = product.origin + paths.discover();
        const read = await whileReading(`${how}, round ${round}`, address, cookie, () =>
          upload(product.origin, how, file, ...everyone),
        );
        // The first round warms up.
        if (round > 0) measured.push({ ...read, how });
        await deleteSamples(url);
        await rm(join(folder, "files", "media"), { recursive: true, force: true });
      }
    return measured;
  } finally {
    await product.stop();
  }
}

function reportOf(memory: Added[], rounds: Round[]): Report {
  const added = Math.max(...memory.map(({ lasting }) => lasting));
  const slowdown = (how: How) =>
    median(rounds.filter((round) => round.how === how).map(({ ratio }) => ratio));
  return {
    tables: [
      {
        title: "Memory added, the peak in MB",
        rows: memory.map(({ name, lasting, seconds }) => ({ "": name, MB: lasting, seconds })),
      },
      {
        title: `${atOnce} concurrent uploads of ${eachSize} MB while four readers load /discover, ms`,
        rows: rounds.map(({ name, before, during, ratio, took }) => ({
          "": name,
          "p95 before": before,
          during,
          times: ratio,
          seconds: took / 1_000,
        })),
      },
    ],
    limits: [
      budget(`memory added by an upload or download of ${largest} MB`, added, 40, "MB"),
      ...hows.map((how) =>
        budget(
          `p95 of /discover during ${atOnce} uploads (${how}), as a multiple of the p95 before`,
          slowdown(how),
          2,
          "times",
        ),
      ),
    ],
    notes: [
      "Uploads come from this machine as fast as the server reads them, from a process on another core.",
      "Memory is sampled every 10 ms inside the process, without V8's space for new objects, after uploads of 30 MB and garbage collections.",
    ],
  };
}
