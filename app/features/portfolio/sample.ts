import { durationText, type Peaks, type PictureView } from "~/features/media/media";

/** How many samples a profile can have; the other limits are in characters. */
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
  /** As yyyy-MM-dd. */
  madeOn: string | null;
  isCover: boolean;
  /** The picture itself or, for other kinds, the still. */
  picture: PictureView | null;
  /** Null for pictures and links. */
  file: {
    mediaId: string;
    bytes: number;
    milliseconds: number;
    width: number;
    height: number;
    peaks: Peaks;
  } | null;
  /** Null unless it's a link. */
  url: string | null;
  /** The title that the link's site gave; empty if it gave none. */
  linkTitle: string;
}

/** The facts under a sample, if known: service, month, length. */
export function factsOf({ kind, service, madeOn, file }: SampleView): string[] {
  const month = madeOn && new Date(`${madeOn}T00:00:00Z`);
  return [
    service,
    month ? month.toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" }) : null,
    (kind === "video" || kind === "audio") && file ? durationText(file.milliseconds) : null,
  ].filter((fact): fact is string => fact !== null);
}

/** Whether a card can show this sample first, because there's something to see: a picture or a sound's waveform. */
export const canLead = ({ kind, picture }: Pick<SampleView, "kind" | "picture">) =>
  picture !== null || kind === "audio";

/** The parts of a sample that its frame needs. */
export type FramedSample = Pick<SampleView, "id" | "kind" | "title" | "picture"> & {
  file: { milliseconds: number; peaks: Peaks } | null;
};

/** Picks those parts, to keep pages with many samples small. A frame with a picture doesn't draw the waveform. */
export function framed({ id, kind, title, picture, file }: SampleView): FramedSample {
  const peaks = picture ? null : (file?.peaks ?? null);
  return { id, kind, title, picture, file: file && { milliseconds: file.milliseconds, peaks } };
}

/** The host of a link, for display. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}

/**
 * The sample that comes first: the one that its owner chose or, if there's none, the first one with a picture. Null if
 * no sample has one.
 */
export function coverOf<Sample extends Pick<SampleView, "isCover" | "picture">>(
  samples: readonly Sample[],
): Sample | null {
  return samples.find(({ isCover }) => isCover) ?? samples.find(({ picture }) => picture !== null) ?? null;
}

/** The samples with the cover first and the others in their owner's order. */
export function coverFirst<Sample extends Pick<SampleView, "isCover" | "picture">>(
  samples: readonly Sample[],
): Sample[] {
  const cover = coverOf(samples);
  return cover ? [cover, ...samples.filter((sample) => sample !== cover)] : [...samples];
}
