import { type MediaKind, mostBytes, type PictureView } from "~/features/media/media";
import type { StoreRefusal } from "~/features/media/storing.server";
import { plansWithProFeatures } from "~/features/plans/plan";

export interface AttachmentView {
  mediaId: string;
  kind: MediaKind;
  /** From its sender's device; may be empty. */
  name: string;
  bytes: number;
  /** Set for an image: its stored versions. */
  picture: PictureView | null;
  /** Set for a video. */
  milliseconds: number;
  width: number;
  height: number;
}

export const kindWords: Record<MediaKind, string> = {
  image: "Picture",
  video: "Video",
  pdf: "PDF",
  file: "File",
};

/** Uploaded before its message is sent. */
export interface WaitingFile {
  uploadId: string;
  name: string;
}

/** The file stored by a refused form, for the next try; null if there is none, or its sender has removed it. */
export function waitingFileIn(values: Record<string, unknown> | null | undefined): WaitingFile | null {
  const { upload, uploadName, removeUpload } = values ?? {};
  if (typeof upload !== "string" || !upload || removeUpload) return null;
  return { uploadId: upload, name: typeof uploadName === "string" ? uploadName : "" };
}

/** The file input's `accept`; null for everything. */
export const acceptedFiles = (sharesFiles: boolean) =>
  sharesFiles ? undefined : "image/jpeg,image/png,image/webp,image/avif";

export const attachmentHint = (sharesFiles: boolean) =>
  sharesFiles
    ? "A picture or PDF of at most 20 MB, or a video or other file of at most 500 MB."
    : `A picture (JPEG, PNG, WebP, AVIF) of at most 20 MB. Other files come with ${plansWithProFeatures}.`;

/** 'too-often' is the limit on files an hour. */
export type AttachmentRefusal = StoreRefusal | "too-often";

const typeWords = (sharesFiles: boolean) =>
  sharesFiles
    ? "Programs and web pages cannot be sent. Please choose another file, or send it in a ZIP archive."
    : `On your plan you can send pictures: JPEG, PNG, WebP or AVIF. Other files come with ${plansWithProFeatures}.`;

function sizeWords(kind: MediaKind | undefined, sharesFiles: boolean): string {
  if (!sharesFiles || kind === "image") return "A picture may have 20 MB. This one is larger.";
  return kind === "pdf"
    ? "A PDF may have 20 MB. This one is larger."
    : "A file may have 500 MB. This one is larger.";
}

/** For refusals that only the server finds, and that pages' scripts leave out. */
export function attachmentRefusalWords(
  why: Exclude<AttachmentRefusal, "storing"> | "several-files",
  { kind, sharesFiles }: { kind?: MediaKind; sharesFiles: boolean },
): string {
  switch (why) {
    case "several-files":
      return "Please choose one file only.";
    case "not-arrived":
      return "The file did not arrive completely. Please choose it again.";
    case "type":
      return typeWords(sharesFiles);
    case "too-large":
      return sizeWords(kind, sharesFiles);
    case "unreadable":
      return kind === "video"
        ? "This video is damaged or of a kind that we cannot read. Please choose another file."
        : "This picture is damaged, or has more than 50 megapixels. Please choose another.";
    case "quota":
      return "Everybody has 2 GB, and this file does not fit any more. Please remove something first.";
    case "too-often":
      return "Too many files. Please try again in an hour.";
  }
}

/** Why the server will refuse a chosen file, as shown to the user; null if its type and size are allowed. */
export function earlyRefusal(
  { type, size }: Pick<File, "type" | "size">,
  sharesFiles: boolean,
): string | null {
  // The types that the server scales; it treats any other picture as a file.
  const isPicture = /^image\/(jpeg|a?png|webp|avif)$/.test(type);
  if (!sharesFiles && !isPicture) return typeWords(sharesFiles);
  const kind = isPicture ? "image" : type === "application/pdf" ? "pdf" : "file";
  return size > mostBytes[kind] ? sizeWords(kind, sharesFiles) : null;
}

/** For `readFileForm`. A text has at most three bytes for each UTF-16 code unit; more is refused as too long. */
export const messageFormLimits = (sharesFiles: boolean) => ({
  field: "file",
  maxBytes: mostBytes[sharesFiles ? "video" : "image"],
});

export const fileFieldErrors = (why: "several-files" | "too-large", sharesFiles: boolean) => ({
  file: [attachmentRefusalWords(why, { sharesFiles })],
});

/** A form's message, with the file uploaded before it. */
export function withFile<Message extends { upload?: string; uploadName?: string; removeUpload?: string }>({
  upload,
  uploadName,
  removeUpload,
  ...message
}: Message) {
  return { ...message, file: upload && !removeUpload ? { uploadId: upload } : null };
}
