import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { vettingStatuses } from "~/features/admin/people-filter";
import { peopleList } from "~/features/admin/people-list.server";
import { planLabels } from "~/features/plans/plan";
import { userTypeLabels } from "~/features/profiles/user-type";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList, AdminTable } from "~/ui/admin-list-view";
import { Avatar } from "~/ui/avatar";
import { EmailAddress } from "~/ui/email-address";
import { Badge, Link } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("People");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(peopleList, admin, args.request.url);
}

export default function People() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <AdminList title="People" frame={frame}>
      <PeopleTable people={rows} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load people");

type Listed = SerializeFrom<typeof loader>["rows"][number];

const heads = ["Name", "Email", "Type", "Plan", "State", "Joined"];

function PeopleTable({ people }: { people: readonly Listed[] }) {
  return (
    <AdminTable heads={heads}>
      {people.map(({ id, name, avatarUrl, email, type, plan, joinedAt, ...state }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={adminPaths.person(id)}>
              <Avatar name={name} src={avatarUrl} size="small" />
              {name}
            </Link>
          </th>
          <td className="mail">
            <EmailAddress of={email} />
          </td>
          <td>{type ? userTypeLabels[type] : "No type"}</td>
          <td>{planLabels[plan]}</td>
          <td>
            <States of={state} />
          </td>
          <td className="muted">
            <Time at={joinedAt} as="date" />
          </td>
        </tr>
      ))}
    </AdminTable>
  );
}

const tones = { pending: "warning", approved: "positive", rejected: "negative" } as const;

function States({
  of: { status, isSuspended, isAdmin },
}: {
  of: Pick<Listed, "status" | "isSuspended" | "isAdmin">;
}) {
  if (!status && !isSuspended && !isAdmin) return <span className="muted only-wide">–</span>;
  return (
    <>
      {isSuspended && <Badge tone="negative">Suspended</Badge>}{" "}
      {status && <Badge tone={tones[status]}>{vettingStatuses[status]}</Badge>}{" "}
      {isAdmin && <Badge tone="info">Admin</Badge>}
    </>
  );
}
