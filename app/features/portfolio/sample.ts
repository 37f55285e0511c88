import { durationText, type Peaks, type PictureView } from "~/features/media/media";

/** The maximum number of samples per profile, and of characters. */
export const sampleLimits = { count: 12, title: 120, part: 300, alt: 300 };

export const sampleKinds = ["image", "pdf", "video", "audio"] as const;

export const sampleKindWords = {
  image: "Picture",
  video: "Video",
  audio: "Audio",
  pdf: "PDF",
  link: "Link",
} as const;

export interface SampleView {
  id: string;
  kind: keyof typeof sampleKindWords;
  title: string;
  part: string;
  service: string | null;
  /** 'YYYY-MM-DD'. */
  madeOn: string | null;
  isCover: boolean;
  /** The picture itself, or its still. */
  picture: PictureView | null;
  /** For anything but a picture or a link. */
  file: {
    mediaId: string;
    bytes: number;
    milliseconds: number;
    width: number;
    height: number;
    peaks: Peaks;
  } | null;
  /** For a link. */
  url: string | null;
  /** The site's own title; empty if it has none. */
  linkTitle: string;
}

/** The service, month and length, as far as they're known. */
export function factsOf({ kind, service, madeOn, file }: SampleView): string[] {
  const month = madeOn && new Date(`${madeOn}T00:00:00Z`);
  return [
    service,
    month ? month.toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" }) : null,
    (kind === "video" || kind === "audio") && file ? durationText(file.milliseconds) : null,
  ].filter((fact): fact is string => fact !== null);
}

/** Whether a card can lead with a sample, because it has a picture or a sound's waveform. */
export const canLead = ({ kind, picture }: Pick<SampleView, "kind" | "picture">) =>
  picture !== null || kind === "audio";

/** What a frame shows of a sample. */
export type FramedSample = Pick<SampleView, "id" | "kind" | "title" | "picture"> & {
  file: { milliseconds: number; peaks: Peaks } | null;
};

/** Leaves out what only a sample's own page shows. */
export function framed({ id, kind, title, picture, file }: SampleView): FramedSample {
  return { id, kind, title, picture, file: file && { milliseconds: file.milliseconds, peaks: file.peaks } };
}

/** The host of a link, for display. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}

/** The sample that comes first on a profile: its owner's choice or, by default, the first one with a picture. */
export function coverOf<Sample extends Pick<SampleView, "isCover" | "picture">>(
  samples: readonly Sample[],
): Sample | null {
  return samples.find(({ isCover }) => isCover) ?? samples.find(({ picture }) => picture !== null) ?? null;
}

/** The cover, then the others in their owner's order. */
export function coverFirst<Sample extends Pick<SampleView, "isCover" | "picture">>(
  samples: readonly Sample[],
): Sample[] {
  const cover = coverOf(samples);
  return cover ? [cover, ...samples.filter((sample) => sample !== cover)] : [...samples];
}
