import { acceptedAudio, mostSize } from "~/features/media/media";
import { sampleLimits } from "./sample";

export const accepted = {
  sample: `image/jpeg,image/png,image/webp,image/avif,application/pdf,video/mp4,video/webm,video/quicktime,${acceptedAudio}`,
  picture: "image/jpeg,image/png,image/webp,image/avif",
};

export const sampleTooLarge = `This file is too large. Pictures and PDFs can be up to ${mostSize.image}, videos up to ${mostSize.video}, audio files up to ${mostSize.audio}.`;

export const mostSamplesWords = `You've reached the limit of ${sampleLimits.count} samples. Remove one to add another.`;
