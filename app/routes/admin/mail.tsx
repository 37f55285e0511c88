import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { UnsentMailList } from "~/features/admin/components/jobs-and-mail";
import { retryMailsAs, stopMailsAs } from "~/features/admin/jobs-and-mail.server";
import { tendMailSchema } from "~/features/admin/tending.schema";
import { unsentStates } from "~/features/notifications/mail-state";
import { readUnsentFilter, unsentQueryOf } from "~/features/notifications/unsent-filter";
import { listUnsentMails } from "~/features/notifications/unsent-mails.server";
import { adminsOnly, readForm } from "~/http/form.server";
import { redirectWithFlash, requireAdmin } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-failure";
import { optionsOf, timeOrders } from "~/list-query";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { ListCount, ListFilters, SearchField } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";

export const meta = pageTitle("Mail");

export const handle: RouteFailure = {
  failure: { form: ["Nothing was done, through no fault of yours. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const [filter, after] = [readUnsentFilter(query), query.get("after")];
  return { ...(await listUnsentMails(filter, after)), filter, isFirst: !after };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, tendMailSchema);
  const form = await readForm(args, tendMailSchema);
  if (!form.ok) return form.reply;
  const { act, mail } = form.value;
  const done = await (act === "retry" ? retryMailsAs(admin, mail) : stopMailsAs(admin, mail));
  if (!done.ok) throw adminsOnly();
  const mails = done.count === 1 ? "1 email" : `${done.count} emails`;
  return redirectWithFlash(
    adminPaths.unsentMails(unsentQueryOf(readUnsentFilter(new URL(args.request.url).searchParams))),
    done.count === 0
      ? { title: "Nothing was changed", text: "They were sent, stopped or tried again already." }
      : act === "retry"
        ? { title: `Trying ${mails} again`, text: "What fails again comes back here." }
        : { title: `Stopped ${mails}`, text: "The audit log says so." },
  );
}

export default function UnsentMails() {
  const { mails, next, count, isMore, filter, isFirst } = useLoaderData<typeof loader>();
  const here = unsentQueryOf(filter);
  const errors = Object.values(useActionData<typeof action>()?.result?.error ?? {}).flatMap(
    (each) => each ?? [],
  );
  return (
    <div className="narrow stack">
      <h1>Mail</h1>
      <ErrorSummary title="Nothing was done" errors={errors.map((message) => ({ id: "main", message }))} />
      <p className="muted">
        {filter.state === "failed"
          ? "What could not be sent. Most are tried again by themselves for about a day."
          : "What is about to be sent. An approval waits until it can no longer be undone."}
      </p>
      <ListFilters
        label="Mail"
        action={adminPaths.unsentMails()}
        here={adminPaths.unsentMails(here)}
        button="Show emails"
        clear={filter.q !== "" && { to: adminPaths.unsentMails({ state: here.state }), label: "Show all" }}
      >
        <SearchField label="Address" hint="How it begins" value={filter.q} />
        <Select label="State" name="state" options={optionsOf(unsentStates)} defaultValue={filter.state} />
        <Select label="Order" name="sort" options={optionsOf(timeOrders)} defaultValue={filter.sort} />
      </ListFilters>
      {mails.length === 0 ? (
        <EmptyState
          title={
            filter.q || !isFirst
              ? "No email matches this"
              : filter.state === "failed"
                ? "No email has failed"
                : "No email is waiting"
          }
        />
      ) : (
        <>
          <ListCount
            count={count}
            isMore={isMore}
            words={["email", "emails"]}
            file={adminPaths.unsentMailsFile(here)}
            isFiltered={filter.q !== "" || filter.state !== "failed"}
          />
          <UnsentMailList
            key={adminPaths.unsentMails(here)}
            mails={mails}
            action={adminPaths.unsentMails(here)}
          />
        </>
      )}
      <Pager
        label="More emails"
        first={isFirst ? undefined : adminPaths.unsentMails(here)}
        next={next ? adminPaths.unsentMails({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the mail" />;
}
