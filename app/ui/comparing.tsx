/** How many favorites or applicants a page can compare. */
export const mostCompared = 3;

/** The maximum number of people whose selection carries over to a list's other pages. Their IDs are in the URL. */
export const mostTicked = 12;

/** Says that more people were selected than the page compares. */
export function ComparedFirst() {
  return <p role="status">You can compare up to three people. These are the first three you chose.</p>;
}
