import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { subscriberList } from "~/features/newsletter/subscribers.server";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList, AdminTable } from "~/ui/admin-list-view";
import { ButtonLink } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Newsletter subscribers");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(subscriberList, admin, args.request.url);
}

export default function Subscribers() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <AdminList title="Newsletter subscribers" intro="People who confirmed their address." frame={frame}>
      <AdminTable heads={["Address", "Source", "Since", "Actions"]}>
        {rows.map(({ id, email, source, since }) => (
          <tr key={id}>
            <th scope="row">{email}</th>
            <td>{source}</td>
            <td className="muted">
              <Time at={since} as="date" />
            </td>
            <td>
              <ButtonLink kind="secondary" small to={adminPaths.removeSubscriber(id)}>
                Remove<span className="visually-hidden"> {email}</span>
              </ButtonLink>
            </td>
          </tr>
        ))}
      </AdminTable>
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load newsletter subscribers");
