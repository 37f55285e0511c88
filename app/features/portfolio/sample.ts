import type { PictureView } from "~/features/media/media";

/** Characters, and samples of a profile. */
export const sampleLimits = { count: 12, title: 120, part: 300 };

export const sampleKinds = ["image", "pdf", "video"] as const;

/** What a page shows of a work sample. */
export interface SampleView {
  id: string;
  kind: "image" | "pdf" | "video" | "link";
  title: string;
  part: string;
  service: string | null;
  /** 'YYYY-MM-DD'. */
  madeOn: string | null;
  isCover: boolean;
  /** Itself, or what stands for it. */
  picture: PictureView | null;
  /** Of a video or PDF. */
  file: { mediaId: string; bytes: number; milliseconds: number; width: number; height: number } | null;
  /** Of a link. */
  url: string | null;
  /** What its site calls it; empty if the site says nothing. */
  linkTitle: string;
}

/** The host that a link leads to, as people know it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}

/** The one a profile leads with: its owner's choice, else the first with a picture. */
export function coverOf<Sample extends Pick<SampleView, "isCover" | "picture">>(
  samples: readonly Sample[],
): Sample | null {
  return samples.find(({ isCover }) => isCover) ?? samples.find(({ picture }) => picture !== null) ?? null;
}

/** Whether a cover, cropped to 16:9, shows as good as all of it. */
export function isWholeAsCover({ kind, picture }: Pick<SampleView, "kind" | "picture">): boolean {
  if (kind !== "image" || !picture) return false;
  const shape = picture.width / picture.height;
  return shape > 1.5 && shape < 2.1;
}
