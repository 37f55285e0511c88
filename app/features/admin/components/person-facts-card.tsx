import { adminPaths } from "~/admin-paths";
import { planLabels } from "~/features/plans/plan";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import { vettingStatuses } from "../people-filter";
import type { PersonFacts } from "../person.server";

/** Account, sessions, plan and what counts toward its limits. */
export function PersonFactsCard({ person }: { person: PersonFacts }) {
  const { id, email, type, status, isAdmin, timeZone, joinedAt, sessions, lastSeenAt } = person;
  const { plan, periodEnd, used } = person;
  return (
    <Card title="Account">
      <dl className="facts">
        <dt>Email</dt>
        <dd>
          {email}
          {!person.isConfirmed && ", not confirmed"}
        </dd>
        <dt>Second factor</dt>
        <dd>{person.hasSecondFactor ? "On" : "Off"}</dd>
        {person.leavesAt && (
          <>
            <dt>Leaves</dt>
            <dd>
              <Time at={person.leavesAt} as="dateTime" />
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd>{id}</dd>
        <dt>Type</dt>
        <dd>
          {type === "contributor" ? "Contributor" : type === "creator" ? "Creator" : "None chosen"}
          {status && `, ${vettingStatuses[status].toLowerCase()}`}
          {isAdmin && ", admin"}
        </dd>
        <dt>Joined</dt>
        <dd>
          <Time at={joinedAt} as="dateTime" />
        </dd>
        <dt>Time zone</dt>
        <dd>{timeZone ?? "Unknown"}</dd>
        <dt>Sessions</dt>
        <dd>
          {sessions === 0 ? "None" : sessions}
          {lastSeenAt && (
            <>
              , last seen <Time at={lastSeenAt} as="dateTime" />
            </>
          )}
        </dd>
        <dt>Plan</dt>
        <dd>
          {planLabels[plan]}
          {periodEnd && (
            <>
              , until <Time at={periodEnd} as="date" />
            </>
          )}
        </dd>
        <dt>Used</dt>
        <dd>
          {used.posts} posts, {used.messages} messages, {used.swipes} swipes today, {used.saved} saved
        </dd>
      </dl>
      <p className="row">
        <Link to={paths.profile(id)}>Profile</Link>{" "}
        {status && <Link to={adminPaths.reviewContributor(id)}>Review</Link>}{" "}
        <ButtonLink kind="secondary" small to={adminPaths.resetUsage(id, { back: adminPaths.person(id) })}>
          Reset Usage
        </ButtonLink>
      </p>
    </Card>
  );
}
