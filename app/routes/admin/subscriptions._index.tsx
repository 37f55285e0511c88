import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { listUsed, subscriptionList, type UsedCounts } from "~/features/plans/listing-subscriptions.server";
import { planLabels } from "~/features/plans/plan";
import { readList } from "~/http/admin-list-page.server";
import { attempt, requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList, AdminTable } from "~/ui/admin-list-view";
import { EmailAddress } from "~/ui/email-address";
import { ButtonLink } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Subscription Management");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = await readList(subscriptionList, admin, args.request.url);
  const ids = list.rows.map(({ userId }) => userId);
  // If this fails, the table shows zeros.
  const used = (await attempt(args, () => listUsed(ids))) ?? {};
  return { ...list, used };
}

export default function Subscriptions() {
  const { rows, frame, used } = useLoaderData<typeof loader>();
  return (
    <AdminList
      title="Subscription Management"
      actions={
        <ButtonLink kind="secondary" small to={frame.here}>
          Refresh Data
        </ButtonLink>
      }
      frame={frame}
    >
      <SubscriptionTable subscriptions={rows} used={used} back={frame.here} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage(
  "Failed to load subscription data",
  "Error fetching subscription data: There was a problem retrieving subscription information.",
);

type Shown = SerializeFrom<typeof loader>;

const none: UsedCounts = { posts: 0, messages: 0, swipes: 0, saved: 0 };
const heads = ["Email", "Plan", "Expiration", "Posts", "Messages", "Swipes", "Saved", "Matched", "Actions"];

/** Shows subscriptions with the uses that count toward their limits. `back` is the URL of the list as it's shown. */
function SubscriptionTable({
  subscriptions,
  used,
  back,
}: {
  subscriptions: Shown["rows"];
  used: Shown["used"];
  back: string;
}) {
  return (
    <AdminTable className="subs" heads={heads}>
      {subscriptions.map(({ userId, email, plan, periodEnd, hasMatched }) => {
        const { posts, messages, swipes, saved } = used[userId] ?? none;
        return (
          <tr key={userId}>
            <th scope="row">
              <EmailAddress of={email} />
            </th>
            <td>{planLabels[plan]}</td>
            <td data-label="Expiration">{periodEnd ? <Time at={periodEnd} as="date" /> : "n/a"}</td>
            <td data-label="Posts">{posts}</td>
            <td data-label="Messages">{messages}</td>
            <td data-label="Swipes">{swipes}</td>
            <td data-label="Saved">{saved}</td>
            <td data-label="Matched">{hasMatched ? "Yes" : "No"}</td>
            <td>
              <ButtonLink kind="secondary" small to={adminPaths.resetUsage(userId, { back })}>
                Reset Usage<span className="visually-hidden"> for {email}</span>
              </ButtonLink>
            </td>
          </tr>
        );
      })}
    </AdminTable>
  );
}
