import type { Actor } from "~/features/accounts/actor";
import { foremostViews } from "~/features/portfolio/listing.server";
import type { DeckFilter } from "./deck-filter";
import { fillFiltered } from "./filling-filtered.server";
import { type FilteredRow, mostCounted, readFiltered } from "./filtered-cards.server";
import { cardsOf, cardsShown, type DeckView, showDeck, stateOf } from "./showing.server";
import { traitsOf } from "./traits.server";

/**
 * The next cards among those who fit a filter, and how many people are left. Each filter has its own deck; the unfiltered
 * one stays as it is. Only the service counts for a creator whose plan has no advanced filters.
 */
export async function showFiltered(actor: Actor, filter: DeckFilter): Promise<DeckView> {
  const row = await readFiltered(actor, filter);
  if (row.ask.filter === "") return showDeck(actor);
  const viewer = { userId: actor.userId, traits: traitsOf(row) };
  const filled = mustFill(row) ? await fillFiltered(viewer, row) : asStored(row);
  const { people, state, isCurrent, cards, work } = filled ?? asStored(await readFiltered(actor, filter));
  // Someone who was listed in this moment is for the next view.
  const isAll = state?.low === 0 && isCurrent;
  return {
    ...stateOf(row),
    state: people > 0 ? "showing" : isAll ? "none-fit" : "searching",
    cards: await cardsOf(cards, viewer.traits, await foremostViews(work)),
    left: {
      people: Math.min(people, mostCounted),
      isMore: people > mostCounted,
      isAll,
      looked: state?.looked ?? 0,
    },
  };
}

const asStored = ({ next, state, cards, work }: FilteredRow) => ({
  people: next.people.length,
  state,
  isCurrent: !state?.is_behind,
  cards,
  work,
});

/** Also if there are newer people, unless enough are left anyway. */
function mustFill({ ask, state, next, cards }: FilteredRow): boolean {
  if (state?.services.join() !== ask.services.join()) return true;
  return (
    (cards.length < cardsShown && state.low > 0) || (next.people.length <= mostCounted && state.is_behind)
  );
}
