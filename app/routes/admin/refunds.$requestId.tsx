import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { notDone } from "~/failure-words";
import { RefundCase } from "~/features/payments/components/refund-case";
import { changeErrors } from "~/features/payments/payment-words";
import { refundDecisionSchema } from "~/features/payments/payments.schema";
import { decideRefund } from "~/features/payments/refunding.server";
import { sumOf } from "~/features/payments/refunds";
import { findRefund, placeOfRefund, refundList } from "~/features/payments/waiting-refunds.server";
import { listBehind, redirectToNext } from "~/http/admin-list-page.server";
import { notFound, orNotFound } from "~/http/form.server";
import {
  idParam,
  keepWritten,
  keptFormOf,
  readAsAdmin,
  requireAdmin,
  requireRecentProof,
} from "~/http/route.server";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/case-page.css?url";
import { CasePage, KeyWords, ToDecision } from "~/ui/case-page";
import { CheckboxGroup, ErrorSummary, Form, TextArea, useForm } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { dollars } from "~/ui/money";
import { SubmitButton } from "~/ui/parts";
import { Written, writtenIn } from "~/ui/unsent-fields";

export const meta = pageTitle<typeof loader>(({ refund }) => `Refund for ${refund.name}`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your decision wasn't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const requestId = idParam(args, "requestId");
  const { wanted, start, query } = await listBehind(refundList, admin, args.request);
  const [refund, place] = await Promise.all([findRefund(requestId), placeOfRefund(wanted, requestId)]);
  if (!refund) throw notFound();
  const kept = await keptFormOf(args, admin);
  return { refund, place, list: { start, query }, cents: sumOf(refund.parts), kept };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, refundDecisionSchema);
  const requestId = idParam(args, "requestId");
  const refund = orNotFound(await findRefund(requestId));
  if (!form.ok) return form.reply;
  const { decision, isAbuse, ...agreed } = form.value;
  if (decision === "approve") await requireRecentProof(args, admin);
  const done = await decideRefund(admin, requestId, {
    ...agreed,
    approve: decision === "approve",
    isAbuse: isAbuse === "on",
  });
  const { wanted, start, query: list } = await listBehind(refundList, admin, args.request);
  const goOn = async (title: string) =>
    redirectToNext(
      await placeOfRefund(wanted, requestId),
      { caseAt: (id) => adminPaths.decideRefund(id, { list }), list: start },
      { title },
    );
  if (done.ok) return goOn(`Refund for ${refund.name} ${decision === "approve" ? "approved" : "declined"}`);
  switch (done.refused) {
    case "not-found":
      throw notFound();
    case "decided": {
      const title = `The refund for ${refund.name} has already been decided`;
      keepWritten(args, { title });
      return goOn(title);
    }
    case "outdated":
      return form.refuse(changeErrors.outdated, 409);
    case "no-reason":
      return form.refuse({ note: ["Please say why. They'll read it with your decision."] });
    case "promised":
      return form.refuse({
        isAbuse: ["The guarantee covers this refund. You can decline it only for abuse."],
      });
    case "own":
      return form.refuse("This refund is yours, so another admin has to decide.", 403);
  }
}

export default function DecideRefund() {
  const { refund, place, list, cents, kept } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const result = useActionData<typeof action>()?.result ?? kept;
  const { formProps, field, errorsOf, propsOf } = useForm<"note" | "decision" | "isAbuse">("decide", result);
  const [note, abuse] = [field("note"), field("isAbuse")];
  const isReturned = refund.status === "returned";
  const isOpen = isReturned || refund.status === "requested" || refund.status === "failed";
  return (
    <CasePage
      key={pathname}
      title={`Refund for ${refund.name}`}
      place={place}
      caseAt={(id) => adminPaths.decideRefund(id, { list: list.query })}
      list={{ to: list.start, label: list.query ? "Back to the list" : "All refunds" }}
      keys={<KeyWords cap="E">edit the text</KeyWords>}
      decision={
        isOpen ? (
          <Form
            action={adminPaths.decideRefund(refund.id, { list: list.query })}
            className="stack"
            {...formProps}
          >
            {/* Pressing Enter in the checkbox below submits with the form's first button, which would otherwise be
                the refund. */}
            <input type="submit" name="decision" value="decline" hidden />
            <h2>Decide</h2>
            <ErrorSummary errors={errorsOf(refund.status === "requested" ? ["note", "isAbuse"] : ["note"])} />
            <input type="hidden" name="cents" value={cents} />
            {cents !== refund.amountCents && (
              <p className="notice">
                They asked for {dollars(refund.amountCents)}. The amount we'd refund has changed since then.
              </p>
            )}
            {isReturned && (
              <p className="notice">
                {refund.isGone
                  ? "The bank returned the refund, so we still have the money. The account is deleted, so we haven't told anyone. If you refund it again, it goes to the same card. If that card is closed, close this with a note that says so."
                  : "Their bank returned the refund, so we still have the money. We've told them. If you refund it again, it goes to the same card. If that card is closed, email them to agree on another way, pay them that way, then close this with a note that says so."}
              </p>
            )}
            <TextArea
              label="Note to the customer"
              limit={2000}
              hint="They see it with your decision and get it by email. If you decline, say why."
              data-key="e"
              {...propsOf("note")}
              name="note"
            />
            <SubmitButton name="decision" value="approve" pending="Saving...">
              {cents > 0
                ? `Refund ${dollars(cents)}${refund.endsPlan ? " and end the plan" : ""}`
                : `${refund.endsPlan ? "End the plan" : "Close"} (nothing left to refund)`}
            </SubmitButton>
            {refund.status === "requested" ? (
              <details className="fold" open={abuse.errors !== undefined || note.errors !== undefined}>
                <summary>
                  <b>Decline instead</b> <Icon name="plus" />
                </summary>
                <div className="stack">
                  <CheckboxGroup
                    legend="If you decline"
                    hint="We refund every request made within a guarantee's window, except for abuse. If you check this, say in your note what the abuse was."
                    name="isAbuse"
                    id={abuse.id}
                    options={[{ value: "on", label: "They're abusing the guarantee" }]}
                    defaultValue={abuse.initialValue === "on" ? ["on"] : []}
                    error={abuse.errors}
                  />
                  <SubmitButton kind="secondary" name="decision" value="decline" pending="Saving...">
                    Decline
                  </SubmitButton>
                </div>
              </details>
            ) : (
              <SubmitButton kind="secondary" name="decision" value="decline" pending="Saving...">
                {isReturned ? "Close without refunding here" : "Decline"}
              </SubmitButton>
            )}
          </Form>
        ) : (
          <Written fields={writtenIn(result, "note")} />
        )
      }
    >
      <RefundCase refund={refund} cents={isOpen ? cents : refund.amountCents} />
      {isOpen && <ToDecision />}
    </CasePage>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this refund");
