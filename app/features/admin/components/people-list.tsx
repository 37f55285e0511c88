import { adminPaths } from "~/admin-paths";
import { type PlanName, planLabels } from "~/features/plans/plan";
import { optionsOf } from "~/list-query";
import { Link } from "~/ui/link";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";
import {
  isFilteredPeople,
  type PeopleFilter,
  peopleSorts,
  personTypes,
  queryOf,
  suspendedWords,
  type VettingStatus,
  vettingStatuses,
} from "../people-filter";

/** Beside a list that a name was searched in, of which a search takes the first 20 people. */
export function CommonName() {
  return (
    <p className="notice">
      More than 20 people have this name, and only some of them are shown. Write an email address or an id.
    </p>
  );
}

const choices = [
  { name: "type", label: "Type", options: optionsOf(personTypes) },
  { name: "status", label: "Vetting", options: optionsOf(vettingStatuses) },
  { name: "plan", label: "Plan", options: optionsOf(planLabels) },
  { name: "suspended", label: "Suspension", options: optionsOf(suspendedWords) },
] as const;

export function PeopleFilters({ filter }: { filter: PeopleFilter }) {
  return (
    <ListFilters
      label="People"
      action={adminPaths.allPeople()}
      here={adminPaths.allPeople(queryOf(filter))}
      button="Show people"
      clear={isFilteredPeople(filter) && { to: adminPaths.allPeople(), label: "Show everybody" }}
    >
      <SearchField label="Person" hint="Email, name or id" value={filter.q} />
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          name={name}
          emptyLabel="Any"
          options={options}
          defaultValue={filter[name]}
        />
      ))}
      <Select label="Order" name="sort" options={optionsOf(peopleSorts)} defaultValue={filter.sort} />
    </ListFilters>
  );
}

interface Listed {
  id: string;
  name: string;
  email: string;
  type: "creator" | "contributor" | null;
  status: VettingStatus | null;
  plan: PlanName;
  isSuspended: boolean;
  isAdmin: boolean;
  joinedAt: string;
}

const heads = ["Name", "Email", "Type", "Plan", "State", "Joined"];
const typeWords = { creator: "Creator", contributor: "Contributor" } as const;

export function PeopleTable({ people }: { people: readonly Listed[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-frame" aria-label="People" tabIndex={0}>
      <table className="admin-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, email, type, plan, joinedAt, ...state }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={adminPaths.person(id)}>{name || "Without a name"}</Link>
              </th>
              <td>{email}</td>
              <td>{type ? typeWords[type] : "None"}</td>
              <td>{planLabels[plan]}</td>
              <td>{stateWords(state)}</td>
              <td>
                <Time at={joinedAt} as="date" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** 'Pending', 'Suspended, admin'; the usual one is a dash. */
function stateWords({ status, isSuspended, isAdmin }: Pick<Listed, "status" | "isSuspended" | "isAdmin">) {
  const words = [
    isSuspended && "suspended",
    status && vettingStatuses[status].toLowerCase(),
    isAdmin && "admin",
  ].filter(Boolean);
  const text = words.join(", ");
  return text ? text[0]?.toUpperCase() + text.slice(1) : "–";
}
