import type { Actor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { readRows } from "~/platform/db.server";
import type { ApplicationStatus, ProjectStatus } from "./project";

/** Doesn't count withdrawn applications or those of blocked people, which the owner doesn't see either. */
export interface ApplicationCounts {
  total: number;
  waiting: number;
  shortlisted: number;
  archived: number;
  accepted: number;
  declined: number;
}

export const noApplications: ApplicationCounts = {
  total: 0,
  waiting: 0,
  shortlisted: 0,
  archived: 0,
  accepted: 0,
  declined: 0,
};

export interface ProjectCardView {
  id: string;
  title: string;
  /** Its beginning, because phones clamp it to two lines. */
  description: string;
  status: ProjectStatus;
  isExpired: boolean;
  /** Hidden by an admin. Only its owner and those who applied see it. */
  isHidden: boolean;
  services: string[];
  tools: string[];
  budgetType: string | null;
  /** yyyy-MM-dd. */
  startDate: string | null;
  postedAt: string;
  creator: { name: string; avatarUrl: string | null };
  /** The viewer's own application. */
  application: { status: ApplicationStatus; appliedAt: string } | null;
  /** The same count as on the project's own page; null for everyone but the owner. */
  applications: number | null;
}

type CardRow = Pick<
  ProjectCardView,
  "id" | "title" | "description" | "status" | "isExpired" | "isHidden" | "startDate" | "applications"
> & {
  serviceIds: number[];
  toolIds: number[];
  budgetTypeId: number | null;
  postedAt: string;
  fullName: string;
  avatarUrl: string | null;
  myStatus: ApplicationStatus | null;
  appliedAt: string | null;
};

/** Cards by project ID, as the viewer sees them, without hidden projects and those of hidden people. */
export async function readCards(
  actor: Pick<Actor, "userId">,
  projectIds: readonly string[],
): Promise<Map<string, ProjectCardView>> {
  if (projectIds.length === 0) return new Map();
  const [rows, names] = await Promise.all([
    readRows<{ card: CardRow }>("projects-cards", cardsText, [actor.userId, projectIds]),
    listCatalog(),
  ]);
  return new Map(
    rows.map(({ card }) => {
      const { serviceIds, toolIds, budgetTypeId, fullName, avatarUrl, myStatus, appliedAt, ...row } = card;
      return [
        row.id,
        {
          ...row,
          description: shortened(row.description, 120),
          services: namesOf(serviceIds, names.byId.services),
          tools: namesOf(toolIds, names.byId.tools),
          budgetType: names.byId.budgets[budgetTypeId ?? 0] ?? null,
          postedAt: new Date(row.postedAt).toISOString(),
          creator: { name: shownName(fullName, "creator"), avatarUrl },
          application: myStatus && { status: myStatus, appliedAt: new Date(appliedAt ?? 0).toISOString() },
        },
      ];
    }),
  );
}

/**
 * $1 viewer, $2 projects, passed as a column. One JSON column,
 * because the driver parses columns one by one.
 */
const cardsText = `
SELECT to_json(row) AS card FROM (
  SELECT b.id, b.title, left(b.description, 121) AS description,
         b.status::text, NOT is_unexpired(b) AS "isExpired", b.hidden_at IS NOT NULL AS "isHidden",
         c."serviceIds", c."toolIds", b.budget_type_id AS "budgetTypeId",
         b.start_date::text AS "startDate", b.created_at AS "postedAt", p.full_name AS "fullName", p.avatar_url AS "avatarUrl",
         a.status::text AS "myStatus", a.created_at AS "appliedAt",
         CASE WHEN b.creator_id = $1 THEN
           coalesce((SELECT counts.total FROM shown_application_counts(b.id, $1) counts), 0)
         END AS applications
    FROM (SELECT $2::uuid[] AS ids OFFSET 0) given CROSS JOIN LATERAL unnest(given.ids) AS chosen (id)
   CROSS JOIN LATERAL (SELECT * FROM project_briefs WHERE id = chosen.id OFFSET 0) b
   CROSS JOIN LATERAL (SELECT full_name, avatar_url FROM profiles WHERE id = b.creator_id OFFSET 0) p
   CROSS JOIN LATERAL project_choices(b.id) c
    LEFT JOIN LATERAL (
      SELECT status, created_at FROM project_applications
       WHERE project_id = b.id AND contributor_id = $1 OFFSET 0) a ON true
   WHERE EXISTS (SELECT FROM reachable_or_removed($1, b.creator_id))
     AND (b.hidden_at IS NULL OR b.creator_id = $1 OR a.status IS NOT NULL)) row`;
