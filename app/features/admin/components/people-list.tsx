import { adminPaths } from "~/admin-paths";
import { type PlanName, planLabels } from "~/features/plans/plan";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import { type VettingStatus, vettingStatuses } from "../people-filter";

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

/** 'Pending', 'Suspended, admin'; a dash if there is nothing unusual. */
function stateWords({ status, isSuspended, isAdmin }: Pick<Listed, "status" | "isSuspended" | "isAdmin">) {
  const words = [
    isSuspended && "suspended",
    status && vettingStatuses[status].toLowerCase(),
    isAdmin && "admin",
  ].filter(Boolean);
  const text = words.join(", ");
  return text ? text[0]?.toUpperCase() + text.slice(1) : "–";
}
