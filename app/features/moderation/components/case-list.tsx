import { adminPaths } from "~/admin-paths";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";
import type { QueuedCase } from "../queue.server";
import {
  type CaseState,
  caseStates,
  caseStateWords,
  reportReasonNames,
  reportReasons,
  thingWords,
  type Urgency,
  urgencyWords,
} from "../report";

export const urgencyTones: Readonly<Record<Urgency, BadgeTone>> = {
  1: "negative",
  2: "warning",
  3: "neutral",
};

const states = caseStates.map((value) => ({ value, label: caseStateWords[value] }));
const reasons = reportReasonNames.map((value) => ({ value, label: reportReasons[value].label }));

/** In the address, and so a form that gets. */
export function CaseFilters({ state, reason }: { state: CaseState; reason: string }) {
  return (
    <form action={adminPaths.reports()} className="stack">
      <Select label="State" name="state" options={states} defaultValue={state} />
      <Select
        label="Reason"
        name="reason"
        options={reasons}
        emptyLabel="Every reason"
        defaultValue={reason}
      />
      <div className="row">
        <Button kind="secondary">Filter</Button>{" "}
        {(state !== "open" || reason) && <Link to={adminPaths.reports()}>Show all that wait</Link>}
      </div>
    </form>
  );
}

export function CaseList({ cases }: { cases: QueuedCase[] }) {
  if (cases.length === 0) return null;
  return (
    <ul className="stack">
      {cases.map((item) => (
        <li key={item.id} className="stack border-t pt-4">
          <h2 className="text-lg">
            <Link to={adminPaths.decideReport(item.id)}>{item.title}</Link>
          </h2>
          <p className="row">
            <Badge tone={urgencyTones[item.urgency]}>{urgencyWords[item.urgency]}</Badge>{" "}
            <span>
              {thingWords[item.kind]} of {item.name}
            </span>
          </p>
          <p>{item.reasons.join(" · ")}</p>
          <p className="hint">
            {item.reports === 1 ? "1 report" : `${item.reports} reports`}, since{" "}
            <Time at={item.since} as="inText" />
            {item.decidedAt && (
              <>
                , decided <Time at={item.decidedAt} as="inText" />
              </>
            )}
            . {item.name} has been reported {timesWords(item.against)}, and those who reported this{" "}
            {timesWords(item.againstReporters)}.
          </p>
        </li>
      ))}
    </ul>
  );
}

const timesWords = (times: number) => (times === 1 ? "once" : times === 0 ? "never" : `${times} times`);
