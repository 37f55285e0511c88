import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { Deck } from "~/features/discovery/components/deck";
import type { DeckCard } from "~/features/discovery/components/deck-card-face";
import { deckWords } from "~/features/discovery/deck-words";
import { hasHeldMatch } from "~/features/discovery/matches.server";
import { type DeckView, showDeck } from "~/features/discovery/showing.server";
import { resetWords } from "~/features/plans/plan";
import { isApproved } from "~/features/visibility/standing";
import { allowAnyone } from "~/http/guards.server";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { useRootData } from "~/shell/root-data";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { useHasScript } from "~/ui/has-script";
import { HoverCard } from "~/ui/hover-card";
import { Link } from "~/ui/link";

export const meta = pageTitle("Discover");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const };
  if (isContributor(actor) && !isApproved(actor.contributorStatus)) return { view: "waiting" as const };
  if (!actor.userType) return { view: "newcomer" as const };
  const { cards, ...deck } = await showDeck(actor);
  const asked = new URL(args.request.url).searchParams.get("limit");
  return {
    view: "deck" as const,
    isContributor: isContributor(actor),
    limit: await limitReached(actor, deck.swipes, asked),
    deck,
    swipesReset: resetWords("swipe", "free", actor.timeZone),
    // One string: Remix encodes loader data value by value, which takes as long as scoring the cards.
    cards: JSON.stringify(cards.map((card) => ({ ...card, key: randomUUID() }))),
  };
}

/** Null if the limit is not really reached, whatever the URL says. */
async function limitReached(actor: Actor, { used, limit }: DeckView["swipes"], asked: string | null) {
  if (asked === "swipes" && limit !== null && used >= limit) return "swipes" as const;
  if (asked === "matches" && (await hasHeldMatch(actor))) return "matches" as const;
  return null;
}

/** Nothing changed, and the connection is probably down. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.outcome === "failed" ? false : defaultShouldRevalidate;
}

export default function Discover() {
  const data = useLoaderData<typeof loader>();
  const cards: DeckCard[] = useMemo(() => (data.view === "deck" ? JSON.parse(data.cards) : []), [data]);
  return (
    <div className="stack discover">
      <div className="row">
        <h1>Discover</h1>
        <HowMatchingWorks />
      </div>
      {data.view === "guest" && (
        <EmptyState
          title="Please log in to view service providers."
          action={
            <ButtonLink to={paths.login({ redirectTo: paths.discover() })}>Log In / Sign Up</ButtonLink>
          }
        />
      )}
      {data.view === "waiting" && (
        <EmptyState
          title="Your profile is not approved yet"
          action={<ButtonLink to={paths.dashboard()}>Go to your dashboard</ButtonLink>}
        >
          Creators can find you, and you can find them, once your profile is approved.
        </EmptyState>
      )}
      {data.view === "newcomer" && (
        <EmptyState
          title="Build your profile to see who fits"
          action={<ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>}
        >
          Your deck depends on what you need or offer, and others see you once your profile says so.
        </EmptyState>
      )}
      {data.view === "deck" && (
        <>
          <Deck {...data.deck} isContributor={data.isContributor} cards={cards} />
          {data.limit === "swipes" && (
            <LimitDialog title="Swipe Limit Reached" closeTo={paths.discover()}>
              <p>
                You have used all {data.deck.swipes.limit ?? ""} swipes of today. {data.swipesReset}
              </p>
            </LimitDialog>
          )}
          {data.limit === "matches" && (
            <LimitDialog title="Limit Reached" closeTo={paths.discover()}>
              <p>
                You like each other, and your plan has no room for another match. Your Like is kept: it
                becomes a match as soon as your plan has room.
              </p>
            </LimitDialog>
          )}
        </>
      )}
    </div>
  );
}

function HowMatchingWorks() {
  const hasScript = useHasScript();
  return (
    <HoverCard label="How matching works">
      <p>
        Everybody starts at 60%. What you both filled in adds up to 39 more: services count most, then visual
        styles, tools, experience, availability and budget. You both see the same score, with its reasons.
      </p>
      <p>
        Like or pass with the buttons{hasScript && ", by dragging the card, or with the arrow keys"}. When you
        both like each other, it's a match. <Link to={paths.matches()}>See your matches</Link>
      </p>
    </HoverCard>
  );
}

export function ErrorBoundary() {
  const isContributor = useRootData()?.person?.isContributor ?? false;
  return <PageFailure title={deckWords(isContributor).failed} />;
}
