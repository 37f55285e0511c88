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
import { ButtonLink, Card } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Contact messages");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(contactList, admin, args.request.url);
}

export default function ContactInbox() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Contact messages</h1>
      <AdminList frame={frame}>
        {rows.map(({ id, name, email, subject: about, message, state, at }) => (
          <Card key={id} title={`${contactSubjects[about]} from ${name}`}>
            <p className="muted">
              {email} · <Time at={at} />
              {state !== "waiting" && ` · ${contactStates[state]}`}
            </p>
            <p>{shortened(message, 200)}</p>
            <ButtonLink kind="secondary" small to={adminPaths.contactMessage(id)}>
              {state === "waiting" ? "Reply" : "View"}{" "}
              <span className="visually-hidden">
                {" "}
                {state === "waiting" && "to "}
                {name}'s message
              </span>
            </ButtonLink>
          </Card>
        ))}
      </AdminList>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load contact messages");
