import {
  acceptedKept,
  emptyFile,
  fileTooLarge,
  keptFormats,
  type MediaKind,
  mostBytes,
  mostSize,
  type OriginalView,
  type Peaks,
  type PictureView,
  pictureTooLarge,
  tooManyUploads,
} from "~/features/media/media";
import type { RefusedFile } from "~/features/media/opening.server";
import { fileRefusalWords } from "~/features/media/refusals";
import type { StoreRefusal } from "~/features/media/storing.server";
import { plansWithProFeatures } from "~/features/plans/plan";

export interface AttachmentView {
  mediaId: string;
  kind: MediaKind;
  /** The file name from its sender's device; may be empty. */
  name: string;
  bytes: number;
  /** Set for an image: the stored versions. */
  picture: PictureView | null;
  /** Set for an image that has one. */
  original: OriginalView | null;
  /** Set for a sound whose waveform we know. */
  peaks: Peaks;
  /** Set for a video or sound. */
  milliseconds: number;
  width: number;
  height: number;
}

export const kindWords: Record<MediaKind, string> = {
  image: "Picture",
  video: "Video",
  audio: "Audio",
  pdf: "PDF",
  file: "File",
};

/** A file that's uploaded before its message is sent. */
export interface WaitingFile {
  uploadId: string;
  name: string;
}

/**
 * The file that a refused form stored, for the next attempt. Null if there is none, or if its sender has removed it.
 */
export function waitingFileIn(values: Record<string, unknown> | null | undefined): WaitingFile | null {
  const { upload, uploadName, removeUpload } = values ?? {};
  if (typeof upload !== "string" || !upload || removeUpload) return null;
  return { uploadId: upload, name: typeof uploadName === "string" ? uploadName : "" };
}

/** The file input's `accept`; undefined for any file. */
export const acceptedFiles = (sharesFiles: boolean) => (sharesFiles ? undefined : acceptedKept);

export const attachmentHint = (sharesFiles: boolean) =>
  sharesFiles
    ? `One file, up to ${mostSize.file}. Pictures and PDFs over ${mostSize.image} and audio files over ${mostSize.audio} are sent as downloads. We remove hidden data only from pictures (${keptFormats}) up to ${mostSize.image}.`
    : `One picture (${keptFormats}), up to ${mostSize.image}. Other files come with ${plansWithProFeatures}.`;

/** 'too-often' means the limit on files per hour. */
export type AttachmentRefusal = StoreRefusal | "too-often";

const picturesOnly = `Your plan lets you send pictures: ${keptFormats}. Other files come with ${plansWithProFeatures}.`;

const tooLarge = (sharesFiles: boolean) => (sharesFiles ? fileTooLarge : pictureTooLarge);

/** The text of refusals that only the server can decide on, so pages' scripts leave it out. */
export function attachmentRefusalWords(
  why: AttachmentRefusal | "several-files",
  { sharesFiles, kind, format }: RefusedFile & { sharesFiles: boolean },
): string {
  if (why === "several-files") return "You can attach one file to a message. Please choose just one.";
  if (why === "too-often") return `${tooManyUploads} Please try again in an hour.`;
  if (why === "too-large") return tooLarge(sharesFiles);
  if (why === "type" && !sharesFiles) return picturesOnly;
  return fileRefusalWords({ refused: why, kind, format }, ["image"]);
}

/** Why the server will refuse a chosen file, as shown to the user. Null if its type and size are allowed. */
export function earlyRefusal(
  { type, size }: Pick<File, "type" | "size">,
  sharesFiles: boolean,
): string | null {
  // The types that the server scales. It treats any other picture as a file.
  const isPicture = /^image\/(jpeg|a?png|webp|avif|gif)$/.test(type);
  if (!sharesFiles && !isPicture) return picturesOnly;
  if (size === 0) return emptyFile;
  return size > mostBytes[sharesFiles ? "file" : "image"] ? tooLarge(sharesFiles) : null;
}

/**
 * Limits for `readFileForm`. Each UTF-16 code unit of text takes at most three bytes; anything longer is refused as too
 * long.
 */
export const messageFormLimits = (sharesFiles: boolean) => ({
  field: "file",
  maxBytes: mostBytes[sharesFiles ? "video" : "image"],
});

export const fileFieldErrors = (why: "several-files" | "too-large", sharesFiles: boolean) => ({
  file: [attachmentRefusalWords(why, { sharesFiles })],
});

/** A form with a message and the file that was uploaded before it. */
export function withFile<Message extends { upload?: string; uploadName?: string; removeUpload?: string }>({
  upload,
  uploadName,
  removeUpload,
  ...message
}: Message) {
  return { ...message, file: upload && !removeUpload ? { uploadId: upload } : null };
}
