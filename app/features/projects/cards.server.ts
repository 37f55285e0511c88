import type { Actor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { shownName } from "~/features/profiles/profile";
import { readRows } from "~/platform/db.server";
import type { ApplicationStatus, ProjectStatus } from "./project";

/** Without withdrawn ones, and those of people who are blocked, whom their owner does not see either. */
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

const folders: Record<keyof ApplicationCounts, string> = {
  total: "true",
  waiting: "a.status = 'pending' AND a.stage = 'new'",
  shortlisted: "a.status = 'pending' AND a.stage = 'shortlisted'",
  archived: "a.status = 'pending' AND a.stage = 'archived'",
  accepted: "a.status = 'accepted'",
  declined: "a.status = 'declined'",
};
const names = Object.keys(folders) as (keyof ApplicationCounts)[];

/**
 * SQL: the counts of an owner's project `b`, one row, or none before anybody has applied. They are kept for all
 * applications; those of blocked people, who are few, are taken off.
 */
export const shownCounts = (owner: string, wanted = names) => `
  SELECT ${wanted.map((name) => `c.${name} - apart.${name} AS ${name}`).join(", ")}
    FROM project_application_counts c CROSS JOIN (
      SELECT ${wanted.map((name) => `count(*) FILTER (WHERE ${folders[name]})::int AS ${name}`).join(", ")}
        FROM blocked_from(${owner}) blocked
        JOIN project_applications a ON a.project_id = b.id AND a.contributor_id = blocked.id AND a.status <> 'withdrawn') apart
   WHERE c.project_id = b.id`;

export interface ProjectCardView {
  id: string;
  title: string;
  /** Its beginning. */
  description: string;
  status: ProjectStatus;
  isExpired: boolean;
  /** By an admin; for its owner and those who applied. */
  isHidden: boolean;
  services: string[];
  tools: string[];
  budgetType: string | null;
  /** yyyy-MM-dd. */
  startDate: string | null;
  postedAt: string;
  creator: { name: string; avatarUrl: string | null };
  /** Of the viewer. */
  application: { status: ApplicationStatus; appliedAt: string } | null;
  /** As on the project's own page; null for all but the owner. */
  applications: number | null;
}

type CardRow = {
  id: string;
  title: string;
  description: string;
  status: ProjectStatus;
  is_expired: boolean;
  is_hidden: boolean;
  service_ids: number[];
  tool_ids: number[];
  budget_type_id: number | null;
  start_date: string | null;
  created_at: string;
  full_name: string;
  avatar_url: string | null;
  my_status: ApplicationStatus | null;
  applied_at: string | null;
  applications: number | null;
};

/** Two lines, clamped to them on a phone. */
const descriptionShown = 120;

/** By id, as the viewer sees them; without those of hidden people, and hidden ones. */
export async function readCards(
  actor: Pick<Actor, "userId">,
  projectIds: readonly string[],
): Promise<Map<string, ProjectCardView>> {
  if (projectIds.length === 0) return new Map();
  const [rows, names] = await Promise.all([
    readRows<{ row: CardRow }>("projects-cards", cardsText, [actor.userId, projectIds]),
    listCatalog(),
  ]);
  return new Map(
    rows.map(({ row }) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        description: row.description,
        status: row.status,
        isExpired: row.is_expired,
        isHidden: row.is_hidden,
        services: namesOf(row.service_ids, names.byId.services),
        tools: namesOf(row.tool_ids, names.byId.tools),
        budgetType: names.byId.budgets[row.budget_type_id ?? 0] ?? null,
        startDate: row.start_date,
        postedAt: new Date(row.created_at).toISOString(),
        creator: { name: shownName(row.full_name, "creator"), avatarUrl: row.avatar_url },
        application: row.my_status && {
          status: row.my_status,
          appliedAt: new Date(row.applied_at ?? 0).toISOString(),
        },
        applications: row.applications,
      },
    ]),
  );
}

/** $1 viewer, $2 projects. One JSON column, because the driver parses columns one by one. */
const cardsText = `
SELECT to_json(card) AS row FROM (
SELECT b.id, b.title, left(b.description, ${descriptionShown}) || CASE WHEN char_length(b.description) > ${descriptionShown} THEN '…' ELSE '' END AS description, b.status::text, NOT is_unexpired(b) AS is_expired, b.hidden_at IS NOT NULL AS is_hidden,
       ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id ORDER BY service_id) AS service_ids,
       ARRAY(SELECT tool_id FROM project_brief_tools WHERE project_id = b.id ORDER BY tool_id) AS tool_ids,
       b.budget_type_id, b.start_date::text, b.created_at, p.full_name, p.avatar_url,
       a.status::text AS my_status, a.created_at AS applied_at,
       CASE WHEN b.creator_id = $1 THEN
         coalesce((${shownCounts("$1", ["total"])}), 0)
       END AS applications
  FROM unnest($2::uuid[]) AS chosen (id)
 CROSS JOIN LATERAL (SELECT * FROM project_briefs WHERE id = chosen.id OFFSET 0) b
 CROSS JOIN LATERAL (SELECT full_name, avatar_url FROM profiles WHERE id = b.creator_id OFFSET 0) p
  LEFT JOIN LATERAL (
    SELECT status, created_at FROM project_applications
     WHERE project_id = b.id AND contributor_id = $1 OFFSET 0) a ON true
 WHERE EXISTS (SELECT FROM reachable_or_removed($1, b.creator_id))
   AND (b.hidden_at IS NULL OR b.creator_id = $1 OR a.status IS NOT NULL)) card`;
