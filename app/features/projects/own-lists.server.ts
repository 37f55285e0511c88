import type { Actor } from "~/features/accounts/actor";
import type { PictureView } from "~/features/media/media";
import { shownName } from "~/features/profiles/profile";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
import { type ProjectCardView, readCards } from "./cards.server";
import type { ApplicationStatus } from "./project";
import { isFiltered, type ProjectFilter } from "./project-filter";

export interface OwnListView {
  serviceIds?: undefined;
  invitations?: undefined;
  projects: ProjectCardView[];
  next: string | null;
  /** Where the search continues, if this page stopped before it was full. */
  older: string | null;
}

const pageSize = 10;
/** How many of a person's projects or applications one filtered page examines at most. */
const mostExamined = 300;

/** A creator's projects, newest first. `after` is the previous page's `next` or `older`. */
export async function listOwnProjects(
  actor: Actor,
  filter: ProjectFilter,
  after: string | null,
): Promise<OwnListView> {
  return listWith(
    actor,
    filter,
    after,
    "projects-own",
    `SELECT b.id, b.created_at AS at, EXISTS (SELECT FROM fits_project_filter(b.id, $5, $6, $7, $8, $9)) AS fits
       FROM project_briefs b
      WHERE b.creator_id = $1 AND (b.created_at, b.id) < ($2::timestamptz, $3::uuid)
      ORDER BY b.created_at DESC, b.id DESC LIMIT $4`,
  );
}

/** A contributor's applications, newest first, without hidden people's projects. */
export async function listApplications(
  actor: Actor,
  filter: ProjectFilter,
  after: string | null,
): Promise<OwnListView> {
  return listWith(
    actor,
    filter,
    after,
    "projects-applied",
    `SELECT b.id, a.created_at AS at, EXISTS (SELECT FROM fits_project_filter(b.id, $5, $6, $7, $8, $9))
            AND EXISTS (SELECT FROM reachable_or_removed($1, b.creator_id)) AS fits
       FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
      WHERE a.contributor_id = $1 AND (a.created_at, a.project_id) < ($2::timestamptz, $3::uuid)
      ORDER BY a.created_at DESC, a.project_id DESC LIMIT $4`,
  );
}

/** `text`: $1 actor, $2 and $3 the last row of the previous page, $4 most rows, and from $5 the filter. */
async function listWith(
  actor: Actor,
  filter: ProjectFilter,
  after: string | null,
  name: string,
  text: string,
): Promise<OwnListView> {
  const [time, id] = readCursor(after);
  const most = isFiltered(filter) ? mostExamined : pageSize * 2;
  const { status, q, serviceId, toolId, budgetTypeId } = filter;
  const rows = await readRows<{ id: string; at: Date; fits: boolean }>(name, text, [
    ...[actor.userId, time, id, most],
    ...[status, q, serviceId, toolId, budgetTypeId],
  ]);
  const fitting = rows.filter((row) => row.fits);
  const cursor = (row: { id: string; at: Date }) => cursorOf(row.at, row.id);
  const { rows: shown, next } = pageOf(fitting, pageSize, cursor);
  const last = rows.at(-1);
  const cards = await readCards(
    actor,
    shown.map((row) => row.id),
  );
  return {
    projects: shown.flatMap((row) => cards.get(row.id) ?? []),
    next,
    older: next === null && last && rows.length === most ? cursor(last) : null,
  };
}

/** An application on its contributor's own profile. */
export interface AppliedView {
  id: string;
  title: string;
  creator: string;
  status: ApplicationStatus;
  appliedAt: string;
  /** yyyy-MM-dd. */
  startDate: string | null;
  /** The first reference. */
  picture: PictureView | null;
}

/** $1 contributor. Without hidden people's projects, as in the list. */
const latestText = `
SELECT b.id, b.title, p.full_name AS creator, a.status::text, a.created_at AS "appliedAt", b.start_date::text AS "startDate",
       (SELECT json_build_object('mediaId', m.id, 'width', m.width, 'height', m.height, 'widths', m.widths, 'tone', m.tone)
          FROM brief_files f JOIN media m ON m.id = f.media_id AND m.kind = 'image'
         WHERE f.project_id = b.id ORDER BY f.created_at, f.id LIMIT 1) AS picture
  FROM project_applications a JOIN project_briefs b ON b.id = a.project_id LEFT JOIN profiles p ON p.id = b.creator_id
 WHERE a.contributor_id = $1 AND EXISTS (SELECT FROM reachable_or_removed($1, b.creator_id))
 ORDER BY a.created_at DESC, a.project_id DESC LIMIT 3`;

/** The latest applications, for the contributor's own profile. */
export async function listLatestApplications(actor: Actor): Promise<AppliedView[]> {
  const rows = await readRows<Omit<AppliedView, "appliedAt"> & { appliedAt: Date }>(
    "projects-latest-applied",
    latestText,
    [actor.userId],
  );
  return rows.map(({ creator, appliedAt, ...row }) => ({
    ...row,
    creator: shownName(creator, "creator"),
    appliedAt: appliedAt.toISOString(),
  }));
}
