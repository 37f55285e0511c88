import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { listSubscribers } from "~/features/newsletter/subscribers.server";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { Pager } from "~/ui/pager";
import { Time } from "~/ui/time";

export const meta = pageTitle("Newsletter");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const q = (query.get("q") ?? "").trim().slice(0, 254);
  const after = query.get("after");
  return { ...(await listSubscribers(admin, { q, after })), q, after };
}

export default function Subscribers() {
  const { subscribers, next, count, isMore, q, after } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Newsletter</h1>
      <p className="muted">
        {`${count.toLocaleString("en-US")}${isMore ? " or more" : ""} ${count === 1 ? "address has" : "addresses have"} confirmed.`}
      </p>
      <Form
        method="get"
        action={adminPaths.subscribers()}
        className="row"
        role="search"
        aria-label="Subscribers"
        key={q}
      >
        <Field
          label="Address begins with"
          type="search"
          name="q"
          maxLength={254}
          defaultValue={q}
          autoComplete="off"
        />
        <Button kind="secondary">Search</Button>
      </Form>
      {subscribers.length === 0 ? (
        <EmptyState title={q || after ? "No address matches this" : "Nobody has subscribed yet"} />
      ) : (
        <p>
          <a className="btn btn-secondary" href={adminPaths.subscribersFile({ q })} download>
            Save {q ? "these" : "all"} as a CSV file
          </a>
        </p>
      )}
      <ul className="stack">
        {subscribers.map(({ id, email, source, since }) => (
          <li key={id} className="row justify-between">
            <span>
              {email}{" "}
              <span className="muted">
                · {source} · <Time at={since} as="date" />
              </span>
            </span>{" "}
            <ButtonLink kind="secondary" small to={adminPaths.removeSubscriber(id)}>
              Remove<span className="visually-hidden"> {email}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <Pager
        label="More subscribers"
        previous={after ? adminPaths.subscribers({ q }) : undefined}
        next={next ? adminPaths.subscribers({ q, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the newsletter's subscribers" />;
}
