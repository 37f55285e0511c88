import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { RefundFacts } from "~/features/payments/components/refund-facts";
import { changeErrors } from "~/features/payments/payment-words";
import { refundDecisionSchema } from "~/features/payments/payments.schema";
import { decideRefund } from "~/features/payments/refunding.server";
import { sumOf } from "~/features/payments/refunds";
import { findRefund } from "~/features/payments/waiting-refunds.server";
import { notFound, readForm } from "~/http/form.server";
import {
  idParam,
  keptFormOf,
  redirectWithFlash,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { pageTitle } from "~/shell/page";
import { CheckboxGroup, ErrorSummary, Form, fieldProps, summaryOf, TextArea, useForm } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Decide a refund");

export const handle: RouteFailure = {
  failure: { form: [notDone("Your decision wasn't saved.")] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const refund = await findRefund(idParam(args, "requestId"));
  if (!refund) throw notFound();
  return { refund, cents: sumOf(refund.parts), kept: await keptFormOf(args, admin) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, refundDecisionSchema);
  const requestId = idParam(args, "requestId");
  const form = await readForm(args, refundDecisionSchema);
  if (!form.ok) {
    if (!(await findRefund(requestId))) throw notFound();
    return form.reply;
  }
  const { decision, isAbuse, ...agreed } = form.value;
  if (decision === "approve") await requireRecentProof(args, admin);
  const done = await decideRefund(admin, requestId, {
    ...agreed,
    approve: decision === "approve",
    isAbuse: isAbuse === "on",
  });
  if (done.ok)
    return redirectWithFlash(adminPaths.refunds(), {
      title: decision === "approve" ? "Refund approved" : "Refund declined",
    });
  switch (done.refused) {
    case "not-found":
      throw notFound();
    case "decided":
      return redirectWithFlash(adminPaths.refunds(), { title: "This refund has already been decided" });
    case "outdated":
      return form.refuse({ "": [changeErrors.outdated] }, 409);
    case "no-reason":
      return form.refuse({ note: ["Please say why. They'll read it with your decision."] });
    case "promised":
      return form.refuse({
        isAbuse: ["The guarantee covers this refund. You can decline it only for abuse."],
      });
    case "own":
      return form.refuse({ "": ["This refund is yours, so another admin has to decide."] }, 403);
  }
}

export default function DecideRefund() {
  const { refund, cents, kept } = useLoaderData<typeof loader>();
  const { form, formProps, field } = useForm<"note" | "decision" | "isAbuse">(
    "decide",
    useActionData<typeof action>()?.result ?? kept,
  );
  const [note, abuse] = [field("note"), field("isAbuse")];
  const isReturned = refund.status === "returned";
  const isOpen = isReturned || refund.status === "requested" || refund.status === "failed";
  return (
    <div className="narrow stack">
      <h1>Decide a refund</h1>
      <Card>
        <RefundFacts refund={refund} />
        {isOpen && (
          <Form action={adminPaths.decideRefund(refund.id)} className="stack" {...formProps}>
            <ErrorSummary errors={summaryOf(form, refund.status === "requested" ? [note, abuse] : [note])} />
            <input type="hidden" name="cents" value={cents} />
            {cents !== refund.amountCents && (
              <p className="notice">
                They asked for {dollars(refund.amountCents)}. The amount we'd refund has changed since then.
              </p>
            )}
            {isReturned && (
              <p className="notice">
                {refund.isGone
                  ? "The bank returned the refund, so we still have the money. The account is deleted, so we haven't told anyone. If you pay again, it goes to the same card. If that card is closed too, close this with a note that says so."
                  : "Their bank returned the refund, so we still have the money. We've told them. If you pay again, it goes to the same card. If that card is closed, email them to find another way, pay there, and close this with a note that says so."}
              </p>
            )}
            <TextArea
              label="Note to the customer"
              limit={2000}
              hint="They see it with your decision and get it by email. If you decline, say why."
              {...fieldProps(note)}
              name="note"
            />
            {refund.status === "requested" && (
              <CheckboxGroup
                legend="If you decline"
                hint="We refund every request made within a guarantee's window, except for abuse. If you check this, say in your note what the abuse was."
                name="isAbuse"
                id={abuse.id}
                options={[{ value: "on", label: "They're abusing the guarantee" }]}
                defaultValue={abuse.initialValue === "on" ? ["on"] : []}
                error={abuse.errors}
              />
            )}
            <div className="row">
              <SubmitButton name="decision" value="approve" pending="Saving...">
                {cents > 0
                  ? `Refund ${dollars(cents)} and end the plan`
                  : "End the plan (nothing left to refund)"}
              </SubmitButton>
              <SubmitButton kind="danger" name="decision" value="decline" pending="Saving...">
                {isReturned ? "Close without refunding here" : "Decline"}
              </SubmitButton>
            </div>
          </Form>
        )}
        <ButtonLink kind="secondary" to={adminPaths.refunds()}>
          All refunds
        </ButtonLink>
      </Card>
    </div>
  );
}
