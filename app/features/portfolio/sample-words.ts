import { acceptedAudio, acceptedPictures, mostSize } from "~/features/media/media";
import { sampleLimits } from "./sample";

export const accepted = {
  sample: `${acceptedPictures},application/pdf,video/mp4,video/webm,video/quicktime,${acceptedAudio}`,
  picture: acceptedPictures,
};

export const sampleTooLarge = `This file is too large. Pictures and PDFs can be up to ${mostSize.image}, videos up to ${mostSize.video}, audio files up to ${mostSize.audio}.`;

export const mostSamplesWords = `You've reached the limit of ${sampleLimits.count} samples. Remove one to add another.`;
