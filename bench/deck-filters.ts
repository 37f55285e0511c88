import { randomUUID } from "node:crypto";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { showFiltered } from "~/features/discovery/showing-filtered.server";
import { swipe } from "~/features/discovery/swiping.server";
import { pool } from "~/platform/db.server";
import { type AskedName, asked, askers, creatorId } from "./deck-filling.ts";
import { actorOf, buffersOf, explain, type Statement, statementsOf } from "./statements.ts";

/** Milliseconds. */
export interface FilterTimes {
  asked: AskedName;
  filter: string;
  history: string;
  control: number[];
  /** Of a filter never used before: cards are looked for, stored and read. */
  first: number[];
  firstQueries: number;
  next: number[];
  nextQueries: number;
  /** Each view, with a Pass after it. */
  walk: number[];
  left: string;
  /** Of all statements of a view. */
  buffers: { control: number; first: number; next: number };
}

async function timed<Result>(into: number[], work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  into.push(performance.now() - start);
  return result;
}

const warmUp = 5;

/** Every filter by every asker. `readByKey` is the control. */
export async function measureFilters(
  rounds: { first: number; next: number; walk: number },
  readByKey: () => Promise<unknown>,
): Promise<FilterTimes[]> {
  const measured: FilterTimes[] = [];
  // A process's first views compile its code and prepare its statements.
  const [first] = askers;
  if (first) await measureFilter(first, "all at once", { first: 30, next: 30, walk: 10 }, readByKey);
  for (const asker of askers)
    for (const name of Object.keys(asked) as AskedName[])
      measured.push(await measureFilter(asker, name, rounds, readByKey));
  return measured;
}

async function measureFilter(
  { number, filter, history }: (typeof askers)[number],
  name: AskedName,
  rounds: { first: number; next: number; walk: number },
  readByKey: () => Promise<unknown>,
): Promise<FilterTimes> {
  const actor = actorOf(creatorId(number));
  const given = readDeckFilter(
    new URLSearchParams(Object.entries(asked[name]).map(([key, value]) => [key, String(value)])),
  );
  const view = () => showFiltered(actor, given);
  const times = {
    control: [] as number[],
    first: [] as number[],
    next: [] as number[],
    walk: [] as number[],
  };
  let [firstSent, nextSent]: [Statement[], Statement[]] = [[], []];
  for (let round = 0; round < rounds.first + warmUp; round += 1) {
    await pool.query("DELETE FROM filtered_decks WHERE viewer_id = $1", [actor.userId]);
    await timed(times.control, readByKey);
    firstSent = await statementsOf(() => timed(times.first, view));
  }
  for (let round = 0; round < rounds.next + warmUp; round += 1) {
    await timed(times.control, readByKey);
    nextSent = await statementsOf(() => timed(times.next, view));
  }
  const { left } = await view();
  const started = new Date();
  for (let round = 0; round < rounds.walk; round += 1) {
    const { cards } = await timed(times.walk, view);
    if (cards[0]) await swipe(actor, { targetId: cards[0].personId, liked: false, key: randomUUID() });
  }
  await pool.query("DELETE FROM swipes WHERE actor_id = $1 AND created_at >= $2", [actor.userId, started]);
  for (const list of [times.first, times.next, times.control]) list.splice(0, warmUp);
  const control = await statementsOf(readByKey);
  const forgetDeck = `DELETE FROM filtered_decks WHERE viewer_id = '${actor.userId}'`;
  return {
    asked: name,
    filter,
    history,
    ...times,
    firstQueries: firstSent.length,
    nextQueries: nextSent.length,
    left: left ? `${left.isMore ? ">" : ""}${left.people}${left.isAll ? "" : "+"}` : "",
    buffers: {
      control: await buffersOfAll(control),
      first: await buffersOfAll(firstSent, forgetDeck),
      next: await buffersOfAll(nextSent),
    },
  };
}

async function buffersOfAll(statements: Statement[], before?: string): Promise<number> {
  let buffers = 0;
  for (const one of statements) buffers += buffersOf(await explain(one, before));
  return buffers;
}
