import { db, jobDb, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { mail } from "~/platform/mail/mail.server";
import { UndeliverableMail } from "~/platform/mail/mail-side.server";
import { htmlOfMail, type MailText, textOfMail } from "./mail-text";
import { openText, sealText } from "./sealing.server";
import { unsubscribeLink } from "./unsubscribing.server";

export interface NewMail extends MailText {
  /** Null for an address without an account. */
  userId: string | null;
  to: string;
  kind: string;
  subject: string;
  /** One mail is written per key. */
  eventKey: string;
  /** Until then `withdrawMail` can cancel it. */
  inSeconds?: number;
}

export const sendMailTask = "mail:send";
/** A separate task, because processes from before sealing cannot send these mails. */
export const sendSealedMailTask = "mail:send-sealed";

/** While valid, their link is as good as a password. */
const sealedKinds = new Set(["recovery"]);

/** Writes a mail and the job that sends it. `action` takes a path. */
export async function queueMail(tx: Transaction, input: NewMail): Promise<void> {
  const unsubscribe = unsubscribeLink(input.userId, input.kind);
  const text: MailText = {
    lines: input.lines,
    ...(input.action
      ? { action: { label: input.action.label, href: new URL(input.action.href, env.APP_URL).href } }
      : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
  };
  const isSealed = sealedKinds.has(input.kind);
  const stored = isSealed ? sealText : (body: string) => body;
  const [row] = await tx.outboxMail.createManyAndReturn({
    data: [
      {
        userId: input.userId,
        toAddress: input.to,
        kind: input.kind,
        subject: input.subject,
        textBody: stored(textOfMail(text)),
        htmlBody: stored(htmlOfMail(input.subject, text)),
        eventKey: input.eventKey,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  const task = isSealed ? sendSealedMailTask : sendMailTask;
  if (row) await addJob(tx, task, { mailId: row.id }, { inSeconds: input.inSeconds });
}

/** The job then finds nothing to send. */
export async function withdrawMail(tx: Transaction, eventKey: string): Promise<void> {
  await tx.outboxMail.deleteMany({ where: { eventKey, sentAt: null } });
}

/**
 * The job.
 * @throws to be retried later
 */
export async function sendQueuedMail(mailId: string): Promise<void> {
  const row = await db.outboxMail.findUnique({ where: { id: mailId } });
  if (!row || row.sentAt) return;
  const unsubscribe = unsubscribeLink(row.userId, row.kind);
  const textBody = openText(row.textBody);
  const htmlBody = openText(row.htmlBody);
  // The secret that sealed it has changed, so the link is lost; the recipient can request another.
  if (!textBody || !htmlBody) return log.warn({ mailId }, "mail has no text to send");
  try {
    const providerId = await mail.send({
      to: row.toAddress,
      subject: row.subject,
      textBody,
      htmlBody,
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

const day = 86_400_000;
/** Of texts, and of those that could not be sent. */
const sentRetention = 7 * day;
const unsentRetention = 30 * day;

/** Clears old mails' texts, not the record of sending. */
export async function sweepMailTexts(): Promise<void> {
  const sent = new Date(Date.now() - sentRetention);
  const unsent = new Date(Date.now() - unsentRetention);
  const batch = 5_000;
  for (let swept = batch; swept === batch; ) {
    // Uses the index of mails with a text.
    swept = await jobDb.$executeRaw`
      UPDATE outbox_mails SET text_body = '', html_body = '' WHERE id IN (
        SELECT id FROM outbox_mails
         WHERE text_body <> '' AND created_at < ${sent} AND (sent_at < ${sent} OR created_at < ${unsent})
         ORDER BY created_at LIMIT ${batch})`;
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

/** For the page that replaces a mailbox outside production. */
export async function listOutbox(): Promise<OutboxMailView[]> {
  const rows = await db.outboxMail.findMany({ orderBy: { createdAt: "desc" }, take: 50 });
  return rows.map((row) => ({
    id: row.id,
    to: row.toAddress,
    subject: row.subject,
    text: openText(row.textBody) || "The text was deleted: texts are kept for seven days.",
    sent: row.sentAt !== null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Never where the outbox holds real people's mail. */
export const showsOutbox = env.APP_MODE !== "production";
