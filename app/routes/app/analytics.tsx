import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { sumOf } from "~/features/analytics/analytics";
import { readAnalytics } from "~/features/analytics/analytics.server";
import { AnalyticsCharts } from "~/features/analytics/components/analytics-charts";
import { plansWithProFeatures } from "~/features/plans/plan";
import { requireMember } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/analytics-page.css?url";
import { Icon } from "~/ui/icon";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { PhoneBackLink } from "~/ui/phone-back-link";

export const meta = pageTitle("Analytics");

export const { handle, links } = withStyles(styles);

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
      <PhoneBackLink to={paths.dashboard()}>My Dashboard</PhoneBackLink>
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
          <p className="muted">
            Your last {view.weeks.length} weeks, Monday to Sunday, in your time zone. The last bar is this
            week so far.
          </p>
          <AnalyticsCharts view={view} isContributor={isOfContributor} />
        </>
      )}
    </div>
  );
}

/** Describes what a plan would show, without using made-up numbers. */
function Locked() {
  return (
    <section className="locked" aria-labelledby="locked">
      <h2 id="locked">
        <Icon name="lock" /> {`Analytics come with ${plansWithProFeatures}`}
      </h2>
      <p>You'd see, week by week for the last 12 weeks:</p>
      <ul className="ticks">
        {promised.map((line) => (
          <li key={line}>
            <Icon name="check" /> {line}
          </li>
        ))}
      </ul>
      <p className="hint">We're already counting. With either plan, you'll see the past weeks, too.</p>
      <div className="row">
        <ButtonLink to={paths.pricing({ from: paths.analytics() })} reloadDocument>
          See Pricing Options
        </ButtonLink>
        <ButtonLink to={paths.dashboard()} kind="soft">
          Back to dashboard
        </ButtonLink>
      </div>
    </section>
  );
}

const promised = [
  "How many members viewed your profile",
  "How many Likes you received, and how many became matches",
  "How long you take to reply when someone writes first",
  "How many applications your projects received",
];

export const ErrorBoundary = failurePage("Error loading your analytics");
