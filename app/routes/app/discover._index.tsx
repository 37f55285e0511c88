import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import type { Catalog, CatalogEntry } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { stripSize } from "~/features/content/landing-work";
import { LateWorkStrip } from "~/features/content/late-work-strip";
import { listWork } from "~/features/directory/listing.server";
import { Deck } from "~/features/discovery/components/deck";
import type { DeckCard } from "~/features/discovery/components/deck-card-face";
import type { DeckChoices } from "~/features/discovery/components/deck-filter-form";
import { DeckFilters, FilteredBy, summaryOf } from "~/features/discovery/components/deck-filters";
import { deckQuery, isFiltered, knownFilter, noFilter } from "~/features/discovery/deck-filter";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { deckWords } from "~/features/discovery/deck-words";
import { readFilterPrice } from "~/features/discovery/filter-price";
import { findHeldMatch } from "~/features/discovery/matches.server";
import { findMatchResets } from "~/features/discovery/matching.server";
import { isUpright, ownMini } from "~/features/discovery/mini";
import { boostPoints, planPoints, workWords } from "~/features/discovery/score";
import { type CardView, type DeckView, showDeck } from "~/features/discovery/showing.server";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import { offerOf } from "~/features/favorites/saving.server";
import { Picture, toneStyle } from "~/features/media/components/picture";
import type { PictureView } from "~/features/media/media";
import { planLabels, resetWords, usesLeft } from "~/features/plans/plan";
import { canLead } from "~/features/portfolio/sample";
import { findOwnProfile } from "~/features/profiles/viewing.server";
import { isApproved, isRejected } from "~/features/visibility/standing";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { PageFailure, pageTitle, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/deck-page.css?url";
import guestStyles from "~/styles/gate-page.css?url";
import gateStyles from "~/styles/gate-part.css?url";
import { useHasScript } from "~/ui/has-script";
import { HoverCard } from "~/ui/hover-card";
import { latePart } from "~/ui/late-part";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Discover");

export const { handle, links } = withStyles(
  { guest: guestStyles, other: styles },
  { script: "members", keepsOffline: true },
);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) {
    const people = await listWork(null, gateSize);
    return { view: "guest" as const, place: returnPathOf(args.request), people };
  }
  if (isContributor(actor) && !isApproved(actor.contributorStatus))
    return { view: "waiting" as const, isRejected: isRejected(actor.contributorStatus) };
  if (!actor.userType) return { view: "newcomer" as const, people: await listWork(actor, gateSize) };
  if (actor.isProfileHidden) {
    const own = await findOwnProfile(actor);
    return { view: "hidden" as const, mini: own && ownMini(own.profile) };
  }
  const query = new URL(args.request.url).searchParams;
  const catalog = await listCatalog();
  const filter = knownFilter(readDeckFilter(query), catalog.byId);
  const { cards, saving, ...deck } = await showDeck(actor, filter);
  const isLocked = !isContributor(actor) && !deck.hasPro;
  const isOver = cards.length === 0 && !isContributor(actor) && !isFiltered(filter);
  const isFiltering = query.get("filters") === "open";
  const limit = await limitReached(actor, deck.swipes, query.get("limit"));
  return {
    view: "deck" as const,
    /** Other people's work, shown when a creator's deck is empty. */
    people: isOver ? await listWork(actor, stripSize) : [],
    personId: actor.userId,
    isContributor: isContributor(actor),
    limit,
    deck,
    // Contributors can't save other people.
    saving: isContributor(actor) ? null : offerOf(saving),
    // Most decks have no filter.
    filter: isFiltered(filter) || filter.from !== null ? filter : null,
    isLocked,
    priceError: readFilterPrice(query).error,
    summary: summaryOf(filter, catalog.byId, { isContributor: isContributor(actor), isLocked }),
    choices: isFiltering ? JSON.stringify(choicesOf(catalog, isLocked)) : null,
    // Only a member at the limit, or one swipe before it, sees when swipes reset.
    swipesReset: (usesLeft(deck.swipes) ?? 2) < 2 ? swipesReset(actor) : "",
    // None for the filters and the dialog about a held match, because a page that already shows a deck keeps it. A
    // string, because Remix encodes loader data value by value, which would take as long as scoring the cards.
    cards:
      isFiltering || limit?.title === "Limit Reached"
        ? null
        : JSON.stringify({
            key: randomUUID(),
            cards: cards.map((card, index) => (index === 0 ? topOf(card) : faceOf(card))),
          }),
  };
}

