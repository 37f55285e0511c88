import { type Actor, isContributor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { type PlanName, resetWords, type UsageView, unlimited } from "~/features/plans/plan";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import { versionOfQuestions } from "./applying.server";
import type { BriefFileView, BriefWithFiles } from "./brief";
import { type ApplicationCounts, noApplications } from "./cards.server";
import type { ApplicationStatus, ProjectStatus } from "./project";
import { type ProjectTraitsRow, projectTraitColumns, traitsOfProject } from "./scoring.server";

/** As `filesWhere` reads them. */
interface BriefFileRow {
  id: string;
  mediaId: string;
  name: string;
  bytes: number;
  width: number;
  height: number;
  widths: number[];
}

/** SQL: the files of a brief, by a condition on `f`, as JSON for `fileViews`; null without any. */
const filesWhere = (condition: string) => `(
  SELECT json_agg(json_build_object('id', f.id, 'mediaId', m.id, 'name', m.name, 'bytes', m.bytes, 'width', m.width,
           'height', m.height, 'widths', m.widths) ORDER BY f.created_at, f.id)
    FROM brief_files f JOIN media m ON m.id = f.media_id WHERE ${condition})`;

const fileViews = (rows: BriefFileRow[] | null): BriefFileView[] =>
  (rows ?? []).map(({ width, height, widths, ...file }) => ({
    ...file,
    picture: widths.length > 0 ? { mediaId: file.mediaId, width, height, widths } : null,
  }));

const draftText = `SELECT ${filesWhere(
  "f.creator_id = $1 AND f.draft_of = (SELECT creator_id FROM project_drafts WHERE creator_id = $1 AND key = $2)",
)} AS files`;
const projectFilesText = `SELECT ${filesWhere("f.creator_id = $1 AND f.project_id = $2")} AS files`;

/** Of the actor's own brief, in the order added; none of another's. */
export async function listOwnFiles(actor: Actor, brief: BriefWithFiles): Promise<BriefFileView[]> {
  const [name, text, id] =
    "projectId" in brief
      ? (["projects-own-files", projectFilesText, brief.projectId] as const)
      : (["projects-draft-files", draftText, brief.draftKey] as const);
  if (!isId(id)) return [];
  const [row] = await readRows<{ files: BriefFileRow[] | null }>(name, text, [actor.userId, id]);
  return fileViews(row?.files ?? null);
}

const mediaText = `
SELECT ${servableColumns} FROM media m JOIN brief_files f ON f.media_id = m.id
 WHERE m.id = $1 AND (f.creator_id = $2 OR EXISTS (SELECT FROM reachable($2, f.creator_id))
   AND EXISTS (SELECT FROM shown_project($2, f.project_id)))`;

/** Media of a brief; null, indistinguishably, if there is none or the viewer may not see the brief. */
export async function findBriefMedia(
  viewer: Pick<Actor, "userId"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: boolean } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("projects-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}

export interface ProjectView {
  id: string;
  title: string;
  description: string;
  status: ProjectStatus;
  /** Open and unexpired. */
  takesApplications: boolean;
  isExpired: boolean;
  /** By an admin. */
  isHidden: boolean;
  services: string[];
  tools: string[];
  visualStyles: string[];
  deliverables: string;
  /** yyyy-MM-dd. */
  startDate: string | null;
  timeline: string;
  isOngoing: boolean;
  budgetType: string | null;
  budgetDetails: string;
  brandLink: string | null;
  questions: string[];
  /** Goes with the answers; empty for the owner. */
  questionsVersion: string;
  /** References. */
  files: BriefFileView[];
  createdAt: string;
  expiresAt: string | null;
  creator: { id: string; name: string; avatarUrl: string | null; hasLeft?: true };
  isOwn: boolean;
  /** The viewer's, if they are a contributor and there is enough to compare. */
  match: MatchView | null;
  application: OwnApplication | null;
  invitation: { note: string; isDeclined: boolean } | null;
  /** Zeros for anybody but the owner. */
  counts: ApplicationCounts;
  /** When the last of those that wait was sent; null for anybody but the owner. */
  newestPending: string | null;
  /** The owner's active posts; null for anybody else. */
  posts: Pick<UsageView, "used" | "limit" | "resets"> | null;
}

export interface OwnApplication {
  id: string;
  /** By an admin. */
  isHidden: boolean;
  status: ApplicationStatus;
  note: string;
  portfolioLink: string | null;
  answers: string[];
  /** Named with it, without those removed since. */
  samples: SampleView[];
  declineNote: string;
  appliedAt: string;
}

type Row = ProjectTraitsRow & {
  id: string;
  title: string;
  description: string;
  status: ProjectStatus;
  takes: boolean;
  expired: boolean;
  hidden_by_admin: boolean;
  deliverables: string;
  start_date: string | null;
  timeline: string;
  is_ongoing: boolean;
  budget_type: string | null;
  brand_link: string | null;
  questions: string[];
  files: BriefFileRow[] | null;
  created_at: Date;
  expires_at: Date | null;
  creator_id: string;
  creator_name: string;
  creator_avatar: string | null;
  creator_left: boolean;
  viewer: Traits | null;
  application: (Omit<OwnApplication, "samples"> & { samples: SampleRow[] | null }) | null;
  invitation: { note: string; isDeclined: boolean } | null;
  counts: ApplicationCounts | null;
  newest_pending: Date | null;
  posts: { plan: PlanName; used: number; limit: number } | null;
};

/** From the end of each stage's index. */
const newestPending = `
  SELECT max(latest.at) FROM unnest(enum_range(NULL::application_stage)) AS pending (stage)
   CROSS JOIN LATERAL (
     SELECT a.created_at AS at FROM project_applications a
      WHERE a.project_id = b.id AND a.status = 'pending' AND a.stage = pending.stage
      ORDER BY a.created_at DESC LIMIT 1) latest`;

/** $1 viewer, $2 project. A suspended or blocked creator's projects do not exist; those of one who left do for applicants. */
const projectText = `
SELECT b.id, b.title, b.description, b.status::text, takes_applications(b) AS takes,
       coalesce(b.expires_at <= now(), false) AS expired, b.hidden_at IS NOT NULL AS hidden_by_admin, b.deliverables, b.start_date::text, b.timeline, b.is_ongoing,
       (SELECT name FROM budget_types WHERE id = b.budget_type_id) AS budget_type, b.brand_link, b.questions,
       ${filesWhere("f.project_id = b.id")} AS files,
       b.created_at, b.expires_at, b.creator_id, p.full_name AS creator_name, p.avatar_url AS creator_avatar, EXISTS (SELECT FROM removed_account(b.creator_id)) AS creator_left,
       ${projectTraitColumns},
       (SELECT to_json(traits) FROM person_traits($1) traits WHERE b.creator_id <> $1) AS viewer,
       (SELECT json_build_object('id', a.id, 'isHidden', a.hidden_at IS NOT NULL, 'status', a.status, 'note', a.note, 'portfolioLink', a.portfolio_link,
                 'answers', a.answers, 'samples', (SELECT samples FROM samples_among($1, a.sample_ids)), 'declineNote', a.decline_note, 'appliedAt', a.created_at)
          FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = $1) AS application,
       (SELECT json_build_object('note', i.note, 'isDeclined', i.declined_at IS NOT NULL)
          FROM project_invitations i WHERE i.project_id = b.id AND i.contributor_id = $1 AND EXISTS (SELECT FROM sends_invitations(b.creator_id))) AS invitation,
       CASE WHEN b.creator_id = $1 THEN (SELECT to_json(c) FROM shown_application_counts(b.id, $1) c) END AS counts,
       CASE WHEN b.creator_id = $1 THEN (${newestPending}) END AS newest_pending,
       CASE WHEN b.creator_id = $1 THEN (
         SELECT json_build_object('plan', use.name, 'used', use.posts_used, 'limit', use.post_limit)
           FROM usage_in_force use WHERE use.user_id = $1) END AS posts
  FROM project_briefs b JOIN profiles p ON p.id = b.creator_id
 WHERE b.id = $2 AND (b.creator_id = $1 OR EXISTS (SELECT FROM reachable($1, b.creator_id)) AND EXISTS (SELECT FROM shown_project($1, b.id))
    OR EXISTS (SELECT FROM removed_account(b.creator_id))
       AND EXISTS (SELECT FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = $1))`;

/** Null, indistinguishably, for unknown ids and for projects of people who are hidden from the viewer. */
export async function findProject(viewer: Actor, projectId: string): Promise<ProjectView | null> {
  if (!isId(projectId)) return null;
  const [row] = await readRows<Row>("projects-project", projectText, [viewer.userId, projectId]);
  if (!row) return null;
  const names = await listCatalog();
  const isOwn = row.creator_id === viewer.userId;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    takesApplications: row.takes,
    isExpired: row.expired,
    isHidden: row.hidden_by_admin,
    services: namesOf(row.service_ids, names.byId.services),
    tools: namesOf(row.tool_ids, names.byId.tools),
    visualStyles: namesOf(row.style_ids, names.byId.styles),
    deliverables: row.deliverables,
    startDate: row.start_date,
    timeline: row.timeline,
    isOngoing: row.is_ongoing,
    budgetType: row.budget_type,
    budgetDetails: row.budget_details,
    brandLink: row.brand_link,
    questions: row.questions,
    questionsVersion: isOwn ? "" : versionOfQuestions(row.questions),
    files: fileViews(row.files),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    creator: {
      id: row.creator_id,
      name: shownName(row.creator_name, "creator"),
      avatarUrl: row.creator_avatar,
      ...(row.creator_left && { hasLeft: true as const }),
    },
    isOwn,
    match: row.viewer && isContributor(viewer) ? matchOf(row.viewer, traitsOfProject(row), names) : null,
    application: row.application && {
      ...row.application,
      samples: await sampleViews(row.application.samples),
      appliedAt: new Date(row.application.appliedAt).toISOString(),
    },
    invitation: row.invitation,
    counts: row.counts ?? noApplications,
    newestPending: row.newest_pending?.toISOString() ?? null,
    posts: row.posts && {
      used: row.posts.used,
      limit: row.posts.limit >= unlimited ? null : row.posts.limit,
      resets: resetWords("post", row.posts.plan, viewer.timeZone),
    },
  };
}
