import { files } from "~/platform/files/files.server";
import type { FileRange, StoredFile } from "~/platform/files/files-port.server";
import { fittedName } from "./file-name";
import type { MediaKind } from "./media";
import { makeWebp } from "./reopening.server";

/** The columns of a `media` row that are needed to serve it. The caller has checked that the viewer may see it. */
export interface ServableMedia {
  id: string;
  kind: MediaKind;
  fileKey: string;
  ending: string;
  bytes: number;
  widths: number[];
  name: string;
  /** Set for a picture with an original. */
  originalEnding: string | null;
  originalBytes: number | null;
}

export interface OpenMedia {
  bytes: number;
  tag: string;
  open: (range?: FileRange) => Promise<StoredFile | null>;
  /** Unset for a scaled picture, which is only shown, never downloaded. */
  saving?: { downloadName: string; isShown: boolean };
}

/**
 * Opens a file by the last part of its URL: '720.avif' or 'original' for a picture, 'file' for anything else. Null if no
 * file has that name. An original is only downloaded, never shown, because it's someone's file as they sent
 * it.
 */
export async function openMedia(media: ServableMedia, variant: string): Promise<OpenMedia | null> {
  const tag = `${media.id}-${variant}`;
  if (media.kind === "image" && variant === "original") {
    const { originalEnding: ending, originalBytes: bytes } = media;
    if (!ending || bytes === null) return null;
    const key = `${media.fileKey}.${ending}`;
    const downloadName = `${fittedName(media.name).replace(/\.[^.]*$/, "") || "picture"}.${ending}`;
    return { bytes, tag, open: (range) => files.read(key, range), saving: { downloadName, isShown: false } };
  }
  if (media.kind === "image") {
    const [, width, ending] = /^(\d{1,4})\.(avif|webp)$/.exec(variant) ?? [];
    if (!ending || !media.widths.includes(Number(width))) return null;
    const key = `${media.fileKey}-${width}.${ending}`;
    const bytes = (await files.sizeOf(key)) ?? (await makeWebp(key));
    return bytes === null ? null : { bytes, tag, open: (range) => files.read(key, range) };
  }
  if (variant !== "file") return null;
  const key = `${media.fileKey}.${media.ending}`;
  const downloadName = fittedName(media.name) || `file.${media.ending}`;
  return {
    bytes: media.bytes,
    tag,
    open: (range) => files.read(key, range),
    saving: { downloadName, isShown: media.kind === "video" || media.kind === "audio" },
  };
}
