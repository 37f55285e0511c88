import { paths } from "~/paths";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import type { CaseView, SuspensionView } from "../case.server";
import { caseStateWords, thingWords } from "../report";

/** What else is known of the person. */
export function CaseHistory({ found: { name, others, suspensions } }: { found: CaseView }) {
  return (
    <Card title={`History of ${name}`}>
      {others.length === 0 && suspensions.length === 0 && <p>No other reports and no suspensions.</p>}
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
              <Link to={paths.decideReport(other.id)}>
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
