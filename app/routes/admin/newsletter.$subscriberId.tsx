import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { removalSchema } from "~/features/newsletter/newsletter.schema";
import { findSubscriber, removeSubscriber } from "~/features/newsletter/subscribers.server";
import { notFound, orNotFound } from "~/http/form.server";
import {
  idParam,
  keptFormOf,
  readAsAdmin,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { pageTitle } from "~/shell/page";
import { Dialog } from "~/ui/dialog";
import { ErrorSummary, Form, TextArea, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ subscriber }) => `Remove ${subscriber.email}?`);

export const handle: RouteHandle = { formFailure: notDone("The address wasn't removed.") };

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const subscriber = orNotFound(await findSubscriber(idParam(args, "subscriberId")));
  return { subscriber, kept: await keptFormOf(args, admin) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, removalSchema);
  const subscriberId = idParam(args, "subscriberId");
  if (!form.ok) {
    if (!(await findSubscriber(subscriberId))) throw notFound();
    return form.reply;
  }
  await requireRecentProof(args, admin);
  const done = await removeSubscriber(admin, subscriberId, form.value.reason);
  if (!done.ok) throw notFound();
  return redirectWithFlash(adminPaths.subscribers(), { title: "Address removed" });
}

export default function RemoveSubscriber() {
  const { subscriber, kept } = useLoaderData<typeof loader>();
  const { formProps, errorsOf, propsOf } = useForm<"reason">(
    "remove",
    useActionData<typeof action>()?.result ?? kept,
  );
  return (
    <div className="stack">
      <h1>Newsletter subscribers</h1>
      <Dialog title="Remove this subscriber?" closeTo={adminPaths.subscribers()}>
        <p>
          We'll delete {subscriber.email} from the list, and it won't get any more newsletters. You can't undo
          this.
        </p>
        <Form action={adminPaths.removeSubscriber(subscriber.id)} className="stack" {...formProps}>
          <ErrorSummary errors={errorsOf(["reason"])} />
          <TextArea
            label="Reason"
            showOptional
            limit={500}
            rows={2}
            hint="For the audit log. Leave out the address: the log is permanent."
            {...propsOf("reason")}
          />
          <div className="row">
            <SubmitButton kind="danger" pending="Removing...">
              Remove
            </SubmitButton>
            <ButtonLink kind="soft" to={adminPaths.subscribers()}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Dialog>
    </div>
  );
}
