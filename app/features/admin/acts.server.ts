import type { Actor } from "~/features/accounts/actor";
import { wordsOfAct } from "~/features/accounts/acts";
import { db, Prisma } from "~/platform/db.server";
import { type Count, countLimit, countRows, everyRow, type Page, pageOf } from "~/platform/paging.server";
import type { ActFilter } from "./act-filter";
import type { ActPerson, ActView } from "./act-view";
import { findPeople } from "./people-list.server";

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

const pageSize = 20;

/** `next` is the cursor of the page after this; `isNameCommon`: further people have the name that was given. */
interface ActList extends Count {
  acts: ActView[];
  next: string | null;
  isNameCommon: boolean;
}

/** A page of the audit log with its number, in three statements with a search's. Empty for non-admins. */
export async function listActs(admin: Actor, filter: ActFilter, after: string | null): Promise<ActList> {
  if (!admin.isAdmin) return { acts: [], next: null, isNameCommon: false, count: 0, isMore: false };
  const found = await findPeople(filter.person);
  const wanted = { ...filter, timeZone: admin.timeZone, people: found?.ids };
  const [{ rows, next }, count] = await Promise.all([
    readActs(wanted, after, pageSize),
    countRows(Prisma.sql`SELECT FROM (${idsOf(wanted, null, countLimit)}) acts`),
  ]);
  return { acts: rows.map(viewOf), next, isNameCommon: found?.isMore ?? false, ...count };
}

const actsShown = 5;

/** The last few about or by someone. One statement. Empty for non-admins. */
export async function listActsOf(admin: Actor, personId: string): Promise<ActView[]> {
  if (!admin.isAdmin) return [];
  const any = { person: "", act: "", from: "", to: "", sort: "newest", timeZone: admin.timeZone } as const;
  return (await readActs({ ...any, people: [personId] }, null, actsShown)).rows.map(viewOf);
}

/** All acts of a filter, in its order, read as they are taken. None for non-admins. */
export async function* readAllActs(admin: Actor, filter: ActFilter): AsyncGenerator<ActView> {
  if (!admin.isAdmin) return;
  const found = await findPeople(filter.person);
  const wanted = { ...filter, timeZone: admin.timeZone, people: found?.ids };
  for await (const row of everyRow((after, size) => readActs(wanted, after, size))) yield viewOf(row);
}

interface Wanted extends ActFilter {
  timeZone: string;
  /** Undefined for everyone. */
  people: string[] | undefined;
}

async function readActs(wanted: Wanted, after: string | null, size: number): Promise<Page<Row>> {
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
  return pageOf(rows, size, cursorOf);
}

const orders = {
  newest: Prisma.sql`ORDER BY a.created_at DESC, a.id DESC`,
  oldest: Prisma.sql`ORDER BY a.created_at, a.id`,
} as const;

/** Each of the log's indexes ends with time and id, so that a page is read from one end of a range. */
const idsOf = (wanted: Wanted, after: string | null, limit: number) =>
  wanted.people ? ofPeople(wanted.people, wanted, after, limit) : ofEverybody(wanted, after, limit);

const ofEverybody = (wanted: Wanted, after: string | null, limit: number) => Prisma.sql`
  SELECT a.id FROM audit_log a WHERE ${matching(wanted, after)} ${orders[wanted.sort]} LIMIT ${limit}`;

/** About each of them, or by them: two ranges a person. */
const ofPeople = (people: string[], wanted: Wanted, after: string | null, limit: number) => {
  const order = orders[wanted.sort];
  const side = (column: "subject_id" | "actor_id") => Prisma.sql`
    (SELECT a.id, a.created_at FROM audit_log a
      WHERE a.${Prisma.raw(column)} = person.id AND ${matching(wanted, after)} ${order} LIMIT ${limit})`;
  return Prisma.sql`
    SELECT DISTINCT a.id, a.created_at
      FROM unnest(${people}::uuid[]) AS person (id)
     CROSS JOIN LATERAL (${side("subject_id")} UNION ALL ${side("actor_id")}) a
     ${order} LIMIT ${limit}`;
};

function matching({ act, from, to, sort, timeZone }: Wanted, after: string | null): Prisma.Sql {
  const cursor = readCursor(after);
  const midnight = (day: Prisma.Sql) => Prisma.sql`(${day})::timestamp AT TIME ZONE ${timeZone}`;
  const rules = [
    Prisma.sql`true`,
    ...(act ? [Prisma.sql`a.action = ${act}`] : []),
    ...(from ? [Prisma.sql`a.created_at >= ${midnight(Prisma.sql`${from}::date`)}`] : []),
    ...(to ? [Prisma.sql`a.created_at < ${midnight(Prisma.sql`${to}::date + 1`)}`] : []),
    ...(cursor
      ? [
          Prisma.sql`(a.created_at, a.id) ${Prisma.raw(sort === "newest" ? "<" : ">")} (${cursor.at}::timestamptz, ${cursor.id}::bigint)`,
        ]
      : []),
  ];
  return Prisma.join(rules, " AND ");
}

const cursorOf = ({ created_at, id }: Row): string => `${created_at.toISOString()}_${id}`;

/** Malformed ones start at the beginning. */
function readCursor(text: string | null): { at: string; id: string } | null {
  const [, time = "", id = ""] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([1-9]\d{0,17})$/.exec(text ?? "") ?? [];
  const at = Date.parse(time);
  return at > 0 ? { at: new Date(at).toISOString(), id } : null;
}

function viewOf(row: Row): ActView {
  const { reason, note, before, after } = row.details;
  const person = (id: string | null, name: string | null, email: string | null): ActPerson | null =>
    id ? { id, name, email } : null;
  return {
    id: String(row.id),
    at: row.created_at.toISOString(),
    act: wordsOfAct(row.action),
    admin: person(row.actor_id, row.actor_name, row.actor_email),
    person: person(row.subject_id, row.subject_name, row.subject_email),
    // Refunds were once recorded with a note.
    reason: wordsOf(reason ?? note),
    before: wordsOf(before ?? nameOf(row.name_before)),
    after: wordsOf(after ?? nameOf(row.name_after)),
  };
}

const nameOf = (name: string | null) => (name === null ? null : { name });

/** 'status: pending', 'posts: 2, messages: 5'. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${typeof one === "object" ? JSON.stringify(one) : one}`)
    .join(", ");
}

const columnsOf = (who: string) => [who, `${who} email`, `${who} id`];

export const actColumns = [
  "Time (UTC)",
  "Act",
  ...columnsOf("Admin"),
  ...columnsOf("Person"),
  "Reason",
  "Before",
  "After",
];

const cellsOf = (person: ActPerson | null, nobody: string) =>
  person ? [person.name ?? "Deleted user", person.email ?? "", person.id] : [nobody, "", ""];

/** The rows of `actColumns`, newest first, read as they are taken. None for non-admins. */
export async function* actRows(admin: Actor, filter: ActFilter): AsyncGenerator<string[]> {
  for await (const { at, act, admin: by, person, reason, before, after } of readAllActs(admin, filter)) {
    yield [at, act, ...cellsOf(by, "Command line"), ...cellsOf(person, ""), reason, before, after];
  }
}
