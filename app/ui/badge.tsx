import type { ReactNode } from "react";

export type BadgeTone = "positive" | "warning" | "negative" | "info" | "neutral";

/** A word with a tone; the word says it all, the colour only repeats it. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
