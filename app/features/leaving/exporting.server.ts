import { randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { knownTimeZone } from "~/features/accounts/time-zones.server";
import { listFilesOf } from "~/features/media/removing.server";
import { makeWebp } from "~/features/media/reopening.server";
import type { OpenMedia } from "~/features/media/serving.server";
import { announce, withdrawAllOf } from "~/features/notifications/announcing.server";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { avatarFileOf } from "~/features/profiles/avatars.server";
import { isId } from "~/ids";
import type { Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db, jobDb, streamRows, transaction } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockKey } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import { untilReplicaIsCurrent } from "~/platform/replica-position.server";
import { exportedFiles } from "./answers";

const readMe = `This is your copy of your Matchcut data. It leaves out secrets, such as your password, records that admins keep,
and what other people reported.

Each .json file is a list with one row for each item, as we store it. Times are in UTC. Messages include the ones you
received. Your pictures, videos and documents are in 'files'; their names and IDs are in files.json. If one is empty,
we no longer had it when we made this copy.
`;

/**
 * Streams a ZIP of everything about a person. Each file is opened only when it's written, so that few are open at a
 * time.
 */
async function packEverything(userId: string, isOnReplica: boolean): Promise<Readable> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(readMe), "README.txt");
  for (const file of exportedFiles)
    add(zip, `${file}.json`, async () => Readable.from(jsonOf(file, userId, isOnReplica)));
  const avatar = await avatarFileOf(userId);
  const kept = await listFilesOf(userId);
  // Pictures and videos are already compressed.
  for (const { key, name } of [...(avatar ? [{ key: avatar, name: "avatar.webp" }] : []), ...kept])
    add(zip, `files/${name}`, async () => (await readKept(key))?.stream ?? Readable.from([]), false);
  zip.end();
  return zip.outputStream as Readable;
}

/** Pictures are exported as WebP, which may not have been made yet. */
const readKept = async (key: string) =>
  (await files.read(key)) ?? ((await makeWebp(key)) === null ? null : files.read(key));

/** A read error aborts the whole ZIP: a partial copy must not pass for a complete one. */
function add(zip: ZipFile, name: string, open: () => Promise<Readable>, compress = true): void {
  zip.addReadStreamLazy(name, { compress }, (done) => {
    open().then(
      (stream) => {
        stream.once("error", (error) => (zip.outputStream as Readable).destroy(error));
        done(null, stream);
      },
      (error: Error) => (zip.outputStream as Readable).destroy(error),
    );
  });
}

