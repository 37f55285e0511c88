import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { requestWords } from "~/features/payments/components/payment-list";
import { RefundParts } from "~/features/payments/components/refund-facts";
import { changeErrors } from "~/features/payments/payment-words";
import { refundSchema } from "~/features/payments/payments.schema";
import { findPaid, type PaymentView, requestRefund } from "~/features/payments/refunding.server";
import { moneyBackDays, sumOf, windowWords } from "~/features/payments/refunds";
import { type PlanName, planLabels, postDays } from "~/features/plans/plan";
import { planOf } from "~/features/plans/plan-in-force.server";
import { notFound, orNotFound } from "~/http/form.server";
import {
  idParam,
  keepWritten,
  keptFormOf,
  readSignedIn,
  redirectWithFlash,
  requireRecentProof,
  requireSignIn,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Form, TextArea, useForm } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, EmptyState, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { Written, writtenIn } from "~/ui/unsent-fields";

export const meta = pageTitle<typeof loader>(({ cents }) => `Ask for a refund of ${dollars(cents)}`);

export const handle: RouteHandle = { formFailure: notDone("Your request wasn't sent.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const payment = orNotFound(await findPaid(actor, idParam(args, "paymentId")));
  const { plan: current } = await planOf(actor);
  return { payment, current, cents: sumOf(payment.parts), kept: await keptFormOf(args, actor) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, refundSchema);
  const paymentId = idParam(args, "paymentId");
  if (!form.ok) {
    const payment = orNotFound(await findPaid(actor, paymentId));
    return payment.refundUntil ? form.reply : refuseNow(args, payment);
  }
  await requireRecentProof(args, actor);
  const done = await requestRefund(actor, paymentId, form.value);
  if (done.ok)
    return redirectWithFlash(paths.billing(), {
      title: "We got your refund request",
      text: "We'll decide within two business days and let you know.",
    });
  if (done.refused === "not-found") throw notFound();
  if (done.refused === "outdated") return form.refuse(changeErrors.outdated, 409);
  return refuseNow(args, orNotFound(await findPaid(actor, paymentId)));
}

function refuseNow(args: ActionFunctionArgs, payment: PaymentView) {
  const said = { title: titleOf(payment), text: wordsOf(payment) };
  keepWritten(args, said);
  return redirectWithFlash(paths.billing(), said);
}

/** A post has two refund periods, so the second one may still be ahead. */
const titleOf = ({ request, hasWindow }: PaymentView) =>
  request
    ? "You've already asked for this refund"
    : `You can't ask for a refund of this payment${hasWindow ? " right now" : ""}`;

function wordsOf({ request, note, plan }: PaymentView): string {
  if (request) return [requestWords[request], note && `Our note: ${note}`].filter(Boolean).join(" ");
  if (plan === "pay_per_post") return windowWords(plan);
  return `You can ask for a refund for ${moneyBackDays} days after you buy or upgrade a plan.`;
}

/** What a refund ends. A post's plan may be over already, or replaced by a subscription. */
function endWords(bought: PlanName, current: PlanName): string {
  if (bought !== "pay_per_post")
    return "If we refund it, this plan ends right away, along with any time left from before and any credit from a plan change.";
  if (current !== bought) return "";
  return `If we refund it, you're on ${planLabels.free} right away, and your open project stays open for up to ${postDays.free} more days.`;
}

export default function RequestRefund() {
  const { payment, current, cents, kept } = useLoaderData<typeof loader>();
  const { formProps, errorsOf, propsOf } = useForm<"reason">(
    "refund",
    useActionData<typeof action>()?.result ?? kept,
  );
  return (
    <SettingsPage current={paths.billing()} title="Ask for a refund">
      {payment.refundUntil ? (
        <Section>
          <ErrorSummary errors={errorsOf(["reason"])} />
          <RefundParts parts={payment.parts} />
          <p>
            {windowWords(payment.plan)} You can ask for this one until{" "}
            <Time at={payment.refundUntil} as="date" />. {endWords(payment.plan, current)}
          </p>
          <Form action={paths.requestRefund(payment.id)} className="stack" {...formProps}>
            <input type="hidden" name="cents" value={cents} />
            <TextArea
              label="What went wrong?"
              showOptional
              limit={2000}
              hint="It helps us improve and won't affect our decision."
              {...propsOf("reason")}
              name="reason"
            />
            <div className="row">
              <SubmitButton pending="Sending...">Ask for {dollars(cents)} back</SubmitButton>
              <ButtonLink kind="secondary" to={paths.billing()}>
                Keep my plan
              </ButtonLink>
            </div>
          </Form>
        </Section>
      ) : (
        <EmptyState
          title={titleOf(payment)}
          action={<ButtonLink to={paths.billing()}>Back to billing</ButtonLink>}
        >
          {wordsOf(payment)}
          <Written fields={writtenIn(kept, "reason")} />
        </EmptyState>
      )}
    </SettingsPage>
  );
}
