import { scoreOf } from "~/features/discovery/score";
import { type TraitsRow, traitColumns, traitsOf } from "~/features/discovery/traits.server";
import { jobDb, Prisma, type Transaction, transaction } from "~/platform/db.server";

/** Stores how these favorites match the creator, so that the database can sort them. */
export async function scoreFavorites(
  tx: Transaction,
  creatorId: string,
  contributorIds: readonly string[],
): Promise<void> {
  const people = await tx.$queryRaw<(TraitsRow & { id: string })[]>`
    SELECT p.id, ${Prisma.raw(traitColumns)} FROM profiles p
     WHERE p.id = ANY(${[creatorId, ...contributorIds]}::uuid[])`;
  const creator = people.find(({ id }) => id === creatorId);
  if (!creator) return;
  const others = people.filter(({ id }) => id !== creatorId);
  const percents = others.map((row) => scoreOf(traitsOf(creator), traitsOf(row))?.percent ?? 0);
  await tx.$executeRaw`
    UPDATE saved_contributors s SET percent = scored.percent, scored_at = now()
      FROM unnest(${others.map(({ id }) => id)}::uuid[], ${percents}::int[]) AS scored (id, percent)
     WHERE s.creator_id = ${creatorId}::uuid AND s.contributor_id = scored.id`;
}

const batch = 500;

/** The job: favorites where either side has changed their profile since they were scored. */
export async function rescoreFavorites(): Promise<void> {
  const stale = await jobDb.$queryRaw<{ creatorId: string; contributorIds: string[] }[]>`
    SELECT creator_id AS "creatorId", array_agg(contributor_id) AS "contributorIds" FROM (
      SELECT creator_id, contributor_id FROM saved_contributors WHERE scored_at IS NULL
      UNION SELECT s.creator_id, s.contributor_id
        FROM profiles p JOIN saved_contributors s ON s.contributor_id = p.id
       WHERE p.updated_at > now() - interval '1 day' AND s.scored_at < p.updated_at
      UNION SELECT s.creator_id, s.contributor_id
        FROM profiles p JOIN saved_contributors s ON s.creator_id = p.id
       WHERE p.updated_at > now() - interval '1 day' AND s.scored_at < p.updated_at) changed
     GROUP BY 1`;
  for (const { creatorId, contributorIds } of stale) {
    for (let from = 0; from < contributorIds.length; from += batch)
      await transaction((tx) => scoreFavorites(tx, creatorId, contributorIds.slice(from, from + batch)));
  }
}
