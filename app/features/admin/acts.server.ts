import { adminPaths } from "~/admin-paths";
import type { Actor, Admin } from "~/features/accounts/actor";
import { adminActionWords, wordsOfAdminAction } from "~/features/accounts/admin-actions";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { adminList, anyOf, day, timeOrder } from "~/platform/admin-list.server";
import { db, Prisma } from "~/platform/db.server";
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

type Row = {
  id: bigint;
  created_at: Date;
  action: string;
  details: Record<string, unknown>;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  subject_id: string | null;
  subject_name: string | null;
  subject_email: string | null;
  name_before: string | null;
  name_after: string | null;
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
    SELECT a.id, a.created_at, a.action, a.details, a.actor_id, ap.full_name AS actor_name, au.email AS actor_email,
           a.subject_id, sp.full_name AS subject_name, su.email AS subject_email,
           n.before AS name_before, n.after AS name_after
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
  const rules = [
    Prisma.sql`true`,
    ...(act ? [Prisma.sql`a.action = ${act}`] : []),
    ...(from ? [Prisma.sql`a.created_at >= day_start(${from}::date, ${timeZone})`] : []),
    ...(to ? [Prisma.sql`a.created_at < day_start(${to}::date + 1, ${timeZone})`] : []),
    ...(cursor ? [beyond(cursor, sort)] : []),
  ];
  return Prisma.join(rules, " AND ");
}

const beyond = ({ at, id }: { at: string; id: string }, sort: Wanted["sort"]) =>
  sort === "newest"
    ? Prisma.sql`(a.created_at, a.id) < (${at}::timestamptz, ${id}::bigint)`
    : Prisma.sql`(a.created_at, a.id) > (${at}::timestamptz, ${id}::bigint)`;

const cursorOf = ({ created_at, id }: Row): string => `${created_at.toISOString()}_${id}`;

/** A malformed cursor counts as none, so the list starts at the beginning. */
function readCursor(text: string | null): { at: string; id: string } | null {
  const [, time = "", id = ""] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([1-9]\d{0,17})$/.exec(text ?? "") ?? [];
  const at = Date.parse(time);
  return at > 0 ? { at: new Date(at).toISOString(), id } : null;
}

function actView(row: Row): ActView {
  const { reason, note, before, after } = row.details;
  const person = (id: string | null, name: string | null, email: string | null): ActPerson | null =>
    id ? { id, name, email } : null;
  return {
    id: String(row.id),
    at: row.created_at.toISOString(),
    act: wordsOfAdminAction(row.action),
    admin: person(row.actor_id, row.actor_name, row.actor_email),
    person: person(row.subject_id, row.subject_name, row.subject_email),
    // Older entries about refunds call the reason `note`.
    reason: wordsOf(reason ?? note),
    before: wordsOf(before ?? nameOf(row.name_before)),
    after: wordsOf(after ?? nameOf(row.name_after)),
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
