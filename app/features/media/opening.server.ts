import { buffer } from "node:stream/consumers";
import { type FileTypeResult, fileTypeFromBuffer } from "file-type";
import {
  open,
  type PictureFormat,
  type PictureShape,
  type ScaledPictures,
  type SoundFacts,
  type VideoFacts,
} from "~/platform/decoding.server";
import type { ArrivedFile } from "./arriving.server";
import { type MediaKind, mostBytes, mostFrames, mostMegapixels } from "./media";

/** What we know about a refused file. */
export interface RefusedFile {
  kind?: MediaKind;
  format?: PictureFormat;
  /** The format of a picture that isn't accepted, such as HEIC. */
  unaccepted?: string | undefined;
}

/** `fileRefusalWords` has a sentence for each. */
export type FileRefusal = {
  ok: false;
  refused:
    | "empty"
    /** Files of this kind aren't accepted here. */
    | "type"
    /** Only its first frame would be kept here. */
    | "animation"
    /** A program or a page, by its bytes or its name. */
    | "program"
    | "too-large"
    /** Damaged or incomplete. */
    | "damaged"
    /** Takes more time or memory to decode than any legitimate file. */
    | "heavy"
    | "frames"
    | "pixels"
    /** Sound in a format that not every browser plays. */
    | "sound"
    /** Most browsers can't play it, such as ProRes. */
    | "codec";
} & RefusedFile;

export type OpenedFile =
  | { ok: true; kind: "image"; ending: ""; facts: ScaledPictures }
  | { ok: true; kind: "video"; ending: string; facts: VideoFacts }
  | { ok: true; kind: "audio"; ending: string; facts: SoundFacts }
  | { ok: true; kind: "pdf" | "file"; ending: string; facts: null };

type KnownKind = { kind: "image" | "pdf" | "video" | "audio"; ending: string };

const kinds: Record<string, KnownKind> = {
  jpg: { kind: "image", ending: "" },
  png: { kind: "image", ending: "" },
  apng: { kind: "image", ending: "" },
  webp: { kind: "image", ending: "" },
  avif: { kind: "image", ending: "" },
  gif: { kind: "image", ending: "" },
  pdf: { kind: "pdf", ending: "pdf" },
  mp4: { kind: "video", ending: "mp4" },
  m4v: { kind: "video", ending: "mp4" },
  webm: { kind: "video", ending: "webm" },
  mov: { kind: "video", ending: "mov" },
  // Tags such as ID3 stay in the file, even if they hold a picture or a location: they carry a track's credits, and
  // every format would need its own parser to rewrite it without loss. Forms that accept sound say so.
  mp3: { kind: "audio", ending: "mp3" },
  wav: { kind: "audio", ending: "wav" },
  m4a: { kind: "audio", ending: "m4a" },
  ogg: { kind: "audio", ending: "ogg" },
  opus: { kind: "audio", ending: "ogg" },
};

/** File types that a computer would run when opened, or that a browser would show as a page. */
const runs = new Set(
  (
    "exe dll msi com scr pif bat cmd ps1 psm1 vbs vbe js jse mjs wsf wsh hta cpl jar lnk url reg scf inf msc gadget " +
    "chm msix appx application settingcontent-ms library-ms xht mht xsl webloc desktop " +
    "app dmg pkg command workflow deb rpm apk appimage run sh bash elf macho html htm xhtml shtml mhtml svg svgz"
  ).split(" "),
);

const endingOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[. ]+$/, "")
    .split(".")
    .at(-1) ?? "";

type Readable = Pick<ArrivedFile, "bytes" | "read" | "onDisk">;

/** Enough to detect any of the types above. The library would read some files to the end. */
const headBytes = 64 * 1024;

/**
 * Decides by a file's bytes whether it's accepted, and as what. Where 'file' is allowed, a file that we can't
 * show is accepted, too, unless it's a program or a page.
 * @param by the owner's ID; files with the same ID take turns
 * @param file.name without invisible characters
 * @param shape the sizes that a picture is scaled to
 * @param takesAnimations whether an animation counts as a picture. It does only where originals are kept; elsewhere,
 * only its first frame would be left
 */
