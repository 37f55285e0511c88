import { adminPaths } from "~/admin-paths";
import { transactionByAdmin } from "~/features/accounts/acting.server";
import type { Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { isId } from "~/ids";
import { unlinked } from "~/lines";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { adminList, choice, optional, optionalTimeOrder, search } from "~/platform/admin-list.server";
import { allOf, db, Prisma, type Transaction } from "~/platform/db.server";
import { type WithIsoTimes, withIsoTimes } from "~/platform/iso-times";
import { beginsWith, byTime, countRows, pageOf, placeOf } from "~/platform/paging.server";
import { type ContactState, type ContactSubject, contactStates, contactSubjects } from "./contact";

type ContactMessage = {
  id: string;
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  state: ContactState;
  answer: string;
  at: Date;
  handledAt: Date | null;
  /** The member who wrote it. */
  userId: string | null;
  handlerName: string | null;
};

const readMessages = (which: Prisma.Sql) => db.$queryRaw<ContactMessage[]>`
  SELECT c.id, c.name, c.email, c.subject, c.message, c.state, c.answer, c.created_at AS at,
         c.handled_at AS "handledAt", c.user_id AS "userId", h.full_name AS "handlerName"
    FROM contact_messages c LEFT JOIN profiles h ON h.id = c.handled_by
   WHERE ${which}`;

/** Each condition must match its partial index, so that PostgreSQL uses the index. */
const rules = {
  waiting: Prisma.sql`c.state = 'waiting'`,
  handled: Prisma.sql`c.state <> 'waiting'`,
} as const;

interface Wanted {
  /** The beginning of the sender's name or address. */
  q: string;
  state: keyof typeof rules;
  subject: ContactSubject | "";
  sort: "newest" | "oldest" | "";
}

const rulesOf = ({ q, state, subject }: Wanted) =>
  allOf([
    rules[state],
    subject && Prisma.sql`c.subject = ${subject}`,
    q && Prisma.sql`(${beginsWith("c.email", q)} OR ${beginsWith("c.name", q)})`,
  ]);

const orderOf = ({ state, sort }: Wanted, after: string | null) =>
  state === "waiting"
    ? byTime({ at: "c.created_at", id: "c.id" }, sort || "oldest", after)
    : byTime({ at: "c.handled_at", id: "c.id" }, sort || "newest", after);

export const contactList = adminList({
  path: adminPaths.contactInbox(),
  labels: {
    ...{ label: "Contact messages", button: "Show messages", clear: "Show all waiting" },
    pager: "More messages",
  },
  words: ["message", "messages"],
  filters: {
    q: search("Sender", "Start of the email or name"),
    state: choice("State", { waiting: "Waiting", handled: "Replied or closed" }, "waiting"),
    subject: optional("Subject", contactSubjects),
    sort: optionalTimeOrder("Default: longest waiting first, or most recently handled first"),
  },
  empty({ q, subject, state }, isFirst) {
    if (q || subject || !isFirst) return "No matching messages";
    return state === "waiting" ? "No messages waiting" : "No messages handled yet";
  },
  pageSize: 20,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = orderOf(wanted, after);
    const rows = await readMessages(
      Prisma.sql`${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`,
    );
    return pageOf(rows, size, ({ id, at, handledAt }) =>
      cursor({ id, at: (wanted.state === "handled" && handledAt) || at }),
    );
  },
  count: (wanted) =>
    countRows(
      Prisma.sql`SELECT FROM contact_messages c WHERE ${rulesOf(wanted)} ${orderOf(wanted, null).orderBy}`,
    ),
  file: {
    name: "matchcut-contact-messages",
    columns: {
      ID: ({ id }) => id,
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      "Member ID": ({ userId }) => userId,
      Subject: ({ subject }) => contactSubjects[subject],
      Message: ({ message }) => message,
      State: ({ state }) => contactStates[state],
      "Sent (UTC)": ({ at }) => at,
      "Handled (UTC)": ({ handledAt }) => handledAt,
      "Handled by": ({ handlerName }) => handlerName,
      Reply: ({ answer }) => answer,
    },
  },
});

/** A message's position in the list, whether or not it's been handled. */
export const placeOfContact = (id: string) =>
  placeOf(
    id,
    Prisma.sql`
      SELECT c.id, c.state = 'waiting' AS waits FROM contact_messages c
       WHERE ${rules.waiting} OR c.id = ${id}::uuid
       ${byTime({ at: "c.created_at", id: "c.id" }, "oldest", null).orderBy}`,
  );

/** Null if there is none. */
export async function findContact(id: string): Promise<WithIsoTimes<ContactMessage> | null> {
  if (!isId(id)) return null;
  const [row] = await readMessages(Prisma.sql`c.id = ${id}::uuid`);
  return row ? withIsoTimes(row) : null;
}

/** How many days a message is kept after it's handled. */
export const keptDays = 365;

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
 * Replies to a message by email, closes it, or reopens a closed one. If several admins act at the same time, only the
 * first one succeeds. Refused: 'not-found', 'handled' if its state has changed.
 */
export async function handleContact(
  admin: Admin,
  id: string,
  handling: Handling,
): Promise<Outcome<"not-found" | "handled">> {
  const { from, to, act } = changes[handling.intent];
  const answer = handling.intent === "answer" ? handling.answer : "";
  return transactionByAdmin(admin, async (tx) => {
    const handler = to === "waiting" ? null : admin.userId;
    const [row] = await tx.contactMessage.updateManyAndReturn({
      where: { id, state: from },
      data: { state: to, answer, handledAt: handler && new Date(), handledBy: handler },
      select: { userId: true, email: true, name: true },
    });
    if (!row) {
      const isThere = await tx.contactMessage.findUnique({ where: { id }, select: { id: true } });
      return { ok: false, refused: isThere ? "handled" : "not-found" };
    }
    await recordAdminAction(tx, admin, act, row.userId, {
      thing: id,
      before: { state: from },
      after: { state: to },
    });
    if (handling.intent === "answer")
      await queueMail(tx, {
        userId: null,
        to: row.email,
        ...contactAnswerMail(row.name, answer),
        eventKey: `contact-answer:${id}`,
      });
    return { ok: true };
  });
}

export const contactAnswerMail = (name: string, answer: string): MailWords => ({
  kind: "contact-answer",
  subject: "Our reply to your message",
  lines: [`Hello ${unlinked(name)},`, ...answer.split("\n").filter(Boolean)],
  action: { label: "Write to us again", href: paths.contact() },
});

/**
 * Deletes the messages that someone who's leaving wrote to us, whether signed in or from their address.
 * @param email null if it was never proven to be theirs
 */
export async function forgetInContact(
  tx: Transaction,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM contact_messages WHERE user_id = ${userId}::uuid OR lower(email) = lower(${email}::text)`;
}
