import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { type DeskView, readDesk } from "~/features/dashboard/home.server";
import { confirmCheckout, findRecentCheckout } from "~/features/payments/checking-out.server";
import { PlanBadge } from "~/features/plans/components/plan-line";
import { SubscriptionCard } from "~/features/plans/components/subscription-card";
import { hasProFeatures, planLabels } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/plan-in-force.server";
import { NextStep } from "~/features/profiles/components/approved";
import { Faces, loadDialog } from "~/features/referrals/components/invite-banner";
import { boostDays, championAt, championWords, type JoinedView } from "~/features/referrals/rewards";
import { attempt, redirectWithFlash, requireMember } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/creator-page.css?url";
import { DialogLink } from "~/ui/dialog-link";
import { NextLink } from "~/ui/parts";
import { PhoneBackLink } from "~/ui/phone-back-link";

export const meta = pageTitle("Creator Dashboard");

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args);
  if (isContributor(actor)) throw redirect(paths.dashboard());
  await handleReturn(args, actor);
  const [plan, desk] = await Promise.all([findPlan(actor), attempt(args, () => readDesk(actor))]);
  return { plan, desk };
}

/** Called on return from checkout. Queries the provider for the outcome, then redirects to this page's plain URL. */
async function handleReturn(args: LoaderFunctionArgs, actor: Actor): Promise<void> {
  const query = new URL(args.request.url).searchParams;
  const given = query.get("session_id");
  if (!given && query.get("payment_success") !== "true") return;
  const sessionId = given ?? (await findRecentCheckout(actor));
  const confirmation = sessionId ? await confirmCheckout(actor, sessionId) : null;
  if (!confirmation || confirmation.state === "unpaid") throw redirect(paths.creatorDashboard());
  throw await redirectWithFlash(
    paths.creatorDashboard(),
    confirmation.state === "confirmed"
      ? { title: "Payment Successful!", text: `${planLabels[confirmation.plan.plan]} is active.` }
      : confirmation.state === "past"
        ? { title: confirmation.title, text: confirmation.text }
        : { title: "We're confirming your payment", text: "Your plan starts as soon as it's confirmed." },
  );
}

export default function CreatorDashboard() {
  const { desk, plan } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PhoneBackLink to={paths.dashboard()}>My Dashboard</PhoneBackLink>
      <div className="row">
        <h1>Creator Dashboard {plan && <PlanBadge plan={plan} />}</h1>
      </div>
      <div className="two-form">
        <div>
          <section className="stack" aria-labelledby="next">
            <h2 id="next">Your next step</h2>
            <NextStep completeness={desk?.completeness ?? null} />
          </section>
          <InviteCard joined={desk?.joined ?? null} />
          {desk && plan && hasProFeatures(plan.plan) && <Week week={desk.week} />}
        </div>
        <SubscriptionCard plan={plan} here={paths.creatorDashboard()} />
      </div>
    </div>
  );
}

function Week({ week: { views, likes, matches } }: Pick<DeskView, "week">) {
  return (
    <section className="part" aria-labelledby="week">
      <div className="row">
        <h2 id="week">This week</h2> <NextLink to={paths.analytics()}>Analytics</NextLink>
      </div>
      <dl className="figures3">
        <div>
          <dt>{views === 1 ? "Profile view" : "Profile views"}</dt>
          <dd>{views}</dd>
        </div>
        <div>
          <dt>{likes === 1 ? "Like received" : "Likes received"}</dt>
          <dd>{likes}</dd>
        </div>
        <div>
          <dt>{matches === 1 ? "Match" : "Matches"}</dt>
          <dd>{matches}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Links to the page of invitations. With script, opens a dialog with the same ways to invite. */
function InviteCard({ joined }: { joined: JoinedView | null }) {
  return (
    <section className="invite-card film" aria-labelledby="grow">
      <div>
        <h2 id="grow">Grow your network, earn rewards</h2>
        <p>
          For everyone who joins and completes a profile, you get {boostDays.referrer} days of priority
          matching and they get a {boostDays.invitee}-day profile boost. At {championAt} people, you're a{" "}
          {championWords}.
        </p>
        <p className="row">
          <DialogLink kind="secondary" to={paths.invitePeople()} hash="#invite" load={loadDialog}>
            Invite people
          </DialogLink>
          {joined && joined.rewarded < championAt && (
            <span className="hint">
              {joined.rewarded} of {championAt} joined
            </span>
          )}
        </p>
      </div>
      <Faces joined={joined} />
    </section>
  );
}
