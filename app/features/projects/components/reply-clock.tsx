import type { ReplyFigures } from "../applicants.server";

/** Null: too few answers to say anything. */
export function ReplyClock({ name, figures }: { name: string; figures: ReplyFigures | null }) {
  if (!figures) return null;
  return (
    <p className="muted">
      {name} has answered {figures.answered} of {figures.outOf} applications, half of them within{" "}
      {durationWords(figures.medianHours)}.
    </p>
  );
}

function durationWords(hours: number): string {
  if (hours <= 1) return "an hour";
  return hours <= 48 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;
}