/** Samples next to the card have visible titles, so only the samples on the card keep their alternative texts. */
const topOf = (card: CardView): CardView => ({
  ...card,
  work: card.work.map((sample, index) =>
    index < 2 ? sample : { ...sample, picture: withoutAlt(sample.picture) },
  ),
});

/**
 * Cards below the top one contain only what their faces show, without alternative texts, because the frames have
 * titles. The rest comes with the response to the previous swipe.
 */
function faceOf(card: CardView): CardView {
  const { work, bio, brief, match, services, tools } = card;
  const hasPicture = work.some(({ picture }) => picture) || brief?.pictures.length;
  const leading = work.filter(canLead);
  const lead = leading[0]?.picture;
  return {
    ...card,
    isFace: true,
    work: leading
      .slice(0, lead && isUpright(lead) ? 1 : 3)
      .map((sample) => ({ ...sample, picture: withoutAlt(sample.picture) })),
    bio: hasPicture || brief ? "" : bio,
    brief: brief && { ...brief, description: hasPicture ? "" : brief.description },
    tools: services.length > 0 ? [] : tools,
    match: match && {
      ...match,
      reasons: match.reasons.slice(0, 2),
      shared: { ...match.shared, styles: [], tools: services.length > 0 ? [] : match.shared.tools },
    },
  };
}

const withoutAlt = (picture: PictureView | null) => picture && { ...picture, alt: undefined };

function choicesOf({ services, tools, visualStyles }: Catalog, isLocked: boolean): DeckChoices {
  const named = (entries: readonly CatalogEntry[]) => entries.map(({ id, name }) => [id, name] as const);
  return {
    services: named(services),
    tools: isLocked ? [] : named(tools),
    styles: isLocked ? [] : named(visualStyles),
  };
}

/** Data for the limit dialog. Null unless the limit has actually been reached, because anyone can type the URL. */
async function limitReached(actor: Actor, { used, limit }: DeckView["swipes"], asked: string | null) {
  if (asked === "swipes" && limit !== null && used >= limit)
    return {
      title: "Swipe Limit Reached" as const,
      words: `You've used all ${limit} of today's swipes. ${swipesReset(actor)}`,
    };
  const held = asked === "matches" ? await findHeldMatch(actor) : null;
  if (held)
    return {
      title: "Limit Reached" as const,
      held,
      own: { name: actor.name, avatarUrl: actor.avatarUrl },
      words: `You and ${held.name} like each other, but your plan doesn't have room for another match. ${await findMatchResets(actor)} We'll keep your Like and turn it into a match as soon as there's room.`,
    };
  return null;
}

const swipesReset = ({ timeZone }: Actor) => resetWords("swipe", "free", timeZone);

