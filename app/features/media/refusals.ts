import { emptyFile, type MediaKind, mostBytes, mostMegapixels, sizeText, stillStoring } from "./media";
import type { RefusedFile } from "./opening.server";
import type { StoreRefusal } from "./storing.server";

const formats: Record<MediaKind, string> = {
  image: "a picture (JPEG, PNG, WebP, AVIF)",
  pdf: "a PDF",
  video: "a video (MP4, WebM, MOV)",
  file: "another file",
};
const nouns: Record<MediaKind, string> = { image: "picture", pdf: "PDF", video: "video", file: "file" };

const either = (all: string[]) =>
  [all.slice(0, -1).join(", "), ...all.slice(-1)].filter(Boolean).join(" or ");

/** Why a file was not accepted, and what to do. */
export function fileRefusalWords(
  { refused, kind = "file", format }: { refused: StoreRefusal } & RefusedFile,
  accepted: readonly MediaKind[],
): string {
  const noun = nouns[kind];
  switch (refused) {
    case "empty":
      return emptyFile;
    case "type":
      return `This isn't ${either(accepted.map((one) => formats[one]))}. Please choose another file.`;
    case "program":
      return "Programs and web pages can't be sent. Please choose another file, or send it in a ZIP archive.";
    case "too-large":
      return `This ${noun} is too large. ${noun[0]?.toUpperCase()}${noun.slice(1)}s can be up to ${sizeText(mostBytes[kind])}.`;
    case "damaged":
      return `This ${noun} is damaged or cut off. Please export it again, or choose another.`;
    case "heavy":
      return `This ${noun} takes too long to open. Please export it again, or choose another.`;
    case "frames":
      return "This picture is an animation of more than 1,000 frames. Please choose another.";
    case "pixels": {
      const name = format ?? "picture";
      const limit = format ? `may have ${mostMegapixels[format]} megapixels` : "has a limit";
      return `${/^[aeiouA]/.test(name) ? "An" : "A"} ${name} ${limit}. This one has more; please make it smaller.`;
    }
    case "sound":
      return "This file is sound without a picture. Please choose a video, or add it as a link.";
    case "quota":
      return "Everyone has 2 GB, and this file doesn't fit anymore. Please remove something first.";
    case "not-arrived":
      return "The upload didn't finish. Please choose the file again.";
    case "storing":
      return stillStoring;
  }
}