async function* jsonOf(file: string, userId: string, isOnReplica: boolean): AsyncGenerator<string> {
  let before = "[\n";
  const text = "SELECT e.row::text AS row FROM export_of($1::uuid) e WHERE e.file = $2";
  for await (const { row } of streamRows<{ row: string }>(text, [userId, file], isOnReplica)) {
    yield before + row;
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

export const makeExportTask = "leaving:make-export";

const day = 86_400_000;
export const daysToFetch = 7;
const mostAttempts = 3;

/** 'expired': it was ready, but its seven days are over or a newer one has replaced it. */
type ExportState = "waiting" | "ready" | "failed" | "expired";

/** The actor's most recent exports, newest first. */
export async function listExports(actor: Actor) {
  const rows = await db.export.findMany({
    where: { userId: actor.userId },
    orderBy: { createdAt: "desc" },
    take: 5,
  });
  return rows.map(({ id, state, bytes, createdAt, endedAt }) => {
    const until = endedAt && new Date(endedAt.getTime() + daysToFetch * day);
    const isOver = state === "ready" && until !== null && until.getTime() < Date.now();
    return {
      id,
      state: (isOver ? "expired" : state) as ExportState,
      bytes: Number(bytes),
      askedAt: createdAt.toISOString(),
      until: state === "ready" && !isOver ? (until?.toISOString() ?? null) : null,
    };
  });
}

const copiesADay = 3;

type ExportRequest = { ok: true } | Throttled;

/**
 * Queues a copy of everything about the actor, one at a time: while one is being made, asking again changes nothing.
 * Refused: 'too-many' beyond three copies in 24 hours.
 */
export async function requestExport(actor: Actor): Promise<ExportRequest> {
  const { userId } = actor;
  return transactionBy<ExportRequest>(actor, async (tx) => {
    // The limit counts copies, not requests. The lock makes concurrent requests wait, so the first one queues a copy
    // and the others find it.
    await lockKey(tx, `export:${userId}`);
    if ((await tx.export.count({ where: { userId, state: "waiting" } })) > 0) return { ok: true };
    const made = await tx.export.findMany({
      where: { userId, createdAt: { gt: new Date(Date.now() - day) } },
      orderBy: { createdAt: "desc" },
      take: copiesADay,
      select: { createdAt: true },
    });
    const oldest = made[copiesADay - 1];
    if (oldest) {
      const waitSeconds = Math.max(1, Math.ceil((oldest.createdAt.getTime() + day - Date.now()) / 1000));
      return { ok: false, refused: "too-many", waitSeconds };
    }
    const { id } = await tx.export.create({
      data: { userId, fileKey: `exports/${randomBytes(18).toString("hex")}.zip` },
      select: { id: true },
    });
    await addJob(tx, makeExportTask, { exportId: id });
    await queueMail(tx, {
      userId,
      ...copyAskedMail(),
      eventKey: `copy-asked:${id}`,
    });
    return { ok: true };
  });
}

export const copyAskedMail = (): MailWords => ({
  kind: "copy-asked",
  subject: "You asked for a copy of your Matchcut data",
  lines: [
    "We'll email you again when it's ready to download.",
    "If this wasn't you, change your password now. That signs out every other device.",
  ],
  action: { label: "Change your password", href: paths.password() },
});

/**
 * The job that makes a copy. It writes a temporary file first, so that the length is known when it's stored and nothing
 * is held in memory. Tried three times. Does nothing for an export that isn't pending anymore.
 * @throws to be retried later
 */
export async function makeExport(exportId: string): Promise<void> {
  const waiting = { id: exportId, state: "waiting" };
  const [started] = await db.export.updateManyAndReturn({
    where: waiting,
    data: { attempts: { increment: 1 } },
    select: { userId: true, fileKey: true, attempts: true },
  });
  if (!started) return;
  const path = join(tmpdir(), `matchcut-export-${randomUUID()}.zip`);
  try {
    await pipeline(
      // The replica may cancel a long read or fail, so later attempts read from the primary.
      await packEverything(started.userId, started.attempts === 1 && (await untilReplicaIsCurrent())),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
    const { size } = await stat(path);
    await files.put(started.fileKey, { stream: createReadStream(path), bytes: size });
    // The person may have left in the meantime. If a concurrent run finished first, the file belongs to it.
    if (!(await finish(exportId, started.userId, size)) && !(await isReady(exportId)))
      await files.remove(started.fileKey);
  } catch (error) {
    if (started.attempts < mostAttempts) throw error;
    log.error({ err: error, exportId }, "an export failed");
    await db.export.updateMany({ where: waiting, data: { state: "failed", endedAt: new Date() } });
  } finally {
    await rm(path, { force: true });
  }
}

const isReady = async (id: string) => (await db.export.count({ where: { id, state: "ready" } })) > 0;

async function finish(exportId: string, userId: string, bytes: number): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx.export.updateMany({
      where: { id: exportId, state: "waiting" },
      data: { state: "ready", endedAt: new Date(), bytes },
    });
    if (count === 0) return false;
    // Earlier exports expire, and the sweep then removes their files.
    await tx.export.updateMany({
      where: { userId, state: "ready", id: { not: exportId } },
      data: { endedAt: new Date(0) },
    });
    await withdrawAllOf(tx, "export", userId);
    const { createdAt, user } = await tx.export.findUniqueOrThrow({
      where: { id: exportId },
      select: { createdAt: true, user: { select: { email: true, timeZone: true } } },
    });
    const timeZone = knownTimeZone(user.timeZone) ?? "UTC";
    const asked = createdAt.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
    const { subject: title, ...words } = exportMail(asked);
    const news = { kind: "export" as const, title, body: words.lines[0] ?? "", href: paths.ownData() };
    const mail = { ...words, to: user.email };
    await announce(tx, { userId, ...news, eventKey: `export:${exportId}`, mail });
    return true;
  });
}

/** @param asked when the person requested the copy, in their time zone and ready to display */
export const exportMail = (asked: string): MailWords => ({
  kind: "export",
  subject: `The data you asked for on ${asked} is ready`,
  lines: [`You can download it for ${daysToFetch} days while you're signed in.`],
  action: { label: "Get your data", href: paths.ownData() },
});

type OpenExport = Pick<OpenMedia, "bytes" | "tag" | "open">;

/** A copy that's ready to download. Null if it isn't the actor's, or can't be downloaded anymore. */
export async function openExport(actor: Actor, exportId: string): Promise<OpenExport | null> {
  if (!isId(exportId)) return null;
  const finished = await db.export.findFirst({
    where: {
      id: exportId,
      userId: actor.userId,
      state: "ready",
      endedAt: { gt: new Date(Date.now() - daysToFetch * day) },
    },
    select: { fileKey: true, bytes: true },
  });
  if (!finished) return null;
  return {
    bytes: Number(finished.bytes),
    tag: exportId,
    open: (range) => files.read(finished.fileKey, range),
  };
}

/**
 * The job that removes files that can't be downloaded anymore, and marks exports that have been pending for a day as
 * failed. Safe to repeat.
 */
export async function sweepExports(now = new Date()): Promise<void> {
  const over = new Date(now.getTime() - daysToFetch * day);
  await jobDb.export.updateMany({
    where: { state: "waiting", createdAt: { lt: new Date(now.getTime() - day) } },
    data: { state: "failed", endedAt: now },
  });
  const rows = await jobDb.export.findMany({
    where: { endedAt: { lt: over } },
    select: { id: true, fileKey: true },
    take: 1000,
  });
  for (const { id, fileKey } of rows) {
    await files.remove(fileKey);
    await jobDb.export.deleteMany({ where: { id } });
  }
}

/**
 * Deletes the export files of someone who's leaving. This has to happen before their rows are deleted,
 * because only the rows say where the files are.
 */
export async function forgetExports(userId: string): Promise<void> {
  const rows = await jobDb.export.findMany({ where: { userId }, select: { fileKey: true } });
  for (const { fileKey } of rows) await files.remove(fileKey);
}
