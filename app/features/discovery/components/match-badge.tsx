import { bandOf } from "../score";

export function MatchBadge({ match }: { match: { percent: number; reasons: string[] } }) {
  return (
    <p>
      <strong className={`badge band-${bandOf(match.percent)}`}>{match.percent}% match</strong>{" "}
      <span className="muted">{match.reasons.join(" · ")}</span>
    </p>
  );
}
