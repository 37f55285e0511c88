import type { StoreRefusal } from "~/features/media/storing.server";
import { mostBriefFiles } from "./brief-files";

export const acceptedReferences = "image/jpeg,image/png,image/webp,image/avif,application/pdf";

export const mostBriefFilesWords = `A brief has room for ${mostBriefFiles} files. Please remove one first.`;

/** What to say of a reference that was not stored. */
export const referenceRefusals: Record<StoreRefusal, string> = {
  "not-arrived": "The file did not arrive completely. Please choose it again.",
  type: "This is not a picture (JPEG, PNG, WebP, AVIF) or a PDF. Please choose another file.",
  "too-large": "Pictures and PDFs may have 20 MB. This file is larger.",
  unreadable: "This picture is damaged, or has more than 50 megapixels. Please choose another.",
  quota: "Everybody has 2 GB, and this file does not fit any more. Please remove something first.",
};
