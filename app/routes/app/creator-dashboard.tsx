import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { confirmCheckout, findRecentCheckout } from "~/features/payments/checking-out.server";
import { PlanBadge, SubscriptionCard } from "~/features/plans/components/subscription-card";
import { planLabels } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/plan-in-force.server";
import { completenessOf } from "~/features/profiles/completeness";
import { MemberPanel } from "~/features/profiles/components/member-panel";
import { findProfile } from "~/features/profiles/viewing.server";
import { InviteCard } from "~/features/referrals/components/invite-card";
import { attempt, redirectWithFlash, requireMember } from "~/http/route.server";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Creator Dashboard · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args);
  if (isContributor(actor)) throw redirect(paths.dashboard());
  await answerReturn(args, actor);
  const [plan, profile] = await Promise.all([
    findPlan(actor),
    attempt(args, () => findProfile(actor, actor.userId)),
  ]);
  return {
    state: {
      userType: actor.userType,
      status: null,
      rejection: null,
      completeness: profile && completenessOf(profile),
    },
    plan,
  };
}

/** On return from checkout: asks the provider for the outcome, then redirects to this page's plain URL. */
async function answerReturn(args: LoaderFunctionArgs, actor: Actor): Promise<void> {
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
  const { state, plan } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <div className="row">
        <h1>Creator Dashboard</h1>
        {plan && <PlanBadge plan={plan} />}
      </div>
      <div className="stack md:grid-cols-[2fr_1fr] md:items-start">
        <div className="stack">
          <MemberPanel state={state} />
          <InviteCard />
        </div>
        <SubscriptionCard plan={plan} here={paths.creatorDashboard()} showsAll />
      </div>
    </div>
  );
}
