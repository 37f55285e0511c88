import type { Actor } from "~/features/accounts/actor";
import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import type { ProjectStatus } from "~/features/projects/project";
import { isSuspended } from "~/features/visibility/seeing.server";
import { parseId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma } from "~/platform/db.server";
import type { ProjectsFilter } from "./projects-filter";

/** A row of the admins' list of projects. */
export interface ListedProject {
  id: string;
  title: string;
  status: ProjectStatus;
  isExpired: boolean;
  creatorId: string;
  creator: string;
  /** Then nobody else can open the project. */
  isHidden: boolean;
  /** That were not withdrawn. */
  applications: number;
  /** Of the latest reports about it. */
  caseId: string | null;
  /** ISO 8601. */
  postedAt: string;
}

type Row = Omit<ListedProject, "postedAt"> & { postedAt: Date };

/** Counted on each view, so no further. */
const counted = 200;
const pageSize = 20;
const batchSize = 500;

/** A page of projects with their number, in three statements with a search's. Empty for non-admins. */
export async function listProjects(
  admin: Actor,
  filter: ProjectsFilter,
  after: string | null,
): Promise<{ projects: ListedProject[]; next: string | null; count: number; isMore: boolean }> {
  if (!admin.isAdmin) return { projects: [], next: null, count: 0, isMore: false };
  const rules = await rulesOf(filter);
  const [rows, count] = await Promise.all([
    readProjects(rules, filter, after, pageSize + 1),
    countProjects(rules),
  ]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    projects: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last.postedAt, last.id) : null,
    count: Math.min(count, counted),
    isMore: count > counted,
  };
}

export const projectColumns = [
  ...["Id", "Title", "Status", "Expired", "Owner", "Owner id", "Applications", "Reported", "Posted (UTC)"],
];

/** The rows of `projectColumns`, read as they are taken. None for non-admins. */
export async function* projectRows(admin: Actor, filter: ProjectsFilter): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  const rules = await rulesOf(filter);
  const yes = (is: boolean) => (is ? "yes" : "no");
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await readProjects(rules, filter, after, batchSize);
    for (const { id, title, status, isExpired, creator, creatorId, applications, caseId, postedAt } of rows) {
      const owner = [creator, creatorId, String(applications), yes(caseId !== null)];
      yield [id, title, status, yes(isExpired), ...owner, postedAt.toISOString()];
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = cursorOf(last.postedAt, last.id);
  }
}

/** An id is a project's or its owner's. */
async function rulesOf({ q, status }: ProjectsFilter): Promise<Prisma.Sql[]> {
  const rules = [Prisma.sql`true`, ...(status ? [Prisma.sql`b.status = ${status}::project_status`] : [])];
  // PostgreSQL rejects NUL.
  const meant = q.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (meant === "") return rules;
  const id = parseId(meant);
  if (id) return [...rules, Prisma.sql`(b.id = ${id}::uuid OR b.creator_id = ${id}::uuid)`];
  if (meant.includes("@")) {
    const email = canonicalEmail(meant);
    const account = email ? await findAccount(email) : null;
    return [...rules, account ? Prisma.sql`b.creator_id = ${account.id}::uuid` : Prisma.sql`false`];
  }
  const title = Prisma.sql`lower(b.title) COLLATE "C"`;
  const first = Prisma.sql`lower(${meant}::text) COLLATE "C"`;
  return [
    ...rules,
    Prisma.sql`${title} >= ${first} AND ${title} < (lower(${meant}::text) || U&'\\+10FFFD') COLLATE "C"`,
  ];
}

function readProjects(
  rules: Prisma.Sql[],
  { sort }: ProjectsFilter,
  after: string | null,
  limit: number,
): Promise<Row[]> {
  const [time, id] = readCursor(after);
  const isNewest = sort === "newest";
  const start = time === "infinity" && !isNewest ? "-infinity" : time;
  const direction = Prisma.raw(isNewest ? "DESC" : "ASC");
  const isAfter = Prisma.sql`(b.created_at, b.id) ${Prisma.raw(isNewest ? "<" : ">")} (${start}::timestamptz, ${id}::uuid)`;
  return db.$queryRaw<Row[]>`
    SELECT b.id, b.title, b.status::text, coalesce(b.expires_at <= now(), false) AS "isExpired",
           b.creator_id AS "creatorId", p.full_name AS creator, ${Prisma.raw(isSuspended("u"))} AS "isHidden",
           coalesce(c.total, 0) AS applications, b.created_at AS "postedAt",
           (SELECT r.id FROM report_cases r WHERE r.subject_id = b.id AND r.kind = 'project'
             ORDER BY r.created_at DESC LIMIT 1) AS "caseId"
      FROM (SELECT b.* FROM project_briefs b WHERE ${Prisma.join([...rules, isAfter], " AND ")}
             ORDER BY b.created_at ${direction}, b.id ${direction} LIMIT ${limit}) b
      JOIN users u ON u.id = b.creator_id JOIN profiles p ON p.id = b.creator_id
      LEFT JOIN project_application_counts c ON c.project_id = b.id
     ORDER BY b.created_at ${direction}, b.id ${direction}`;
}

async function countProjects(rules: Prisma.Sql[]): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (SELECT 1 FROM project_briefs b WHERE ${Prisma.join(rules, " AND ")}
             ORDER BY b.created_at, b.id LIMIT ${counted + 1}) found`;
  return row?.count ?? 0;
}

const viewOf = (row: Row): ListedProject => ({ ...row, postedAt: row.postedAt.toISOString() });
