import { adminPaths } from "~/admin-paths";
import type { Actor, Admin } from "~/features/accounts/actor";
import { adminActionWords, wordsOfAdminAction } from "~/features/accounts/admin-actions";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { adminList, anyOf, day, timeOrder } from "~/platform/admin-list.server";
import { allOf, db, Prisma } from "~/platform/db.server";
import { countLimit, countRows, type Page, pageOf } from "~/platform/paging.server";

export interface ActPerson {
  id: string;
  /** Null for a deleted account. */
  name: string | null;
  email: string | null;
}

export interface ActView {
  id: string;
  /** ISO 8601. */
  at: string;
  act: string;
  /** Null if it was done from the command line. */
  admin: ActPerson | null;
  person: ActPerson | null;
  reason: string;
  before: string;
  after: string;
}

type Row = Pick<ActView, "admin" | "person"> & {
  id: bigint;
  at: Date;
  action: string;
  details: Record<string, unknown>;
  nameBefore: string | null;
  nameAfter: string | null;
};

const columnsOf = <Row>(who: string, of: (row: Row) => ActPerson | null, missing: string) => ({
  [who]: (row: Row) => {
    const person = of(row);
    return person ? (person.name ?? "Deleted user") : missing;
  },
  [`${who} email`]: (row: Row) => of(row)?.email ?? "",
  [`${who} ID`]: (row: Row) => of(row)?.id ?? "",
});

export const actList = adminList({
  path: adminPaths.audit(),
  labels: { label: "Actions", button: "Show actions", clear: "Clear filters", pager: "More actions" },
  words: ["action", "actions"],
  filters: {
    person: searchPeople("Person", "Email, name or ID"),
    // Names that aren't offered today are allowed, because an older version may have written them.
    act: anyOf("Action", () => adminActionWords),
    from: day("From"),
    to: day("To"),
    sort: timeOrder("newest"),
  },
  empty: ({ person, act, from, to }, isFirst) =>
    person || act || from || to || !isFirst ? "No matching actions" : "No actions yet",
  pageSize: 20,
  page: readActs,
  count: (wanted) => countRows(Prisma.sql`SELECT FROM (${idsOf(wanted, null, countLimit)}) acts`),
  file: {
    name: "matchcut-audit-log",
    columns: {
      "Time (UTC)": ({ at }) => at,
      Action: ({ act }) => act,
      ...columnsOf<ActView>("Admin", ({ admin }) => admin, "Command line"),
      ...columnsOf<ActView>("Person", ({ person }) => person, ""),
      Reason: ({ reason }) => reason,
      Before: ({ before }) => before,
      After: ({ after }) => after,
    },
  },
});

const actsShown = 5;

/** The latest acts about someone or by them, read in one statement. */
export async function listActsOf(admin: Admin, personId: string): Promise<ActView[]> {
  const any = { act: "", from: "", to: "", sort: "newest", reader: admin } as const;
  return (await readActs({ ...any, people: [personId] }, null, actsShown)).rows;
}

interface Wanted {
  reader: Pick<Actor, "timeZone">;
  /** IDs of people, for acts about them or by them; null for all acts. */
  people: string[] | null;
  act: string;
  /** yyyy-MM-dd in the admin's time zone, both included; empty for no bound. */
  from: string;
  to: string;
  sort: "newest" | "oldest";
}