export async function openFile(
  by: string,
  file: Readable & { name: string },
  allowed: readonly MediaKind[],
  shape: PictureShape,
  takesAnimations = false,
): Promise<OpenedFile | FileRefusal> {
  if (file.bytes === 0) return { ok: false, refused: "empty" };
  const head = await readPart(file, 0, Math.min(file.bytes, headBytes));
  const fileType = await fileTypeFromBuffer(head);
  const known = fileType && Object.hasOwn(kinds, fileType.ext) ? kinds[fileType.ext] : undefined;
  const playsMedia = allowed.includes("video") || allowed.includes("audio");
  let opened: OpenedFile | FileRefusal;
  if (!known || !allowed.includes(known.kind)) {
    const refused = fileType?.mime.startsWith("audio/") && playsMedia ? "sound" : "type";
    opened = { ok: false, refused, unaccepted: pictureFormatOf(head, fileType) };
  } else if (!takesAnimations && mayMove(head, fileType?.ext)) {
    // An animation with one frame is a still picture.
    opened = await openAs(known, by, file, shape, 1);
    if (!opened.ok && opened.refused === "frames") opened = { ok: false, refused: "animation" };
  } else opened = await openAs(known, by, file, shape);
  // Some programs write an M4A with an MP4's brand.
  if (!opened.ok && opened.refused === "sound" && known?.ending === "mp4" && allowed.includes("audio"))
    opened = await openAs({ kind: "audio", ending: "m4a" }, by, file, shape);
  if (opened.ok || !allowed.includes("file")) return opened;
  if (runs.has(fileType?.ext ?? "") || runs.has(endingOf(file.name)))
    return { ok: false, refused: "program" };
  if (file.bytes > mostBytes.file) return { ok: false, refused: "too-large", kind: "file" };
  return { ok: true, kind: "file", ending: "bin", facts: null };
}

/** Whether a picture's header allows several frames. */
function mayMove(head: Buffer, ending: string | undefined): boolean {
  if (ending === "webp") return head.toString("latin1", 12, 16) === "VP8X" && ((head[20] ?? 0) & 2) !== 0;
  return ending === "gif" || ending === "apng" || head.toString("latin1", 8, 12) === "avis";
}

function pictureFormatOf(head: Buffer, fileType: FileTypeResult | undefined): string | undefined {
  if (fileType?.mime.startsWith("image/")) return fileType.ext.toUpperCase();
  return /^\s*(?:<[?!](?!doctype html).*)?<svg\b/is.test(head.toString()) ? "SVG" : undefined;
}

const readPart = async ({ read }: Pick<Readable, "read">, first: number, end: number) =>
  buffer(await read({ first, last: end - 1 }));

/**
 * How much of a video may be read, because a damaged one may claim any size. Headers take a few reads of up to 64 KB.
 */
export const readLimits = { mostRead: 64 * 2 ** 20, mostReads: 500 };

async function openAs(
  { kind, ending }: KnownKind,
  by: string,
  file: Readable,
  shape: PictureShape,
  frames: number = mostFrames,
): Promise<OpenedFile | FileRefusal> {
  if (file.bytes > mostBytes[kind]) return { ok: false, refused: "too-large", kind };
  if (kind === "pdf")
    return (await isWholePdf(file))
      ? { ok: true, kind, ending, facts: null }
      : { ok: false, refused: "damaged", kind };
  if (kind === "audio") {
    const opened = await open(by, { kind, bytes: file.bytes, ...readLimits }, file.read);
    return "done" in opened
      ? { ok: true, kind, ending, facts: opened.done }
      : { ok: false, refused: opened.refused, kind };
  }
  if (kind === "video") {
    const opened = await open(by, { kind, bytes: file.bytes, ...readLimits }, file.read);
    return "done" in opened
      ? { ok: true, kind, ending, facts: opened.done }
      : { ok: false, refused: opened.refused, kind };
  }
  const opened = await file.onDisk((path) =>
    open(by, { kind: "picture", path, ...shape, mostMegapixels, mostFrames: frames }),
  );
  if ("done" in opened) return { ok: true, kind, ending: "", facts: opened.done };
  const { refused } = opened;
  return { ok: false, refused, kind, ...(refused === "pixels" && { format: opened.format }) };
}

/**
 * Whether a PDF is complete: its end says where the table of its objects is, and either the table is there or the
 * trailer names the document's root. Readers find the objects themselves if the place is wrong.
 */
async function isWholePdf(file: Readable): Promise<boolean> {
  const end = (await readPart(file, Math.max(0, file.bytes - 16 * 1024), file.bytes)).toString("latin1");
  const at = Number([...end.matchAll(/startxref\s+(\d{1,12})\s+%%EOF/g)].at(-1)?.[1] ?? 0);
  // The first part of a PDF that's made for the web ends like a whole one, except that its table's place is 0.
  if (at === 0) return false;
  const table = (await readPart(file, Math.min(at, file.bytes - 1), Math.min(file.bytes, at + 64))).toString(
    "latin1",
  );
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(table) || /trailer\s*<<[\s\S]{0,1000}?\/Root\b/.test(end);
}
