import { canBeFound, isReachableBy } from "~/features/visibility/seeing.server";
import type { Transaction } from "~/platform/db.server";

/** SQL: two people matched, or one applied to the other's project. Takes uuid expressions. */
export function areConnected(one: string, other: string): string {
  return `(EXISTS (SELECT 1 FROM matches m WHERE NOT m.held
              AND ((m.creator_id = ${one} AND m.contributor_id = ${other})
                OR (m.creator_id = ${other} AND m.contributor_id = ${one})))
        OR EXISTS (SELECT 1 FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
            WHERE a.status <> 'withdrawn'
              AND ((a.contributor_id = ${one} AND b.creator_id = ${other})
                OR (a.contributor_id = ${other} AND b.creator_id = ${one}))))`;
}

/** Of a conversation of two. */
export function directKeyOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/**
 * Until the transaction ends. Likes, first messages, what connects two people and, by a trigger, blocks: of one pair,
 * each sees what the other has done.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`conversation:${directKeyOf(one, other)}`}, 0))`;
}

/** SQL: the participant (a table alias) has written in the conversation or accepted its request. */
export function hasAnswered(participant: string): string {
  return `(${participant}.written_seq > 0 OR ${participant}.accepted_at IS NOT NULL)`;
}

/** SQL: `writer` may write first to the person of a profiles row (a table alias). */
export function canBeMessaged(writer: string, profile: string): string {
  const person = `${profile}.id`;
  return `(${person} <> ${writer} AND (${canBeFound(writer, profile)}
    OR ${isReachableBy(writer, person)} AND ${areConnected(writer, person)}))`;
}
