import { type MediaKind, stillStoring } from "~/features/media/media";
import type { StoreRefusal } from "~/features/media/storing.server";
import { sampleLimits } from "./sample";

export const accepted = {
  sample: "image/jpeg,image/png,image/webp,image/avif,application/pdf,video/mp4,video/webm,video/quicktime",
  picture: "image/jpeg,image/png,image/webp,image/avif",
};

export const mostSamplesWords = `You have ${sampleLimits.count} samples. Please remove one first.`;

/** Explains why a file was not stored. */
export function fileRefusal(refused: StoreRefusal, kind: MediaKind | undefined): string {
  switch (refused) {
    case "not-arrived":
      return "The file did not arrive completely. Please choose it again.";
    case "storing":
      return stillStoring;
    case "type":
      return "This is not a picture (JPEG, PNG, WebP, AVIF), a PDF or a video (MP4, WebM, MOV). Please choose another file.";
    case "too-large":
      return "Pictures and PDFs may have 20 MB, videos 500 MB. This file is larger.";
    case "unreadable":
      return kind === "video"
        ? "This video is damaged, cut off, or has no picture. Please export it again."
        : "This picture is damaged, or has more than 50 megapixels. Please choose another.";
    case "quota":
      return "Everybody has 2 GB, and this file does not fit any more. Please remove a sample first.";
  }
}
