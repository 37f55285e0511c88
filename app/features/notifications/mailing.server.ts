import { db, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { mail } from "~/platform/mail/mail.server";
import { UndeliverableMail } from "~/platform/mail/mail-side.server";
import { htmlOfMail, type MailText, textOfMail } from "./mail-text";
import { unsubscribeLink } from "./unsubscribing.server";

export interface NewMail extends MailText {
  /** Null for an address without an account. */
  userId: string | null;
  to: string;
  kind: string;
  subject: string;
  /** The event that this tells of: a second mail with the same key is not written. */
  eventKey: string;
  /** How long it waits before it is sent; until then `withdrawMail` takes it back. */
  inSeconds?: number;
}

export const sendMailTask = "mail:send";

/**
 * Writes a mail into the outbox and its sending job, in the caller's transaction.
 * Links in `action` are paths; they leave as absolute addresses.
 */
export async function queueMail(tx: Transaction, input: NewMail): Promise<void> {
  const unsubscribe = unsubscribeLink(input.userId, input.kind);
  const text: MailText = {
    lines: input.lines,
    ...(input.action
      ? { action: { label: input.action.label, href: new URL(input.action.href, env.APP_URL).href } }
      : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
  };
  const [row] = await tx.outboxMail.createManyAndReturn({
    data: [
      {
        userId: input.userId,
        toAddress: input.to,
        kind: input.kind,
        subject: input.subject,
        textBody: textOfMail(text),
        htmlBody: htmlOfMail(input.subject, text),
        eventKey: input.eventKey,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  if (row) await addJob(tx, sendMailTask, { mailId: row.id }, { inSeconds: input.inSeconds });
}

/** Takes a mail back that waits to be sent, in the caller's transaction; its job then finds nothing to send. */
export async function withdrawMail(tx: Transaction, eventKey: string): Promise<void> {
  await tx.outboxMail.deleteMany({ where: { eventKey, sentAt: null } });
}

/** The job: hands one outbox row to the mail side. Throws to be tried again later. */
export async function sendQueuedMail(mailId: string): Promise<void> {
  const row = await db.outboxMail.findUnique({ where: { id: mailId } });
  if (!row || row.sentAt) return;
  const unsubscribe = unsubscribeLink(row.userId, row.kind);
  try {
    const providerId = await mail.send({
      to: row.toAddress,
      subject: row.subject,
      textBody: row.textBody,
      htmlBody: row.htmlBody,
      tag: row.kind,
      ...(unsubscribe ? { unsubscribe } : {}),
    });
    await db.outboxMail.update({
      where: { id: mailId },
      data: { sentAt: new Date(), providerId, attempts: { increment: 1 } },
    });
  } catch (error) {
    await db.outboxMail.update({
      where: { id: mailId },
      data: { attempts: { increment: 1 }, lastError: error instanceof Error ? error.name : "unknown" },
    });
    if (!(error instanceof UndeliverableMail)) throw error;
    log.warn({ mailId }, "mail is undeliverable");
  }
}

export interface OutboxMailView {
  id: string;
  to: string;
  subject: string;
  text: string;
  sent: boolean;
  createdAt: string;
}

/** The newest mails, for the page that stands in for a mailbox outside production. */
export async function listOutbox(): Promise<OutboxMailView[]> {
  const rows = await db.outboxMail.findMany({ orderBy: { createdAt: "desc" }, take: 50 });
  return rows.map((row) => ({
    id: row.id,
    to: row.toAddress,
    subject: row.subject,
    text: row.textBody,
    sent: row.sentAt !== null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Whether the outbox may be read by anybody: never where real people's mail lies. */
export const showsOutbox = env.APP_MODE !== "production";
