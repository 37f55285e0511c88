/**
 * `npm test -- all` runs every round and combination, before a release or at night. By default, slow checks that rarely
 * find anything run only in part.
 */
export const runsAll = process.env.TEST_SCOPE === "all";

/** Every tenth item, starting at a different one for each list. In a full run, all items. */
export const tenthOf = <Item>(items: readonly Item[], start: number): readonly Item[] =>
  runsAll ? items : items.filter((_, index) => index % 10 === start % 10);

/** Every third item, by default starting at the first. In a full run, all items. */
export const thirdOf = <Item>(items: readonly Item[], start = 0): readonly Item[] =>
  runsAll ? items : items.filter((_, index) => index % 3 === start % 3);

/** One item, a different one for each list. In a full run, all items. */
export const oneOf = <Item>(items: readonly Item[], start: number): readonly Item[] =>
  runsAll ? items : items.slice(start % items.length).slice(0, 1);
