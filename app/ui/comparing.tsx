/** The most people on a page that compares favorites or applicants. */
export const mostCompared = 3;

/** The most selected people that a list carries over from its other pages. Their IDs are in the URL. */
export const mostTicked = 12;

/** Says that more people were selected than the page compares. */
export function ComparedFirst() {
  return <p role="status">You can compare up to three people. These are the first three you chose.</p>;
}