/** Doesn't reload after a failed swipe: nothing has changed, and the connection is probably down. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) =>
  actionResult?.outcome !== "failed";

const DiscoverGate = latePart("DiscoverGate", () => import("~/features/content/discover-gate"));

const HeldSeam = latePart("HeldSeam", () => import("~/features/discovery/components/held-seam"));

export default function Discover() {
  const data = useLoaderData<typeof loader>();
  const cards = useCards(data.view === "deck" ? data.cards : null);
  const filters = useMemo(
    () =>
      data.view === "deck"
        ? {
            filter: data.filter ?? noFilter,
            choices: data.choices === null ? null : (JSON.parse(data.choices) as DeckChoices),
            isContributor: data.isContributor,
            isLocked: data.isLocked,
            priceError: data.priceError,
            left: data.deck.left,
          }
        : null,
    [data],
  );
  const filter = (data.view === "deck" && data.filter) || noFilter;
  const here = paths.discover(deckQuery(filter));
  return (
    <div className="discover">
      <h1>Discover</h1>
      {filters && <DeckFilters {...filters} />}
      {data.view === "deck" && data.summary && <FilteredBy {...data.summary} left={data.deck.left} />}
      {data.view !== "deck" && (
        <DiscoverGate gate={data}>
          {data.view !== "guest" && <link rel="stylesheet" href={gateStyles} />}
        </DiscoverGate>
      )}
      {data.view === "deck" && cards && (
        <>
          <Deck
            key={here}
            {...data.deck}
            personId={data.personId}
            swipesReset={data.swipesReset}
            isContributor={data.isContributor}
            cards={cards}
            filter={filter}
            here={here}
            actionsFor={({ personId, name }) =>
              data.saving && (
                <FavoriteForm isIcon contributorId={personId} name={name} offer={data.saving} from={here} />
              )
            }
          >
            <HowMatchingWorks isContributor={data.isContributor} hasPro={data.deck.hasPro} />
          </Deck>
          {data.people.length > 0 && (
            <section className="deck-more">
              <link rel="stylesheet" href={gateStyles} />
              <h2>Look around in the meantime</h2>
              <LateWorkStrip people={data.people} />
              <p>
                <Link to={paths.contributors()}>All contributors</Link>
              </p>
            </section>
          )}
        </>
      )}
      {data.view === "deck" && data.limit && (
        <LimitDialog title={data.limit.title} closeTo={here}>
          {data.limit.title === "Swipe Limit Reached" ? (
            <NextWork cards={cards ?? []} />
          ) : (
            <HeldSeam {...data.limit} />
          )}
          <p>{data.limit.words}</p>
        </LimitDialog>
      )}
    </div>
  );
}

/** The latest cards that the page was given. Null if it opened with a dialog, which comes without cards. */
function useCards(dealt: string | null): DeckCard[] | null {
  const latest = useRef(dealt);
  latest.current = dealt ?? latest.current;
  const { current } = latest;
  return useMemo(() => {
    if (!current) return null;
    const { key, cards }: { key: string; cards: CardView[] } = JSON.parse(current);
    return cards.map((card) => ({ ...card, key }));
  }, [current]);
}

/** How many people's work a gate shows. */
const gateSize = 4;

/** The covers of people the member could see without the limit. */
function NextWork({ cards }: { cards: readonly DeckCard[] }) {
  const covers = cards.flatMap(({ work }) => work[0]?.picture ?? []).slice(0, 3);
  if (covers.length === 0) return null;
  return (
    <div className="strip limit-work" aria-hidden="true">
      <link rel="stylesheet" href={gateStyles} />
      {covers.map((cover) => (
        <span key={cover.mediaId} className="frame" style={toneStyle(cover)}>
          <Picture picture={cover} />
        </span>
      ))}
    </div>
  );
}

function HowMatchingWorks({ isContributor, hasPro }: { isContributor: boolean; hasPro: boolean }) {
  const hasScript = useHasScript();
  return (
    <HoverCard label="How matching works">
      <p>
        Every pair starts at 60%. Services add the most, then visual styles, tools, experience, availability
        and budget: up to 39 more. You both see the same score.
      </p>
      <p>
        Like or pass with the buttons
        {hasScript && ", by dragging the card or with the arrow keys (Backspace undoes)"}. When you both like
        each other, it's a match. <Link to={paths.matches()}>See your matches</Link>
      </p>
      <p>{workWords}</p>
      {isContributor && (
        <p>
          People who like you come first, best match on top. Among them, and in the list of projects, creators
          on {planLabels.pro} or {planLabels.agency} rank {planPoints} points higher, with “Priority” on their
          cards. It doesn't change their score.
        </p>
      )}
      <p>
        {`People who invited others or joined by invitation rank ${boostPoints} points higher for a while, with “Priority” on their cards.`}
      </p>
      {hasPro && (
        <p>
          {`With your plan, your Likes and briefs rank ${planPoints} points higher with contributors, at the same score.`}
        </p>
      )}
    </HoverCard>
  );
}

export function ErrorBoundary() {
  const isContributor = useRootData()?.person?.isContributor ?? false;
  return <PageFailure title={deckWords(isContributor).failed} />;
}
