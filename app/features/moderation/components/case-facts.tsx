import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import type { CaseView, ReportView } from "../case.server";
import { caseStateWords, urgencyWords } from "../report";
import { urgencyTones } from "./case-list";
import { SnapshotView } from "./snapshot-view";

/** What was reported, as it was, and by whom. */
export function CaseFacts({ found }: { found: CaseView }) {
  const [first, ...others] = found.reports;
  return (
    <>
      <p className="row">
        <Badge tone={urgencyTones[found.urgency]}>{urgencyWords[found.urgency]}</Badge>{" "}
        <Badge tone={found.state === "open" ? "info" : "neutral"}>{caseStateWords[found.state]}</Badge>{" "}
        <span>
          About{" "}
          {found.isSuspended ? (
            `${found.name}, who is suspended`
          ) : (
            <Link to={paths.profile(found.personId)}>{found.name}</Link>
          )}
        </span>
      </p>
      {first?.snapshot && (
        <Card title="As it was when it was reported">
          <SnapshotView snapshot={first.snapshot} />
        </Card>
      )}
      <Card title={found.reportCount === 1 ? "1 report" : `${found.reportCount} reports`}>
        {first && <Told report={first} />}
        {others.map((report) => (
          <div key={report.id} className="stack border-t pt-4">
            <Told report={report} />
            {report.snapshot && (
              <details>
                <summary>As it was then</summary>
                <SnapshotView snapshot={report.snapshot} />
              </details>
            )}
          </div>
        ))}
        {found.reportCount > found.reports.length && (
          <p className="muted">Showing the first {found.reports.length}.</p>
        )}
      </Card>
    </>
  );
}

function Told({ report: { isBySystem, reporter, reason, details, at } }: { report: ReportView }) {
  return (
    <div className="stack">
      <p>
        <strong>{reason}</strong> <Time at={at} as="dateTime" className="hint" />
      </p>
      {details && <p className="whitespace-pre-line">{details}</p>}
      <p className="hint">
        {reporter ? (
          <>
            By <Link to={paths.profile(reporter.id)}>{reporter.name}</Link>, who has sent {reporter.made}{" "}
            {reporter.made === 1 ? "report" : "reports"}, {reporter.dismissed} of them dismissed, and was
            reported {reporter.against === 1 ? "once" : `${reporter.against} times`}.
          </>
        ) : isBySystem ? (
          "By the system."
        ) : (
          "By a guest, or somebody who has left."
        )}
      </p>
    </div>
  );
}
