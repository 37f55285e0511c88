import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { contactStates, contactSubjects } from "~/features/contact/contact";
import { contactList } from "~/features/contact/inbox.server";
import { shortened } from "~/graphemes";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { Badge, Link } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Contact messages");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(contactList, admin, args.request.url);
}

export default function ContactInbox() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <AdminList title="Contact messages" frame={frame}>
      <ul className="rows queue">
        {rows.map(({ id, name, email, subject: about, message, state, at }) => (
          <li key={id}>
            <div className="txt">
              <h2>
                <Link to={adminPaths.contactMessage(id)} className="over-link">
                  {contactSubjects[about]} from {name}
                </Link>
              </h2>
              <p>{email}</p>
              <p className="excerpt">{shortened(message, 200)}</p>
            </div>{" "}
            <div className="end">
              <Time at={at} /> {state !== "waiting" && <Badge>{contactStates[state]}</Badge>}
            </div>
          </li>
        ))}
      </ul>
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load contact messages");
