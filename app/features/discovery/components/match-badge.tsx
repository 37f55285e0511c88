import { bandOf } from "../score";

/** The match percentage in its color, with its reasons. */
export function MatchBadge({ match }: { match: { percent: number; reasons: string[] } }) {
  return (
    <p>
      <strong className={`badge band-${bandOf(match.percent)}`}>{match.percent}% match</strong>{" "}
      <span className="muted">{match.reasons.join(" · ")}</span>
    </p>
  );
}
