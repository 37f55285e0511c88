import type { Actor } from "~/features/accounts/actor";
import { unitNumbers } from "~/features/catalog/amount";
import type { PictureView } from "~/features/media/media";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
import { type ProjectCardView, readCards } from "./cards.server";
import type { ApplicationStatus, ProjectStatus } from "./project";
import { isFiltered, type ProjectFilter } from "./project-filter";

export interface OwnListView {
  serviceIds?: undefined;
  invitations?: undefined;
  projects: ProjectCardView[];
  next: string | null;
  /** Cursor to continue from if the page stopped looking before it was full. */
  older: string | null;
}

const pageSize = 10;
/** How many projects or applications one page looks at to find those that pass the filter. */
const mostExamined = 300;

/** $1 is the actor, $2 and $3 the last row of the previous page, $4 the maximum number of rows, $5 to $11 the filter. */
const texts = {
  "projects-own": `
SELECT b.id, b.created_at AS at, EXISTS (SELECT FROM fits_project_filter(b.id, $5, $6, $7, $8, $9))
       AND ($10::integer IS NULL OR pays_at_least(b.amount_unit, b.amount_high, $10, $11)) AS fits
  FROM project_briefs b
 WHERE b.creator_id = $1 AND (b.created_at, b.id) < ($2::timestamptz, $3::uuid)
 ORDER BY b.created_at DESC, b.id DESC LIMIT $4`,
  "projects-applied": `
SELECT b.id, a.created_at AS at, EXISTS (SELECT FROM fits_project_filter(b.id, $5, $6, $7, $8, $9))
       AND ($10::integer IS NULL OR pays_at_least(b.amount_unit, b.amount_high, $10, $11))
       AND EXISTS (SELECT FROM reachable_or_removed($1, b.creator_id)) AS fits
  FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
 WHERE a.contributor_id = $1 AND (a.created_at, a.project_id) < ($2::timestamptz, $3::uuid)
 ORDER BY a.created_at DESC, a.project_id DESC LIMIT $4`,
};

/** A creator's projects, newest first. `after` is the previous page's `next` or `older`. */
export const listOwnProjects = (actor: Actor, filter: ProjectFilter, after: string | null) =>
  listWith("projects-own", actor, filter, after);

/** A contributor's applications, newest first. Leaves out those for projects of people hidden from them. */
export const listApplications = (actor: Actor, filter: ProjectFilter, after: string | null) =>
  listWith("projects-applied", actor, filter, after);

async function listWith(
  name: keyof typeof texts,
  actor: Actor,
  filter: ProjectFilter,
  after: string | null,
): Promise<OwnListView> {
  const [time, id] = readCursor(after);
  const most = isFiltered(filter) ? mostExamined : pageSize * 2;
  const { status, q, serviceId, toolId, budgetTypeId, pays } = filter;
  const rows = await readRows<{ id: string; at: Date; fits: boolean }>(name, texts[name], [
    ...[actor.userId, time, id, most],
    ...[status, q, serviceId, toolId, budgetTypeId, pays && unitNumbers[pays.per], pays?.cents ?? null],
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

/** An application as its contributor's own profile and dashboard show it. */
export interface AppliedView {
  id: string;
  title: string;
  creator: string;
  status: ApplicationStatus;
  appliedAt: string;
  /** yyyy-MM-dd. */
  startDate: string | null;
  timeline: string;
  /** The first picture among the project's references. */
  picture: PictureView | null;
}

/** A row of `latest_applications`. `appliedAt` is text if the rows were read as JSON. */
export type LatestRow = Omit<AppliedView, "appliedAt"> & { appliedAt: Date | string };

/** The actor's latest applications, for their own profile. */
export async function listLatestApplications(actor: Actor): Promise<AppliedView[]> {
  const rows = await readRows<LatestRow>(
    "projects-latest-applied",
    // The subquery turns $1 into a column, because PostgreSQL would replan for a parameter each time.
    "SELECT latest.* FROM (SELECT $1::uuid AS id OFFSET 0) person CROSS JOIN LATERAL latest_applications(person.id) latest",
    [actor.userId],
  );
  return rows.map(appliedView);
}

export const appliedView = ({ creator, appliedAt, timeline, ...row }: LatestRow): AppliedView => ({
  ...row,
  creator: shownName(creator, "creator"),
  appliedAt: new Date(appliedAt).toISOString(),
  timeline: shortened(timeline, 60),
});

/** A row of `newest_own_projects`: a creator's project on their dashboard. */
export interface OwnProjectView {
  id: string;
  title: string;
  status: ProjectStatus;
  isExpired: boolean;
  budget: string;
  /**
   * Leaves out withdrawn ones and those of blocked people. `waiting` counts those that the owner has neither decided
   * nor put into a folder.
   */
  applications: number;
  waiting: number;
  picture: PictureView | null;
}
