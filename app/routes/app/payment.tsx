import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { retryText } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { PlanCard } from "~/features/content/plan-card";
import { priceOf, wordsOf } from "~/features/content/plan-choice";
import { checkoutRefusal, startCheckout } from "~/features/payments/checking-out.server";
import { CheckoutError } from "~/features/payments/components/checkout-error";
import { checkoutErrors, offerLabel, postNeedOf, refusedByProvider } from "~/features/payments/payment-words";
import { checkoutSchema } from "~/features/payments/payments.schema";
import { offerOf } from "~/features/payments/prices.server";
import { windowWords } from "~/features/payments/refunds";
import { planLabels, postDays } from "~/features/plans/plan";
import { listTiers, planOf } from "~/features/plans/plan-in-force.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, readSignedIn, redirectWithFlash } from "~/http/route.server";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/payment-page.css?url";
import { ClockContext } from "~/ui/clock";
import { formatLongDate } from "~/ui/dates";
import { Form } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { PhoneBackLink } from "~/ui/phone-back-link";
import { type ToastMessage, useAnnounce } from "~/ui/toast";

export const meta = pageTitle<typeof loader>(({ offer }) => headingOf(offer));

export const { handle, links } = withStyles(styles, { formFailure: "An error occurred during checkout" });

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
  const shown = { isGuest: actor === null, from: wayOn(args.request, "from"), priceId };
  const withoutOffer = { ...shown, offer: null, hasOpenPost: false, need: null, isPastDue: false };
  if (!priceId) return { ...withoutOffer, ...refusalOf("Price ID is required to proceed with checkout") };
  const offer = offerOf(priceId);
  const refused = actor ? await checkoutRefusal(actor, offer) : offer ? null : "unknown-price";
  // A subscriber changes plans with proration instead of buying a second plan.
  if (refused === "subscribed" && offer?.interval) throw redirect(paths.changePlan({ priceId }));
  if (!offer) return { ...withoutOffer, ...refusalOf(checkoutErrors[refused ?? "unknown-price"]) };
  const { plan, interval } = offer;
  const tier = (await listTiers()).find(({ name }) => name === plan);
  if (!tier) throw new Error(`no tier for ${plan}`);
  return {
    ...shown,
    offer: { plan, interval, words: wordsOf(tier), price: priceOf(tier, interval ?? "month") },
    hasOpenPost: actor !== null && interval === null && !refused && (await hasOpenPost(actor)),
    need: actor && interval === null && !refused ? postNeedOf(actor) : null,
    isPastDue: refused === "past-due",
    ...refusalOf(refused ? checkoutErrors[refused] : null),
  };
}

/** The box says why. The toast repeats it in case the box is off screen. */
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
  if (!priceId) return form.refuse("Price ID is required to proceed with checkout");
  const done = await startCheckout(actor, priceId, undefined, wayOn(args.request, "from"));
  if (done.ok) return redirect(done.url, 303);
  if (done.refused === "subscribed" && offerOf(priceId)?.interval)
    return redirect(paths.changePlan({ priceId }), 303);
  if (done.refused === "too-often")
    return form.refuse(`Please try again ${retryText(done.waitSeconds)}.`, 429);
  const words = done.refused === "refused" ? refusedByProvider(done.reason) : checkoutErrors[done.refused];
  return form.refuse(words, done.refused === "unavailable" ? 503 : 409);
}

const everyWords = { month: "every month", year: "every year" };

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type Offer = NonNullable<Loaded["offer"]>;

const nameOf = (offer: Pick<Offer, "plan"> | null) => (offer ? planLabels[offer.plan] : "the Pro plan");

/** Pay per post is a plan, but paying for a post isn't a subscription. */
const headingOf = (offer: Pick<Offer, "plan"> | null) =>
  offer?.plan === "pay_per_post" ? "Pay for one post" : `Subscribe to ${nameOf(offer)}`;

export default function Payment() {
  const { isGuest, from, priceId, offer, hasOpenPost, need, isPastDue, error } =
    useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>()?.result?.error?.[""]?.join(" ");
  useFailureToast(failed);
  return (
    <div className="stack">
      <PhoneBackLink to={paths.pricing({ from })} reloadDocument>
        Pricing
      </PhoneBackLink>
      <div className="pay">
        {offer && (
          <PlanCard name={offer.plan} words={offer.words} price={offer.price} choice={null} isOnFilm />
        )}
        <div>
          <h1>{headingOf(offer)}</h1>
          <CheckoutError message={failed ?? error} />
          {offer && <Bill offer={offer} />}
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
          <Form action={paths.payment({ priceId, from })} className="buttons">
            <input type="hidden" name="priceId" value={priceId} />
            {!error && !isGuest && <SubmitButton pending="Processing...">Proceed to Checkout</SubmitButton>}
            {!error && isGuest && (
              <ButtonLink to={paths.payment({ priceId, from, checkout: "1" })}>
                Proceed to Checkout
              </ButtonLink>
            )}
            {isPastDue && <ButtonLink to={paths.billing()}>Update your card</ButtonLink>}
            <ButtonLink
              kind={error && !isPastDue ? "primary" : "soft"}
              to={paths.pricing({ from })}
              reloadDocument
            >
              {error ? "See Pricing Options" : "Compare plans"}
            </ButtonLink>
          </Form>
          <p className="hint">
            Secure checkout: you enter your card details with Stripe, our payment provider. We never see your
            card number.
          </p>
        </div>
      </div>
    </div>
  );
}

/** Lists every payment with its date. */
function Bill({ offer: { plan, interval, price } }: { offer: Offer }) {
  const clock = useContext(ClockContext);
  const amount = dollars(price.cents);
  return (
    <>
      <dl className="bill">
        <div>
          <dt>{offerLabel(plan, interval)}</dt>
          <dd>{amount}</dd>
        </div>
        <div className="sum">
          <dt>Due today</dt>
          <dd>{amount}</dd>
        </div>
        <div>
          <dt>
            {interval
              ? `Next payment, ${formatLongDate(nextPayment(clock.now, interval), clock)}`
              : `Open until ${formatLongDate(daysLater(clock.now, postDays.pay_per_post), clock)}`}
          </dt>
          <dd>{interval ? amount : "No renewal"}</dd>
        </div>
      </dl>
      <p className="muted">
        {interval
          ? `Renews ${everyWords[interval]} until you cancel. Cancel anytime and keep access until your billing period ends.`
          : `One post, open for ${postDays.pay_per_post} days. It doesn't renew.`}{" "}
        {windowWords(plan)}
      </p>
    </>
  );
}

const daysLater = (now: number, days: number) => new Date(now + days * 86_400_000).toISOString();

/**
 * The same day in the next month or year, or the month's last day if it doesn't have that day, as the provider
 * calculates it.
 */
function nextPayment(now: number, interval: "month" | "year"): string {
  const today = new Date(now);
  const next = new Date(now);
  next.setUTCMonth(today.getUTCMonth() + (interval === "month" ? 1 : 12));
  if (next.getUTCDate() !== today.getUTCDate()) next.setUTCDate(0);
  return next.toISOString();
}

function useFailureToast(text: string | undefined): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (text) announce({ title: "Checkout failed", text, tone: "destructive" });
  }, [text, announce]);
}
