import { randomBytes, randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { mayAct, transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, readRows, type Transaction, transaction } from "~/platform/db.server";
import { files, incoming } from "~/platform/files/files.server";
import { answerResumable, type UploadLease, type UploadRules } from "~/platform/files/resumable.server";
import { lockKey } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import {
  type ArrivedFile,
  discardUpload,
  type Given,
  giveBack,
  keepStoring,
  renewedEvery,
  takeArrived,
} from "./arriving.server";
import { plainName } from "./file-name";
import {
  emptyFile,
  fileTooLarge,
  type MediaKind,
  mostBytes,
  noRoomWords,
  peaksIn,
  quotaBytes,
  type StorageUse,
  tooManyUploads,
} from "./media";
import { type FileRefusal, type OpenedFile, openFile, type RefusedFile } from "./opening.server";
import { type Discarded, removeDiscarded, removeMedia, type StoredKeys } from "./removing.server";
import { type Original, strippedOf } from "./stripping.server";

/** Serializes what this person stores until the transaction ends. */
export async function lockQuota(tx: Transaction, userId: string): Promise<void> {
  await lockKey(tx, `media-quota:${userId}`);
}

/** What the actor stores, by where it's used. */
export async function findStorage({ userId }: Pick<Actor, "userId">): Promise<StorageUse> {
  const [row] = await readRows<{ storage: StorageUse }>(
    "media-storage",
    "SELECT storage FROM storage_of($1)",
    [userId],
  );
  return row?.storage ?? {};
}

/**
 * What a person stores, in bytes. An upload counts with its announced size until its file is stored and counted
 * instead. A removed file stops counting right away, even though it's deleted later.
 */
export async function usedBytes(tx: Transaction, userId: string): Promise<number> {
  return (await bytesOf(tx, userId)).used;
}

interface StoredBytes {
  used: number;
  /** Bytes of files that nothing holds anymore. */
  removed: number;
  /** Bytes of files that nothing shows, but that a report or a sample that can be restored still needs. */
  kept: number;
}

async function bytesOf(tx: Transaction, userId: string): Promise<StoredBytes> {
  const [bytes] = await tx.$queryRaw<StoredBytes[]>`
    SELECT coalesce(sum(bytes) FILTER (WHERE state = 'used'), 0)::float8 AS used,
           coalesce(sum(bytes) FILTER (WHERE state = 'removed'), 0)::float8 AS removed,
           coalesce(sum(bytes) FILTER (WHERE state = 'kept'), 0)::float8 AS kept
      FROM stored_files(${userId}::uuid)`;
  if (!bytes) throw new Error("no sum");
  return bytes;
}

type Unused = { id: string; bytes: number; at: Date; isRemoved?: boolean };

/** SQL: whether a media row counts as removed. Must match `stored_files` (prisma/sql/media.sql). */
const isRemoved = Prisma.sql`(released_at <= clock_timestamp() - media_grace())`;

/**
 * SQL: whether a media row may be discarded. Either it counts as removed, or it's waiting to be used, and its owner
 * hasn't named it within `media_grace` (see `findWaiting`).
 */
const isUnused = Prisma.sql`(${isRemoved}
  OR released_at BETWEEN clock_timestamp() AND clock_timestamp() + interval '23 hours' - media_grace())`;

/**
 * Makes room for this many bytes, in a transaction that has locked the quota. If needed, a person's unused files are
 * discarded, removed ones first, then the oldest, except those being stored.
 * @param mostUploads how many other uploads may be open
 * @returns what was discarded: the caller removes its files after the commit. Null if there isn't enough room; then
 * nothing is discarded
 */
async function makeRoom(
  tx: Transaction,
  userId: string,
  bytes: number,
  mostUploads = Number.POSITIVE_INFINITY,
): Promise<Discarded | null> {
  const { used, removed, kept } = await bytesOf(tx, userId);
  // Kept files may take up at most another quota. Without that limit, removing and adding files could fill the disk.
  let excessBytes = used + removed + bytes - quotaBytes + Math.max(0, kept - quotaBytes);
  const open = await tx.upload.count({ where: { ownerId: userId, takenAt: null } });
  let excessUploads = open - mostUploads;
  if (excessBytes <= 0 && excessUploads <= 0) return { uploads: [], media: [] };
  // Locked so that none of them gets used in the meantime.
  const uploads = await tx.$queryRaw<Unused[]>`
    SELECT id, bytes::float8 AS bytes, created_at AS at FROM uploads
     WHERE owner_id = ${userId}::uuid AND taken_at IS NULL FOR UPDATE`;
  const media = await tx.$queryRaw<Unused[]>`
    SELECT id, bytes::float8 AS bytes, created_at AS at, ${isRemoved} AS "isRemoved" FROM media
     WHERE owner_id = ${userId}::uuid AND ${isUnused} FOR UPDATE`;
  const chosen: string[] = [];
  const order = (one: Unused) => (one.isRemoved ? 0 : one.at.getTime());
  for (const one of [...uploads, ...media].sort((a, b) => order(a) - order(b))) {
    const isUpload = uploads.includes(one);
    if (excessBytes <= 0 && !(isUpload && excessUploads > 0)) continue;
    chosen.push(one.id);
    excessBytes -= one.bytes;
    if (isUpload) excessUploads -= 1;
  }
  if (excessBytes > 0) return null;
  await tx.upload.deleteMany({ where: { id: { in: chosen }, takenAt: null } });
  const gone = await tx.$queryRaw<StoredKeys[]>`
    DELETE FROM media WHERE id = ANY (${chosen}::uuid[]) AND released_at IS NOT NULL
    RETURNING file_key AS "fileKey", ending, widths, original_ending AS "originalEnding"`;
  return { uploads: uploads.map(({ id }) => id).filter((id) => chosen.includes(id)), media: gone };
}

/**
 * Uploads that are incomplete or that no form has used yet. Once there are this many, a new one replaces the oldest.
 */
const mostOpen = 20;

/**
 * Answers a tus protocol request for the actor's own uploads; see `answerResumable`. If their session ends
 * while bytes arrive, the upload is deleted.
 */
export async function receiveUpload(actor: Actor, request: Request, requestId?: string): Promise<Response> {
  const rules: UploadRules = {
    path: paths.uploads(),
    maxBytes: mostBytes.video,
    sizeWords: { empty: emptyFile, tooLarge: fileTooLarge },
    begin: (upload) => beginUpload(actor, upload),
    isTheirs: async (uploadId) =>
      isId(uploadId) && (await db.upload.count({ where: { id: uploadId, ownerId: actor.userId } })) === 1,
    lease: leaseOf(actor),
  };
  const answer = await answerResumable(incoming, request, rules, requestId);
  const [uploadId = ""] = (answer.headers.get("Location") ?? new URL(request.url).pathname)
    .split("/")
    .slice(-1);
  // The owner has given up on the upload, so it stops counting toward the quota.
  if (request.method === "DELETE" && answer.ok) await dropUpload(actor.userId, uploadId);
  if (await mayAct(actor)) return answer;
  if (["POST", "PATCH"].includes(request.method) && isId(uploadId)) await dropUpload(actor.userId, uploadId);
  return new Response("Please sign in\n", { status: 401 });
}

/** Deletes an upload, unless another request is sending its bytes or a form is storing it. */
async function dropUpload(ownerId: string, uploadId: string): Promise<void> {
  const isFree = { takenAt: null, OR: [{ heldUntil: null }, { heldUntil: { lt: new Date() } }] };
  const { count } = await db.upload.deleteMany({ where: { id: uploadId, ownerId, ...isFree } });
  if (count === 1) await removeDiscarded({ uploads: [uploadId], media: [] });
}

/**
 * The lease for sending an upload's bytes. It's kept in the upload's row, because an advisory lock would hold a
 * connection for as long as the upload takes.
 */
const leaseOf = ({ sessionId, userId, isAdmin }: Actor): UploadLease => ({
  async take(uploadId, holder) {
    const [row] = await db.$queryRaw<{ taken: boolean }[]>`
      UPDATE uploads
         SET is_wanted = coalesce(held_until > now(), false),
             held_by = CASE WHEN held_until > now() THEN held_by ELSE ${holder}::uuid END,
             held_until = CASE WHEN held_until > now() THEN held_until ELSE now() + interval '10 seconds' END
       WHERE id = ${uploadId}::uuid RETURNING held_by = ${holder}::uuid AS taken`;
    // If the upload was deleted, its bytes are gone too, so there's nothing to protect.
    return row?.taken ?? true;
  },
  async renew(uploadId, holder) {
    const [row] = await db.$queryRaw<{ wanted: boolean }[]>`
      UPDATE uploads SET held_until = now() + interval '10 seconds'
       WHERE id = ${uploadId}::uuid AND held_by = ${holder}::uuid AND held_until > now()
         AND EXISTS (SELECT FROM acting_session(${sessionId}::uuid, ${userId}::uuid, ${isAdmin}))
      RETURNING is_wanted AS wanted`;
    return row?.wanted === false;
  },
  async release(uploadId, holder) {
    await db.upload.updateMany({ where: { id: uploadId, heldBy: holder }, data: { heldUntil: null } });
  },
});

async function beginUpload(
  actor: Actor,
  { bytes, name, peaks }: { bytes: number; name: string; peaks: string },
): Promise<{ uploadId: string } | { status: number; words: string }> {
  if ((await takeFromLimit("media", actor.userId, actor)) > 0)
    return { status: 429, words: `${tooManyUploads} Please try again in an hour.` };
  const uploadId = randomUUID();
  const discarded = await transactionBy(actor, async (tx) => {
    await lockQuota(tx, actor.userId);
    const made = await makeRoom(tx, actor.userId, bytes, mostOpen - 1);
    if (made)
      await tx.upload.create({
        data: {
          id: uploadId,
          ownerId: actor.userId,
          bytes,
          name: plainName(name),
          peaks: peaksIn(peaks) ?? [],
        },
      });
    return made;
  });
  if (!discarded) return { status: 413, words: noRoomWords };
  await removeDiscarded(discarded);
  return { uploadId };
}

/** Together with the hour until the sweep, this makes a day, as for an upload that no form has used. */
const inADay = () => new Date(Date.now() + 23 * 3_600_000);

/** Keeps media for a day for its owner to use, by setting `released_at` to the future. Media in use doesn't change. */
async function letWait(mediaId: string): Promise<void> {
  await db.media.updateMany({
    where: { id: mediaId, releasedAt: { not: null } },
    data: { releasedAt: inADay() },
  });
}

/**
 * Returns the kind of the actor's own unused media and keeps it for another day. Null if there's no such media or it's
 * in use.
 */
export async function findWaiting(actor: Actor, mediaId: string): Promise<MediaKind | null> {
  if (!isId(mediaId)) return null;
  const [waiting] = await db.media.updateManyAndReturn({
    where: { id: mediaId, ownerId: actor.userId, releasedAt: { gt: new Date() } },
    data: { releasedAt: inADay() },
    select: { kind: true },
  });
  return waiting ? (waiting.kind as MediaKind) : null;
}

/** In ms; must match `media_grace` (prisma/sql/media.sql). */
const grace = 10 * 60_000;

/**
 * Ends the wait for media that its owner doesn't need anymore: it stops counting toward the quota, and a sweep removes
 * it. Does nothing to media that something shows.
 */
export async function endWait(actor: Actor, mediaId: string): Promise<void> {
  if (!isId(mediaId)) return;
  const now = Date.now();
  await db.media.updateMany({
    where: { id: mediaId, ownerId: actor.userId, releasedAt: { gt: new Date(now) } },
    data: { releasedAt: new Date(now - grace) },
  });
}

export type StoreRefusal =
  | FileRefusal["refused"]
  /** The upload isn't the actor's, or it's incomplete. */
  | "not-arrived"
  /** Another form with the same upload is still storing it. */
  | "storing"
  | "quota";

/** Why a file wasn't stored; see `fileRefusalWords`. */
export type NotStored = { ok: false; refused: StoreRefusal } & RefusedFile;

type StoreOutcome = { ok: true; mediaId: string; kind: MediaKind } | NotStored;

/** The widest version fills a page. A narrower original isn't enlarged. */
const shape = { isSquare: false, widths: [360, 720, 1_440], webpQuality: 72, avifQuality: 50 };

/**
 * Stores an arrived file of one of the allowed kinds, as `openFile` decides: pictures are scaled and lose their
 * metadata, anything else stays as it is. The media is removed unless something shows it within an hour, or a day if
 * `waits`. An upload is deleted once it's stored or refused; after an error, it's kept for the next attempt.
 * @param how.waits whether its owner may use it later, by the upload's ID; see `findWaiting`
 * @param how.keepsOriginal stores a picture's original, too, without its metadata; only then may it be an animation
 */
export async function storeMedia(
  actor: Pick<Actor, "userId">,
  given: Given,
  allowed: readonly MediaKind[],
  { waits = false, keepsOriginal = false }: { waits?: boolean; keepsOriginal?: boolean } = {},
): Promise<StoreOutcome> {
  const arrived = await takeArrived(actor, given);
  if (typeof arrived === "string") return { ok: false, refused: arrived };
  const note = (words: string) => (error: unknown) => log.warn({ err: error, id: arrived.id }, words);
  const renewing = setInterval(
    () => keepStoring(arrived.id).catch(note("couldn't renew an upload's lease")),
    renewedEvery,
  );
  let outcome: StoreOutcome;
  try {
    const name = plainName(arrived.name);
    const opened = await openFile(actor.userId, { ...arrived, name }, allowed, shape, keepsOriginal);
    // Work samples keep no original, because anyone can see them, and the scaled pictures are enough.
    const original =
      keepsOriginal && opened.ok && opened.kind === "image"
        ? strippedOf(await buffer(await arrived.read()))
        : null;
    outcome = opened.ok ? await storeOpened(actor, { ...arrived, name }, opened, original) : opened;
    // Happens before the upload is deleted, so a form that's sent again in the meantime finds either the upload or the
    // media.
    if (outcome.ok && waits) await letWait(outcome.mediaId);
  } catch (error) {
    if ("uploadId" in given) await giveBack(given.uploadId).catch(note("couldn't return an upload"));
    throw error;
  } finally {
    clearInterval(renewing);
  }
  // A refused file isn't kept, because it would only be refused again. If deleting it fails, the sweep removes it.
  if ("uploadId" in given) await discardUpload(given.uploadId).catch(note("couldn't discard an upload"));
  return outcome;
}

interface Facts {
  width: number;
  height: number;
  milliseconds: number;
  widths: number[];
  peaks: number[];
  tone: string | null;
  bytes: number;
  originalEnding?: string;
  originalWidth?: number;
  originalHeight?: number;
  originalBytes?: number;
  originalMoves?: boolean;
  put: (base: string) => Promise<void>;
}

async function storeOpened(
  actor: Pick<Actor, "userId">,
  arrived: ArrivedFile,
  opened: OpenedFile,
  original: Original | null,
): Promise<StoreOutcome> {
  const { kind, ending } = opened;
  const { put, ...facts } = factsOf(arrived, opened, original);
  const fileKey = `media/${randomBytes(18).toString("hex")}`;
  const placed = await transaction(async (tx) => {
    await lockQuota(tx, actor.userId);
    const discarded = await makeRoom(tx, actor.userId, facts.bytes);
    if (!discarded) return null;
    // An earlier attempt that failed late may have left these behind.
    await tx.media.deleteMany({
      where: { id: arrived.id, ownerId: actor.userId, releasedAt: { not: null } },
    });
    const row = await tx.media.create({
      data: { id: arrived.id, ownerId: actor.userId, kind, fileKey, ending, name: arrived.name, ...facts },
      select: { id: true },
    });
    return { row, discarded };
  });
  if (!placed) return { ok: false, refused: "quota", kind };
  const { row, discarded } = placed;
  await removeDiscarded(discarded);
  try {
    await put(fileKey);
  } catch (error) {
    await removeMedia(row.id);
    throw error;
  }
  return { ok: true, mediaId: row.id, kind };
}

function factsOf(arrived: ArrivedFile, opened: OpenedFile, original: Original | null): Facts {
  if (opened.kind !== "image") {
    const put = (base: string) => arrived.store(`${base}.${opened.ending}`);
    const peaks = opened.kind === "audio" ? arrived.peaks : [];
    const { bytes } = arrived;
    const plain = { width: 0, height: 0, milliseconds: 0, widths: [], peaks, tone: null, bytes, put };
    return { ...plain, ...opened.facts };
  }
  const { width, height, tone, pictures } = opened.facts;
  return {
    width,
    height,
    tone,
    milliseconds: 0,
    peaks: [],
    widths: pictures.filter(({ ending }) => ending === "avif").map((picture) => picture.width),
    bytes: pictures.reduce((sum, { body }) => sum + body.length, original?.body.length ?? 0),
    ...(original && {
      originalEnding: original.ending,
      originalWidth: original.width,
      originalHeight: original.height,
      originalBytes: original.body.length,
      originalMoves: original.moves,
    }),
    put: async (base) => {
      for (const picture of pictures)
        await files.put(`${base}-${picture.width}.${picture.ending}`, picture.body);
      if (original) await files.put(`${base}.${original.ending}`, original.body);
    },
  };
}
