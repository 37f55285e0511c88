import { adminPaths } from "~/admin-paths";
import { optionsOf } from "~/list-query";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Link } from "~/ui/link";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";
import type { QueuedCase } from "../case.server";
import { type CaseFilter, caseQueryOf, caseSorts, isFilteredCases } from "../case-filter";
import {
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

const reasons = reportReasonNames.map((value) => ({ value, label: reportReasons[value].label }));

export function CaseFilters({ filter }: { filter: CaseFilter }) {
  return (
    <ListFilters
      label="Reports"
      action={adminPaths.reports()}
      here={adminPaths.reports(caseQueryOf(filter))}
      button="Show reports"
      clear={isFilteredCases(filter) && { to: adminPaths.reports(), label: "Show all that wait" }}
    >
      <SearchField label="Whose" hint="Email, name or id" value={filter.q} />
      <Select label="State" name="state" options={optionsOf(caseStateWords)} defaultValue={filter.state} />
      <Select
        label="Reason"
        name="reason"
        options={reasons}
        emptyLabel="Every reason"
        defaultValue={filter.reason}
      />
      <Select
        label="Order"
        name="sort"
        options={optionsOf(caseSorts)}
        hint="Usual: most severe, or last decided, first"
        emptyLabel="Usual"
        defaultValue={filter.sort}
      />
    </ListFilters>
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
