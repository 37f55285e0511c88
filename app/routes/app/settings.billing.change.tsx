import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { type Change, changePlan, previewChange } from "~/features/payments/changing-plan.server";
import { CheckoutError } from "~/features/payments/components/checkout-error";
import { OpenPortal } from "~/features/payments/components/plan-state";
import {
  changeErrors,
  changeRefused,
  changeUnknown,
  changeUnknownTitle,
  offerLabel,
  planUnchanged,
} from "~/features/payments/payment-words";
import { changeSchema } from "~/features/payments/payments.schema";
import { readSignedIn, redirectWithFlash, requireRecentProof, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import styles from "~/styles/payment-page.css?url";
import { Form } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, Section, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Change your plan");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your plan wasn't changed.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const priceId = new URL(args.request.url).searchParams.get("priceId") ?? "";
  const preview = await previewChange(actor, priceId);
  if (!preview.ok)
    return {
      priceId,
      change: null,
      isPastDue: preview.refused === "past-due",
      error: preview.refused === "refused" ? changeRefused(preview.reason) : changeErrors[preview.refused],
    };
  return { priceId, change: shownChange(preview.change), isPastDue: false, error: null };
}

function shownChange(change: Change) {
  const { offer, renewsAgain, dropped } = change;
  const both = {
    label: offerLabel(offer.plan, offer.interval),
    interval: offer.interval,
    renewsAgain,
    dropped: dropped?.nextPlan ? offerLabel(dropped.nextPlan, dropped.nextInterval) : null,
  };
  return change.kind === "now"
    ? { ...both, kind: change.kind, dueCents: change.dueCents, at: change.at.toISOString() }
    : { ...both, kind: change.kind, from: change.from.toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, changeSchema);
  if (!form.ok) return form.reply;
  await requireRecentProof(args, actor);
  const { priceId, dueCents, at } = form.value;
  const done = await changePlan(actor, {
    priceId,
    dueCents: dueCents ?? null,
    at: at ? new Date(at) : null,
  });
  if (done.ok)
    return redirectWithFlash(paths.billing(), {
      title: done.change.kind === "now" ? "Plan changed" : "Your plan changes next billing period",
    });
  // The form was sent twice, and the first one succeeded.
  if (done.refused === "same") return redirectWithFlash(paths.billing(), { title: "Plan changed" });
  if (done.refused === "unavailable") return form.refuse(changeUnknown, 503);
  const words = done.refused === "refused" ? changeRefused(done.reason) : changeErrors[done.refused];
  return form.refuse(words, 409);
}

export default function ChangePlan() {
  const { priceId, change, isPastDue, error } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>()?.result?.error?.[""]?.join(" ");
  return (
    <SettingsPage current={paths.billing()} title="Change your plan">
      <CheckoutError
        title={failed === changeUnknown ? changeUnknownTitle : planUnchanged}
        message={failed ?? error}
      />
      {isPastDue && <OpenPortal />}
      <Section title={change ? `Change to ${change.label}` : undefined}>
        {change && <Terms change={change} />}
        <Form action={paths.changePlan({ priceId })} className="row">
          <input type="hidden" name="priceId" value={priceId} />
          {change?.kind === "now" && <input type="hidden" name="dueCents" value={change.dueCents} />}
          {change?.kind === "now" && <input type="hidden" name="at" value={change.at} />}
          {change && (
            <SubmitButton pending="Processing...">
              {change.kind === "now" && change.dueCents > 0
                ? `Pay ${dollars(change.dueCents)} and change plan`
                : "Change my plan"}
            </SubmitButton>
          )}
          <ButtonLink kind="secondary" to={paths.billing()}>
            Back to billing
          </ButtonLink>
        </Form>
      </Section>
    </SettingsPage>
  );
}

function Terms({ change }: { change: ReturnType<typeof shownChange> }) {
  return (
    <>
      <p>
        {change.kind === "now" ? <TermsNow dueCents={change.dueCents} /> : <TermsLater from={change.from} />}
      </p>
      {change.renewsAgain && (
        <p>You canceled this plan. If you change it, it renews every {change.interval} until you cancel.</p>
      )}
      {change.dropped && <p>Your scheduled change to {change.dropped} is canceled.</p>}
    </>
  );
}

function TermsNow({ dueCents }: { dueCents: number }) {
  return (
    <>
      Your plan changes right away. We credit what's left of your current plan, so{" "}
      {dueCents > 0
        ? `you pay ${dollars(dueCents)} today.`
        : dueCents === 0
          ? "you pay nothing today."
          : `you pay nothing today, and ${dollars(-dueCents)} stays as credit toward your next invoices.`}
    </>
  );
}

function TermsLater({ from }: { from: string }) {
  return (
    <>
      Your plan changes on <Time at={from} as="date" />, when your next billing period starts. Until then,
      nothing changes and you aren't charged.
    </>
  );
}
