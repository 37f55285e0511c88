import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/admins.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { isId } from "~/ids";
import { tidied } from "~/list-query";
import { db, Prisma, type Transaction, transaction } from "~/platform/db.server";
import {
  beginsWith,
  byTime,
  type Count,
  countRows,
  everyRow,
  type Page,
  pageOf,
} from "~/platform/paging.server";
import {
  type ContactFilter,
  type ContactState,
  type ContactSubject,
  contactStates,
  contactSubjects,
} from "./contact";

interface ContactView {
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

/** Of each of the two lists: its rows in the words of its index, and the time that orders them. */
const lists = {
  waiting: { rule: Prisma.sql`c.state = 'waiting'`, at: "c.created_at", usual: "oldest" },
  handled: { rule: Prisma.sql`c.state <> 'waiting'`, at: "c.handled_at", usual: "newest" },
} as const;

function rulesOf({ q, state, subject }: ContactFilter): Prisma.Sql {
  const meant = tidied(q);
  return Prisma.join(
    [
      lists[state].rule,
      ...(subject ? [Prisma.sql`c.subject = ${subject}`] : []),
      ...(meant ? [Prisma.sql`(${beginsWith("c.email", meant)} OR ${beginsWith("c.name", meant)})`] : []),
    ],
    " AND ",
  );
}

const orderOf = ({ state, sort }: ContactFilter, after: string | null) =>
  byTime({ at: lists[state].at, id: "c.id" }, sort || lists[state].usual, after);

async function readInbox(filter: ContactFilter, after: string | null, size: number): Promise<Page<Row>> {
  const { isAfter, orderBy, cursor } = orderOf(filter, after);
  const found = await db.$queryRaw<{ id: string; at: Date }[]>`
    SELECT c.id, CASE WHEN c.state = 'waiting' THEN c.created_at ELSE c.handled_at END AS at FROM contact_messages c
     WHERE ${rulesOf(filter)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
  const { rows, next } = pageOf(found, size, cursor);
  const messages = await db.contactMessage.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: fields,
  });
  const byId = new Map(messages.map((row) => [row.id, row]));
  return { rows: rows.flatMap(({ id }) => byId.get(id) ?? []), next };
}

/** A page with its number, in three queries. None for non-admins. `after` is the previous page's `next`. */
export async function listContact(
  admin: Actor,
  filter: ContactFilter,
  after: string | null,
): Promise<{ messages: ContactView[]; next: string | null } & Count> {
  if (!admin.isAdmin) return { messages: [], next: null, count: 0, isMore: false };
  const [{ rows, next }, count] = await Promise.all([
    readInbox(filter, after, pageSize),
    countRows(
      Prisma.sql`SELECT FROM contact_messages c WHERE ${rulesOf(filter)} ${orderOf(filter, null).orderBy}`,
    ),
  ]);
  return { messages: rows.map(viewOf), next, ...count };
}

export const contactColumns = [
  ...["Id", "Name", "Email", "Member id", "Subject", "Message", "State", "Sent (UTC)", "Handled (UTC)"],
  ...["Handled by", "Answer"],
];

/** The rows of `contactColumns`, of all pages of a filter, read as they are taken. None for non-admins. */
export async function* contactRows(admin: Actor, filter: ContactFilter): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  for await (const row of everyRow((after, size) => readInbox(filter, after, size))) {
    const { id, name, email, userId, subject, message, state, at, handledAt, handlerName, answer } =
      viewOf(row);
    const about = [id, name, email, userId ?? "", contactSubjects[subject], message, contactStates[state]];
    yield [...about, at, handledAt ?? "", handlerName ?? "", answer];
  }
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

type Handling = { intent: "answer"; answer: string } | { intent: "close" } | { intent: "reopen" };

const changes = {
  answer: { from: "waiting", to: "answered", act: "contact.answer" },
  close: { from: "waiting", to: "closed", act: "contact.close" },
  reopen: { from: "closed", to: "waiting", act: "contact.reopen" },
} as const satisfies Record<Handling["intent"], { from: ContactState; to: ContactState; act: string }>;

/**
 * Answers a message by mail, closes it, or opens a closed one again; once: the first of several admins decides.
 * Refused: 'not-admin', 'not-found', 'handled' if it is in another state by now.
 */
export async function handleContact(
  admin: Actor,
  id: string,
  handling: Handling,
): Promise<{ ok: true } | { ok: false; refused: "not-admin" | "not-found" | "handled" }> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  if (!isId(id)) return { ok: false, refused: "not-found" };
  const { from, to, act } = changes[handling.intent];
  const answer = handling.intent === "answer" ? handling.answer : "";
  return transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ user_id: string | null; email: string; name: string }[]>`
      UPDATE contact_messages
         SET state = ${to}, answer = ${answer},
             handled_at = CASE WHEN ${to} = 'waiting' THEN NULL ELSE now() END,
             handled_by = CASE WHEN ${to} = 'waiting' THEN NULL ELSE ${admin.userId}::uuid END
       WHERE id = ${id}::uuid AND state = ${from} RETURNING user_id, email, name`;
    if (!row) {
      const isThere = await tx.contactMessage.findUnique({ where: { id }, select: { id: true } });
      return { ok: false, refused: isThere ? "handled" : "not-found" } as const;
    }
    await recordAct(tx, admin, act, row.user_id, {
      thing: id,
      before: { state: from },
      after: { state: to },
    });
    if (handling.intent === "answer")
      await queueMail(tx, {
        userId: null,
        to: row.email,
        kind: "contact-answer",
        subject: "Our answer to your message",
        lines: [`Hello ${row.name},`, ...answer.split("\n").filter(Boolean)],
        eventKey: `contact-answer:${id}`,
      });
    return { ok: true } as const;
  });
}

/**
 * Deletes what someone who leaves wrote to us, signed in or from their address.
 * @param email null if it was never proved to be theirs
 */
export async function forgetInContact(
  tx: Transaction,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM contact_messages WHERE user_id = ${userId}::uuid OR lower(email) = lower(${email}::text)`;
}
