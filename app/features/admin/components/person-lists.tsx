import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { caseStateWords } from "~/features/moderation/report";
import type { PersonReport } from "~/features/moderation/reporting.server";
import { mailStateWords } from "~/features/notifications/mail-state";
import type { PersonMail } from "~/features/notifications/unsent-mails.server";
import { lineWords, type UseLine } from "~/features/plans/use-line";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { Pager } from "~/ui/pager";
import { Time } from "~/ui/time";
import type { ActView } from "../act-view";
import { ActList } from "./act-list";

/** Addresses of pages. */
interface Paged {
  first?: string;
  next?: string;
}

export function PersonLedger({ lines, ...pager }: Paged & { lines: readonly UseLine[] }) {
  return (
    <ListCard title="Ledger" isEmpty={lines.length === 0} empty="Nothing has been counted." {...pager}>
      {lines.map((line) => (
        <li key={line.id}>
          {lineWords(line)} <Time at={line.at} as="dateTime" className="hint" />
        </li>
      ))}
    </ListCard>
  );
}

export function PersonMails({ mails, ...pager }: Paged & { mails: readonly PersonMail[] }) {
  return (
    <ListCard title="Emails" isEmpty={mails.length === 0} empty="No emails to them." {...pager}>
      {mails.map(({ id, subject, state, at, sentAt }) => (
        <li key={id}>
          {subject}{" "}
          <span className="hint">
            {mailStateWords[state]}, <Time at={sentAt ?? at} as="dateTime" />
          </span>
        </li>
      ))}
    </ListCard>
  );
}

export function PersonReports({ reports }: { reports: readonly PersonReport[] }) {
  return (
    <ListCard title="Reports" isEmpty={reports.length === 0} empty="None about them, and none by them.">
      {reports.map(({ id, caseId, isAbout, title, reason, state, at }) => (
        <li key={id}>
          {isAbout ? "About them:" : "By them:"}{" "}
          <Link to={adminPaths.decideReport(caseId)}>{title || "Untitled"}</Link>{" "}
          <span className="hint">
            {reason}, {caseStateWords[state].toLowerCase()}, <Time at={at} as="dateTime" />
          </span>
        </li>
      ))}
    </ListCard>
  );
}

export function PersonActs({ personId, acts }: { personId: string; acts: readonly ActView[] }) {
  return (
    <Card title="What admins did">
      {acts.length === 0 ? (
        <p className="muted">Nothing about them, and nothing by them.</p>
      ) : (
        <ActList acts={acts} />
      )}
      <p>
        <Link to={adminPaths.audit({ person: personId })}>All in the audit log</Link>
      </p>
    </Card>
  );
}

function ListCard({
  title,
  isEmpty,
  empty,
  first,
  next,
  children,
}: Paged & { title: string; isEmpty: boolean; empty: string; children: ReactNode }) {
  return (
    <Card title={title}>
      {isEmpty ? <p className="muted">{empty}</p> : <ul className="rows">{children}</ul>}
      <Pager label={title} first={first} next={next} />
    </Card>
  );
}
