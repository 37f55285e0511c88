import { adminPaths } from "~/admin-paths";
import { WeekChart } from "~/features/analytics/components/week-chart";
import { useDates } from "~/ui/dates";
import { Badge, type BadgeTone, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import {
  type HealthState,
  type HealthView,
  type ProcessView,
  type ReplicaView,
  type SiteWeek,
  stateOfHealth,
  type WaitingWork,
} from "../overview";

const names: Record<HealthView["service"], string> = {
  database: "Database",
  mail: "Email",
  realtime: "Live updates",
  files: "Files",
  payments: "Payments",
};

const badges: Record<HealthState, [tone: BadgeTone, word: string]> = {
  working: ["positive", "Working"],
  failing: ["negative", "Failing"],
  unused: ["neutral", "Not used yet"],
};

const replicaBadges: Record<ReplicaView["state"], [tone: BadgeTone, word: string]> = {
  current: ["positive", "Working"],
  late: ["negative", "Late"],
  primary: ["neutral", "Is the primary"],
  away: ["negative", "Failing"],
};

function ReplicaItem({ replica: { state, delay } }: { replica: ReplicaView }) {
  const [tone, word] = replicaBadges[state];
  return (
    <li>
      Replica <Badge tone={tone}>{word}</Badge>{" "}
      <span className="hint">
        {delay !== null && `${delay.toFixed(1)} seconds behind the primary. `}
        {state !== "current" && "Reads go to the primary."}
      </span>
    </li>
  );
}

export function HealthList({
  health,
  replica,
}: {
  health: readonly HealthView[];
  replica: ReplicaView | null;
}) {
  return (
    <ul className="health">
      {health.map((one) => {
        const { service, succeededAt, failedAt, cause, version } = one;
        const [tone, word] = badges[stateOfHealth(one)];
        return (
          <li key={service}>
            {names[service]} <Badge tone={tone}>{word}</Badge>{" "}
            <span className="hint">
              {version && `PostgreSQL ${version}. `}
              {succeededAt && (
                <>
                  Last worked <Time at={succeededAt} as="dateTime" />.
                </>
              )}{" "}
              {failedAt && (
                <>
                  Last failed <Time at={failedAt} as="dateTime" />
                  {cause && `: ${cause}`}.
                </>
              )}
            </span>
          </li>
        );
      })}
      {replica && <ReplicaItem replica={replica} />}
    </ul>
  );
}

const roles: Record<string, string> = { web: "Pages", jobs: "Jobs", both: "Pages and jobs" };

export function ProcessList({ processes }: { processes: readonly ProcessView[] }) {
  return (
    <ul className="health">
      {processes.map(({ id, host, role, build, startedAt, seenAt, isMissed, ...pool }) => (
        <li key={id}>
          {roles[role] ?? role} on {host}{" "}
          <Badge tone={isMissed ? "negative" : "positive"}>{isMissed ? "Missing" : "Running"}</Badge>{" "}
          <span className="hint">
            Build {build}, started <Time at={startedAt} as="dateTime" />
            {isMissed && (
              <>
                , last seen <Time at={seenAt} as="dateTime" />
              </>
            )}
            . Database connections in use: {pool.connections} of {pool.mostConnections}. Requests waiting for
            one: {pool.waiting}.
          </span>
        </li>
      ))}
    </ul>
  );
}

/** In the order of the page, where the first chart is the largest. */
const charts = [
  { kind: "matches", title: "Matches" },
  { kind: "signUps", title: "Sign-ups" },
  { kind: "messages", title: "Messages" },
  { kind: "posts", title: "Posts" },
] as const;

export function SiteCharts({ weeks }: { weeks: readonly SiteWeek[] }) {
  return (
    <div className="graphs site-graphs">
      {charts.map(({ kind, title }) => {
        const values = weeks.map((week) => week[kind]);
        const total = values.reduce((sum, value) => sum + value, 0);
        const say = (value: number) => value.toLocaleString("en-US");
        return (
          <WeekChart
            key={kind}
            id={kind}
            title={title}
            figure={say(total)}
            summary={`${say(values.at(-1) ?? 0)} so far this week.`}
            weeks={weeks.map(({ week }) => week)}
            series={[{ label: title, values, say }]}
            isLarge={kind === charts[0].kind}
          />
        );
      })}
    </div>
  );
}

const words: Record<WaitingWork["kind"], [noun: string, state: string, to: string]> = {
  contributors: ["contributor", "to review", adminPaths.waitingContributors()],
  reports: ["report", "to review", adminPaths.reports()],
  appeals: ["appeal", "to review", adminPaths.appeals()],
  refunds: ["refund", "to review", adminPaths.refunds()],
  contact: ["contact message", "to reply to", adminPaths.contactInbox()],
  mails: ["email", "that failed to send", adminPaths.unsentMails()],
  jobs: ["background job", "that failed", adminPaths.failedJobs()],
};

export function WaitingWorkList({ work }: { work: readonly WaitingWork[] }) {
  const waiting = work.filter(({ count }) => count > 0);
  if (waiting.length === 0) return <p className="muted">You're all caught up.</p>;
  return (
    <ul className="needs">
      {waiting.map((one) => (
        <li key={one.kind}>
          <Work work={one} />
        </li>
      ))}
    </ul>
  );
}

function Work({ work: { kind, count, isMore, oldest } }: { work: WaitingWork }) {
  const { formatWait } = useDates();
  const [noun, state, to] = words[kind];
  return (
    <Link to={to}>
      <strong className="head">
        {count.toLocaleString("en-US")}
        {isMore && "+"}
      </strong>{" "}
      <span>
        {count === 1 ? noun : `${noun}s`} {state}{" "}
        {oldest && <small className="hint">oldest: {formatWait(oldest)}</small>}
      </span>
    </Link>
  );
}
