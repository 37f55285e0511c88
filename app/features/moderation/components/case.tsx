import { adminPaths } from "~/admin-paths";
import { Picture } from "~/features/media/components/picture";
import type { AttachmentView } from "~/features/messaging/attachment";
import { SampleFigure } from "~/features/portfolio/components/sample-figure";
import { paths } from "~/paths";
import { Badge, type BadgeTone, Card, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { CaseView, QueuedCase, ReportView, SuspensionView, WarningHistory } from "../case.server";
import {
  caseStateWords,
  type Snapshot,
  type SnapshotMessage,
  thingWords,
  type Urgency,
  urgencyWords,
} from "../report";

const urgencyTones: Readonly<Record<Urgency, BadgeTone>> = {
  1: "negative",
  2: "warning",
  3: "neutral",
};

export function CaseList({ cases }: { cases: QueuedCase[] }) {
  return (
    <ul className="rows queue">
      {cases.map((item) => (
        <li key={item.id}>
          <div className="txt">
            <h2>
              <Link to={adminPaths.decideReport(item.id)} className="over-link">
                {item.title || "Untitled"}
              </Link>
            </h2>
            <p>
              {item.name}'s {thingWords[item.kind]}: {item.reasons.join(" · ")}
            </p>
            <p>
              {item.reports === 1 ? "1 report" : `${item.reports} reports`}, the first{" "}
              <Time at={item.since} as="inText" />
              {item.decidedAt && (
                <>
                  , decided <Time at={item.decidedAt} as="inText" />
                </>
              )}
              . {item.name} has been reported {timesWords(item.against)}; the people who reported this,{" "}
              {timesWords(item.againstReporters)}.
            </p>
          </div>{" "}
          <Badge tone={urgencyTones[item.urgency]}>{urgencyWords[item.urgency]}</Badge>
        </li>
      ))}
    </ul>
  );
}

const timesWords = (times: number) => (times === 1 ? "once" : times === 0 ? "never" : `${times} times`);

function SnapshotView({ snapshot }: { snapshot: Snapshot }) {
  const { title, name, facts, samples = [], messages = [] } = snapshot;
  return (
    <div className="stack">
      <p>
        <strong>{title}</strong> {name !== title && <span className="muted">by {name}</span>}
      </p>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([label, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same
            <div key={index}>
              <dt>{label}</dt> <dd className="whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {messages.length > 0 && (
        <ol className="stack">
          {messages.map((message) => (
            <li key={message.seq} className={message.isMeant ? "notice" : undefined}>
              <Said message={message} />
            </li>
          ))}
        </ol>
      )}
      {samples.length > 0 && (
        <ul className="cards">
          {samples.map((sample) => (
            <li key={sample.id}>
              <SampleFigure sample={sample} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Not shared with the conversation, because a shared chunk would weigh on every conversation page. */
function SaidFile({ file: { mediaId, kind, name, picture } }: { file: AttachmentView }) {
  const variant = picture ? `${picture.widths.at(-1)}.webp` : "file";
  return (
    <a href={paths.media(mediaId, variant)} target="_blank" rel="noopener">
      {picture && <Picture picture={picture} sizes="18rem" />}
      {name || `File (${kind})`}
    </a>
  );
}

function Said({
  message: { sender, content, file, attachment, isDeleted, isMeant, at },
}: {
  message: SnapshotMessage;
}) {
  return (
    <>
      <strong>
        {isMeant && "Reported: "}
        {sender}
      </strong>{" "}
      <Time at={at} as="dateTime" className="hint" />{" "}
      <p className="whitespace-pre-line">
        {isDeleted ? "(already deleted)" : content}
        {file && !attachment && ` (attached: ${file})`}
      </p>
      {attachment && <SaidFile file={attachment} />}
    </>
  );
}

export function CaseFacts({ reportCase }: { reportCase: CaseView }) {
  const [first, ...others] = reportCase.reports;
  return (
    <>
      <p className="row">
        <Badge tone={urgencyTones[reportCase.urgency]}>{urgencyWords[reportCase.urgency]}</Badge>{" "}
        <Badge tone={reportCase.state === "open" ? "info" : "neutral"}>
          {caseStateWords[reportCase.state]}
        </Badge>{" "}
        <span>
          About{" "}
          {reportCase.isSuspended ? (
            `${reportCase.name} (suspended)`
          ) : (
            <Link to={paths.profile(reportCase.personId)}>{reportCase.name}</Link>
          )}
        </span>
      </p>
      {first?.snapshot && (
        <Card title="As it looked when reported">
          <SnapshotView snapshot={first.snapshot} />
        </Card>
      )}
      <Card title={reportCase.reportCount === 1 ? "1 report" : `${reportCase.reportCount} reports`}>
        {first && <Told report={first} />}
        {others.map((report) => (
          <div key={report.id} className="stack border-t pt-4">
            <Told report={report} />
            {report.snapshot && (
              <details>
                <summary>As it looked then</summary>
                <SnapshotView snapshot={report.snapshot} />
              </details>
            )}
          </div>
        ))}
        {reportCase.reportCount > reportCase.reports.length && (
          <p className="muted">Showing the first {reportCase.reports.length}.</p>
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
            From <Link to={paths.profile(reporter.id)}>{reporter.name}</Link>: {reporter.made}{" "}
            {reporter.made === 1 ? "report" : "reports"} sent, {reporter.dismissed} dismissed; reported{" "}
            {reporter.against === 1 ? "once" : `${reporter.against} times`} by others.
          </>
        ) : isBySystem ? (
          "Flagged automatically."
        ) : (
          "From a guest, or someone who has since left."
        )}
      </p>
    </div>
  );
}

export function CaseHistory({
  reportCase: { name, others, suspensions, warnings },
}: {
  reportCase: CaseView;
}) {
  return (
    <Card title={`${name}'s history`}>
      {others.length + suspensions.length + warnings.length === 0 && (
        <p>No other reports, warnings or suspensions.</p>
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
        "Withdrawn."
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
        "permanently"
      )}
      : {reason}. {words}{" "}
      {lifted && (
        <>
          Lifted by {lifted.by} on <Time at={lifted.at} as="date" />.
        </>
      )}
    </>
  );
}
