import { randomUUID } from "node:crypto";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { showDeck } from "~/features/discovery/showing.server";
import { swipe } from "~/features/discovery/swiping.server";
import { pool } from "~/platform/db.server";
import { type AskedName, asked, askers, creatorId } from "./deck-filling.ts";
import { actorOf, statementsOf } from "./statements.ts";

/** Milliseconds. */
export interface FilterTimes {
  asked: AskedName;
  filter: string;
  history: string;
  control: number[];
  view: number[];
  /** Each view, with a Pass after it. */
  walk: number[];
  queries: number;
  left: string;
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
  rounds: { view: number; walk: number },
  readByKey: () => Promise<unknown>,
): Promise<FilterTimes[]> {
  const measured: FilterTimes[] = [];
  // A process's first views compile its code and prepare its statements.
  const [first] = askers;
  if (first) await measureFilter(first, "all at once", { view: 30, walk: 10 }, readByKey);
  for (const asker of askers)
    for (const name of Object.keys(asked) as AskedName[])
      measured.push(await measureFilter(asker, name, rounds, readByKey));
  return measured;
}

async function measureFilter(
  { number, filter, history }: (typeof askers)[number],
  name: AskedName,
  rounds: { view: number; walk: number },
  readByKey: () => Promise<unknown>,
): Promise<FilterTimes> {
  const actor = actorOf(creatorId(number));
  const given = readDeckFilter(
    new URLSearchParams(Object.entries(asked[name]).map(([key, value]) => [key, String(value)])),
  );
  const show = () => showDeck(actor, given);
  const times = { control: [] as number[], view: [] as number[], walk: [] as number[] };
  let queries = 0;
  for (let round = 0; round < rounds.view + warmUp; round += 1) {
    await timed(times.control, readByKey);
    queries = (await statementsOf(() => timed(times.view, show))).length;
  }
  const { left } = await show();
  const started = new Date();
  for (let round = 0; round < rounds.walk; round += 1) {
    const { cards } = await timed(times.walk, show);
    if (cards[0]) await swipe(actor, { targetId: cards[0].personId, liked: false, key: randomUUID() });
  }
  await pool.query("DELETE FROM swipes WHERE actor_id = $1 AND created_at >= $2", [actor.userId, started]);
  for (const list of [times.view, times.control]) list.splice(0, warmUp);
  const found = left ? `${left.isMore ? ">" : ""}${left.people}${left.further === null ? "" : "+"}` : "";
  return { asked: name, filter, history, ...times, queries, left: found };
}
