import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma } from "~/platform/db.server";
import type { ContactState, ContactSubject } from "./contact";

export interface ContactView {
  id: string;
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  state: ContactState;
  answer: string;
  /** ISO 8601. */
  at: string;
  handledAt: string | null;
  /** The member who wrote it. */
  userId: string | null;
  handlerName: string | null;
}

const pageSize = 20;

/** SELECT: since when (`at`) each message waits. */
export const waitingContact = "SELECT c.created_at AS at FROM contact_messages c WHERE c.state = 'waiting'";

const fields = {
  id: true,
  name: true,
  email: true,
  subject: true,
  message: true,
  state: true,
  answer: true,
  createdAt: true,
  handledAt: true,
  userId: true,
  handler: { select: { profile: { select: { fullName: true } } } },
} satisfies Prisma.ContactMessageSelect;

type Row = Prisma.ContactMessageGetPayload<{ select: typeof fields }>;

function viewOf({ createdAt, handledAt, handler, ...row }: Row): ContactView {
  return {
    ...row,
    subject: row.subject as ContactSubject,
    state: row.state as ContactState,
    at: createdAt.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    handlerName: handler?.profile?.fullName ?? null,
  };
}

/**
 * A page of what waits, the oldest first, or of what was handled, the latest first. None for non-admins.
 * @param filter `after`: the previous page's `next`
 */
export async function listContact(
  admin: Actor,
  filter: { isWaiting: boolean; subject: ContactSubject | null; after: string | null },
): Promise<{ messages: ContactView[]; next: string | null }> {
  if (!admin.isAdmin) return { messages: [], next: null };
  const ids = await (filter.isWaiting ? waitingIds(filter) : handledIds(filter));
  const shown = ids.slice(0, pageSize);
  const rows = await db.contactMessage.findMany({
    where: { id: { in: shown.map(({ id }) => id) } },
    select: fields,
  });
  const byId = new Map(rows.map((row) => [row.id, viewOf(row)]));
  const last = shown.at(-1);
  return {
    messages: shown.flatMap(({ id }) => byId.get(id) ?? []),
    next: ids.length > pageSize && last ? cursorOf(last.at, last.id) : null,
  };
}

type Wanted = { subject: ContactSubject | null; after: string | null };
const about = ({ subject }: Wanted) => (subject ? Prisma.sql`AND subject = ${subject}` : Prisma.empty);

function waitingIds(wanted: Wanted) {
  const [time, id] = wanted.after ? readCursor(wanted.after) : ["infinity", ""];
  const beyond =
    time === "infinity"
      ? Prisma.empty
      : Prisma.sql`AND (created_at, id) > (${time}::timestamptz, ${id}::uuid)`;
  return db.$queryRaw<{ id: string; at: Date }[]>`
    SELECT id, created_at AS at FROM contact_messages WHERE state = 'waiting' ${about(wanted)} ${beyond}
     ORDER BY created_at, id LIMIT ${pageSize + 1}`;
}

function handledIds(wanted: Wanted) {
  const [time, id] = readCursor(wanted.after);
  return db.$queryRaw<{ id: string; at: Date }[]>`
    SELECT id, handled_at AS at FROM contact_messages
     WHERE state <> 'waiting' ${about(wanted)} AND (handled_at, id) < (${time}::timestamptz, ${id}::uuid)
     ORDER BY handled_at DESC, id DESC LIMIT ${pageSize + 1}`;
}

/** Null if there is none, and for non-admins. */
export async function findContact(admin: Actor, id: string): Promise<ContactView | null> {
  if (!admin.isAdmin || !isId(id)) return null;
  const row = await db.contactMessage.findUnique({ where: { id }, select: fields });
  return row && viewOf(row);
}

/** After it was handled, in days. */
export const keptDays = 365;

/** The job: deletes what was handled a year ago. */
export async function sweepContact(now = new Date()): Promise<void> {
  await db.contactMessage.deleteMany({
    where: { state: { not: "waiting" }, handledAt: { lt: new Date(now.getTime() - keptDays * 86_400_000) } },
  });
}
