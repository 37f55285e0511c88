import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listWaited, type WaitedMatch } from "~/features/discovery/matches.server";
import {
  type Confirmation,
  confirmCheckout,
  findRecentCheckout,
} from "~/features/payments/checking-out.server";
import { postNeedOf } from "~/features/payments/payment-words";
import { returnWords, unsentWords } from "~/features/payments/return-words";
import { planLabels, postDays, type Tier, unlimited } from "~/features/plans/plan";
import { listTiers } from "~/features/plans/plan-in-force.server";
import { requireSignIn } from "~/http/route.server";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { withStyles } from "~/shell/page";
import styles from "~/styles/payment-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { dollars } from "~/ui/money";
import { Badge, ButtonLink } from "~/ui/parts";
import { Time } from "~/ui/time";

/** The page refreshes at this interval, with or without script. */
const askAgainSeconds = 4;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? titleOf(data) : "Your payment"} · Matchcut` },
  ...(data?.state === "confirming" ? [{ httpEquiv: "refresh", content: String(askAgainSeconds) }] : []),
];

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("session_id");
  const from = wayOn(args.request, "from");
  const sessionId = asked ?? (await findRecentCheckout(actor));
  const confirmation = sessionId ? await confirmCheckout(actor, sessionId) : null;
  if (!confirmation) return { state: "unknown" as const, from };
  if (confirmation.state !== "confirmed") return { ...confirmation, from };
  const { bought, plan, startedAt } = confirmation;
  // On return from checkout: redirects to this page's plain URL, which finds the latest checkout without an ID.
  if (asked && asked === (await findRecentCheckout(actor)))
    throw redirect(paths.paymentSuccess({ from }), 303);
  const messages = plan.usage.find(({ kind }) => kind === "message")?.limit ?? null;
  const { periodEnd, cancelAtPeriodEnd } = plan;
  const need = postNeedOf(actor);
  const [tiers, waited] = await Promise.all([listTiers(), listWaited(actor, startedAt)]);
  const grown = grownBy(tiers, bought);
  return {
    state: "confirmed" as const,
    bought,
    plan: plan.plan,
    need,
    grown,
    waited,
    from,
    periodEnd,
    cancelAtPeriodEnd,
    messages,
  };
}

/** A limit that the plan raises above Free's. Null means unlimited. */
interface Growth {
  before: number;
  now: number | null;
  what: string;
}

function grownBy(tiers: readonly Tier[], bought: Tier["name"]): Growth[] {
  const [free, tier] = ["free", bought].map((plan) => tiers.find(({ name }) => name === plan));
  if (!free || !tier) return [];
  const isPost = bought === "pay_per_post";
  const all: Growth[] = [
    ...(isPost ? [{ before: postDays.free, now: postDays.pay_per_post, what: "days for your post" }] : []),
    { before: free.swipesPerDay, now: tier.swipesPerDay, what: "swipes per day" },
    { before: free.messageLimit, now: tier.messageLimit, what: isPost ? "messages" : "messages per month" },
    { before: free.postLimit, now: tier.postLimit, what: "active posts" },
    { before: free.matchLimit, now: tier.matchLimit, what: isPost ? "matches" : "matches per post" },
    { before: free.savedContributorsLimit, now: tier.savedContributorsLimit, what: "favorites" },
  ];
  return all
    .filter(({ before, now }) => now !== before)
    .slice(0, 4)
    .map((one) => ({ ...one, now: one.now !== null && one.now >= unlimited ? null : one.now }));
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function titleOf(data: Shown): string {
  if (data.state === "confirmed") return "Payment Successful!";
  return data.state === "past" ? data.title : waitingWords[data.state].title;
}

export default function PaymentSuccess() {
  const data = useLoaderData<typeof loader>();
  if (data.state === "confirmed") return <Confirmed {...data} />;
  if (data.state === "past")
    return (
      <div className="stack">
        <Past {...data} />
      </div>
    );
  const isConfirming = data.state === "confirming";
  return (
    <div className="stack">
      <div className="pay done">
        <div className="stack">
          <h1>{waitingWords[data.state].title}</h1>
          <p className="lead" role="status">
            {waitingWords[data.state].text}
          </p>
          {isConfirming && (
            <p className="muted">You don't have to wait: if you've paid, your plan starts automatically.</p>
          )}
          <p className="buttons">
            <ButtonLink
              kind={isConfirming ? "secondary" : "primary"}
              to={
                isConfirming ? paths.paymentSuccess({ from: data.from }) : paths.pricing({ from: data.from })
              }
              reloadDocument
            >
              {isConfirming ? "Check again" : "See Pricing Options"}
            </ButtonLink>
          </p>
        </div>
        {isConfirming && (
          <div className="grew film" aria-hidden="true">
            <div className="skeleton" />
            <div className="skeleton" />
            <div className="skeleton" />
          </div>
        )}
      </div>
    </div>
  );
}

/** For the URL of an earlier checkout. Shows what was paid for and how things are now. */
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
    text: "This page updates when our payment provider confirms it.",
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
  grown,
  waited,
  from,
  periodEnd,
  cancelAtPeriodEnd,
  messages,
}: Extract<Shown, { state: "confirmed" }>) {
  const isPost = bought === "pay_per_post";
  const next = isPost
    ? { to: need?.href ?? paths.projectBrief(), label: need?.label ?? "Create Project Post" }
    : null;
  const back = from && from !== next?.to ? { to: from, label: returnWords(from) } : null;
  const [main, ...others] = [
    ...(back && !next ? [back] : []),
    ...(next ? [next] : []),
    { to: paths.creatorDashboard(), label: "Go to dashboard" },
    ...(back && next ? [back] : []),
  ];
  return (
    <div className="stack">
      <div className="pay done">
        <div>
          <h1>Payment Successful!</h1>
          <p className="lead">
            {isPost
              ? need
                ? `Your post is paid for. ${need.text}`
                : `You can now create a project post${messages === null ? "" : ` and send up to ${messages} ${messages === 1 ? "message" : "messages"}`}.`
              : `Your ${planLabels[plan]} subscription is active.`}
          </p>
          <dl className="three-facts">
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
          <p className="buttons">
            {main && <ButtonLink to={main.to}>{main.label}</ButtonLink>}
            {others.map(({ to, label }) => (
              <ButtonLink key={to} kind="soft" to={to}>
                {label}
              </ButtonLink>
            ))}
          </p>
          <Waited matches={waited} from={from} />
        </div>
        <ul className="grew film" aria-label="What changed">
          {grown.map(({ before, now, what }) => (
            <li key={what}>
              <s>
                <span className="visually-hidden">before </span>
                {before}
              </s>{" "}
              <b className={now === null ? "all" : undefined}>{now ?? "Unlimited"}</b> <span>{what}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** What the limit has delayed: matches, and the brief or message that couldn't be sent. */
function Waited({ matches, from = "" }: { matches: WaitedMatch[]; from?: string }) {
  const unsent = unsentWords(from);
  if (matches.length === 0 && !unsent) return null;
  return (
    <section className="part">
      <h2>These were waiting for room</h2>
      <ul className="rows">
        {unsent && (
          <li>
            <div className="txt">
              <b>{unsent}</b> <p>Your plan has room for it now.</p>
            </div>
            <ButtonLink kind="secondary" small to={from}>
              {returnWords(from)}
            </ButtonLink>
          </li>
        )}
        {matches.map(({ personId, name, avatarUrl, isHeld, about }) => (
          <li key={personId}>
            <Avatar name={name} src={avatarUrl} size="medium" />
            <div className="txt">
              <b>{isHeld ? `${name} likes you back` : `${name} is a match now`}</b>{" "}
              <p>{isHeld ? "It becomes a match as soon as your plan has room." : about.join(", ")}</p>
            </div>
            {isHeld ? (
              <Icon name="clock" />
            ) : (
              <ButtonLink kind="secondary" small to={paths.newMessage({ to: personId })}>
                Message<span className="visually-hidden"> {name}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
