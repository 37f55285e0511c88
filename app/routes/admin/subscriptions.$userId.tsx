import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { reloadAndRetry } from "~/failure-words";
import { findSubscriber } from "~/features/plans/listing-subscriptions.server";
import { planLabels } from "~/features/plans/plan";
import { findUsed, resetUsage } from "~/features/plans/uses.server";
import { idField, textField } from "~/fields.schema";
import { notFound } from "~/http/form.server";
import {
  idParam,
  keptFormOf,
  readAsAdmin,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { pageTitle } from "~/shell/page";
import { Dialog } from "~/ui/dialog";
import { ErrorSummary, Form, TextArea, useForm } from "~/ui/form";
import { ButtonLink, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>(({ person }) => `Reset usage for ${person.email}`);

export const handle: RouteHandle = {
  formFailure: "Error resetting usage: There was a problem resetting the user's usage stats.",
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const userId = idParam(args, "userId");
  const [person, used] = await Promise.all([findSubscriber(userId), findUsed(userId)]);
  if (!person) throw notFound();
  const kept = await keptFormOf(args, admin);
  return { person, counts: countsIn(used), key: randomUUID(), back: backOf(args.request), kept };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, resetUsageSchema);
  const userId = idParam(args, "userId");
  if (!form.ok) {
    if (!(await findSubscriber(userId))) throw notFound();
    return form.reply;
  }
  await requireRecentProof(args, admin);
  const done = await resetUsage(admin, userId, form.value);
  if (!done.ok) throw notFound();
  return redirectWithFlash(backOf(args.request), {
    title: "Usage reset successful",
    text: `Usage has been reset for the ${planLabels[done.plan]} user.`,
  });
}

const nouns = [
  ["posts", "post", "posts"],
  ["messages", "message", "messages"],
  ["swipes", "swipe", "swipes"],
  ["saved", "saved contributor", "saved contributors"],
  ["matches", "match", "matches"],
] as const;

/** "2 posts, 12 messages and 1 match"; empty if nothing is used. */
function countsIn(used: Awaited<ReturnType<typeof findUsed>>): string {
  const counts = nouns.flatMap(([name, one, several]) => {
    const count = used?.[name] ?? 0;
    return count > 0 ? [`${count.toLocaleString("en-US")} ${count === 1 ? one : several}`] : [];
  });
  return [counts.slice(0, -1).join(", "), ...counts.slice(-1)].filter(Boolean).join(" and ");
}

const backOf = (request: Request) => wayOn(request, "back") ?? adminPaths.subscriptions();

export default function ResetUsage() {
  const { person, counts, key, back, kept } = useLoaderData<typeof loader>();
  const { formProps, field, errorsOf, propsOf } = useForm<"reason" | "key">(
    "reset",
    useActionData<typeof action>()?.result ?? kept,
  );
  const sent = field("key");
  // A retry after a failure on our end keeps its key, so that the reset happens only once.
  const sameKey = !sent.errors && typeof sent.initialValue === "string" ? sent.initialValue : key;
  return (
    <div className="stack">
      <h1>Reset usage</h1>
      <Dialog title="Are you sure you want to reset usage for this user?" closeTo={back}>
        <p className="muted">
          {person.email}, {planLabels[person.plan]}:{" "}
          {counts
            ? `${counts} go back to zero. You can't undo this, but the audit log keeps the numbers.`
            : "every count is already zero."}
        </p>
        <Form action={adminPaths.resetUsage(person.userId, { back })} className="stack" {...formProps}>
          <ErrorSummary errors={errorsOf(["reason"])} />
          <input type="hidden" name="key" value={sameKey} />
          <TextArea
            label="Reason"
            showOptional
            limit={500}
            rows={2}
            hint="For the audit log."
            {...propsOf("reason")}
            name="reason"
          />
          <div className="row">
            <SubmitButton kind="danger" pending="Resetting...">
              Reset Usage
            </SubmitButton>
            <ButtonLink kind="soft" to={back}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Dialog>
    </div>
  );
}

/** The confirmation page makes the `key`, so that a form that's sent twice resets once. */
const resetUsageSchema = z.object({
  key: idField(reloadAndRetry),
  reason: textField(500).default(""),
});
