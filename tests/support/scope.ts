/**
 * `npm test -- all`, which runs at night or before a release, runs every round and combination. By default, slow checks
 * that rarely find anything are run only in part.
 */
export const runsAll = process.env.TEST_SCOPE === "all";

/** Every tenth item from `start` on, or all items in a full run. Callers pass a different start for each list. */
export const tenthOf = <Item>(items: readonly Item[], start: number): readonly Item[] =>
  runsAll ? items : items.filter((_, index) => index % 10 === start % 10);

/** Every third item from `start` on, or all items in a full run. */
export const thirdOf = <Item>(items: readonly Item[], start = 0): readonly Item[] =>
  runsAll ? items : items.filter((_, index) => index % 3 === start % 3);

/** One item, picked by `start`, or all items in a full run. Callers pass a different start for each list. */
export const oneOf = <Item>(items: readonly Item[], start: number): readonly Item[] =>
  runsAll ? items : items.slice(start % items.length).slice(0, 1);
