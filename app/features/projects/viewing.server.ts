import { type Actor, isContributor } from "~/features/accounts/actor";
import type { Amount } from "~/features/catalog/amount";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { titleOfFile } from "~/features/media/file-name";
import type { MediaKind, OriginalView, PictureView } from "~/features/media/media";
import type { ServableMedia } from "~/features/media/serving.server";
import type { Viewing } from "~/features/media/viewed";
import { type PlanName, resetWords, type UsageView, unlimited } from "~/features/plans/plan";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { readRows } from "~/platform/db.server";
import { versionOfQuestions } from "./applying.server";
import type { BriefFileView, BriefWithFiles } from "./brief";
import { type ApplicationCounts, noApplications } from "./cards.server";
import { type InvitedView, withIsoTimes } from "./inviting.server";
import { type ApplicationStatus, type ProjectStatus, projectTraits } from "./project";
import { type EventRow, historyBefore, historyOf } from "./project.server";

interface BriefFileRow {
  id: string;
  mediaId: string;
  name: string;
  bytes: number;
  width: number;
  height: number;
  widths: number[];
  tone: string | null;
  kind: MediaKind;
  peaks: number[];
}

const fileViews = (rows: BriefFileRow[]): BriefFileView[] =>
  rows.map(({ width, height, widths, tone, kind, peaks, ...file }) => ({
    ...file,
    ...(kind === "audio" && { peaks: peaks.length > 0 ? peaks : null }),
    picture: widths.length > 0 ? { mediaId: file.mediaId, width, height, widths, tone } : null,
  }));

/** $1 is the owner, $2 the project. If $2 is null, it's the draft with the key $3. */
const ownFilesText = `
SELECT EXISTS (SELECT FROM pro_features($1)) AS "hasPro",
       (SELECT coalesce(json_agg(file), '[]') FROM (
         SELECT f.id, f.media_id AS "mediaId", m.name, m.bytes, m.width, m.height, m.widths, m.tone, m.kind, m.peaks
           FROM brief_files f JOIN media m ON m.id = f.media_id
          WHERE f.creator_id = $1 AND (f.project_id = $2
             OR f.draft_of = (SELECT d.creator_id FROM project_drafts d WHERE d.creator_id = $1 AND d.key = $3))
          ORDER BY f.created_at, f.id) file) AS files`;

/**
 * The files of the actor's own brief, in the order they were added; empty for someone else's.
 * @returns `sharesFiles`: whether the plan allows PDFs and sounds, by the same rule as `canShareFiles`
 */
export async function findOwnFiles(
  actor: Actor,
  brief: BriefWithFiles,
): Promise<{ files: BriefFileView[]; sharesFiles: boolean }> {
  const [row] = await readRows<{ hasPro: boolean; files: BriefFileRow[] }>(
    "projects-own-files",
    ownFilesText,
    [
      actor.userId,
      "projectId" in brief ? brief.projectId : null,
      "draftKey" in brief ? brief.draftKey : null,
    ],
  );
  return { files: fileViews(row?.files ?? []), sharesFiles: isContributor(actor) || row?.hasPro === true };
}

const mediaText = `
SELECT m.* FROM servable_media m JOIN brief_files f ON f.media_id = m.id
 WHERE m.id = $1 AND (f.creator_id = $2 OR EXISTS (SELECT FROM reachable($2, f.creator_id))
   AND EXISTS (SELECT FROM shown_project($2, f.project_id)))`;

