/**
 * `npm test -- all` runs every round and combination, for a release or at night. By default, the slow checks that seldom
 * find anything run a part of theirs.
 */
export const runsAll = process.env.TEST_SCOPE === "all";

/** One in ten, from a different start for each of many lists; all of them where everything runs. */
export const tenthOf = <Item>(items: readonly Item[], start: number): readonly Item[] =>
  runsAll ? items : items.filter((_, index) => index % 10 === start % 10);

/** One in three; all of them where everything runs. */
export const thirdOf = <Item>(items: readonly Item[]): readonly Item[] =>
  runsAll ? items : items.filter((_, index) => index % 3 === 0);

/** One of them, another for each of many lists; all of them where everything runs. */
export const oneOf = <Item>(items: readonly Item[], start: number): readonly Item[] =>
  runsAll ? items : items.slice(start % items.length).slice(0, 1);
