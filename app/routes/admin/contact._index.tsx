import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import {
  contactQueryOf,
  contactStates,
  contactSubjects,
  inboxStates,
  isFilteredContact,
  readContactFilter,
} from "~/features/contact/contact";
import { listContact } from "~/features/contact/inbox.server";
import { requireAdmin } from "~/http/route.server";
import { optionsOf, timeOrders } from "~/list-query";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ListCount, ListFilters, SearchField } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";

export const meta = pageTitle("Contact messages");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readContactFilter(query);
  const after = query.get("after");
  return { ...(await listContact(admin, filter, after)), filter, isFirst: !after };
}

export default function ContactInbox() {
  const { messages, next, count, isMore, filter, isFirst } = useLoaderData<typeof loader>();
  const here = contactQueryOf(filter);
  const isFiltered = isFilteredContact(filter);
  return (
    <div className="stack">
      <h1>Contact messages</h1>
      <ListFilters
        label="Contact messages"
        action={adminPaths.contactInbox()}
        here={adminPaths.contactInbox(here)}
        button="Show messages"
        clear={isFiltered && { to: adminPaths.contactInbox(), label: "Show all that wait" }}
      >
        <SearchField label="Sender" hint="How the email or name begins" value={filter.q} />
        <Select label="State" name="state" options={optionsOf(inboxStates)} defaultValue={filter.state} />
        <Select
          label="Subject"
          name="subject"
          emptyLabel="Any"
          options={optionsOf(contactSubjects)}
          defaultValue={filter.subject}
        />
        <Select
          label="Order"
          name="sort"
          hint="Usual: longest waiting, or last handled, first"
          emptyLabel="Usual"
          options={optionsOf(timeOrders)}
          defaultValue={filter.sort}
        />
      </ListFilters>
      {messages.length === 0 ? (
        <EmptyState
          title={
            filter.q || filter.subject || !isFirst
              ? "No message matches this"
              : filter.state === "waiting"
                ? "No message waits"
                : "No message was handled"
          }
        />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["message", "messages"]}
          file={adminPaths.contactFile(here)}
          isFiltered={isFiltered}
        />
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
        first={isFirst ? undefined : adminPaths.contactInbox(here)}
        next={next ? adminPaths.contactInbox({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load contact messages" />;
}
