import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { HeldMatches } from "~/features/discovery/components/held-matches";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { ShortList } from "~/features/discovery/components/short-list";
import { listHeld } from "~/features/discovery/holding.server";
import { listMatches } from "~/features/discovery/matches.server";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { findPlan } from "~/features/plans/reading.server";
import { userTypeLabels } from "~/features/profiles/profile";
import { requireMember } from "~/http/guards.server";
import { paths } from "~/paths";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Matches");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args);
  const before = new URL(args.request.url).searchParams.get("before");
  const [list, held] = await Promise.all([listMatches(actor, before), before ? null : listHeld(actor)]);
  const resets = held && held.count > 0 && !isContributor(actor) ? await findMatchWords(actor) : null;
  return { ...list, held, resets };
}

/** When the plan has room again, as a sentence. */
async function findMatchWords(actor: Actor): Promise<string> {
  const plan = await findPlan(actor);
  return plan?.usage.find((use) => use.kind === "match")?.resets ?? "";
}

export default function Matches() {
  const { matches, next, held, resets } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      <h1>Matches</h1>
      {held && held.count > 0 && <HeldMatches held={held} resets={resets} />}
      {matches.length === 0 ? (
        <EmptyState title="No matches yet" action={<ButtonLink to={paths.discover()}>Discover</ButtonLink>}>
          When someone you like likes you too, you'll find them here.
        </EmptyState>
      ) : (
        <ul className="cards">
          {matches.map((match) => (
            <Card key={match.matchId} as="li">
              <div className="row">
                <Avatar name={match.name} src={match.avatarUrl} size="medium" />
                <div>
                  <h2>{match.name}</h2>
                  <p className="muted">{userTypeLabels[match.role]}</p>
                </div>
              </div>
              {match.match && <MatchBadge match={match.match} />}
              <dl className="facts">
                <ShortList label={match.role === "creator" ? "Looking for" : "Skills"} items={match.skills} />
                <ShortList label="Tools" items={match.tools} />
              </dl>
              <div className="row">
                {match.hasProfile && (
                  <ButtonLink to={paths.profile(match.personId)} kind="secondary" small>
                    View Profile<span className="visually-hidden"> of {match.name}</span>
                  </ButtonLink>
                )}
                <ButtonLink to={paths.newMessage({ to: match.personId })} small>
                  Message<span className="visually-hidden"> {match.name}</span>
                </ButtonLink>
                {match.role === "contributor" && match.hasProfile && (
                  <Link to={paths.invite(match.personId)}>
                    Invite<span className="visually-hidden"> {match.name} to a project</span>
                  </Link>
                )}
              </div>
            </Card>
          ))}
        </ul>
      )}
      <Pager label="Matches" next={next ? paths.matches({ before: next }) : undefined} />
      <p>
        <Link to={paths.discover()}>Back to Discover</Link>
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Error loading matches" />;
}
