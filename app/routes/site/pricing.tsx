import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { pageMeta } from "~/features/content/page-meta";
import { PlanCard } from "~/features/content/plan-card";
import { choiceOf, conditions, priceOf, wordsOf, yearlySaving } from "~/features/content/plan-choice";
import { pastDue } from "~/features/payments/payment-words";
import { priceIdOf } from "~/features/payments/prices.server";
import { isPastDue, type PlanView, planLabels } from "~/features/plans/plan";
import { findPlan, listTiers } from "~/features/plans/plan-in-force.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import styles from "~/styles/pricing-page.css?url";
import { Badge } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Pricing · Matchcut",
    description: "Start free, pay per post, or subscribe monthly or yearly. 0% platform fees on every plan.",
    path: paths.pricing(),
  });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const buys = !actor || !isContributor(actor);
  const [tiers, own] = await Promise.all([listTiers(), actor && buys ? findPlan(actor) : null]);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("billing") === "yearly" ? "year" : "month";
  const from = wayOn(args.request, "from");
  const reader = actor && { plan: own };
  return {
    reader: actor ? (buys ? ("creator" as const) : ("contributor" as const)) : ("guest" as const),
    own: own?.plan ?? null,
    isPastDue: own !== null && isPastDue(own),
    asked,
    from,
    isSold: priceIdOf("pro", "month") !== null,
    saving: Math.min(100, ...tiers.flatMap((tier) => yearlySaving(tier)?.percent ?? [])),
    plans: tiers.map((tier) => {
      const [words, price] = [wordsOf(tier), priceOf(tier, asked)];
      const priceId = priceIdOf(tier.name, price.interval);
      const choice = buys ? choiceOf(reader, tier.name, price, priceId, words.summary, from) : null;
      return { name: tier.name, words, price, choice };
    }),
  };
}

export default function Pricing() {
  const {
    reader,
    own,
    isPastDue: isLate,
    asked,
    from,
    isSold,
    saving,
    plans,
  } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <div className="row pricing-head">
        <div>
          <h1>Pricing</h1>
          <p className="muted">Start for free. Creators pay when they need more. Contributors never pay.</p>
        </div>
        <Tabs
          label="Billing period"
          items={[
            { to: paths.pricing({ from }), label: "Monthly", current: asked === "month" },
            {
              to: paths.pricing({ billing: "yearly", from }),
              label: <>Yearly {saving < 100 && <Badge tone="positive">Save {saving}%</Badge>}</>,
              current: asked === "year",
            },
          ]}
        />
      </div>
      {isLate && <p role="alert">{pastDue}</p>}
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.name} {...plan} isOwn={plan.name === own} />
        ))}
      </div>
      <p className="row">
        {!isSold && <Badge tone="info">Paid plans open soon</Badge>} <YourPlan reader={reader} plan={own} />
      </p>
      <p className="hint">
        {conditions.join(" ")} You and your contributor pay each other outside Matchcut. Matchcut offers no
        payment protection and doesn't mediate disputes.
      </p>
      <p className="row">
        Questions? <a href={paths.faq()}>Read the FAQ</a> <a href={paths.contact()}>Contact Us</a>{" "}
        <a href={paths.features()}>All features</a>
      </p>
    </div>
  );
}

function YourPlan({
  reader,
  plan,
}: {
  reader: "guest" | "contributor" | "creator";
  plan: PlanView["plan"] | null;
}) {
  if (reader === "contributor") return <>Matchcut is free for you, with no limits.</>;
  if (plan) return <>You're on {planLabels[plan]}.</>;
  return reader === "guest" ? <>Every creator starts on {planLabels.free}.</> : null;
}
