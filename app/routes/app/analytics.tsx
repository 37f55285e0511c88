import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { sumOf } from "~/features/analytics/analytics";
import { readAnalytics } from "~/features/analytics/analytics.server";
import { AnalyticsCharts } from "~/features/analytics/components/analytics-charts";
import { plansWithProFeatures } from "~/features/plans/plan";
import { requireMember } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { ButtonLink, Card, EmptyState } from "~/ui/parts";

export const meta = pageTitle("Analytics");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args);
  const read = await readAnalytics(actor);
  return { view: read.ok ? read.view : null, isContributor: isContributor(actor) };
}

export default function Analytics() {
  const { view, isContributor: isOfContributor } = useLoaderData<typeof loader>();
  const isEmpty =
    view !== null &&
    sumOf(
      view.weeks,
      ({ views, guestViews, likes, matches, sent, accepted, received, replies }) =>
        views + guestViews + likes + matches + sent + accepted + received + replies,
    ) === 0;
  return (
    <div className="stack">
      <h1>Analytics</h1>
      {view === null ? (
        <Locked />
      ) : isEmpty ? (
        <EmptyState
          title="No activity yet"
          action={<ButtonLink to={paths.editProfile()}>Update My Profile</ButtonLink>}
        >
          When people view your profile, like you or message you, you'll see it here week by week. A complete
          profile shows up in more searches.
        </EmptyState>
      ) : (
        <>
          <p className="muted">Your last {view.weeks.length} weeks, in your time zone.</p>
          <AnalyticsCharts view={view} isContributor={isOfContributor} />
        </>
      )}
    </div>
  );
}

/** Describes what a plan would show, without made-up numbers. */
function Locked() {
  return (
    <Card title={`Analytics come with ${plansWithProFeatures}`}>
      <p>You'd see, week by week for the last 12 weeks:</p>
      <ul>
        <li>how many members and guests viewed your profile</li>
        <li>how many Likes you received, and how many became matches</li>
        <li>how long you take to reply when someone writes first</li>
        <li>how many applications your projects received</li>
      </ul>
      <p>We're already counting. With either plan, you'll see the past weeks, too.</p>
      <div className="row">
        <ButtonLink to={paths.pricing()} reloadDocument>
          See Pricing Options
        </ButtonLink>
        <ButtonLink to={paths.dashboard()} kind="secondary">
          Back to dashboard
        </ButtonLink>
      </div>
    </Card>
  );
}

export const ErrorBoundary = failurePage("Error loading your analytics");
