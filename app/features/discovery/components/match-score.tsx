import { Fragment } from "react";
import { Icon } from "~/ui/icon";
import { bandOf } from "../score";

/** Only the score as a number, without its reasons. */
export function MatchScore({ percent }: { percent: number }) {
  return (
    <p className={`score b${bandOf(percent)}`}>
      {percent}% <small>match</small>
    </p>
  );
}

/** The reasons for a match score. */
export function MatchReasons({
  match: { percent, reasons },
}: {
  match: { percent: number; reasons: string[] };
}) {
  if (reasons.length === 0) return null;
  return (
    <section className="part">
      <h2>Why {percent}%</h2>
      <ul className="chip-list">
        {reasons.map((reason) => (
          <Fragment key={reason}>
            <li className="chip-strong">
              <Icon name="check" />
              {reason}
            </li>{" "}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}
