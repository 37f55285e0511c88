import { adminPaths } from "~/admin-paths";
import { ButtonLink } from "~/ui/button";
import { Time } from "~/ui/time";
import { type PlanName, planLabels } from "../plan";

interface Subscription {
  userId: string;
  email: string;
  plan: PlanName;
  periodEnd: string | null;
  hasMatched: boolean;
}

type Used = Record<"posts" | "messages" | "swipes" | "saved", number>;

const none: Used = { posts: 0, messages: 0, swipes: 0, saved: 0 };
const heads = ["Email", "Plan", "Expiration", "Posts", "Messages", "Swipes", "Saved", "Matched", "Actions"];

/** With what counts toward the limits; `back` is the list's own address. */
export function SubscriptionTable({
  subscriptions,
  used,
  back,
}: {
  subscriptions: readonly Subscription[];
  used: Readonly<Record<string, Used>>;
  back: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-frame" aria-label="Subscriptions" tabIndex={0}>
      <table className="admin-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subscriptions.map(({ userId, email, plan, periodEnd, hasMatched }) => {
            const { posts, messages, swipes, saved } = used[userId] ?? none;
            return (
              <tr key={userId}>
                <th scope="row">{email}</th>
                <td>{planLabels[plan]}</td>
                <td>{periodEnd ? <Time at={periodEnd} as="date" /> : "n/a"}</td>
                <td>{posts}</td>
                <td>{messages}</td>
                <td>{swipes}</td>
                <td>{saved}</td>
                <td>{hasMatched ? "Yes" : "No"}</td>
                <td>
                  <ButtonLink kind="secondary" small to={adminPaths.resetUsage(userId, { back })}>
                    Reset Usage<span className="visually-hidden"> of {email}</span>
                  </ButtonLink>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
