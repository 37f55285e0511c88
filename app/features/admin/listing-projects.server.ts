import { adminPaths } from "~/admin-paths";
import { canonicalEmail } from "~/features/accounts/email-address";
import { findAccount } from "~/features/accounts/finding.server";
import { type ProjectStatus, projectStatusLabels } from "~/features/projects/project";
import { parseId } from "~/ids";
import { adminList, optional, search, timeOrder } from "~/platform/admin-list.server";
import { allOf, db, Prisma } from "~/platform/db.server";
import { beginsWith, byTime, countRows, pageOf } from "~/platform/paging.server";

type ListedProject = {
  id: string;
  title: string;
  status: ProjectStatus;
  isExpired: boolean;
  creatorId: string;
  creator: string;
  /** True if only the project's owner and admins can open it. */
  isHidden: boolean;
  /** Doesn't count withdrawn ones. */
  applications: number;
  /** The ID of the case with the latest report about it. */
  caseId: string | null;
  postedAt: Date;
};

interface Wanted {
  /** An ID, the beginning of a title, or the owner's email address. */
  q: string;
  status: ProjectStatus | "";
  people: string[] | null;
}

const rulesOf = ({ q, status, people }: Wanted) =>
  allOf([status && Prisma.sql`b.status = ${status}::project_status`, q && searchedBy(q, people)]);

/** If the search is an ID, it may be a project's or its owner's. */
function searchedBy(q: string, owners: string[] | null): Prisma.Sql {
  const id = parseId(q);
  if (id) return Prisma.sql`(b.id = ${id}::uuid OR b.creator_id = ${id}::uuid)`;
  return owners ? Prisma.sql`b.creator_id = ANY (${owners}::uuid[])` : beginsWith("b.title", q);
}

async function findOwner(text: string) {
  if (!text.includes("@")) return null;
  const email = canonicalEmail(text);
  const account = email ? await findAccount(email) : null;
  return { ids: account ? [account.id] : [], isMore: false };
}

const columns = { at: "b.created_at", id: "b.id" };

export const projectList = adminList({
  path: adminPaths.allProjects(),
  labels: { label: "Projects", button: "Show projects", clear: "Show all", pager: "More projects" },
  words: ["project", "projects"],
  filters: {
    q: search("Project", "Title, email or ID", { find: findOwner }),
    status: optional("Status", projectStatusLabels),
    sort: timeOrder("newest"),
  },
  empty: ({ q, status }, isFirst) => (q || status || !isFirst ? "No matching projects" : "No projects yet"),
  pageSize: 20,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = byTime(columns, wanted.sort, after);
    const rows = await db.$queryRaw<ListedProject[]>`
      SELECT b.id, b.title, b.status::text, coalesce(b.expires_at <= now(), false) AS "isExpired",
             b.creator_id AS "creatorId", p.full_name AS creator, is_suspended(u) AS "isHidden",
             coalesce(c.total, 0) AS applications, b.created_at AS "postedAt",
             (SELECT r.id FROM report_cases r WHERE r.subject_id = b.id AND r.kind = 'project'
               ORDER BY r.created_at DESC LIMIT 1) AS "caseId"
        FROM (SELECT b.* FROM project_briefs b WHERE ${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}) b
        JOIN users u ON u.id = b.creator_id JOIN profiles p ON p.id = b.creator_id
        LEFT JOIN project_application_counts c ON c.project_id = b.id
       ${orderBy}`;
    return pageOf(rows, size, ({ postedAt, id }) => cursor({ at: postedAt, id }));
  },
  count(wanted) {
    const { orderBy } = byTime(columns, "oldest", null);
    return countRows(Prisma.sql`SELECT FROM project_briefs b WHERE ${rulesOf(wanted)} ${orderBy}`);
  },
  file: {
    name: "matchcut-projects",
    columns: {
      ID: ({ id }) => id,
      Title: ({ title }) => title,
      Status: ({ status }) => projectStatusLabels[status],
      Expired: ({ isExpired }) => isExpired,
      Owner: ({ creator }) => creator,
      "Owner ID": ({ creatorId }) => creatorId,
      Applications: ({ applications }) => applications,
      Reported: ({ caseId }) => caseId !== null,
      "Posted (UTC)": ({ postedAt }) => postedAt,
    },
  },
});
