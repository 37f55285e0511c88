import {
  audioFormats,
  emptyFile,
  type keptFormats,
  type MediaKind,
  mostFrames,
  mostMegapixels,
  mostSize,
  noRoomWords,
  pictureFormats,
  stillStoring,
  videoFormats,
} from "./media";
import type { RefusedFile } from "./opening.server";
import type { StoreRefusal } from "./storing.server";

const formats: Record<Exclude<MediaKind, "image">, string> = {
  pdf: "a PDF",
  video: `a video (${videoFormats})`,
  audio: `an audio file (${audioFormats})`,
  file: "another file",
};
const nouns: Record<MediaKind, string> = {
  image: "picture",
  pdf: "PDF",
  video: "video",
  audio: "audio file",
  file: "file",
};

const either = (all: string[]) =>
  [all.slice(0, -1).join(", "), ...all.slice(-1)].filter(Boolean).join(" or ");

/**
 * Why a file wasn't accepted, and what to do.
 * @param pictures the picture formats that the form's hint names
 */
export function fileRefusalWords(
  { refused, kind = "file", format, unaccepted }: { refused: StoreRefusal } & RefusedFile,
  accepted: readonly MediaKind[],
  pictures: typeof pictureFormats | typeof keptFormats = pictureFormats,
): string {
  const noun = nouns[kind];
  switch (refused) {
    case "empty":
      return emptyFile;
    case "type":
      if (unaccepted)
        return `We can't show pictures in ${unaccepted} format. Please export this one as a ${pictureFormats}.`;
      return `This isn't ${either(accepted.map((one) => (one === "image" ? `a picture (${pictures})` : formats[one])))}. Please choose another file.`;
    case "animation":
      return `We'd keep only the first frame of this animation. Please choose a still picture (${pictureFormats})${accepted.includes("video") ? ` or ${formats.video}` : ""}.`;
    case "program":
      return "You can't send programs or web pages. Choose another file, or put this one in a ZIP.";
    case "too-large":
      return `This ${noun} is too large. ${noun[0]?.toUpperCase()}${noun.slice(1)}s can be up to ${mostSize[kind]}.`;
    case "damaged":
      return `We can't read this ${noun}. It may be damaged or incomplete. Please export it again, or choose another.`;
    case "heavy":
      return `This ${noun} takes too long to open. Please export it again, or choose another.`;
    case "frames":
      return `This picture is an animation with more than ${mostFrames.toLocaleString("en-US")} frames. Please choose another.`;
    case "pixels": {
      if (!format) return "This picture has too many megapixels. Please make it smaller.";
      const article = /^[aeiouA]/.test(format) ? "An" : "A";
      return `${article} ${format} can have up to ${mostMegapixels[format]} megapixels. This one has more. Please make it smaller.`;
    }
    case "sound":
      return `We can't play this kind of audio. Please choose ${audioFormats}, or add it as a link.`;
    case "codec":
      return `Most browsers can't play this kind of ${kind}. Please export it as ${kind === "audio" ? "an MP3" : "an MP4 (H.264)"}, or add it as a link.`;
    case "quota":
      return noRoomWords;
    case "not-arrived":
      return "The upload didn't finish. Please choose the file again.";
    case "storing":
      return stillStoring;
  }
}
