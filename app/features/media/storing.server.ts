import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { fileTypeFromBuffer } from "file-type";
import type { Actor } from "~/features/accounts/actor";
import { transaction } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { log } from "~/platform/log.server";
import { scaledPicturesOf, UnreadablePicture } from "~/platform/pictures/pictures.server";
import { videoFactsOf } from "~/platform/videos/videos.server";
import {
  type ArrivedFile,
  discardUpload,
  type Given,
  giveBack,
  keepStoring,
  takeArrived,
} from "./arriving.server";
import { type MediaKind, mostBytes } from "./media";
import { lockQuota, makeRoom } from "./quota.server";
import { plainName } from "./receiving.server";
import { removeDiscarded, removeMedia } from "./removing.server";
import { letWait } from "./waiting.server";

export type StoreRefusal =
  /** Not the actor's, or not all of it. */
  | "not-arrived"
  /** Another form with the same upload has not stored it yet. */
  | "storing"
  | "type"
  | "too-large"
  /** Damaged, cut off, or more pixels than a camera makes. */
  | "unreadable"
  | "quota";

export type StoreOutcome =
  | { ok: true; mediaId: string; kind: MediaKind }
  | { ok: false; refused: StoreRefusal; kind?: MediaKind };

/** Enough for any of the types below. */
const headBytes = 64 * 1024;

const kinds: Record<string, { kind: MediaKind; ending: string }> = {
  jpg: { kind: "image", ending: "" },
  png: { kind: "image", ending: "" },
  apng: { kind: "image", ending: "" },
  webp: { kind: "image", ending: "" },
  avif: { kind: "image", ending: "" },
  pdf: { kind: "pdf", ending: "pdf" },
  mp4: { kind: "video", ending: "mp4" },
  m4v: { kind: "video", ending: "mp4" },
  webm: { kind: "video", ending: "webm" },
  mov: { kind: "video", ending: "mov" },
};

/**
 * Stores what arrived, of the kinds allowed: pictures scaled and without metadata, all else as it is. What it is,
 * its bytes say; a 'file' must also not be called a program or a page. Nothing shows it yet; unless something does within an hour, or a day if it waits, it is removed. Stored or
 * refused, an upload is gone; after an error it is there for the next try.
 * @param waits its owner may name it by the upload's id, see `findWaiting`
 */
export async function storeMedia(
  actor: Pick<Actor, "userId">,
  given: Given,
  allowed: readonly MediaKind[],
  waits = false,
): Promise<StoreOutcome> {
  const arrived = await takeArrived(actor, given);
  if (typeof arrived === "string") return { ok: false, refused: arrived };
  const note = (words: string) => (error: unknown) => log.warn({ err: error, id: arrived.id }, words);
  const renewing = setInterval(() => keepStoring(arrived.id).catch(note("could not renew")), 60_000);
  let outcome: StoreOutcome;
  try {
    const type = await typeOf(arrived, allowed);
    outcome = type ? await storeAs(actor, arrived, type) : { ok: false, refused: "type" };
    // Before the upload is gone: a form sent again meanwhile finds one or the other.
    if (outcome.ok && waits) await letWait(outcome.mediaId);
  } catch (error) {
    if ("uploadId" in given) await giveBack(given.uploadId).catch(note("could not give an upload back"));
    throw error;
  } finally {
    clearInterval(renewing);
  }
  // What was refused would be refused again. What stays is swept.
  if ("uploadId" in given) await discardUpload(given.uploadId).catch(note("could not discard an upload"));
  return outcome;
}

async function typeOf(arrived: ArrivedFile, allowed: readonly MediaKind[]) {
  const last = Math.min(arrived.bytes, headBytes) - 1;
  if (last < 0) return null;
  const found = await fileTypeFromBuffer(await buffer(await arrived.read({ first: 0, last })));
  const known = found && Object.hasOwn(kinds, found.ext) ? kinds[found.ext] : undefined;
  if (known && allowed.includes(known.kind)) return known;
  if (!allowed.includes("file") || runs.has(found?.ext ?? "") || runs.has(endingOf(arrived.name)))
    return null;
  return { kind: "file" as const, ending: "bin" };
}

/** Kinds of file that a person's computer would run, or that a browser would show as a page, when opened. */
const runs = new Set(
  (
    "exe dll msi com scr pif bat cmd ps1 psm1 vbs vbe js jse mjs wsf wsh hta cpl jar lnk url reg scf inf msc gadget " +
    "app dmg pkg command workflow deb rpm apk appimage run sh bash elf macho html htm xhtml shtml mhtml svg svgz"
  ).split(" "),
);

const endingOf = (name: string) =>
  plainName(name)
    .toLowerCase()
    .replace(/[. ]+$/, "")
    .split(".")
    .at(-1) ?? "";

interface Facts {
  width: number;
  height: number;
  milliseconds: number;
  widths: number[];
  bytes: number;
  /** Puts the files under the key's base. */
  put: (base: string) => Promise<void>;
}

async function storeAs(
  actor: Pick<Actor, "userId">,
  arrived: ArrivedFile,
  { kind, ending }: { kind: MediaKind; ending: string },
): Promise<StoreOutcome> {
  if (arrived.bytes > mostBytes[kind]) return { ok: false, refused: "too-large", kind };
  const facts = await factsOf(actor, arrived, kind, ending);
  if (!facts) return { ok: false, refused: "unreadable", kind };
  const { put, ...stored } = facts;
  const fileKey = `media/${randomBytes(18).toString("hex")}`;
  const placed = await transaction(async (tx) => {
    await lockQuota(tx, actor.userId);
    const discarded = await makeRoom(tx, actor.userId, stored.bytes);
    if (!discarded) return null;
    // Of an earlier try that failed late.
    await tx.media.deleteMany({
      where: { id: arrived.id, ownerId: actor.userId, releasedAt: { not: null } },
    });
    const row = await tx.media.create({
      data: {
        id: arrived.id,
        ownerId: actor.userId,
        ...{ kind, fileKey, ending, name: plainName(arrived.name) },
        ...stored,
      },
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

async function factsOf(
  { userId }: Pick<Actor, "userId">,
  arrived: ArrivedFile,
  kind: MediaKind,
  ending: string,
): Promise<Facts | null> {
  const put = (base: string) => arrived.store(`${base}.${ending}`);
  const plain = { width: 0, height: 0, milliseconds: 0, widths: [], bytes: arrived.bytes, put };
  if (kind === "image") return pictureFacts(userId, arrived);
  if (kind !== "video") return plain;
  const facts = await videoFactsOf(userId, arrived);
  return facts && { ...plain, ...facts };
}

async function pictureFacts(userId: string, arrived: ArrivedFile): Promise<Facts | null> {
  try {
    const { width, height, pictures } = await arrived.onDisk((path) => scaledPicturesOf(userId, path));
    return {
      width,
      height,
      milliseconds: 0,
      widths: pictures.filter(({ ending }) => ending === "avif").map((picture) => picture.width),
      bytes: pictures.reduce((sum, { body }) => sum + body.length, 0),
      put: async (base) => {
        for (const picture of pictures)
          await files.put(`${base}-${picture.width}.${picture.ending}`, picture.body);
      },
    };
  } catch (error) {
    if (error instanceof UnreadablePicture) return null;
    throw error;
  }
}
