import type { Actor } from "~/features/accounts/actor";
import { type Amount, priceLine } from "~/features/catalog/amount";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { PictureView } from "~/features/media/media";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { readRows } from "~/platform/db.server";
import type { ApplicationStatus, ProjectStatus } from "./project";

export const noApplications = {
  total: 0,
  waiting: 0,
  shortlisted: 0,
  archived: 0,
  accepted: 0,
  declined: 0,
};

/** Leaves out withdrawn applications, and those of people who have blocked the owner or whom the owner has blocked. */
export type ApplicationCounts = typeof noApplications;

export interface ProjectCardView {
  id: string;
  title: string;
  /** Only the beginning, because cards show two lines. */
  description: string;
  /** The first reference picture or, if there's none, the creator's cover. */
  picture: PictureView | null;
  status: ProjectStatus;
  isExpired: boolean;
  /** Hidden by an admin. Only its owner and those who applied can see it. */
  isHidden: boolean;
  services: string[];
  tools: string[];
  budgetType: string | null;
  /** The amount or, if there's none, the beginning of the budget's text. */
  budget: string;
  /** yyyy-MM-dd. */
  startDate: string | null;
  postedAt: string;
  /** Set only for the owner of an open or running project that will expire. */
  expiresAt: string | null;
  creator: { name: string; avatarUrl: string | null };
  /** The viewer's own application. */
  application: { status: ApplicationStatus; appliedAt: string } | null;
  /** The same counts as on the project's own page; null for everyone else. */
  applications: Pick<ApplicationCounts, "total" | "waiting"> | null;
  /** Up to three of the people who are waiting; empty for everyone but the owner. */
  applicants: { name: string; avatarUrl: string | null }[];
}

type CardRow = Omit<ProjectCardView, "services" | "tools" | "budgetType" | "creator" | "application"> & {
  serviceIds: number[];
  toolIds: number[];
  amount: Amount | null;
  budgetTypeId: number | null;
  fullName: string;
  avatarUrl: string | null;
  myStatus: ApplicationStatus | null;
  appliedAt: string | null;
};

/** Long enough for an amount and its unit. The SQL reads one more character to see whether the text goes on. */
const budgetShown = 80;

/**
 * Reads the cards of these projects as the viewer sees them, by project ID. Leaves out projects of people hidden from
 * the viewer, and hidden projects unless the viewer is the owner or has applied.
 */
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
      const { serviceIds, toolIds, budgetTypeId, fullName, avatarUrl, myStatus, appliedAt, amount, ...row } =
        card;
      return [
        row.id,
        {
          ...row,
          description: shortened(row.description, 120),
          budget: priceLine({ amount, priceRange: shortened(row.budget, budgetShown) }),
          applicants: row.applicants.map((face) => ({ ...face, name: shownName(face.name, "contributor") })),
          services: namesOf(serviceIds, names.byId.services),
          tools: namesOf(toolIds, names.byId.tools),
          budgetType: names.byId.budgets[budgetTypeId ?? 0] ?? null,
          postedAt: new Date(row.postedAt).toISOString(),
          expiresAt: row.expiresAt && new Date(row.expiresAt).toISOString(),
          creator: { name: shownName(fullName, "creator"), avatarUrl },
          application: myStatus && { status: myStatus, appliedAt: new Date(appliedAt ?? 0).toISOString() },
        },
      ];
    }),
  );
}

/**
 * $1 is the viewer, $2 the projects. The subquery turns $2 into a column, because PostgreSQL would replan for an array
 * parameter. Everything is one JSON column, because that's faster to parse than many columns.
 */
const cardsText = `
SELECT to_json(row) AS card FROM (
  SELECT b.id, b.title, left(b.description, 121) AS description, left(b.budget_details, 81) AS budget,
         amount_json(b.amount_unit, b.amount_low, b.amount_high) AS amount,
         coalesce((SELECT f.picture FROM first_reference(b.id) f),
                  (SELECT s.picture FROM cover_sample(b.creator_id) cover JOIN shown_samples s ON s.id = cover.id)) AS picture,
         b.status::text, NOT is_unexpired(b) AS "isExpired", b.hidden_at IS NOT NULL AS "isHidden",
         c."serviceIds", c."toolIds", b.budget_type_id AS "budgetTypeId",
         b.start_date::text AS "startDate", b.created_at AS "postedAt", p.full_name AS "fullName", p.avatar_url AS "avatarUrl",
         a.status AS "myStatus", a.created_at AS "appliedAt",
         CASE WHEN b.creator_id = $1 AND b.status IN ('open', 'in_progress') THEN b.expires_at END AS "expiresAt",
         CASE WHEN b.creator_id = $1 THEN
           coalesce((SELECT json_build_object('total', counts.total, 'waiting', counts.waiting)
                       FROM shown_application_counts(b.id, $1) counts), '{"total": 0, "waiting": 0}')
         END AS applications,
         CASE WHEN b.creator_id = $1 THEN (SELECT coalesce(json_agg(face), '[]') FROM latest_applicants(b.id, $1) face)
              ELSE '[]' END AS applicants
    FROM (SELECT $2::uuid[] AS ids OFFSET 0) given CROSS JOIN LATERAL unnest(given.ids) AS chosen (id)
   CROSS JOIN LATERAL (SELECT * FROM project_briefs WHERE id = chosen.id OFFSET 0) b
   CROSS JOIN LATERAL (SELECT full_name, avatar_url FROM profiles WHERE id = b.creator_id OFFSET 0) p
   CROSS JOIN LATERAL project_choices(b.id) c
    LEFT JOIN LATERAL (
      SELECT shown_status(mine) AS status, mine.created_at FROM project_applications mine
       WHERE mine.project_id = b.id AND mine.contributor_id = $1 OFFSET 0) a ON true
   WHERE EXISTS (SELECT FROM reachable_or_removed($1, b.creator_id))
     AND (b.hidden_at IS NULL OR b.creator_id = $1 OR a.status IS NOT NULL)) row`;
