import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { findMatch } from "~/features/discovery/matches.server";
import { requireSignIn } from "~/http/guards.server";
import { idParam } from "~/http/params.server";
import { notFound } from "~/http/refusals.server";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";

export const meta: MetaFunction = () => [{ title: "It's a match · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const matchId = idParam(args, "matchId");
  const match = await findMatch(actor, matchId);
  if (!match) throw notFound();
  return { match };
}

export default function ItsAMatch() {
  const { match } = useLoaderData<typeof loader>();
  return (
    <Card as="section" className="message-page">
      <Avatar name={match.name} src={match.avatarUrl} size="large" />
      <h1>It's a match</h1>
      <p>
        You and {match.hasProfile ? <Link to={paths.profile(match.personId)}>{match.name}</Link> : match.name}{" "}
        like each other. Say hello while it is fresh.
      </p>
      {match.match && <MatchBadge match={match.match} />}
      <div className="row">
        <ButtonLink to={paths.newMessage({ to: match.personId })}>Message</ButtonLink>
        <ButtonLink to={paths.discover()} kind="secondary">
          Keep swiping
        </ButtonLink>
      </div>
    </Card>
  );
}
