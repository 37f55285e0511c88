import { adminPaths } from "~/admin-paths";
import { adminList, choice, search, timeOrder } from "~/platform/admin-list.server";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { type WithIsoTimes, withIsoTimes } from "~/platform/iso-times";
import { addJob } from "~/platform/jobs/jobs.server";
import { beginsWith, byTime, countRows, pageOf } from "~/platform/paging.server";
import { type MailState, type UnsentState, unsentStates } from "./mail-state";
import { taskOf, turnedOff } from "./mailing.server";

type UnsentMail = {
  id: string;
  to: string;
  userId: string | null;
  kind: string;
  subject: string;
  /** An error's name; null while it's only pending. */
  cause: string | null;
  attempts: number;
  canRetry: boolean;
  at: Date;
  retriedAt: Date | null;
};

export type UnsentMailView = WithIsoTimes<UnsentMail>;

const rules = { failed: Prisma.sql`is_failed(m)`, waiting: Prisma.sql`is_due(m)` } as const;

const rulesOf = ({ q, state }: { q: string; state: UnsentState }) =>
  q ? Prisma.sql`${rules[state]} AND ${beginsWith("m.to_address", q)}` : rules[state];

const order = { at: "m.created_at", id: "m.id" };

export const unsentMailList = adminList({
  path: adminPaths.unsentMails(),
  labels: { label: "Emails", button: "Show emails", clear: "Show all", pager: "More emails" },
  words: ["email", "emails"],
  filters: {
    q: search("Address", "Start of the address"),
    state: choice("Status", unsentStates, "failed"),
    sort: timeOrder("oldest"),
  },
  clear: ({ q, state }) => q !== "" && { state },
  empty({ q, state }, isFirst) {
    if (q || !isFirst) return "No matching emails";
    return state === "failed" ? "No failed emails" : "No emails waiting";
  },
  pageSize: 20,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = byTime(order, wanted.sort, after);
    const rows = await db.$queryRaw<UnsentMail[]>`
      SELECT m.id, m.to_address AS to, m.user_id AS "userId", m.kind, m.subject, m.last_error AS cause, m.attempts,
             can_retry(m) AS "canRetry", m.created_at AS at, m.retried_at AS "retriedAt"
        FROM outbox_mails m WHERE ${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
    return pageOf(rows, size, cursor);
  },
  count(wanted) {
    const { orderBy } = byTime(order, wanted.sort, null);
    return countRows(Prisma.sql`SELECT FROM outbox_mails m WHERE ${rulesOf(wanted)} ${orderBy}`);
  },
  file: {
    name: "matchcut-mail",
    columns: {
      ID: ({ id }) => id,
      To: ({ to }) => to,
      "Person ID": ({ userId }) => userId,
      Kind: ({ kind }) => kind,
      Subject: ({ subject }) => subject,
      Cause: ({ cause }) => cause,
      Attempts: ({ attempts }) => attempts,
      "Added (UTC)": ({ at }) => at,
      "Retried (UTC)": ({ retriedAt }) => retriedAt,
    },
  },
});

/** An email that was retried or stopped, with the error that it had before. */
export interface TendedMail {
  id: string;
  userId: string | null;
  kind: string;
  cause: string | null;
}

/** Locks the emails in ID order. A concurrent request waits here and then finds none of them left. */
const chosen = (ids: readonly string[], rule: Prisma.Sql) => Prisma.sql`
  (SELECT m.id, m.last_error AS cause FROM outbox_mails m
    WHERE m.id = ANY (${[...ids]}::uuid[]) AND m.sent_at IS NULL AND m.stopped_at IS NULL
      AND NOT m.waits_for_digest AND coalesce(m.last_error, '') <> ${turnedOff} AND ${rule}
    ORDER BY m.id FOR UPDATE) old`;

/** Retries failed or overdue emails now and returns them. Skips emails that aren't due. */
export async function retryMails(tx: Transaction, ids: readonly string[]): Promise<TendedMail[]> {
  const mails = await tx.$queryRaw<TendedMail[]>`
    UPDATE outbox_mails SET retried_at = now(), last_error = NULL FROM ${chosen(ids, Prisma.sql`can_retry(m)`)}
     WHERE outbox_mails.id = old.id
    RETURNING outbox_mails.id, user_id AS "userId", kind, old.cause`;
  for (const { id, kind } of mails)
    await addJob(tx, taskOf(kind), { mailId: id }, { key: `mail-retry:${id}` });
  return mails;
}

/** Stops emails and returns them. Stopped emails are never sent, even if a job still finds them. */
export async function stopMails(tx: Transaction, ids: readonly string[]): Promise<TendedMail[]> {
  return tx.$queryRaw<TendedMail[]>`
    UPDATE outbox_mails SET stopped_at = now() FROM ${chosen(ids, Prisma.sql`true`)} WHERE outbox_mails.id = old.id
    RETURNING outbox_mails.id, user_id AS "userId", kind, old.cause`;
}

/** For admins: an email to someone, without its text. */
type PersonMailRow = { id: string; subject: string; state: MailState; at: Date; sentAt: Date | null };

export type PersonMail = WithIsoTimes<PersonMailRow>;

const mailsOnPersonPage = 10;

const mailsText = `
  SELECT m.id, m.subject, mail_state(m) AS state, m.created_at AS at, m.sent_at AS "sentAt"
    FROM outbox_mails m WHERE m.user_id = $1::uuid AND (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
   ORDER BY m.created_at DESC, m.id DESC LIMIT $4`;

/** Newest first. The caller checks that the reader is an admin. */
export async function listMailsTo(
  personId: string,
  after: string | null,
): Promise<{ mails: PersonMail[]; next: string | null }> {
  const rows = await readRows<PersonMailRow>("notifications-person-mails", mailsText, [
    personId,
    ...readCursor(after),
    mailsOnPersonPage + 1,
  ]);
  const page = pageOf(rows, mailsOnPersonPage, ({ at, id }) => cursorOf(at, id));
  return { mails: page.rows.map(withIsoTimes), next: page.next };
}
