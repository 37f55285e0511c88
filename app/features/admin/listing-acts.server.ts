import type { Actor } from "~/features/accounts/actor";
import { wordsOfAct } from "~/features/accounts/acts";
import { db, Prisma } from "~/platform/db.server";
import type { ActFilter } from "./act-filter";
import type { ActPerson, ActView } from "./act-view";
import { findPeople } from "./finding-people.server";

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
};

const pageSize = 20;
const batchSize = 500;

/** `next` is the cursor of the page after this; `isMore`: further people have the name that was given. */
export interface ActList {
  acts: ActView[];
  next: string | null;
  isMore: boolean;
}

/** A page of the audit log, newest first. Empty for non-admins. Two statements. */
export async function listActs(admin: Actor, filter: ActFilter, after: string | null): Promise<ActList> {
  if (!admin.isAdmin) return { acts: [], next: null, isMore: false };
  const people = await findPeople(filter.person);
  const rows = await readActs(
    { ...filter, timeZone: admin.timeZone, people: people?.ids },
    after,
    pageSize + 1,
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    acts: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last) : null,
    isMore: people?.isMore ?? false,
  };
}

const actsShown = 5;

/** The last few about or by somebody. One statement. Empty for non-admins. */
export async function listActsOf(admin: Actor, personId: string): Promise<ActView[]> {
  if (!admin.isAdmin) return [];
  const any = { person: "", act: "", from: "", to: "", timeZone: admin.timeZone };
  return (await readActs({ ...any, people: [personId] }, null, actsShown)).map(viewOf);
}

/** All acts of a filter, newest first, read as they are taken. None for non-admins. */
export async function* readAllActs(admin: Actor, filter: ActFilter): AsyncGenerator<ActView> {
  if (!admin.isAdmin) return;
  const people = await findPeople(filter.person);
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await readActs(
      { ...filter, timeZone: admin.timeZone, people: people?.ids },
      after,
      batchSize,
    );
    yield* rows.map(viewOf);
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = cursorOf(last);
  }
}

interface Wanted extends ActFilter {
  timeZone: string;
  /** Undefined for everybody. */
  people: string[] | undefined;
}

function readActs(wanted: Wanted, after: string | null, limit: number): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    SELECT a.id, a.created_at, a.action, a.details, a.actor_id, ap.full_name AS actor_name, au.email AS actor_email,
           a.subject_id, sp.full_name AS subject_name, su.email AS subject_email
      FROM (${wanted.people ? ofPeople(wanted.people, wanted, after, limit) : ofEverybody(wanted, after, limit)}) found
      JOIN audit_log a ON a.id = found.id
      LEFT JOIN users au ON au.id = a.actor_id LEFT JOIN profiles ap ON ap.id = a.actor_id
      LEFT JOIN users su ON su.id = a.subject_id LEFT JOIN profiles sp ON sp.id = a.subject_id
     ORDER BY a.created_at DESC, a.id DESC`;
}

/** Each of the log's indexes ends with time and id, so that a page is read from one end of a range. */
const newest = (limit: number) => Prisma.sql`ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`;

const ofEverybody = (wanted: Wanted, after: string | null, limit: number) => Prisma.sql`
  SELECT a.id FROM audit_log a WHERE ${matching(wanted, after)} ${newest(limit)}`;

/** About each of them, or by them: two ranges a person. */
const ofPeople = (people: string[], wanted: Wanted, after: string | null, limit: number) => {
  const side = (column: "subject_id" | "actor_id") => Prisma.sql`
    (SELECT a.id, a.created_at FROM audit_log a
      WHERE a.${Prisma.raw(column)} = person.id AND ${matching(wanted, after)} ${newest(limit)})`;
  return Prisma.sql`
    SELECT DISTINCT a.id, a.created_at
      FROM unnest(${people}::uuid[]) AS person (id)
     CROSS JOIN LATERAL (${side("subject_id")} UNION ALL ${side("actor_id")}) a
     ${newest(limit)}`;
};

function matching({ act, from, to, timeZone }: Wanted, after: string | null): Prisma.Sql {
  const cursor = readCursor(after);
  const midnight = (day: Prisma.Sql) => Prisma.sql`(${day})::timestamp AT TIME ZONE ${timeZone}`;
  const rules = [
    Prisma.sql`true`,
    ...(act ? [Prisma.sql`a.action = ${act}`] : []),
    ...(from ? [Prisma.sql`a.created_at >= ${midnight(Prisma.sql`${from}::date`)}`] : []),
    ...(to ? [Prisma.sql`a.created_at < ${midnight(Prisma.sql`${to}::date + 1`)}`] : []),
    ...(cursor ? [Prisma.sql`(a.created_at, a.id) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)`] : []),
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
    before: wordsOf(before),
    after: wordsOf(after),
  };
}

/** 'status: pending', 'posts: 2, messages: 5'. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${typeof one === "object" ? JSON.stringify(one) : one}`)
    .join(", ");
}
