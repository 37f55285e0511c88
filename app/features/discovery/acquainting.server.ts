import type { Actor } from "~/features/accounts/actor";
import { readRows } from "~/platform/db.server";
import type { Traits } from "./score";
import { type CardView, cardsOf, type ShownCards } from "./showing.server";

/** Someone the viewer talks to: their card, and what connects the two. */
export interface Acquaintance extends CardView {
  /** When they matched, ISO 8601; null if they haven't. */
  matchedAt: string | null;
  /** The project they work on together; null if there is none. */
  project: { id: string; title: string } | null;
}

type Tie = Pick<Acquaintance, "personId" | "matchedAt" | "project">;

/** A row of `acquaintances`, as JSON. */
type AcquaintancesRow = ShownCards & { own: Traits; ties: Tie[] };

/**
 * The cards of the people who are listed and not hidden. Doesn't check who may see them: pass only people who
 * share a conversation with the actor.
 */
export async function acquaint(actor: Actor, personIds: readonly string[]): Promise<Acquaintance[]> {
  if (personIds.length === 0) return [];
  const [shown] = await readRows<{ row: object }>(
    "discovery-acquaintances",
    `SELECT to_json(a) AS row FROM (SELECT $2::uuid[] AS ids OFFSET 0) given CROSS JOIN LATERAL acquaintances($1, given.ids) a`,
    [actor.userId, [...personIds]],
  );
  return acquaintancesOf(shown?.row);
}

/** @param row a row of `acquaintances`, which any statement may have read */
export async function acquaintancesOf(row: object | null | undefined): Promise<Acquaintance[]> {
  if (!row) return [];
  const { own, ties, ...shown } = row as AcquaintancesRow;
  const cards = await cardsOf(own, shown);
  return cards.map((card) => {
    const tie = ties.find(({ personId }) => personId === card.personId);
    const matchedAt = tie?.matchedAt ? new Date(tie.matchedAt).toISOString() : null;
    return { ...card, matchedAt, project: tie?.project ?? null };
  });
}
