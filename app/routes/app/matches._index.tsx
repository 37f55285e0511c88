import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { CutPair } from "~/features/catalog/components/stills";
import { HeldMatches } from "~/features/discovery/components/held-matches";
import { leadFrames } from "~/features/discovery/components/lead-frames";
import { JoinedHalves } from "~/features/discovery/components/match-parts";
import { PersonBar, PersonCard, ShortList } from "~/features/discovery/components/person";
import {
  type ListedMatch,
  listMatches,
  type MatchFilter,
  matchFilters,
} from "~/features/discovery/matches.server";
import { findMatchResets } from "~/features/discovery/matching.server";
import { trioOf, workInTrio } from "~/features/discovery/trio";
import { waitingFor } from "~/features/discovery/waiting";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import type { SavingOffer } from "~/features/favorites/favorites";
import { offerSaving } from "~/features/favorites/saving.server";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { canLead } from "~/features/portfolio/sample";
import { userTypeLabels } from "~/features/profiles/user-type";
import { requireMember } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/matches-page.css?url";
import { ButtonLink, EmptyState, Link, NothingMore, Pager } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";

export const meta = pageTitle("Matches");

export const { handle, links } = withStyles(styles);

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
  return {
    ...list,
    matches: list.matches.map(shownOf),
    show,
    isFirst: !before,
    resets,
    saving,
    waiting: waitingFor(actor).matches,
    here: paths.matches({ show, before: before ?? undefined }),
  };
}

/**
 * What the list shows of a match. Without a message, that's one picture, shown next to the reader's own. With a message,
 * it's up to three whole frames.
 */
function shownOf({ match, work, brief, isWritten, ...shown }: ListedMatch) {
  const references = brief?.pictures.map((picture) => ({ picture })) ?? [];
  const pictures = isWritten ? trioOf(references).shown : [];
  const [cover = work.find(canLead)] = references;
  return {
    ...shown,
    percent: match?.percent,
    cover: isWritten ? null : (cover?.picture ?? null),
    work: isWritten && pictures.length === 0 ? workInTrio(work) : [],
    brief: brief && { ...brief, description: "", pictures: pictures.map(({ picture }) => picture) },
    isWritten,
  };
}

type ShownMatch = ReturnType<typeof shownOf>;

export default function Matches() {
  const { matches, next, isFirst, show, held, resets, waiting, here, ...page } =
    useLoaderData<typeof loader>();
  const isHolding = held !== null && held.count > 0;
  const talks = matches.filter(({ isWritten }) => isWritten);
  const joined = [
    { title: "New", people: matches.filter(({ isNew }) => isNew) },
    { title: "No messages yet", people: matches.filter(({ isNew, isWritten }) => !isNew && !isWritten) },
  ].filter(({ people }) => people.length > 0);
  const sections = [
    ...joined.map(({ title, people }, index) => (
      <section key={title} className="part">
        <h2>{title}</h2>
        <ul className="strip joins">
          {people.map((match, position) => (
            <JoinedMatch
              key={match.matchId}
              match={match}
              {...page}
              here={here}
              isFirst={index === 0 && position === 0}
            />
          ))}
        </ul>
      </section>
    )),
    talks.length > 0 && (
      <section key="talks" className="part">
        <h2>In touch</h2>
        <ul className="people">
          {talks.map((match, position) => (
            <TalkedTo
              key={match.matchId}
              match={match}
              saving={page.saving}
              here={here}
              isFirst={joined.length === 0 && position === 0}
            />
          ))}
        </ul>
      </section>
    ),
  ].filter(Boolean);
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      <h1>Matches</h1>
      <Tabs
        asChips
        label="Show"
        items={[
          { to: paths.matches(), label: "All", current: !show },
          {
            to: paths.matches({ show: "new" }),
            label: waiting > 0 ? `New ${waiting > 9 ? "9+" : waiting}` : "New",
            current: show === "new",
          },
          {
            to: paths.matches({ show: "unwritten" }),
            label: "No messages yet",
            current: show === "unwritten",
          },
        ]}
      />
      {(isHolding || sections.length > 0) && (
        <div className="people-beside">
          {sections[0]}
          {isHolding && <HeldMatches held={held} resets={resets} isMain={joined.length === 0} />}
        </div>
      )}
      {sections.slice(1)}
      {matches.length === 0 && !isHolding && (isFirst ? <NoMatches show={show} /> : <NothingMore />)}
      <Pager
        label="Matches"
        first={isFirst ? undefined : paths.matches({ show })}
        next={next ? paths.matches({ show, before: next }) : undefined}
      />
      {matches.length > 0 && (
        <p>
          <Link to={paths.discover()}>Back to Discover</Link>
        </p>
      )}
    </div>
  );
}

