import type { ReactNode } from "react";

export type BadgeTone = "positive" | "warning" | "negative" | "info" | "neutral";

/** The color only repeats what the word says. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
