import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { UnsentMailList } from "~/features/admin/components/unsent-mail-list";
import { tendMailSchema } from "~/features/admin/tending.schema";
import { retryMailsAs, stopMailsAs } from "~/features/admin/tending-mail.server";
import { type UnsentState, unsentStates } from "~/features/notifications/mail-state";
import { listUnsentMails } from "~/features/notifications/unsent-mails.server";
import { redirectWithFlash } from "~/http/flash.server";
import { requireAdmin } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { adminsOnly } from "~/http/refusals.server";
import type { RouteFailure } from "~/http/route-failure";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";

export const meta = pageTitle("Mail");

export const handle: RouteFailure = {
  failure: { form: ["Nothing was done, through no fault of yours. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const [state, after] = [stateOf(query), query.get("after")];
  return { ...(await listUnsentMails(state, after)), state, isFirst: !after };
}

const stateOf = (query: URLSearchParams): UnsentState =>
  query.get("state") === "waiting" ? "waiting" : "failed";

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, tendMailSchema);
  const form = await readForm(args, tendMailSchema);
  if (!form.ok) return form.reply;
  const { act, mail } = form.value;
  const done = await (act === "retry" ? retryMailsAs(admin, mail) : stopMailsAs(admin, mail));
  if (!done.ok) throw adminsOnly();
  const mails = done.count === 1 ? "1 email" : `${done.count} emails`;
  return redirectWithFlash(
    hereOf(stateOf(new URL(args.request.url).searchParams)),
    done.count === 0
      ? { title: "Nothing was changed", text: "They were sent, stopped or tried again already." }
      : act === "retry"
        ? { title: `Trying ${mails} again`, text: "What fails again comes back here." }
        : { title: `Stopped ${mails}`, text: "The audit log says so." },
  );
}

const hereOf = (state: UnsentState, after?: string) =>
  adminPaths.unsentMails({ state: state === "failed" ? undefined : state, after });

export default function UnsentMails() {
  const { mails, next, state, isFirst } = useLoaderData<typeof loader>();
  const errors = Object.values(useActionData<typeof action>()?.result?.error ?? {}).flatMap(
    (each) => each ?? [],
  );
  const states = Object.entries(unsentStates) as [UnsentState, string][];
  return (
    <div className="narrow stack">
      <h1>Mail</h1>
      <ErrorSummary title="Nothing was done" errors={errors.map((message) => ({ id: "main", message }))} />
      <Tabs
        label="State"
        items={states.map(([name, label]) => ({ to: hereOf(name), label, current: name === state }))}
      />
      <p className="muted">
        {state === "failed"
          ? "What could not be sent, the oldest first. Most are tried again by themselves for about a day."
          : "What is about to be sent, the oldest first. An approval waits until it can no longer be undone."}
      </p>
      {mails.length === 0 ? (
        <EmptyState title={state === "failed" ? "No email has failed" : "No email is waiting"} />
      ) : (
        <UnsentMailList key={state} mails={mails} state={state} />
      )}
      <Pager
        label="More emails"
        previous={isFirst ? undefined : hereOf(state)}
        next={next ? hereOf(state, next) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the mail" />;
}
