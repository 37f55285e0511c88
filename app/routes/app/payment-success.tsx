import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  type Confirmation,
  confirmCheckout,
  findRecentCheckout,
} from "~/features/payments/checking-out.server";
import { postNeedOf } from "~/features/payments/payment-words";
import { planLabels } from "~/features/plans/plan";
import { redirectWithFlash, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { dollars } from "~/ui/money";
import { Badge, ButtonLink, Card } from "~/ui/parts";
import { Time } from "~/ui/time";

/** The page refreshes at this interval, with or without script. */
const askAgainSeconds = 4;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.state === "confirmed" ? "Payment Successful!" : "Your payment"} · Matchcut` },
  ...(data?.state === "confirming" ? [{ httpEquiv: "refresh", content: String(askAgainSeconds) }] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const asked = new URL(args.request.url).searchParams.get("session_id");
  const sessionId = asked ?? (await findRecentCheckout(actor));
  const confirmation = sessionId ? await confirmCheckout(actor, sessionId) : null;
  if (!confirmation) return { state: "unknown" as const };
  if (confirmation.state !== "confirmed") return confirmation;
  const { bought, plan } = confirmation;
  // On return from checkout: redirects to this page's plain URL, which finds the latest checkout without an ID.
  if (asked && asked === (await findRecentCheckout(actor)))
    throw await redirectWithFlash(paths.paymentSuccess(), {
      title: "Payment Successful!",
      text: `${planLabels[plan.plan]} is active.`,
    });
  const messages = plan.usage.find(({ kind }) => kind === "message")?.limit ?? null;
  const { periodEnd, cancelAtPeriodEnd } = plan;
  const need = postNeedOf(actor);
  return {
    state: "confirmed" as const,
    bought,
    plan: plan.plan,
    need,
    periodEnd,
    cancelAtPeriodEnd,
    messages,
  };
}

export default function PaymentSuccess() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      {data.state === "confirmed" ? (
        <Confirmed {...data} />
      ) : data.state === "past" ? (
        <Past {...data} />
      ) : (
        <div className="moment empty">
          <h1>{waitingWords[data.state].title}</h1>
          <p className="muted">{waitingWords[data.state].text}</p>
          <ButtonLink
            to={data.state === "confirming" ? paths.paymentSuccess() : paths.pricing()}
            reloadDocument
          >
            {data.state === "confirming" ? "Check again" : "See Pricing Options"}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** For the URL of an earlier checkout: what was paid for, and what's true now. */
function Past({ bought, cents, plan, title, text }: Extract<Confirmation, { state: "past" }>) {
  return (
    <>
      <h1>{title}</h1>
      <p>
        You paid {dollars(cents)} for {bought}.
      </p>
      <p>{text}</p>
      <div className="row">
        <ButtonLink to={paths.billing()}>Go to billing</ButtonLink>
        {plan === "free" ? (
          <ButtonLink kind="secondary" to={paths.pricing()} reloadDocument>
            See Pricing Options
          </ButtonLink>
        ) : (
          <ButtonLink kind="secondary" to={paths.creatorDashboard()}>
            Go to dashboard
          </ButtonLink>
        )}
      </div>
    </>
  );
}

const waitingWords = {
  confirming: {
    title: "We're confirming your payment",
    text: "This page updates when our payment provider confirms it. You don't have to wait: if you've paid, your plan starts automatically.",
  },
  unpaid: {
    title: "You haven't paid yet",
    text: "You weren't charged. You can start again anytime.",
  },
  unknown: {
    title: "We can't find a payment",
    text: "If you paid with another account, sign in with that one.",
  },
};

function Confirmed({
  bought,
  plan,
  need,
  periodEnd,
  cancelAtPeriodEnd,
  messages,
}: {
  bought: string;
  plan: keyof typeof planLabels;
  need: ReturnType<typeof postNeedOf>;
  periodEnd: string;
  cancelAtPeriodEnd: boolean;
  messages: number | null;
}) {
  const isPost = bought === "pay_per_post";
  return (
    <>
      <h1>Payment Successful!</h1>
      <p>
        {isPost
          ? need
            ? `Your post is paid for. ${need.text}`
            : `You can now create a project post${messages === null ? "" : ` and send up to ${messages} ${messages === 1 ? "message" : "messages"}`}.`
          : `Your ${planLabels[plan]} subscription is active.`}
      </p>
      <Card>
        <dl className="facts">
          <div>
            <dt>Plan type</dt>
            <dd>{isPost ? planLabels.pay_per_post : `${planLabels[plan]} Plan`}</dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              <Badge tone="positive">Active</Badge>
            </dd>
          </div>
          <div>
            <dt>{isPost ? "Expires" : cancelAtPeriodEnd ? "Ends" : "Next billing date"}</dt>
            <dd>
              <Time at={periodEnd} as="longDate" />
            </dd>
          </div>
        </dl>
      </Card>
      <div className="row">
        {isPost && (
          <ButtonLink to={need?.href ?? paths.projectBrief()}>
            {need?.label ?? "Create Project Post"}
          </ButtonLink>
        )}
        <ButtonLink kind={isPost ? "secondary" : "primary"} to={paths.creatorDashboard()}>
          Go to dashboard
        </ButtonLink>
      </div>
    </>
  );
}
