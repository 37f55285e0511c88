export type MediaKind = "image" | "pdf" | "video" | "audio" | "file";

const megabyte = 2 ** 20;

/** Per file, in bytes. */
export const mostBytes: Record<MediaKind, number> = {
  image: 20 * megabyte,
  pdf: 20 * megabyte,
  video: 500 * megabyte,
  audio: 50 * megabyte,
  file: 500 * megabyte,
};
/** For pictures. Chosen by measuring: the largest ones take 2 seconds of CPU time and 400 MB. */
export const mostMegapixels = {
  JPEG: 50,
  "progressive JPEG": 25,
  PNG: 32,
  "interlaced PNG": 16,
  WebP: 32,
  AVIF: 4,
  GIF: 32,
} as const;
const pixelWords = (others: string) =>
  `A JPEG can have up to ${mostMegapixels.JPEG} megapixels, a ${others} ${mostMegapixels.PNG}, an AVIF ${mostMegapixels.AVIF}.`;
export const pixelHint = pixelWords("PNG or WebP");
/** For the places that accept `keptFormats`. */
export const keptPixelHint = pixelWords("PNG, WebP or GIF");
/** For animated pictures. Pages show only the first frame; the original keeps all of them. */
export const mostFrames = 1_000;
/** Per person, in bytes. */
export const quotaBytes = 2 * 1024 * megabyte;

/** The limits in readable form: '500 MB'. */
export const mostSize: Record<MediaKind, string> = {
  image: sizeText(mostBytes.image),
  pdf: sizeText(mostBytes.pdf),
  video: sizeText(mostBytes.video),
  audio: sizeText(mostBytes.audio),
  file: sizeText(mostBytes.file),
};
export const quotaSize = sizeText(quotaBytes);

/** Bytes that count toward the quota, by where the files are used. `storage_of` returns it in SQL. */
export type StorageUse = Partial<Record<"work" | "messages" | "projects" | "waiting", number>>;

/** Readable names of the formats that we scale or play. */
export const pictureFormats = "JPEG, PNG, WebP or AVIF";
/**
 * The formats accepted where a picture's original is kept, too. Without its original, only the first frame of an
 * animation would be left, so it isn't accepted elsewhere.
 */
export const keptFormats = "JPEG, PNG, WebP, AVIF or GIF";
/** These types, for a file input's `accept`. */
export const acceptedPictures = "image/jpeg,image/png,image/webp,image/avif";
export const acceptedKept = `${acceptedPictures},image/gif`;
export const videoFormats = "MP4, WebM or MOV";
export const audioFormats = "MP3, WAV, M4A or OGG";
/** The audio types, for a file input's `accept`. */
export const acceptedAudio = "audio/mpeg,audio/wav,audio/mp4,audio/x-m4a,audio/ogg,.mp3,.wav,.m4a,.ogg";

export const fileTooLarge = `This file is too large. Files can be up to ${mostSize.file}.`;
export const pictureTooLarge = `This picture is too large. Pictures can be up to ${mostSize.image}.`;

export const noRoomWords = `This file doesn't fit in your ${quotaSize} of storage. Remove something you've uploaded, then try again.`;

export const emptyFile = "This file is empty. Please choose another.";

/** Shown if the form is sent again while we're still storing its file. */
export const stillStoring = "We have your file and are still saving it. Please try again in a minute.";

export interface PictureView {
  mediaId: string;
  /** The size of the scaled original, for the aspect ratio. */
  width: number;
  height: number;
  /** Stored widths, ascending. */
  widths: number[];
  /** The picture's average color, "#rrggbb"; null until a job has filled it in for an older picture. */
  tone: string | null;
  /** What the picture shows, as its owner describes it. */
  alt?: string | null;
}

/** A sound's waveform: heights from 0 to 100, at most `mostPeaks`. Null if no browser has drawn it. */
export type Peaks = number[] | null;
export const mostPeaks = 200;

/** A waveform as text: '0,12,100'. Null for anything else. */
export function peaksIn(text: string): Peaks {
  const peaks = text.split(",", mostPeaks + 1);
  const isRight = peaks.length <= mostPeaks && peaks.every((one) => /^(100|\d{1,2})$/.test(one));
  return isRight ? peaks.map(Number) : null;
}

/** A picture as its sender uploaded it, without its metadata; see `strippedOf`. */
export interface OriginalView {
  width: number;
  height: number;
  bytes: number;
  /** Whether it's an animation. */
  moves: boolean;
}

/** The tone of a picture that can't be read. In the styles, `--tone` falls back to the same color. */
export const defaultTone = "#4a3b2e";

/** '0 KB', '2.4 MB', '500 MB', '2 GB'. */
export function sizeText(bytes: number): string {
  if (bytes === 0) return "0 KB";
  if (bytes < megabyte) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  if (bytes < 1024 * megabyte)
    return `${Number((bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0))} MB`;
  return `${Number((bytes / (1024 * megabyte)).toFixed(1))} GB`;
}

/** '1:05' or '1:02:03'. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The limit on files per hour has been reached. Callers add when to try again. */
export const tooManyUploads = "You've uploaded a lot of files.";
