/** The deck's texts, by whom it deals: contributors to a creator, creators to a contributor. */
export const deckWords = (isContributor: boolean) => {
  const people = isContributor ? "creators" : "service providers";
  return {
    loading: `Loading ${people}...`,
    empty: `No ${people} available right now.`,
    noOverlap: `No matching ${people} found based on your profile. Update your profile preferences to improve matches.`,
    failed: `Failed to load ${people}. Please try again later.`,
  };
};
