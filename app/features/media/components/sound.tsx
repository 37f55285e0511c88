import { paths } from "~/paths";
import type { Peaks } from "../media";

/** Draws heights from 0 to 100 as strokes 3 units apart, or a plain bar if there are none. Decorative. */
export function Waveform({ peaks }: { peaks: Peaks }) {
  const bars = (peaks ?? []).map((peak, index) => {
    const height = Math.max(peak, 2);
    return `M${index * 3 + 1} ${50 - height / 2}v${height}`;
  });
  return (
    <svg
      viewBox={`0 0 ${Math.max(bars.length, 1) * 3} 100`}
      width="100%"
      height="56"
      preserveAspectRatio="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={bars.join("") || "M0 50h3"} />
    </svg>
  );
}

/** The browser's own player below the waveform. Loads nothing until it's played. */
export function SoundPlayer({ mediaId, peaks, title }: { mediaId: string; peaks: Peaks; title: string }) {
  return (
    <div className="sound">
      <Waveform peaks={peaks} />
      {/* biome-ignore lint/a11y/useMediaCaption: its owner hasn't provided captions */}
      <audio controls preload="none" src={paths.media(mediaId, "file")} aria-label={title} />
    </div>
  );
}
