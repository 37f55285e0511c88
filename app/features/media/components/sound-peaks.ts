import type { Peaks } from "../media";

/** In seconds. Decoding needs 20 MB of memory for each minute. */
const longest = 15 * 60;
const bars = 120;
/** In Hz. High enough to see how loud the sound is. */
const rate = 8_000;

const known = new WeakMap<File, Promise<Peaks>>();

/**
 * A sound's waveform, drawn by the browser. Null if the browser can't decode the file, or if the sound is too long for
 * that.
 */
export function peaksOf(file: File): Promise<Peaks> {
  const peaks = known.get(file) ?? draw(file).catch(() => null);
  known.set(file, peaks);
  return peaks;
}

async function draw(file: File): Promise<Peaks> {
  if ((await lengthOf(file)) > longest) return null;
  const context = new OfflineAudioContext(1, 1, rate);
  const sound = await context.decodeAudioData(await file.arrayBuffer());
  const samples = sound.getChannelData(0);
  const step = samples.length / bars;
  const loudest = Array.from({ length: bars }, (_, index) =>
    samples
      .subarray(Math.floor(index * step), Math.ceil((index + 1) * step))
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
  const most = Math.max(...loudest, 0.01);
  return loudest.map((one) => Math.round((100 * one) / most));
}

function lengthOf(file: File): Promise<number> {
  return new Promise((done, fail) => {
    const player = new Audio();
    const url = URL.createObjectURL(file);
    const end = (finish: () => void) => () => {
      URL.revokeObjectURL(url);
      finish();
    };
    player.onloadedmetadata = end(() => done(player.duration));
    player.onerror = end(() => fail(new Error("the browser can't play this sound")));
    player.preload = "metadata";
    player.src = url;
  });
}
