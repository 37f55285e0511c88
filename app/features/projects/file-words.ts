import { stillStoring } from "~/features/media/media";
import type { StoreRefusal } from "~/features/media/storing.server";
import { plansWithProFeatures } from "~/features/plans/plan";
import { mostBriefFiles } from "./brief-files";

/** What the file dialog offers. `sharesFiles`: as the plan decides. */
export const acceptedReferences = (sharesFiles: boolean) =>
  `image/jpeg,image/png,image/webp,image/avif${sharesFiles ? ",application/pdf" : ""}`;

/** What may be added, before anybody chooses. */
export const referenceHint = (sharesFiles: boolean) =>
  sharesFiles
    ? "Pictures (JPEG, PNG, WebP, AVIF) or PDFs of at most 20 MB each: style frames, a script, a storyboard."
    : `Pictures (JPEG, PNG, WebP, AVIF) of at most 20 MB each: style frames, a storyboard. PDFs come with ${plansWithProFeatures}.`;

export const picturesOnlyWords = `On your plan you can add pictures: JPEG, PNG, WebP or AVIF. PDFs come with ${plansWithProFeatures}.`;

export const mostBriefFilesWords = `A brief has room for ${mostBriefFiles} files. Please remove one first.`;

/** What to say of a reference that was not stored. */
export const referenceRefusals: Record<StoreRefusal, string> = {
  "not-arrived": "The file did not arrive completely. Please choose it again.",
  storing: stillStoring,
  type: "This is not a picture (JPEG, PNG, WebP, AVIF) or a PDF. Please choose another file.",
  "too-large": "Pictures and PDFs may have 20 MB. This file is larger.",
  unreadable: "This picture is damaged, or has more than 50 megapixels. Please choose another.",
  quota: "Everybody has 2 GB, and this file does not fit any more. Please remove something first.",
};
