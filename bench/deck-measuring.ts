import { randomInt, randomUUID } from "node:crypto";
import { type DeckState, fillDeck } from "~/features/discovery/filling.server";
import type { Traits } from "~/features/discovery/score";
import { showDeck } from "~/features/discovery/showing.server";
import { swipe } from "~/features/discovery/swiping.server";
import { closeDatabase, pool, readRows } from "~/platform/db.server";
import { type BenchViewer, contributorId, creatorId, swiper, viewers } from "./deck-filling.ts";
import { type FilterTimes, measureFilters } from "./deck-filters.ts";
import { actorOf, type Statement, sent, statementsOf } from "./statements.ts";

/** Milliseconds. */
export interface DeckTimes {
  viewers: ViewerTimes[];
  filters: FilterTimes[];
  sequence: { show: number[]; swipe: number[]; fillings: number; swipeQueries: number };
}

export interface ViewerTimes {
  viewer: BenchViewer;
  cards: number;
  control: number[];
  nextCards: number[];
  show: number[];
  showQueries: number;
  filling: number[];
  fillingQueries: number;
}

const [contributors = 0, rounds = 0, fillings = 0, swipes = 0] = process.argv.slice(2).map(Number);

async function timed<Result>(into: number[], work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  into.push(performance.now() - start);
  return result;
}

const readByKey = () =>
  readRows(
    "bench-by-key",
    "SELECT id, full_name, avatar_url, location, left(bio, 220) AS bio FROM profiles WHERE id = $1",
    [contributorId(1 + randomInt(contributors))],
  );

async function readDeck(viewerId: string): Promise<DeckState | null> {
  const { rows } = await pool.query("SELECT filter, low_seq, high_seq FROM decks WHERE viewer_id = $1", [
    viewerId,
  ]);
  return rows[0]
    ? { filter: rows[0].filter, lowSeq: Number(rows[0].low_seq), highSeq: Number(rows[0].high_seq) }
    : null;
}

async function undoSwipes(viewerId: string, deck: DeckState | null): Promise<void> {
  await pool.query("DELETE FROM deck_cards WHERE viewer_id = $1", [viewerId]);
  if (!deck) return void (await pool.query("DELETE FROM decks WHERE viewer_id = $1", [viewerId]));
  await pool.query("UPDATE decks SET low_seq = $2, high_seq = $3, next_position = 0 WHERE viewer_id = $1", [
    viewerId,
    deck.lowSeq.toString(),
    deck.highSeq.toString(),
  ]);
}

async function measureViewer(viewer: BenchViewer): Promise<ViewerTimes> {
  const userId = creatorId(viewer.number);
  const actor = actorOf(userId);
  const { rows } = await pool.query<Traits>("SELECT * FROM person_traits($1)", [userId]);
  const [row] = rows;
  if (!row) throw new Error(`no creator ${viewer.number}`);
  const deck = await readDeck(userId);
  const fill = () => fillDeck({ userId, traits: row, deck });

  const filling: number[] = [];
  let fillingStatements: Statement[] = [];
  for (let round = 0; round <= fillings; round += 1) {
    if (round > 0) await undoSwipes(userId, deck);
    fillingStatements = await statementsOf(() => timed(filling, fill));
  }
  filling.shift();

  const times = { control: [] as number[], nextCards: [] as number[], show: [] as number[] };
  let showStatements: Statement[] = [];
  const warmUp = 20;
  for (let round = 0; round < rounds + warmUp; round += 1) {
    await timed(times.control, readByKey);
    await timed(times.nextCards, () =>
      readRows("discovery-next-cards", "SELECT id FROM next_in_deck($1)", [userId]),
    );
    showStatements = await statementsOf(() => timed(times.show, () => showDeck(actor)));
  }
  for (const list of Object.values(times)) list.splice(0, warmUp);

  const { rowCount } = await pool.query("SELECT FROM deck_cards WHERE viewer_id = $1", [userId]);
  return {
    viewer,
    cards: rowCount ?? 0,
    ...times,
    showQueries: showStatements.length,
    filling,
    fillingQueries: fillingStatements.length,
  };
}

async function measureSequence(): Promise<DeckTimes["sequence"]> {
  const actor = actorOf(creatorId(swiper.number));
  const sequence = { show: [] as number[], swipe: [] as number[], fillings: 0, swipeQueries: 0 };
  for (let round = 0; round < swipes; round += 1) {
    const before = sent.length;
    const { cards } = await timed(sequence.show, () => showDeck(actor));
    if (sent.slice(before).some(({ name }) => name === "discovery-found")) sequence.fillings += 1;
    const [card] = cards;
    if (!card) break;
    const input = { targetId: card.personId, liked: round % 3 === 0, key: randomUUID() };
    const statements = await statementsOf(() => timed(sequence.swipe, () => swipe(actor, input)));
    sequence.swipeQueries = Math.max(sequence.swipeQueries, statements.length);
  }
  return sequence;
}

const measured: ViewerTimes[] = [];
for (const viewer of viewers) measured.push(await measureViewer(viewer));
const filtered = await measureFilters({ view: Math.round(rounds / 5), walk: 2 * fillings }, readByKey);
const times: DeckTimes = { viewers: measured, filters: filtered, sequence: await measureSequence() };
await new Promise((sent) => process.send?.(times, sent));
await closeDatabase();
process.disconnect();
