import type { ReactNode } from "react";

function toneOf(percent: number): string {
  if (percent >= 90) return "negative";
  return percent >= 70 ? "warning" : "positive";
}

/** 0 to 100: red from 90, amber from 70, green below. */
export function ProgressBar({ percent, label }: { percent: number; label: ReactNode }) {
  const value = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <label className="usage">
      <span>{label}</span> <progress className={`tone-${toneOf(value)}`} max={100} value={value} />
    </label>
  );
}