/** A file of a brief. Null if it doesn't exist or the viewer may not see it, so that they can't tell which. */
export async function findBriefMedia(
  viewer: Actor | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: boolean } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("projects-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}

type ReferenceRow = {
  mediaId: string;
  name: string;
  projectId: string | null;
  title: string;
  ownerId: string;
  owner: string;
  original: OriginalView | null;
} & PictureView;

/**
 * $1 is the file, $2 the viewer. Several briefs may share the file: this finds the newest one that the viewer may see,
 * by the conditions of `mediaText`, and all its pictures.
 */
const referencesText = `
SELECT o.media_id AS "mediaId", m.name, m.width, m.height, m.widths, m.tone, original_view(m) AS original, o.project_id AS "projectId",
       coalesce(b.title, '') AS title, f.creator_id AS "ownerId", p.full_name AS owner
  FROM (
    SELECT f.creator_id, f.project_id, f.draft_of FROM brief_files f
     WHERE f.media_id = $1 AND (f.creator_id = $2 OR EXISTS (SELECT FROM reachable($2, f.creator_id))
       AND EXISTS (SELECT FROM shown_project($2, f.project_id)))
     ORDER BY f.created_at DESC, f.id LIMIT 1) f
  JOIN brief_files o ON o.creator_id = f.creator_id AND (o.project_id, o.draft_of) IS NOT DISTINCT FROM (f.project_id, f.draft_of)
  JOIN media m ON m.id = o.media_id AND m.kind = 'image'
  JOIN profiles p ON p.id = f.creator_id
  LEFT JOIN project_briefs b ON b.id = f.project_id
 ORDER BY o.created_at, o.id`;

/**
 * All the pictures of the brief that contains this file, for the viewer page. Null if there's no such picture or the
 * viewer may not see it, so that they can't tell which.
 */
export async function viewReference(viewer: Actor | null, mediaId: string): Promise<Viewing | null> {
  if (!viewer) return null;
  const rows = await readRows<ReferenceRow>("projects-references", referencesText, [mediaId, viewer.userId]);
  const [first] = rows;
  if (!first || !rows.some((row) => row.mediaId === mediaId)) return null;
  const { projectId, ownerId, owner, title } = first;
  return {
    heading: title ? `References for “${title}”` : "Your references",
    home: projectId ? paths.project(projectId) : paths.projectBrief({ step: "requirements" }),
    works: rows.map(({ mediaId: id, name, width, height, widths, tone, original }, index) => ({
      id,
      title: titleOfFile(name) || `File ${index + 1}`,
      by: shownName(owner, "creator"),
      facts: title ? [title] : [],
      picture: { mediaId: id, width, height, widths, tone },
      original,
      video: null,
      file: null,
      link: null,
      report: projectId && ownerId !== viewer.userId ? paths.reportThing("project", projectId) : null,
    })),
  };
}

export interface ProjectView {
  id: string;
  title: string;
  description: string;
  status: ProjectStatus;
  /** Open, unexpired and not hidden. */
  takesApplications: boolean;
  isExpired: boolean;
  /** Hidden by an admin. */
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
  amount: Amount | null;
  /** The note on the budget. */
  budgetDetails: string;
  brandLink: string | null;
  questions: string[];
  /** A hash of the questions, which the application form sends along; empty for the owner. */
  questionsVersion: string;
  /** The reference files. */
  files: BriefFileView[];
  createdAt: string;
  expiresAt: string | null;
  creator: { id: string; name: string; avatarUrl: string | null; hasLeft?: true };
  isOwn: boolean;
  /** The viewer's own match with the project, if they're a contributor and there's enough to compare. */
  match: MatchView | null;
  application: OwnApplication | null;
  invitation: { note: string; isDeclined: boolean } | null;
  /** Zeros for everyone but the owner. */
  counts: ApplicationCounts;
  /** When the newest pending application was sent; null for everyone but the owner. */
  newestPending: string | null;
  /**
   * How many pending applications the owner can't decide now, because the contributor is suspended or hidden, or an
   * admin has hidden the application. Null if more than 200 are pending, and for everyone but the owner.
   */
  keptPending: number | null;
  /** How many active posts the owner has, and how many their plan allows; null for everyone else. */
  posts: Pick<UsageView, "used" | "limit" | "resets"> | null;
}

/** Everything that a project's page shows, read in one statement. */
export interface ProjectPage {
  project: ProjectView;
  /** Null for people who neither own the project nor have applied. */
  history: ReturnType<typeof historyOf> | null;
  /** The latest 50 invitations, newest first; empty for everyone but the owner. */
  invited: InvitedView[];
  /**
   * The viewer's samples, which an application can name. Empty for the owner, and if the project accepts no
   * applications.
   */
  ownSamples: SampleView[];
}

export interface OwnApplication {
  id: string;
  /** Hidden by an admin. */
  isHidden: boolean;
  status: ApplicationStatus;
  note: string;
  portfolioLink: string | null;
  answers: string[];
  /** The named samples that still exist. */
  samples: Pick<SampleView, "kind" | "title" | "picture">[];
  /** The note of a decline or the reason for letting them go; otherwise empty. */
  declineNote: string;
  appliedAt: string;
}

type Row = Omit<
  ProjectView,
  | ("services" | "tools" | "visualStyles" | "questionsVersion" | "files" | "createdAt" | "expiresAt")
  | ("creator" | "isOwn" | "match" | "application" | "counts" | "newestPending" | "posts")
> & {
  serviceIds: number[];
  toolIds: number[];
  styleIds: number[];
  files: BriefFileRow[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  creator: { id: string; name: string; avatarUrl: string | null; hasLeft: boolean };
  viewer: Traits | null;
  application: (Omit<OwnApplication, "samples"> & { samples: SampleRow[] | null }) | null;
  counts: ApplicationCounts | null;
  newestPending: Date | null;
  posts: { plan: PlanName; used: number; limit: number } | null;
  history: EventRow[];
  invited: InvitedView[] | null;
  ownSamples: SampleRow[] | null;
};

/**
 * $1 is the viewer, $2 the project, $3 the ID of the event that the history continues before. Returns no row if the
 * viewer can't reach the creator, as after a block or a suspension, or if the project is hidden from them. A deleted
 * creator's project remains visible to those who applied.
 */
const projectText = `
SELECT b.id, b.title, b.description, b.status::text, takes_applications(b) AS "takesApplications",
       NOT is_unexpired(b) AS "isExpired", b.hidden_at IS NOT NULL AS "isHidden", b.deliverables,
       b.start_date::text AS "startDate", b.timeline, b.is_ongoing AS "isOngoing",
       amount_json(b.amount_unit, b.amount_low, b.amount_high) AS amount,
       coalesce(b.amount_note, b.budget_details) AS "budgetDetails",
       (SELECT name FROM budget_types WHERE id = b.budget_type_id) AS "budgetType", b.brand_link AS "brandLink", b.questions,
       b.created_at AS "createdAt", b.expires_at AS "expiresAt",
       c.*,
       (SELECT json_agg(json_build_object('id', f.id, 'mediaId', m.id, 'name', m.name, 'bytes', m.bytes, 'width', m.width,
                 'height', m.height, 'widths', m.widths, 'tone', m.tone,
                 'kind', m.kind, 'peaks', m.peaks) ORDER BY f.created_at, f.id)
          FROM brief_files f JOIN media m ON m.id = f.media_id WHERE f.project_id = b.id) AS files,
       json_build_object('id', b.creator_id, 'name', p.full_name, 'avatarUrl', p.avatar_url,
                         'hasLeft', EXISTS (SELECT FROM removed_account(b.creator_id))) AS creator,
       (SELECT traits FROM compared_traits($1) WHERE b.creator_id <> $1) AS viewer,
       (SELECT json_build_object('id', a.id, 'isHidden', a.hidden_at IS NOT NULL, 'status', shown_status(a), 'note', a.note,
                 'portfolioLink', a.portfolio_link, 'answers', a.answers, 'samples', (SELECT samples FROM samples_among($1, a.sample_ids)),
                 'declineNote', coalesce(a.release_reason, a.decline_note), 'appliedAt', a.created_at)
          FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = $1) AS application,
       (SELECT json_build_object('note', i.note, 'isDeclined', i.declined_at IS NOT NULL)
          FROM project_invitations i
         WHERE i.project_id = b.id AND i.contributor_id = $1 AND EXISTS (SELECT FROM sends_invitations(b.creator_id))) AS invitation,
       CASE WHEN b.creator_id = $1 THEN (SELECT to_json(counts) FROM shown_application_counts(b.id, $1) counts) END AS counts,
       CASE WHEN b.creator_id = $1 THEN (SELECT pending.at FROM newest_pending(b.id) pending) END AS "newestPending",
       CASE WHEN b.creator_id = $1 THEN (SELECT kept.n FROM kept_applications(b.id, $1) kept) END AS "keptPending",
       CASE WHEN b.creator_id = $1 THEN (
         SELECT json_build_object('plan', use.name, 'used', use.posts_used, 'limit', use.post_limit)
           FROM usage_in_force use WHERE use.user_id = $1) END AS posts,
       CASE WHEN b.creator_id = $1 THEN (SELECT coalesce(json_agg(line), '[]') FROM history_for_owner(b.id, $1, $3) line)
            ELSE (SELECT coalesce(json_agg(line), '[]') FROM history_for_applicant(b.id, $1, $3) line) END AS history,
       CASE WHEN b.creator_id = $1 THEN (SELECT coalesce(json_agg(i), '[]') FROM people_invited(b.id, $1) i) END AS invited,
       CASE WHEN b.creator_id <> $1 AND takes_applications(b) THEN (SELECT samples FROM samples_of($1)) END AS "ownSamples"
  FROM project_briefs b JOIN profiles p ON p.id = b.creator_id CROSS JOIN LATERAL project_choices(b.id) c
 WHERE b.id = $2 AND (b.creator_id = $1 OR EXISTS (SELECT FROM reachable($1, b.creator_id)) AND EXISTS (SELECT FROM shown_project($1, b.id))
    OR EXISTS (SELECT FROM removed_account(b.creator_id))
       AND EXISTS (SELECT FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = $1))`;

/**
 * A project as the viewer sees it. Null for unknown IDs and for projects of people hidden from them, so that they can't
 * tell which.
 */
export async function findProject(viewer: Actor, projectId: string): Promise<ProjectView | null> {
  return (await findProjectPage(viewer, projectId, null))?.project ?? null;
}

/**
 * Reads a project's page. Null in the same cases as `findProject`.
 * @param before where the history continues: the previous page's `next`
 */
export async function findProjectPage(
  viewer: Actor,
  projectId: string,
  before: string | null,
): Promise<ProjectPage | null> {
  if (!isId(projectId)) return null;
  const [row] = await readRows<Row>("projects-project", projectText, [
    viewer.userId,
    projectId,
    historyBefore(before),
  ]);
  if (!row) return null;
  const names = await listCatalog();
  const { serviceIds, toolIds, styleIds, viewer: traits, creator, application, posts, ...rest } = row;
  const { history, invited, ownSamples, ...project } = rest;
  const { hasLeft, ...owner } = creator;
  const isOwn = owner.id === viewer.userId;
  const view: ProjectView = {
    ...project,
    services: namesOf(serviceIds, names.byId.services),
    tools: namesOf(toolIds, names.byId.tools),
    visualStyles: namesOf(styleIds, names.byId.styles),
    questionsVersion: isOwn ? "" : versionOfQuestions(row.questions),
    files: fileViews(row.files ?? []),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    creator: {
      ...owner,
      name: shownName(owner.name, "creator"),
      ...(hasLeft && { hasLeft: true as const }),
    },
    isOwn,
    match: traits && isContributor(viewer) ? matchOf(traits, projectTraits(row), names) : null,
    application: application && {
      ...application,
      samples: (await sampleViews(application.samples)).map(({ kind, title, picture }) => ({
        ...{ kind, title, picture },
      })),
      appliedAt: new Date(application.appliedAt).toISOString(),
    },
    counts: row.counts ?? noApplications,
    newestPending: row.newestPending?.toISOString() ?? null,
    posts: posts && {
      used: posts.used,
      limit: posts.limit >= unlimited ? null : posts.limit,
      resets: resetWords("post", posts.plan, viewer.timeZone),
    },
  };
  return {
    project: view,
    history: isOwn || application ? historyOf(history, viewer) : null,
    invited: withIsoTimes(invited),
    ownSamples: await sampleViews(ownSamples),
  };
}
