import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { Actor } from "~/features/accounts/actor";
import { checkoutRefusal, startCheckout } from "~/features/payments/checking-out.server";
import { CheckoutError } from "~/features/payments/components/checkout-error";
import { checkoutErrors, postNeedOf, refusedByProvider } from "~/features/payments/payment-words";
import { checkoutSchema } from "~/features/payments/payments.schema";
import { offerOf } from "~/features/payments/prices.server";
import { windowWords } from "~/features/payments/refunds";
import { planLabels, postDays } from "~/features/plans/plan";
import { amountOf, planOf } from "~/features/plans/plan-in-force.server";
import { retryText } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, readSignedIn, redirectWithFlash } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Form } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import { type ToastMessage, useAnnounce } from "~/ui/toast";

export const meta = pageTitle("Payment");

export const handle: RouteFailure = {
  failure: { form: ["An error occurred during checkout"] },
};

/** This page's URL without `checkout`, so it asks again before it starts a payment. */
function placeBeforeCheckout(request: Request): string {
  const [path = "", query] = returnPathOf(request).split("?");
  const left = new URLSearchParams(query);
  left.delete("checkout");
  return `${path}?${left}`;
}

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const query = new URL(args.request.url).searchParams;
  const priceId = query.get("priceId") ?? "";
  if (!actor && query.get("checkout") === "1")
    throw await redirectWithFlash(paths.login({ redirectTo: placeBeforeCheckout(args.request) }), {
      title: "Authentication Required",
      text: "Please sign in to subscribe to a plan",
      tone: "destructive",
    });
  const isGuest = actor === null;
  if (!priceId)
    return {
      isGuest,
      priceId,
      offer: null,
      hasOpenPost: false,
      need: null,
      isPastDue: false,
      ...refusalOf("Price ID is required to proceed with checkout"),
    };
  const offer = offerOf(priceId);
  const refused = actor ? await checkoutRefusal(actor, offer) : offer ? null : "unknown-price";
  // A subscriber changes plans, with proration, instead of buying a second one.
  if (refused === "subscribed" && offer?.interval) throw redirect(paths.changePlan({ priceId }));
  if (!offer)
    return {
      isGuest,
      priceId,
      offer: null,
      hasOpenPost: false,
      need: null,
      isPastDue: false,
      ...refusalOf(checkoutErrors[refused ?? "unknown-price"]),
    };
  const { plan, interval } = offer;
  const cents = await amountOf(plan, interval);
  return {
    isGuest,
    priceId,
    offer: { plan, interval, cents: cents ?? 0 },
    hasOpenPost: actor !== null && interval === null && !refused && (await hasOpenPost(actor)),
    need: actor && interval === null && !refused ? postNeedOf(actor) : null,
    isPastDue: refused === "past-due",
    ...refusalOf(refused ? checkoutErrors[refused] : null),
  };
}

/** The box says why. The toast repeats it, in case the box is off the screen. */
function refusalOf(error: string | null): { error: string | null; toast: ToastMessage | null } {
  return { error, toast: error ? { title: "Checkout Error", text: error, tone: "destructive" } : null };
}

async function hasOpenPost(actor: Actor): Promise<boolean> {
  const { usage } = await planOf(actor);
  return usage.some(({ kind, used }) => kind === "post" && used > 0);
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, checkoutSchema);
  if (!form.ok) return form.reply;
  const { priceId } = form.value;
  if (!priceId) return form.refuse({ "": ["Price ID is required to proceed with checkout"] });
  const done = await startCheckout(actor, priceId);
  if (done.ok) return redirect(done.url, 303);
  if (done.refused === "subscribed" && offerOf(priceId)?.interval)
    return redirect(paths.changePlan({ priceId }), 303);
  if (done.refused === "too-often")
    return form.refuse({ "": [`Please try again ${retryText(done.waitSeconds)}.`] }, 429);
  const words = done.refused === "refused" ? refusedByProvider(done.reason) : checkoutErrors[done.refused];
  return form.refuse({ "": [words] }, done.refused === "unavailable" ? 503 : 409);
}

const everyWords = { month: "every month", year: "every year" };

export default function Payment() {
  const { isGuest, priceId, offer, hasOpenPost, need, isPastDue, error } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>()?.result?.error?.[""]?.join(" ");
  useFailureToast(failed);
  const isPost = offer?.plan === "pay_per_post";
  const name = offer ? planLabels[offer.plan] : "the Pro plan";
  return (
    <div className="narrow stack">
      {/* Pay per post is a plan, but paying for one post isn't a subscription. */}
      <h1>{isPost ? "Pay for one post" : `Subscribe to ${name}`}</h1>
      <CheckoutError message={failed ?? error} />
      <Card>
        {offer && (
          <p>
            <strong className="text-2xl">{dollars(offer.cents)}</strong>{" "}
            {offer.interval ? everyWords[offer.interval] : "once"}
          </p>
        )}
        {offer && (
          <p>
            {isPost
              ? `One post, open for ${postDays.pay_per_post} days. It doesn't renew.`
              : "Renews automatically until you cancel. Cancel anytime and keep access until your billing period ends."}
          </p>
        )}
        {hasOpenPost && (
          <p>
            {`You already have an open project. Paying keeps it open for ${postDays.pay_per_post} days from today. To post another one instead, complete or cancel it first.`}
          </p>
        )}
        {need && (
          <p className="notice">
            {need.text} <Link to={need.href}>{need.label}</Link>
          </p>
        )}
        <Form action={paths.payment({ priceId })} className="stack">
          <input type="hidden" name="priceId" value={priceId} />
          <div className="row">
            {!error && !isGuest && <SubmitButton pending="Processing...">Proceed to Checkout</SubmitButton>}
            {!error && isGuest && (
              <ButtonLink to={paths.payment({ priceId, checkout: "1" })}>Proceed to Checkout</ButtonLink>
            )}
            {isPastDue && <ButtonLink to={paths.billing()}>Update your card</ButtonLink>}
            <ButtonLink
              kind={error && !isPastDue ? "primary" : "secondary"}
              to={paths.pricing()}
              reloadDocument
            >
              {error ? "See Pricing Options" : "Compare plans"}
            </ButtonLink>
          </div>
        </Form>
        <p className="hint">
          Secure checkout: you enter your card details with Stripe, our payment provider. We never see your
          card number. {windowWords(offer?.plan ?? "pro")}
        </p>
      </Card>
    </div>
  );
}

function useFailureToast(text: string | undefined): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (text) announce({ title: "Checkout failed", text, tone: "destructive" });
  }, [text, announce]);
}