async function readActs(wanted: Wanted, after: string | null, size: number): Promise<Page<ActView>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.id, a.created_at AS at, a.action, a.details, n.before AS "nameBefore", n.after AS "nameAfter",
           CASE WHEN a.actor_id IS NOT NULL
             THEN json_build_object('id', a.actor_id, 'name', ap.full_name, 'email', au.email) END AS admin,
           CASE WHEN a.subject_id IS NOT NULL
             THEN json_build_object('id', a.subject_id, 'name', sp.full_name, 'email', su.email) END AS person
      FROM (${idsOf(wanted, after, size + 1)}) found
      JOIN audit_log a ON a.id = found.id
      LEFT JOIN users au ON au.id = a.actor_id LEFT JOIN profiles ap ON ap.id = a.actor_id
      LEFT JOIN users su ON su.id = a.subject_id LEFT JOIN profiles sp ON sp.id = a.subject_id
      LEFT JOIN act_names n ON n.act_id = a.id
     ${orders[wanted.sort]}`;
  const page = pageOf(rows, size, cursorOf);
  return { ...page, rows: page.rows.map(actView) };
}

const orders = {
  newest: Prisma.sql`ORDER BY a.created_at DESC, a.id DESC`,
  oldest: Prisma.sql`ORDER BY a.created_at, a.id`,
} as const;

/** Every index of the log ends with time and ID, so a page is one end of an index range and nothing is sorted. */
const idsOf = (wanted: Wanted, after: string | null, limit: number) =>
  wanted.people ? ofPeople(wanted.people, wanted, after, limit) : ofEveryone(wanted, after, limit);

const ofEveryone = (wanted: Wanted, after: string | null, limit: number) => Prisma.sql`
  SELECT a.id FROM audit_log a WHERE ${matching(wanted, after)} ${orders[wanted.sort]} LIMIT ${limit}`;

/** Reads two index ranges for each person: the acts about them and the acts by them. */
function ofPeople(people: string[], wanted: Wanted, after: string | null, limit: number) {
  const rules = matching(wanted, after);
  const order = orders[wanted.sort];
  return Prisma.sql`
    SELECT DISTINCT a.id, a.created_at
      FROM unnest(${people}::uuid[]) AS person (id)
     CROSS JOIN LATERAL (
       (SELECT a.id, a.created_at FROM audit_log a WHERE a.subject_id = person.id AND ${rules} ${order} LIMIT ${limit})
       UNION ALL
       (SELECT a.id, a.created_at FROM audit_log a WHERE a.actor_id = person.id AND ${rules} ${order} LIMIT ${limit})) a
     ${order} LIMIT ${limit}`;
}

function matching({ act, from, to, sort, reader: { timeZone } }: Wanted, after: string | null): Prisma.Sql {
  const cursor = readCursor(after);
  return allOf([
    act && Prisma.sql`a.action = ${act}`,
    from && Prisma.sql`a.created_at >= day_start(${from}::date, ${timeZone})`,
    to && Prisma.sql`a.created_at < day_start(${to}::date + 1, ${timeZone})`,
    cursor && beyond(cursor, sort),
  ]);
}

const beyond = ({ at, id }: { at: string; id: string }, sort: Wanted["sort"]) =>
  sort === "newest"
    ? Prisma.sql`(a.created_at, a.id) < (${at}::timestamptz, ${id}::bigint)`
    : Prisma.sql`(a.created_at, a.id) > (${at}::timestamptz, ${id}::bigint)`;

const cursorOf = ({ at, id }: Row): string => `${at.toISOString()}_${id}`;

/** A malformed cursor counts as none, so the list starts at the beginning. */
function readCursor(text: string | null): { at: string; id: string } | null {
  const [, time = "", id = ""] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([1-9]\d{0,17})$/.exec(text ?? "") ?? [];
  const at = Date.parse(time);
  return at > 0 ? { at: new Date(at).toISOString(), id } : null;
}

function actView({ id, at, action, details, admin, person, nameBefore, nameAfter }: Row): ActView {
  const { reason, note, before, after } = details;
  return {
    id: String(id),
    at: at.toISOString(),
    act: wordsOfAdminAction(action),
    admin,
    person,
    // Older entries about refunds call the reason `note`.
    reason: wordsOf(reason ?? note),
    before: wordsOf(before ?? nameOf(nameBefore)),
    after: wordsOf(after ?? nameOf(nameAfter)),
  };
}

const nameOf = (name: string | null) => (name === null ? null : { name });

/** Turns `details` into words, such as 'status: pending' or 'posts: 2, messages: 5'. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${typeof one === "object" ? JSON.stringify(one) : one}`)
    .join(", ");
}
