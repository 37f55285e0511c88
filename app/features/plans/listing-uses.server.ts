import type { Actor } from "~/features/accounts/actor";
import { readRows } from "~/platform/db.server";
import { resetKeys } from "./counting.server";
import type { UseLine } from "./use-line";

const pageSize = 20;

/** Ids are bigserial. */
const cursorPattern = /^[1-9]\d{0,17}$/;
const start = "9223372036854775807";

/**
 * The actor's ledger, newest first. People are named while the actor may see them.
 * @param before a line's id; malformed starts at the beginning
 * @returns `next`: for the following page, null at the end
 */
export async function listUses(
  actor: Pick<Actor, "userId">,
  before: string | null,
): Promise<{ lines: UseLine[]; next: string | null }> {
  const from = before && cursorPattern.test(before) ? before : start;
  const rows = await readRows<Row>("plans-ledger", ledgerText, [actor.userId, from]);
  const lines = rows.slice(0, pageSize).map((row) => ({ ...row, at: row.at.toISOString() }));
  return { lines, next: rows.length > pageSize ? (lines.at(-1)?.id ?? null) : null };
}

type Row = Omit<UseLine, "at"> & { at: Date };

/** The other person of a direct conversation; null for a group. */
const writtenTo = `
  (SELECT o.user_id FROM conversations c JOIN conversation_participants o ON o.conversation_id = c.id
    WHERE c.id = l.subject_id AND c.direct_key IS NOT NULL AND o.user_id <> $1::uuid LIMIT 1)`;

/** $1 actor, $2 id of the line before. */
const ledgerText = `
SELECT l.id::text, l.kind::text, l.amount, l.created_at AS at, CASE WHEN starts_with(l.key, '${resetKeys.purchase}') THEN 'purchase'
            WHEN starts_with(l.key, '${resetKeys.month}') THEN 'month'
            WHEN starts_with(l.key, '${resetKeys.admin}') THEN 'admin' END AS reset,
       p.full_name AS name,
       (SELECT b.title FROM project_briefs b WHERE l.kind = 'post' AND b.id = l.subject_id AND b.creator_id = $1::uuid) AS title,
       coalesce((SELECT c.direct_key IS NULL FROM conversations c WHERE l.kind = 'message' AND c.id = l.subject_id), false)
         AS "isToGroup"
  FROM (SELECT * FROM usage_ledger WHERE user_id = $1::uuid AND id < $2::bigint
         ORDER BY id DESC LIMIT ${pageSize + 1}) l
  LEFT JOIN profiles p
    ON p.id = CASE l.kind WHEN 'message' THEN ${writtenTo} WHEN 'post' THEN NULL ELSE l.subject_id END
   AND EXISTS (SELECT FROM reachable($1::uuid, p.id)) AND EXISTS (SELECT FROM open_profile(p.id))
 ORDER BY l.id DESC`;
