import type { Actor } from "~/features/accounts/actor";
import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import type { ProjectStatus } from "~/features/projects/project";
import { parseId } from "~/ids";
import { tidied } from "~/list-query";
import { db, Prisma } from "~/platform/db.server";
import {
  beginsWith,
  byTime,
  type Count,
  countRows,
  everyRow,
  type Page,
  pageOf,
} from "~/platform/paging.server";
import type { ProjectsFilter } from "./projects-filter";

/** A row of the admins' list of projects. */
export interface ListedProject {
  id: string;
  title: string;
  status: ProjectStatus;
  isExpired: boolean;
  creatorId: string;
  creator: string;
  /** Then no one else can open the project. */
  isHidden: boolean;
  /** That were not withdrawn. */
  applications: number;
  /** Of the latest reports about it. */
  caseId: string | null;
  /** ISO 8601. */
  postedAt: string;
}

type Row = Omit<ListedProject, "postedAt"> & { postedAt: Date };

const pageSize = 20;

/** A page of projects with their number, in three statements with a search's. Empty for non-admins. */
export async function listProjects(
  admin: Actor,
  filter: ProjectsFilter,
  after: string | null,
): Promise<{ projects: ListedProject[]; next: string | null } & Count> {
  if (!admin.isAdmin) return { projects: [], next: null, count: 0, isMore: false };
  const rules = await rulesOf(filter);
  const [{ rows, next }, count] = await Promise.all([
    readProjects(rules, filter, after, pageSize),
    countRows(Prisma.sql`SELECT FROM project_briefs b WHERE ${rules} ORDER BY b.created_at, b.id`),
  ]);
  return { projects: rows.map(viewOf), next, ...count };
}

export const projectColumns = [
  ...["Id", "Title", "Status", "Expired", "Owner", "Owner id", "Applications", "Reported", "Posted (UTC)"],
];

/** The rows of `projectColumns`, read as they are taken. None for non-admins. */
export async function* projectRows(admin: Actor, filter: ProjectsFilter): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  const rules = await rulesOf(filter);
  const yes = (is: boolean) => (is ? "yes" : "no");
  for await (const row of everyRow((after, size) => readProjects(rules, filter, after, size))) {
    const { id, title, status, isExpired, creator, creatorId, applications, caseId, postedAt } = viewOf(row);
    const owner = [creator, creatorId, String(applications), yes(caseId !== null)];
    yield [id, title, status, yes(isExpired), ...owner, postedAt];
  }
}

async function rulesOf({ q, status }: ProjectsFilter): Promise<Prisma.Sql> {
  const meant = tidied(q);
  const rules = [
    ...(status ? [Prisma.sql`b.status = ${status}::project_status`] : []),
    ...(meant ? [await searchedBy(meant)] : []),
  ];
  return rules.length > 0 ? Prisma.join(rules, " AND ") : Prisma.sql`true`;
}

/** An id is a project's or its owner's. */
async function searchedBy(meant: string): Promise<Prisma.Sql> {
  const id = parseId(meant);
  if (id) return Prisma.sql`(b.id = ${id}::uuid OR b.creator_id = ${id}::uuid)`;
  if (!meant.includes("@")) return beginsWith("b.title", meant);
  const email = canonicalEmail(meant);
  const account = email ? await findAccount(email) : null;
  return account ? Prisma.sql`b.creator_id = ${account.id}::uuid` : Prisma.sql`false`;
}

async function readProjects(
  rules: Prisma.Sql,
  { sort }: ProjectsFilter,
  after: string | null,
  size: number,
): Promise<Page<Row>> {
  const { isAfter, orderBy, cursor } = byTime({ at: "b.created_at", id: "b.id" }, sort, after);
  const rows = await db.$queryRaw<Row[]>`
    SELECT b.id, b.title, b.status::text, coalesce(b.expires_at <= now(), false) AS "isExpired",
           b.creator_id AS "creatorId", p.full_name AS creator, is_suspended(u) AS "isHidden",
           coalesce(c.total, 0) AS applications, b.created_at AS "postedAt",
           (SELECT r.id FROM report_cases r WHERE r.subject_id = b.id AND r.kind = 'project'
             ORDER BY r.created_at DESC LIMIT 1) AS "caseId"
      FROM (SELECT b.* FROM project_briefs b WHERE ${rules} AND ${isAfter} ${orderBy} LIMIT ${size + 1}) b
      JOIN users u ON u.id = b.creator_id JOIN profiles p ON p.id = b.creator_id
      LEFT JOIN project_application_counts c ON c.project_id = b.id
     ${orderBy}`;
  return pageOf(rows, size, ({ postedAt, id }) => cursor({ at: postedAt, id }));
}

const viewOf = (row: Row): ListedProject => ({ ...row, postedAt: row.postedAt.toISOString() });
