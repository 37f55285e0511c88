import type { LeftView } from "./showing.server";

/** The deck's texts. `isContributor` is about the viewer, who then sees creators. */
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

/** "14 people" or "more than 50 people". */
export function foundWords({ people, isMore }: { people: number; isMore: boolean }): string {
  const counted = `${people} ${people === 1 ? "person" : "people"}`;
  return isMore ? `more than ${counted}` : counted;
}

/** "14 people left", or "14 people found so far" while some listings haven't been scanned. */
export function leftWords({ people, isMore, further }: Omit<LeftView, "looked">): string {
  const counted = `${people} ${people === 1 ? "person" : "people"}`;
  if (isMore) return `More than ${counted} left`;
  return further === null ? `${counted} left` : `${counted} found so far`;
}
