import type { Actor } from "~/features/accounts/actor";
import { shownName } from "~/features/profiles/profile";
import { type Prisma, readRows, type Transaction } from "~/platform/db.server";

export interface NewEvent {
  projectId: string;
  kind: Prisma.ProjectEventUncheckedCreateInput["kind"];
  /** Null for the product itself. */
  actorId: string | null;
  /** Whose application or invitation it is about. */
  contributorId?: string;
  note?: string;
}

/** In the transaction of the change. Returns the event's id, which what is told about it carries. */
export async function writeEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const { id } = await tx.projectEvent.create({ data: event, select: { id: true } });
  return String(id);
}

export interface EventView {
  id: string;
  kind: NewEvent["kind"];
  /** Whose application or invitation it is about; null for the project's own. */
  contributor: { id: string; name: string; isViewer: boolean } | null;
  note: string;
  at: string;
}

const pageSize = 6;

/** $1 viewer, $2 project, $3 the previous page's last id. The owner reads everything. */
const ownersText = `
SELECT e.id, e.kind::text, e.contributor_id, p.full_name, e.note, e.created_at
  FROM project_briefs b JOIN project_events e ON e.project_id = b.id
  LEFT JOIN profiles p ON p.id = e.contributor_id
 WHERE b.id = $2 AND b.creator_id = $1 AND e.id < $3::bigint
   AND (e.contributor_id IS NULL OR EXISTS (SELECT FROM reachable_or_removed($1, e.contributor_id)))
 ORDER BY e.id DESC LIMIT ${pageSize + 1}`;

/** As above, for someone who has applied: the project's own lines and theirs. */
const applicantsText = `
SELECT e.id, e.kind::text, e.contributor_id, NULL AS full_name, e.note, e.created_at
  FROM (SELECT * FROM (SELECT * FROM project_events WHERE project_id = $2 AND contributor_id IS NULL AND id < $3::bigint
                        ORDER BY id DESC LIMIT ${pageSize + 1}) general
         UNION ALL
        SELECT * FROM (SELECT * FROM project_events WHERE project_id = $2 AND contributor_id = $1 AND id < $3::bigint
                        ORDER BY id DESC LIMIT ${pageSize + 1}) own) e
 WHERE EXISTS (SELECT FROM project_applications a WHERE a.project_id = $2 AND a.contributor_id = $1)
 ORDER BY e.id DESC LIMIT ${pageSize + 1}`;

type EventRow = {
  id: string;
  kind: NewEvent["kind"];
  contributor_id: string | null;
  full_name: string | null;
  note: string;
  created_at: Date;
};

/**
 * Newest first, paged. The owner reads all of it, someone who has applied the project's lines and their own, no one
 * else anything.
 * @param before the previous page's `next`
 */
export async function listEvents(
  viewer: Actor,
  project: { id: string; isOwn: boolean },
  before: string | null,
): Promise<{ events: EventView[]; next: string | null }> {
  const from = /^\d{1,18}$/.test(before ?? "") ? before : "9223372036854775807";
  const rows = await readRows<EventRow>(
    `projects-events-of-${project.isOwn ? "owner" : "applicant"}`,
    project.isOwn ? ownersText : applicantsText,
    [viewer.userId, project.id, from],
  );
  const shown = rows.slice(0, pageSize);
  return {
    events: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      contributor: row.contributor_id
        ? {
            id: row.contributor_id,
            name: shownName(row.full_name ?? "", "contributor"),
            isViewer: row.contributor_id === viewer.userId,
          }
        : null,
      note: row.note,
      at: row.created_at.toISOString(),
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}
