import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import {
  contactStates,
  contactSubjectNames,
  contactSubjects,
  isContactSubject,
} from "~/features/contact/contact";
import { listContact } from "~/features/contact/inbox.server";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Form } from "~/ui/form";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";

export const meta = pageTitle("Contact messages");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const isWaiting = query.get("state") !== "handled";
  const asked = query.get("subject");
  const subject = isContactSubject(asked) ? asked : null;
  const after = query.get("after");
  return { ...(await listContact(admin, { isWaiting, subject, after })), isWaiting, subject, after };
}

const subjects = contactSubjectNames.map((value) => ({ value, label: contactSubjects[value] }));
const states = [{ value: "handled", label: "Answered or closed" }];

export default function ContactInbox() {
  const { messages, next, isWaiting, subject, after } = useLoaderData<typeof loader>();
  const query = { state: isWaiting ? undefined : "handled", subject: subject ?? undefined };
  return (
    <div className="stack">
      <h1>Contact messages</h1>
      <Form
        method="get"
        action={adminPaths.contactInbox()}
        className="stack"
        role="search"
        aria-label="Contact messages"
        key={`${isWaiting} ${subject}`}
      >
        <div className="admin-filters">
          <Select
            label="State"
            name="state"
            emptyLabel="Waiting"
            options={states}
            defaultValue={query.state ?? ""}
          />
          <Select
            label="Subject"
            name="subject"
            emptyLabel="Any"
            options={subjects}
            defaultValue={subject ?? ""}
          />
        </div>
        <div className="row">
          <Button kind="secondary">Show messages</Button>
        </div>
      </Form>
      {messages.length === 0 && (
        <EmptyState title={isWaiting ? "No message waits" : "No message was handled"} />
      )}
      {messages.map(({ id, name, email, subject: about, message, state, at }) => (
        <Card key={id} title={`${contactSubjects[about]}, from ${name}`}>
          <p className="muted">
            {email} · <Time at={at} />
            {state !== "waiting" && ` · ${contactStates[state]}`}
          </p>
          <p>{message.length > 200 ? `${message.slice(0, 200)}…` : message}</p>
          <ButtonLink kind="secondary" small to={adminPaths.contactMessage(id)}>
            {state === "waiting" ? "Answer" : "Open"}
            <span className="visually-hidden"> {name}'s message</span>
          </ButtonLink>
        </Card>
      ))}
      <Pager
        label="More messages"
        previous={after ? adminPaths.contactInbox(query) : undefined}
        next={next ? adminPaths.contactInbox({ ...query, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load contact messages" />;
}
