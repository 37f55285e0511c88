import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { UnsentMailList } from "~/features/admin/components/jobs-and-mail";
import { tendMailSchema } from "~/features/admin/jobs-and-mail.schema";
import { tendMails } from "~/features/admin/jobs-and-mail.server";
import { unsentMailList } from "~/features/notifications/unsent-mails.server";
import { readList, startOf } from "~/http/admin-list-page.server";
import { readAsAdmin, redirectWithFlash, requireAdmin, requireRecentProof } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { ErrorSummary, summaryOf } from "~/ui/form";

export const meta = pageTitle("Emails");

export const handle: RouteHandle = { formFailure: notDone("Nothing changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = await readList(unsentMailList, admin, args.request.url);
  return { ...list, isFailed: list.values.state === "failed" };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, tendMailSchema);
  if (!form.ok) return form.reply;
  const { act, mail } = form.value;
  if (act === "stop") await requireRecentProof(args, admin);
  const count = await tendMails(admin, act, mail);
  const mails = count === 1 ? "1 email" : `${count} emails`;
  return redirectWithFlash(
    startOf(unsentMailList, args.request.url),
    count === 0
      ? { title: "Nothing changed", text: "Those emails had already been sent, stopped or retried." }
      : act === "retry"
        ? { title: `Retrying ${mails}`, text: "Emails that fail again come back here." }
        : { title: `Stopped ${mails}`, text: "It's in the audit log." },
  );
}

export default function UnsentMails() {
  const { rows, frame, isFailed } = useLoaderData<typeof loader>();
  const errors = summaryOf(useActionData<typeof action>()?.result, []);
  return (
    <AdminList
      title="Emails"
      errors={<ErrorSummary title="Nothing changed" errors={errors} />}
      intro={
        isFailed
          ? "Emails we couldn't send. Most are retried automatically for about 16 hours."
          : "Emails about to go out. Approval emails wait until the approval can't be undone anymore."
      }
      frame={frame}
    >
      <UnsentMailList key={frame.start} mails={rows} action={frame.start} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load the emails");
