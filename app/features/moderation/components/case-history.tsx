import { adminPaths } from "~/admin-paths";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import type { CaseView, SuspensionView, WarningHistory } from "../case.server";
import { caseStateWords, thingWords } from "../report";

/** What else is known of the person. */
export function CaseHistory({ found: { name, others, suspensions, warnings } }: { found: CaseView }) {
  return (
    <Card title={`History of ${name}`}>
      {others.length + suspensions.length + warnings.length === 0 && (
        <p>No other reports, no warnings and no suspensions.</p>
      )}
      {warnings.length > 0 && (
        <ul className="stack">
          {warnings.map((warning) => (
            <li key={warning.at}>
              <Warned warning={warning} />
            </li>
          ))}
        </ul>
      )}
      {suspensions.length > 0 && (
        <ul className="stack">
          {suspensions.map((suspension) => (
            <li key={suspension.at}>
              <Suspended suspension={suspension} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="stack">
          {others.map((other) => (
            <li key={other.id}>
              <Link to={adminPaths.decideReport(other.id)}>
                {thingWords[other.kind]}: {other.reasons.join(", ")}
              </Link>{" "}
              <span className="hint">
                {caseStateWords[other.state]}, <Time at={other.at} as="date" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Warned({ warning: { reason, words, at, by, readAt, isTakenBack } }: { warning: WarningHistory }) {
  return (
    <>
      Warned by {by} on <Time at={at} as="date" />: {reason}. {words}{" "}
      {isTakenBack ? (
        "Taken back."
      ) : readAt ? (
        <>
          Read on <Time at={readAt} as="date" />.
        </>
      ) : (
        "Not read yet."
      )}
    </>
  );
}

function Suspended({ suspension: { reason, words, at, until, by, lifted } }: { suspension: SuspensionView }) {
  return (
    <>
      Suspended by {by} on <Time at={at} as="date" />{" "}
      {until ? (
        <>
          until <Time at={until} as="dateTime" />
        </>
      ) : (
        "for good"
      )}
      : {reason}. {words}{" "}
      {lifted && (
        <>
          Ended by {lifted.by} on <Time at={lifted.at} as="date" />.
        </>
      )}
    </>
  );
}
