import { CutPair } from "~/features/catalog/components/stills";
import { paths } from "~/paths";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";
import { type DeckFilter, deckQuery } from "../deck-filter";
import { deckWords } from "../deck-words";
import type { DeckView } from "../showing.server";

/** Says why the deck has no cards, and what to do next. */
export function EmptyDeck({
  state,
  isContributor,
  filter,
  people,
}: {
  state: Exclude<DeckView["state"], "showing">;
  isContributor: boolean;
  filter: DeckFilter;
  people: DeckView["left"];
}) {
  const words = deckWords(isContributor);
  return (
    <>
      {state === "empty" && (
        <EmptyState
          title="You've seen everyone"
          picture={<CutPair styles={["Documentary", "Aesthetic Reels"]} />}
          action={<ButtonLink to={paths.matches()}>View Matches</ButtonLink>}
        >
          {words.empty} New people show up here as they join, and people you passed on may come back after 30
          days.
        </EmptyState>
      )}
      {state === "no-overlap" && (
        <EmptyState
          title="No one fits yet"
          picture={<CutPair styles={["Cinematic", "Minimalist"]} />}
          action={<ButtonLink to={paths.editProfile()}>Update My Profile</ButtonLink>}
        >
          {words.noOverlap}
        </EmptyState>
      )}
      {(state === "none-fit" || state === "searching") && (
        <NoneFit
          title={state === "searching" ? words.searching : words.noneFit}
          filter={filter}
          people={people}
        />
      )}
    </>
  );
}

function NoneFit({ title, filter, people }: { title: string; filter: DeckFilter; people: DeckView["left"] }) {
  if (!people?.further)
    return (
      <EmptyState
        title="No one fits yet"
        picture={<CutPair styles={["Cinematic", "Minimalist"]} />}
        action={<ButtonLink to={paths.discover()}>Clear filters</ButtonLink>}
      >
        {title} Filters only narrow the deck your profile gives you. To see people with other services,{" "}
        <Link to={paths.editProfile()}>update your profile</Link>.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Keep looking?"
      action={
        <div className="row">
          <ButtonLink to={paths.discover(deckQuery({ ...filter, from: people.further }))}>
            Keep looking
          </ButtonLink>
          <ButtonLink kind="secondary" to={paths.discover()}>
            Clear filters
          </ButtonLink>
        </div>
      }
    >
      {title}{" "}
      {filter.from === null
        ? `We looked at the newest ${people.looked.toLocaleString("en-US")} people.`
        : `We looked at ${people.looked.toLocaleString("en-US")} more people.`}
    </EmptyState>
  );
}
