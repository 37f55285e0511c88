import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db } from "~/platform/db.server";
import { files, incoming } from "~/platform/files/files.server";
import type { FileRange } from "~/platform/files/files-port.server";
import { incomingKey, isComplete } from "~/platform/files/resumable.server";

/** A form's file, or a finished resumable upload. */
export type Given = { path: string; bytes: number; name: string } | { uploadId: string };

/** A file that has arrived completely: a form's file on disk, or an upload in local or object storage. */
export interface ArrivedFile {
  /**
   * The ID of the future media. It's the same as the upload's, so a form can name the upload again once it's stored.
   */
  id: string;
  bytes: number;
  name: string;
  /** A sound's waveform; empty if its owner's browser hasn't drawn one. */
  peaks: number[];
  read: (range?: FileRange) => Promise<Readable>;
  /** Calls `work` with a path on this machine, which is valid until `work` ends. */
  onDisk: <Done>(work: (path: string) => Promise<Done>) => Promise<Done>;
  store: (key: string) => Promise<void>;
}

/** The file name from its owner's device; '' for an upload that doesn't exist. */
export async function nameOf(actor: Pick<Actor, "userId">, given: Given): Promise<string> {
  if ("path" in given) return given.name;
  if (!isId(given.uploadId)) return "";
  const found = { where: { id: given.uploadId, ownerId: actor.userId }, select: { name: true } };
  // Once it's stored, it's media with the same ID.
  return ((await db.upload.findFirst(found)) ?? (await db.media.findFirst(found)))?.name ?? "";
}

/**
 * In ms. A form that's storing an upload renews `taken_at` this often (`keepStoring`). If it's interrupted and can't
 * give the upload back, as in a failover of the database, the next form can take it 90 seconds later. That's longer
 * than a minute because processes of release-1, which may run next to this one, renew it only every minute.
 */
export const renewedEvery = 15_000;
const takenFor = 90_000;

/** A form is storing the file. */
const beingStored = () => ({ takenAt: { gt: new Date(Date.now() - takenFor) } });

/** The negation of `beingStored`, for uploads. */
export const notBeingStored = () => ({
  OR: [{ takenAt: null }, { takenAt: { lte: new Date(Date.now() - takenFor) } }],
});

/**
 * Takes a file in order to store it. An upload stays taken until it's discarded or given back.
 * @returns 'not-arrived' for an upload that isn't the actor's, is incomplete, or was already used; 'storing' while
 * another form stores it
 */
export async function takeArrived(
  actor: Pick<Actor, "userId">,
  given: Given,
): Promise<ArrivedFile | "not-arrived" | "storing"> {
  if ("path" in given) return onDisk(given);
  const { uploadId } = given;
  if (!isId(uploadId)) return "not-arrived";
  const own = { id: uploadId, ownerId: actor.userId };
  if (await isComplete(incoming, uploadId)) {
    // If two forms name the upload concurrently, only one takes it. If that form is interrupted, the next one takes it.
    const [upload] = await db.upload.updateManyAndReturn({
      where: { ...own, ...notBeingStored() },
      data: { takenAt: new Date() },
      select: { bytes: true, name: true, peaks: true },
    });
    if (upload) return fromStore(uploadId, { ...upload, bytes: Number(upload.bytes) });
  }
  const others = await db.upload.count({ where: { ...own, ...beingStored() } });
  return others > 0 ? "storing" : "not-arrived";
}

/** Presents a form's file like an upload that has arrived. */
export function onDisk({ path, bytes, name }: Extract<Given, { path: string }>): ArrivedFile {
  return {
    id: randomUUID(),
    bytes,
    name,
    peaks: [],
    read: async (range) => createReadStream(path, range && { start: range.first, end: range.last }),
    onDisk: (work) => work(path),
    store: (key) => files.put(key, { stream: createReadStream(path), bytes }),
  };
}

function fromStore(uploadId: string, upload: Pick<ArrivedFile, "bytes" | "name" | "peaks">): ArrivedFile {
  const key = incomingKey(uploadId);
  const read = async (range?: FileRange) => {
    const file = await files.read(key, range);
    if (!file) throw new Error("a complete upload doesn't exist anymore");
    return file.stream;
  };
  return {
    id: uploadId,
    ...upload,
    read,
    onDisk: async (work) => {
      const path = join(tmpdir(), `matchcut-arrived-${randomUUID()}`);
      try {
        await pipeline(await read(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    store: (target) => files.copy(key, target),
  };
}

/** Called regularly while a file is being stored, so that neither it nor its upload counts as unused. */
export async function keepStoring(id: string): Promise<void> {
  const now = new Date();
  await db.upload.updateMany({ where: { id, takenAt: { not: null } }, data: { takenAt: now } });
  await db.media.updateMany({ where: { id, releasedAt: { lte: now } }, data: { releasedAt: now } });
}

/** Lets the next attempt take the upload right away. */
export async function giveBack(uploadId: string): Promise<void> {
  await db.upload.updateMany({ where: { id: uploadId }, data: { takenAt: null } });
}

/** Removes an upload with its bytes and the tus protocol's state. A missing upload isn't an error. */
export async function discardUpload(uploadId: string): Promise<void> {
  // Aborts a multipart upload in the bucket that isn't finished. A finished one is a normal object, which the next line
  // removes.
  await incoming.remove(incomingKey(uploadId)).catch(() => {});
  for (const ending of ["", ".info", ".json", ".part"]) await files.remove(incomingKey(uploadId) + ending);
  await db.upload.deleteMany({ where: { id: uploadId } });
}
