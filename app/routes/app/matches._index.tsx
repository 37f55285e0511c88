import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { HeldMatches } from "~/features/discovery/components/held-matches";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { ShortList } from "~/features/discovery/components/short-list";
import { listMatches, matchFilters } from "~/features/discovery/matches.server";
import { findMatchResets } from "~/features/discovery/matching.server";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import { offerSaving } from "~/features/favorites/saving.server";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { Cover } from "~/features/portfolio/components/cover";
import { userTypeLabels } from "~/features/profiles/profile";
import { requireMember } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { PageFailure, pageTitle } from "~/shell/page";
import styles from "~/styles/match-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Badge, ButtonLink, Card, EmptyState, Link, Pager } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";

export const meta = pageTitle("Matches");

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args);
  const query = new URL(args.request.url).searchParams;
  const before = query.get("before");
  const show = matchFilters.find((filter) => filter === query.get("show"));
  const list = await listMatches(actor, before, show ?? null);
  const { held } = list;
  const resets = held && held.count > 0 && !isContributor(actor) ? await findMatchResets(actor) : null;
  const saving = isContributor(actor)
    ? null
    : await offerSaving(
        actor,
        list.matches.map(({ personId }) => personId),
      );
  return { ...list, show, resets, saving, here: paths.matches({ show, before: before ?? undefined }) };
}

export default function Matches() {
  const { matches, next, show, held, resets, saving, here } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      <h1>Matches</h1>
      <Tabs
        label="Show"
        items={[
          { to: paths.matches(), label: "All", current: !show },
          { to: paths.matches({ show: "new" }), label: "New", current: show === "new" },
          {
            to: paths.matches({ show: "unwritten" }),
            label: "No messages yet",
            current: show === "unwritten",
          },
        ]}
      />
      {held && held.count > 0 && <HeldMatches held={held} resets={resets} />}
      {matches.length === 0 && show ? (
        <EmptyState
          title={show === "new" ? "No new matches" : "No one's waiting for a first message"}
          action={<ButtonLink to={paths.discover()}>Discover</ButtonLink>}
        />
      ) : matches.length === 0 ? (
        <EmptyState title="No matches yet" action={<ButtonLink to={paths.discover()}>Discover</ButtonLink>}>
          When someone you like likes you too, or an application is accepted, you'll find them here.
        </EmptyState>
      ) : (
        <ul className="cards">
          {matches.map((match, position) => (
            <Card key={match.matchId} as="li" className="match-card">
              <Cover cover={match.cover} sizes="(min-width: 48rem) 22rem, 92vw" isFirst={position === 0} />
              <div className="match-head">
                <Avatar name={match.name} src={match.avatarUrl} size="medium" />
                <div>
                  <h2>
                    <Link to={paths.match(match.matchId)}>{match.name}</Link>
                  </h2>
                  <p className="muted">{userTypeLabels[match.role]}</p>
                </div>
                {!match.isWritten && (
                  <p className="deck-score">
                    {match.isNew && <Badge tone="positive">New</Badge>}{" "}
                    <Badge tone="neutral">No messages yet</Badge>
                  </p>
                )}
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
                <ButtonLink to={paths.newMessage({ to: match.personId })} kind="secondary" small>
                  Message<span className="visually-hidden"> {match.name}</span>
                </ButtonLink>
                {match.role === "contributor" && match.hasProfile && (
                  <Link to={paths.invite(match.personId)}>
                    Invite<span className="visually-hidden"> {match.name} to a project</span>
                  </Link>
                )}
                {saving && match.role === "contributor" && match.hasProfile && (
                  <FavoriteForm contributorId={match.personId} name={match.name} offer={saving} from={here} />
                )}
              </div>
            </Card>
          ))}
        </ul>
      )}
      <Pager label="Matches" next={next ? paths.matches({ show, before: next }) : undefined} />
      <p>
        <Link to={paths.discover()}>Back to Discover</Link>
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Error loading matches" />;
}
