import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { Picture } from "~/features/media/components/picture";
import type { AttachmentView } from "~/features/messaging/attachment";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { useList } from "~/ui/case-list";
import { Mark } from "~/ui/mark";
import { Badge, type BadgeTone, Link } from "~/ui/parts";
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

/** @param list the query string of the list's filters, if any, so that a case links back to the same list */
export function CaseList({ cases, list }: { cases: QueuedCase[]; list?: string }) {
  return (
    <ul className="rows queue">
      {cases.map((item) => (
        <li key={item.id}>
          <div className="txt">
            <h2>
              <Link to={adminPaths.decideReport(item.id, { list })} className="over-link">
                {item.title || "Untitled"}
              </Link>
            </h2>
            <p>
              {item.name}'s {thingWords[item.kind]}: {item.reasons.join(" · ")}
            </p>
            <p>
              {item.reports === 1 ? "1 report, " : `${item.reports} reports, the first `}
              <Time at={item.since} as="inText" />
              {item.decidedAt && (
                <>
                  , decided <Time at={item.decidedAt} as="inText" />
                </>
              )}
              . {item.name} has {reportedWords(item.against)}.{" "}
              {item.reports === 1 ? "The person who reported this has" : "The people who reported this have"}{" "}
              {reportedWords(item.againstReporters)}.
            </p>
          </div>{" "}
          <Badge tone={urgencyTones[item.urgency]}>{urgencyWords[item.urgency]}</Badge>
        </li>
      ))}
    </ul>
  );
}

const reportedWords = (times: number) =>
  times === 0 ? "never been reported" : `been reported ${times === 1 ? "once" : `${times} times`}`;

function SnapshotView({ snapshot, from }: { snapshot: Snapshot; from: string }) {
  const { title, name, facts, samples = [], messages = [] } = snapshot;
  return (
    <div className="stack">
      {messages.length === 0 && (
        <p>
          <strong>{title}</strong> {name !== title && <span className="muted">by {name}</span>}
        </p>
      )}
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
        <ol className="evidence">
          {messages.map((message) => (
            <li key={message.seq}>
              <Said message={message} />
              {message.isMeant && <Mark shape="boxed" />}
            </li>
          ))}
        </ol>
      )}
      {samples.length > 0 && (
        <ul className="frames film">
          {samples.map((sample) => (
            <li key={sample.id}>
              <SampleFrame sample={sample} from={from} sizes="(min-width: 64rem) 280px, 46vw" showsTitle />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * A file in a reported message. Conversations have a component like this, too. It isn't shared, because the shared
 * chunk would add weight to every conversation page.
 */
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
      <Avatar name={sender} size="small" />
      <div>
        <p className="hint">
          {isMeant && "Reported: "}
          <b>{sender}</b>, <Time at={at} as="dateTime" />
        </p>
        <p className="whitespace-pre-line">
          {isDeleted ? "(already deleted)" : content}
          {file && !attachment && ` (attached: ${file})`}
        </p>
        {attachment && <SaidFile file={attachment} />}
      </div>
    </>
  );
}

/** What was reported and by whom, and what else is known about the person. */
export function CaseFacts({ reportCase }: { reportCase: CaseView }) {
  const { id, urgency, state, name, personId, isSuspended, reports, reportCount } = reportCase;
  const [first] = reports;
  const from = adminPaths.decideReport(id, useList());
  return (
    <>
      <p className="row">
        <Badge tone={urgencyTones[urgency]}>{urgencyWords[urgency]}</Badge>{" "}
        {state !== "open" && <Badge>{caseStateWords[state]}</Badge>}{" "}
        <span>
          About {isSuspended ? `${name} (suspended)` : <Link to={paths.profile(personId)}>{name}</Link>}
        </span>
      </p>
      {first?.snapshot && (
        <section aria-labelledby="evidence">
          <h2 id="evidence">As it looked when reported</h2>
          <SnapshotView snapshot={first.snapshot} from={from} />
        </section>
      )}
      <section aria-labelledby="reports">
        <h2 id="reports">{reportCount === 1 ? "1 report" : `${reportCount} reports`}</h2>
        {reports.length > 0 && (
          <ul className="rows">
            {reports.map((report) => (
              <Told key={report.id} report={report}>
                {report !== first && report.snapshot && (
                  <details>
                    <summary>As it looked then</summary>
                    <SnapshotView snapshot={report.snapshot} from={from} />
                  </details>
                )}
              </Told>
            ))}
          </ul>
        )}
        {reportCount > reports.length && <p className="muted">Showing the first {reports.length}.</p>}
      </section>
      <CaseHistory reportCase={reportCase} />
    </>
  );
}

function Told({
  report: { isBySystem, reporter, reason, details, at },
  children,
}: {
  report: ReportView;
  children: ReactNode;
}) {
  return (
    <li>
      {reporter && <Avatar name={reporter.name} src={reporter.avatarUrl} size="medium" />}
      <div className="txt">
        <b>{reason}</b>
        {details && <p className="whitespace-pre-line">{details}</p>}
        <p>
          {reporter ? (
            <>
              From <Link to={paths.profile(reporter.id)}>{reporter.name}</Link>,{" "}
              <Time at={at} as="dateTime" />. They've sent {reporter.made}{" "}
              {reporter.made === 1 ? "report" : "reports"} ({reporter.dismissed} dismissed) and have{" "}
              {reportedWords(reporter.against)}.
            </>
          ) : (
            <>
              {isBySystem ? "Flagged automatically" : "From a guest, or someone who has since left"},{" "}
              <Time at={at} as="dateTime" />.
            </>
          )}
        </p>
        {children}
      </div>
    </li>
  );
}

function CaseHistory({ reportCase: { name, others, suspensions, warnings } }: { reportCase: CaseView }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">{name}'s history</h2>
      {others.length + suspensions.length + warnings.length === 0 ? (
        <p className="muted">No other reports, warnings or suspensions.</p>
      ) : (
        <ul className="rows">
          {warnings.map((warning) => (
            <li key={warning.at}>
              <Warned warning={warning} />
            </li>
          ))}
          {suspensions.map((suspension) => (
            <li key={suspension.at}>
              <Suspended suspension={suspension} />
            </li>
          ))}
          {others.map((other) => (
            <li key={other.id}>
              <div className="txt">
                <Link to={adminPaths.decideReport(other.id)}>
                  {other.reasons.join(", ")} ({thingWords[other.kind]})
                </Link>
                <p>
                  {caseStateWords[other.state]}, <Time at={other.at} as="date" />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Warned({ warning: { reason, words, at, by, readAt, isTakenBack } }: { warning: WarningHistory }) {
  return (
    <div className="txt">
      <b>
        Warned, <Time at={at} as="date" />
      </b>
      <p>
        {reason}. {words} By {by}.{" "}
        {isTakenBack ? (
          "Withdrawn."
        ) : readAt ? (
          <>
            Read on <Time at={readAt} as="date" />.
          </>
        ) : (
          "Not read yet."
        )}
      </p>
    </div>
  );
}

function Suspended({ suspension: { reason, words, at, until, by, lifted } }: { suspension: SuspensionView }) {
  return (
    <div className="txt">
      <b>
        Suspended, <Time at={at} as="date" />
      </b>
      <p>
        {until ? (
          <>
            Until <Time at={until} as="dateTime" />
          </>
        ) : (
          "Permanently"
        )}
        . {reason}. {words} By {by}.{" "}
        {lifted && (
          <>
            Lifted by {lifted.by} on <Time at={lifted.at} as="date" />.
          </>
        )}
      </p>
    </div>
  );
}
