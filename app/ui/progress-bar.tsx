import type { ReactNode } from "react";

function toneOf(percent: number): string {
  if (percent >= 90) return "negative";
  return percent >= 70 ? "warning" : "positive";
}

/**
 * How much of something is used, as a bar. `percent` is from 0 to 100. The bar is green, amber from 70 and red from 90.
 */
export function ProgressBar({ percent, label }: { percent: number; label: ReactNode }) {
  const value = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <label className="usage">
      <span>{label}</span> <progress className={`bar tone-${toneOf(value)}`} max={100} value={value} />
    </label>
  );
}
