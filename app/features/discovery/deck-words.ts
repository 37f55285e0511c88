/** The deck's texts, for a deck of contributors (shown to a creator) or of creators. */
export const deckWords = (isContributor: boolean) => {
  const people = isContributor ? "creators" : "service providers";
  return {
    loading: `Loading ${people}...`,
    empty: `No ${people} available right now.`,
    noOverlap: `No matching ${people} found based on your profile. Update your profile preferences to improve matches.`,
    noneFit: `No more ${people} fit these filters.`,
    searching: `No ${people} fit so far.`,
    failed: `Failed to load ${people}. Please try again later.`,
  };
};

/** "14 people" or "more than 200 people", out of those the deck has looked at. */
export function foundWords({ people, isMore }: { people: number; isMore: boolean }): string {
  const counted = `${people} ${people === 1 ? "person" : "people"}`;
  return isMore ? `more than ${counted}` : counted;
}

/** How many people fit a filter. Exact if the deck has looked at everyone. */
export function leftWords({
  people,
  isMore,
  further,
}: {
  people: number;
  isMore: boolean;
  further: number | null;
}): string {
  const counted = `${people} ${people === 1 ? "person" : "people"}`;
  if (isMore) return `More than ${counted} left`;
  return further === null ? `${counted} left` : `${counted} found so far`;
}