function NoMatches({ show }: { show: MatchFilter | undefined }) {
  const action = <ButtonLink to={paths.discover()}>Discover</ButtonLink>;
  if (show)
    return (
      <EmptyState
        title={show === "new" ? "No new matches" : "No one's waiting for a first message"}
        action={action}
      />
    );
  return (
    <EmptyState
      title="No matches yet"
      picture={<CutPair styles={["Cinematic", "Documentary"]} />}
      action={action}
    >
      When someone you like likes you too, or an application is accepted, you'll find them here.
    </EmptyState>
  );
}

interface MatchProps {
  match: ShownMatch;
  saving: SavingOffer | null;
  here: string;
  isFirst: boolean;
}

/** A contributor's craft, or the label for creators, plus their location. */
const aboutOf = ({ role, skills, location }: ShownMatch) => [
  (role === "contributor" && skills[0]) || userTypeLabels[role],
  location,
];

function Facts({ match: { role, skills, tools } }: { match: ShownMatch }) {
  if (skills.length + tools.length === 0) return null;
  return (
    <dl className="person-facts">
      <ShortList label={role === "creator" ? "Looking for" : "Skills"} items={skills} />
      <ShortList label="Tools" items={tools} />
    </dl>
  );
}

function ViewProfile({ match }: { match: ShownMatch }) {
  if (!match.hasProfile) return null;
  return (
    <ButtonLink to={paths.profile(match.personId)} kind="soft" small>
      View Profile<span className="visually-hidden"> of {match.name}</span>
    </ButtonLink>
  );
}

/** A match without a message: both people's work, joined. */
function JoinedMatch({
  match,
  saving,
  ownCover,
  here,
  isFirst,
}: MatchProps & { ownCover: Parameters<typeof JoinedHalves>[0]["covers"][1] }) {
  const { personId, cover } = match;
  return (
    <li className="join film">
      <JoinedHalves
        covers={[{ personId, styleIds: [], picture: cover }, ownCover]}
        sizes="(min-width: 48rem) 14rem, 84vw"
        isFirst={isFirst}
      />
      <PersonBar
        as="h3"
        person={match}
        to={paths.match(match.matchId)}
        about={aboutOf(match)}
        percent={match.percent}
      />
      <Facts match={match} />
      <div className="person-do">
        <ButtonLink to={paths.newMessage({ to: match.personId })} kind={isFirst ? "primary" : "soft"} small>
          Message<span className="visually-hidden"> {match.name}</span>
        </ButtonLink>
        <ViewProfile match={match} />
        {saving && match.hasProfile && (
          <FavoriteForm contributorId={match.personId} name={match.name} offer={saving} from={here} isIcon />
        )}
      </div>
    </li>
  );
}

function TalkedTo({ match, saving, here, isFirst }: MatchProps) {
  const { personId, name, role, hasProfile, talk, brief, skills } = match;
  return (
    <PersonCard
      as="h3"
      person={match}
      to={hasProfile ? undefined : paths.match(match.matchId)}
      about={aboutOf(match)}
      percent={match.percent}
      frames={leadFrames(match, here)}
      words={
        brief
          ? { title: brief.title, text: brief.budget, to: paths.project(brief.id) }
          : { title: skills[0] ?? userTypeLabels[role] }
      }
      isFirst={isFirst}
      actions={
        <>
          <ButtonLink
            to={talk ? paths.conversation(talk.conversationId) : paths.newMessage({ to: personId })}
            kind="secondary"
            small
          >
            Message<span className="visually-hidden"> {name}</span>
          </ButtonLink>
          <ViewProfile match={match} />
        </>
      }
      menu={
        <>
          {saving && hasProfile && (
            <>
              <Link to={paths.invite(personId)}>
                Invite to a project<span className="visually-hidden">: {name}</span>
              </Link>{" "}
              <FavoriteForm contributorId={personId} name={name} offer={saving} from={here} />
            </>
          )}
          {brief && (
            <Link to={paths.project(brief.id)}>
              {brief.count === 1 ? "Open brief" : "Newest open brief"}
              <span className="visually-hidden"> by {name}</span>
            </Link>
          )}{" "}
          <Link to={paths.reportThing("profile", personId)}>
            Report<span className="visually-hidden"> {name}</span>
          </Link>
        </>
      }
    >
      {talk && (
        <p className="person-bio">
          <Time at={talk.lastAt} />: {talk.lastIsMine && "You: "}“{talk.lastLine}”
        </p>
      )}
      <Facts match={match} />
    </PersonCard>
  );
}

export const ErrorBoundary = failurePage("Error loading matches");
