import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { suspensionReasonNames, suspensionReasons } from "~/features/accounts/suspension";
import { caseStateWords, longestWords, suspensionLengths } from "~/features/moderation/report";
import type { PersonReport } from "~/features/moderation/reporting.server";
import { mailStateWords } from "~/features/notifications/mail-state";
import type { PersonMail } from "~/features/notifications/unsent-mails.server";
import { planLabels } from "~/features/plans/plan";
import { lineWords, type UseLine } from "~/features/plans/use-line";
import { userTypeLabels } from "~/features/profiles/user-type";
import { paths } from "~/paths";
import { EmailAddress } from "~/ui/email-address";
import {
  ErrorSummary,
  Field,
  Form,
  type FormResult,
  fieldOf,
  fieldProps,
  Select,
  summaryOf,
  TextArea,
} from "~/ui/form";
import { ButtonLink, Link, Pager, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { Written, writtenIn } from "~/ui/unsent-fields";
import type { ActView } from "../acts.server";
import { vettingStatuses } from "../people-filter";
import type { PersonFacts } from "../person.server";
import { ActList } from "./acts";

const lengths = Object.entries(suspensionLengths).map(([value, label]) => ({ value, label }));
const reasons = suspensionReasonNames.map((value) => ({ value, label: suspensionReasons[value] }));

/** The forms for acts that have no page of their own. Admins don't see them on their own page. */
export function PersonActForms({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const sent = String(result?.initialValue?.act ?? "");
  const canDropFactor = person.hasSecondFactor && !person.isAdmin;
  const shown: Record<string, string[]> = {
    rename: ["fullName", "why"],
    ...(canDropFactor && { "drop-factor": ["why"] }),
    ...(!person.isAdmin && { suspend: ["length", "reason", "words"] }),
  };
  const fields = shown[sent]?.map((name) => fieldOf(sent, result, name)) ?? [];
  const own = (act: string) => (sent === act ? result : undefined);
  return (
    <Part title="Actions" className="person-acts">
      <ErrorSummary title="Nothing changed" errors={summaryOf(result, fields)} />
      {!shown[sent] && <Written fields={writtenIn(result, "why", "words")} />}
      {person.sessions > 0 && (
        <ActForm person={person}>
          <SubmitButton name="act" value="sign-out" kind="secondary" pending="Signing out...">
            Sign out everywhere
          </SubmitButton>
        </ActForm>
      )}
      {!person.isConfirmed && (
        <ActForm person={person}>
          <SubmitButton name="act" value="confirm-mail" kind="secondary" pending="Sending...">
            Resend confirmation link
          </SubmitButton>
        </ActForm>
      )}
      {person.suspension && <Lift person={person} suspension={person.suspension} />}
      <Rename person={person} result={own("rename")} />
      {canDropFactor && <DropFactor person={person} result={own("drop-factor")} />}
      {!person.isAdmin && <Suspend person={person} result={own("suspend")} />}
    </Part>
  );
}

function ActForm({ person, children }: { person: PersonFacts; children: ReactNode }) {
  return (
    <Form action={adminPaths.person(person.id)} className="stack">
      {children}
    </Form>
  );
}

function Lift({
  person,
  suspension: { at, until, reason, words },
}: {
  person: PersonFacts;
  suspension: NonNullable<PersonFacts["suspension"]>;
}) {
  return (
    <ActForm person={person}>
      <p className="notice">
        Suspended <Time at={at} as="dateTime" />
        {until ? (
          <>
            {" "}
            until <Time at={until} as="dateTime" />
          </>
        ) : (
          " permanently"
        )}
        {reason && `: ${reason}.`} {words}
      </p>
      <SubmitButton name="act" value="lift" kind="secondary" pending="Lifting...">
        Lift suspension
      </SubmitButton>
    </ActForm>
  );
}

function Rename({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const [fullName, why] = [fieldOf("rename", result, "fullName"), fieldOf("rename", result, "why")];
  return (
    <details open={result !== undefined || undefined} name="act">
      <summary>Change name</summary>
      <ActForm person={person}>
        <input type="hidden" name="was" value={person.name} />
        <Field
          label="New name"
          limit={100}
          required
          autoComplete="off"
          {...fieldProps(fullName)}
          defaultValue={result ? fieldProps(fullName).defaultValue : person.name}
        />
        <TextArea
          label="Reason"
          hint="We email it to them. Leave out names: the audit log keeps this permanently."
          limit={500}
          rows={2}
          required
          {...fieldProps(why)}
        />
        <SubmitButton name="act" value="rename" kind="danger" pending="Saving...">
          Change name
        </SubmitButton>
      </ActForm>
    </details>
  );
}

function DropFactor({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const why = fieldOf("drop-factor", result, "why");
  return (
    <details open={result !== undefined || undefined} name="act">
      <summary>Turn off two-step verification</summary>
      <ActForm person={person}>
        <p className="muted">
          For someone who's lost their phone and their recovery codes. After this, they sign in with just
          their password. We let them know by email.
        </p>
        <TextArea
          label="How do you know it's them?"
          hint="For the audit log."
          limit={500}
          rows={2}
          required
          {...fieldProps(why)}
        />
        <SubmitButton name="act" value="drop-factor" kind="danger" pending="Saving...">
          Turn off two-step verification
        </SubmitButton>
      </ActForm>
    </details>
  );
}

function Suspend({ person, result }: { person: PersonFacts; result?: FormResult }) {
  const propsOf = (name: string) => fieldProps(fieldOf("suspend", result, name));
  return (
    <details open={result !== undefined || undefined} name="act">
      <summary>{person.suspension ? "Extend suspension" : "Suspend"}</summary>
      <ActForm person={person}>
        <Select label="How long?" options={lengths} emptyLabel="Choose" required {...propsOf("length")} />
        <Select label="Why?" options={reasons} emptyLabel="Choose a reason" required {...propsOf("reason")} />
        <TextArea
          label="Message they see when they sign in"
          limit={longestWords}
          showOptional
          rows={3}
          {...propsOf("words")}
        />
        <SubmitButton name="act" value="suspend" kind="danger" pending="Suspending...">
          Suspend
        </SubmitButton>
      </ActForm>
    </details>
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export function PersonFactsCard({ person }: { person: PersonFacts }) {
  const { id, email, type, status, isAdmin, timeZone, joinedAt, sessions, lastSeenAt } = person;
  const { plan, periodEnd, used } = person;
  return (
    <Part title="Account">
      <dl className="facts pairs">
        <dt>Email</dt>
        <dd>
          <EmailAddress of={email} />
          {!person.isConfirmed && ", not confirmed"}
        </dd>
        <dt>Two-step verification</dt>
        <dd>{person.hasSecondFactor ? "On" : "Off"}</dd>
        {person.leavesAt && (
          <>
            <dt>Account will be deleted</dt>
            <dd>
              <Time at={person.leavesAt} as="dateTime" />
            </dd>
          </>
        )}
        <dt>ID</dt>
        <dd>{id}</dd>
        <dt>Type</dt>
        <dd>
          {type ? userTypeLabels[type] : "Not chosen yet"}
          {status && `, ${vettingStatuses[status].toLowerCase()}`}
          {isAdmin && ", admin"}
        </dd>
        <dt>Joined</dt>
        <dd>
          <Time at={joinedAt} as="dateTime" />
        </dd>
        <dt>Time zone</dt>
        <dd>{timeZone ?? "Unknown"}</dd>
        <dt>Sessions</dt>
        <dd>
          {sessions === 0 ? "None" : sessions}
          {lastSeenAt && (
            <>
              , last seen <Time at={lastSeenAt} as="dateTime" />
            </>
          )}
        </dd>
        <dt>Plan</dt>
        <dd>
          {planLabels[plan]}
          {periodEnd && (
            <>
              , until <Time at={periodEnd} as="date" />
            </>
          )}
        </dd>
        <dt>Used</dt>
        <dd>
          {counted(used.posts, "post")}, {counted(used.messages, "message")}, {counted(used.swipes, "swipe")}{" "}
          today, {used.saved} saved
        </dd>
      </dl>
      <p className="row">
        <Link to={paths.profile(id)}>Profile</Link>{" "}
        {status && <Link to={adminPaths.reviewContributor(id)}>Review</Link>}{" "}
        <ButtonLink kind="secondary" small to={adminPaths.resetUsage(id, { back: adminPaths.person(id) })}>
          Reset Usage
        </ButtonLink>
      </p>
    </Part>
  );
}

function Part({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={`stack ${className ?? ""}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface Paged {
  first?: string;
  next?: string;
}

export function PersonLedger({ lines, ...pager }: Paged & { lines: readonly UseLine[] }) {
  return (
    <ListCard title="Usage" isEmpty={lines.length === 0} empty="Nothing counted yet." {...pager}>
      {lines.map((line) => (
        <li key={line.id}>
          <span className="txt">{lineWords(line)}</span>{" "}
          <span className="end">
            <Time at={line.at} as="dateTime" />
          </span>
        </li>
      ))}
    </ListCard>
  );
}

export function PersonMails({ mails, ...pager }: Paged & { mails: readonly PersonMail[] }) {
  return (
    <ListCard title="Emails" isEmpty={mails.length === 0} empty="We haven't emailed them yet." {...pager}>
      {mails.map(({ id, subject, state, at, sentAt }) => (
        <li key={id}>
          <span className="txt">{subject}</span>{" "}
          <span className="end">
            {mailStateWords[state]}, <Time at={sentAt ?? at} as="dateTime" />
          </span>
        </li>
      ))}
    </ListCard>
  );
}

export function PersonReports({ reports }: { reports: readonly PersonReport[] }) {
  return (
    <ListCard title="Reports" isEmpty={reports.length === 0} empty="No reports about them or by them.">
      {reports.map(({ id, caseId, isAbout, title, reason, state, at }) => (
        <li key={id}>
          <div className="txt">
            {isAbout ? "About them:" : "By them:"}{" "}
            <Link to={adminPaths.decideReport(caseId)} className="over-link">
              {title || "Untitled"}
            </Link>{" "}
            <p>
              {reason}, {caseStateWords[state].toLowerCase()}, <Time at={at} as="dateTime" />
            </p>
          </div>
        </li>
      ))}
    </ListCard>
  );
}

export function PersonActs({ personId, acts }: { personId: string; acts: readonly ActView[] }) {
  return (
    <Part title="Admin actions">
      {acts.length === 0 ? <p className="muted">No actions by or about them.</p> : <ActList acts={acts} />}
      <p>
        <Link to={adminPaths.audit({ person: personId })}>View all in the audit log</Link>
      </p>
    </Part>
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
    <Part title={title}>
      {isEmpty ? (
        <p className="muted">{first ? "That's everything." : empty}</p>
      ) : (
        <ul className="rows queue">{children}</ul>
      )}
      <Pager label={title} first={first} next={next} />
    </Part>
  );
}
