import { adminPaths } from "~/admin-paths";
import { useDates } from "~/ui/dates";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import type { WaitingWork } from "../waiting";

const words: Record<WaitingWork["kind"], { one: string; many: string; to: string }> = {
  contributors: {
    one: "contributor waits for review",
    many: "contributors wait for review",
    to: adminPaths.waitingContributors(),
  },
  reports: {
    one: "report waits for a decision",
    many: "reports wait for a decision",
    to: adminPaths.reports(),
  },
  appeals: {
    one: "appeal waits for a decision",
    many: "appeals wait for a decision",
    to: adminPaths.appeals(),
  },
  refunds: { one: "refund request", many: "refund requests", to: adminPaths.refunds() },
  contact: {
    one: "contact message waits for an answer",
    many: "contact messages wait for an answer",
    to: adminPaths.contactInbox(),
  },
  mails: { one: "email was not sent", many: "emails were not sent", to: adminPaths.unsentMails() },
  jobs: { one: "background job gave up", many: "background jobs gave up", to: adminPaths.failedJobs() },
};

/** What waits, each with the age of the oldest, leading to where it is dealt with. */
export function WaitingWorkList({ work }: { work: readonly WaitingWork[] }) {
  const waiting = work.filter(({ count }) => count > 0);
  if (waiting.length === 0) return <p className="muted">Nothing waits.</p>;
  return (
    <ul className="waiting">
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
  const { one, many, to } = words[kind];
  return (
    <Link to={to}>
      <Icon name="arrow-right" />{" "}
      <span>
        <strong>
          {count.toLocaleString("en-US")}
          {isMore && " or more"}
        </strong>{" "}
        {count === 1 ? one : many}
        {oldest && <span className="muted"> · oldest: {formatWait(oldest)}</span>}
      </span>
    </Link>
  );
}
