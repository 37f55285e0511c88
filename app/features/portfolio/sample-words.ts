import { sampleLimits } from "./sample";

export const accepted = {
  sample: "image/jpeg,image/png,image/webp,image/avif,application/pdf,video/mp4,video/webm,video/quicktime",
  picture: "image/jpeg,image/png,image/webp,image/avif",
};

export const mostSamplesWords = `You have ${sampleLimits.count} samples. Please remove one first.`;
