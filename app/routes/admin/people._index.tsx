import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { vettingStatuses } from "~/features/admin/people-filter";
import { peopleList } from "~/features/admin/people-list.server";
import { planLabels } from "~/features/plans/plan";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList, AdminTable } from "~/ui/admin-list-view";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("People");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(peopleList, admin, args.request.url);
}

export default function People() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>People</h1>
      <AdminList frame={frame}>
        <PeopleTable people={rows} />
      </AdminList>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load people");

type Listed = SerializeFrom<typeof loader>["rows"][number];

const heads = ["Name", "Email", "Type", "Plan", "Status", "Joined"];
const typeWords = { creator: "Creator", contributor: "Contributor" } as const;

function PeopleTable({ people }: { people: readonly Listed[] }) {
  return (
    <AdminTable label="People" heads={heads}>
      {people.map(({ id, name, email, type, plan, joinedAt, ...state }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={adminPaths.person(id)}>{name || "No name"}</Link>
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
    </AdminTable>
  );
}

/** For example 'Suspended, admin', or a dash if there's nothing unusual. */
function stateWords({ status, isSuspended, isAdmin }: Pick<Listed, "status" | "isSuspended" | "isAdmin">) {
  const words = [
    isSuspended && "suspended",
    status && vettingStatuses[status].toLowerCase(),
    isAdmin && "admin",
  ].filter(Boolean);
  const text = words.join(", ");
  return text ? text[0]?.toUpperCase() + text.slice(1) : "–";
}
