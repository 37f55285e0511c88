import { unlinked, withoutInvisible } from "~/lines";
import { paths } from "~/paths";
import { db, jobDb, Prisma, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { addedJobOfRow, addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { mail } from "~/platform/mail/mail.server";
import { UndeliverableMail } from "~/platform/mail/mail-port.server";
import { countMail } from "~/platform/metrics.server";
import { sealed } from "~/platform/tokens.server";
import { type MailKind, payersKinds, requestedKinds, sealedKinds, whyAlways } from "./kinds";
import { type Fact, htmlOfMail, type MailText, type SentText, textOfMail } from "./mail-text";
import { aboutOf, isStillWanted, mailDefaultsOf, unsubscribeLink } from "./preferences.server";

/** What an email says. `action` must be a path. */
export interface MailWords extends MailText {
  kind: MailKind;
  subject: string;
}

export interface NewMail extends MailWords {
  /** Null for an address without an account. */
  userId: string | null;
  /** Defaults to the account's address. */
  to?: string;
  /**
   * The person it names. It's dropped from the digest of a reader who can't see them anymore, and redacted when they
   * leave.
   */
  aboutId?: string;
  /** Whether the email is about money that its reader has paid, so that even an unconfirmed address gets it. */
  isAboutOwnMoney?: boolean;
  /** At most one email per key. */
  eventKey: string;
  /** An absolute URL for one-click unsubscribing, for an address without an account. */
  unsubscribeHref?: string;
  /** A delay, during which `withdrawMail` can cancel it. */
  inSeconds?: number;
}

export const sendMailTask = "mail:send";
/** A separate task, because older processes can't send sealed emails. */
export const sendSealedMailTask = "mail:send-sealed";

/** Stored as an email's error if its reader has turned off its kind. */
export const turnedOff = "turned off";
/** Stored as an email's error if its text was deleted, or sealed with another secret. */
const noText = "no text";

/**
 * The address stored for an account whose own address now belongs to someone else, or that stands in for a deleted
 * account.
 */
export const unreachableAddress = (id: string) => `deleted-${id}@deleted.invalid`;

/**
 * The kind of the goodbye to a deleted account. It's deleted once it's sent, because its address no longer belongs to
 * an account.
 */
export const lastMail = "account-deleted";

/** The kind of an invitation to someone without an account. It's deleted after a week. */
export const inviteMail = "invite";

const { seal, unseal } = sealed("matchcut mail text");
const sealedPrefix = "sealed:";

/** Encrypts an email's text, so a leaked table or backup holds no working link. */
export function sealText(text: string): string {
  return sealedPrefix + Buffer.from(seal(text)).toString("base64url");
}

/** Returns unsealed text unchanged. Null if another SESSION_SECRET sealed it. */
export function openText(text: string): string | null {
  if (!text.startsWith(sealedPrefix)) return text;
  return unseal(Buffer.from(text.slice(sealedPrefix.length), "base64url"));
}

export const taskOf = (kind: string): string => (sealedKinds.has(kind) ? sendSealedMailTask : sendMailTask);

/**
 * Queues an email with its job, or holds it for the digest of people who prefer one. Skips kinds that the reader has
 * turned off, `unreachableAddress`, and unconfirmed addresses, except for `requestedKinds` and email about money
 * they've paid. `action` must be a path. Subject, items and facts are changed so that email clients don't turn them
 * into links. In lines, pass names and titles through `unlinked`.
 */
export async function queueMail(tx: Transaction, input: NewMail): Promise<void> {
  const { userId, kind, eventKey, isAboutOwnMoney = false } = input;
  const { subject, textBody, htmlBody, href } = renderMail(input);
  const defaults = mailDefaultsOf(kind);
  const isSealed = sealedKinds.has(kind);
  const stored = isSealed ? sealText : (body: string) => body;
  const { byMail = true, isDigested = false } = defaults ?? {};
  const job = addedJobOfRow(
    taskOf(kind),
    Prisma.sql`json_build_object('mailId', id)`,
    Prisma.sql`NULL::text`,
    input.inSeconds ?? 0,
  );
  await tx.$executeRaw`
    WITH queued AS (
    INSERT INTO outbox_mails (user_id, to_address, kind, subject, text_body, html_body, event_key, unsubscribe_href,
                              href, about_id, waits_for_digest)
    SELECT given.user_id, coalesce(${input.to ?? null}, u.email), ${kind}, ${subject}, ${stored(textBody)},
           ${stored(htmlBody)}, ${eventKey}, ${input.unsubscribeHref ?? null},
           ${isDigested ? href : null}, ${input.aboutId ?? null}::uuid, coalesce(m.pace = 'daily', false)
      FROM (SELECT ${userId}::uuid AS user_id) given
      LEFT JOIN users u ON u.id = given.user_id
      LEFT JOIN notification_settings s ON s.user_id = given.user_id AND s.kind = ${kind} AND ${defaults !== null}
      LEFT JOIN mail_schedules m ON m.user_id = given.user_id AND ${isDigested}
     WHERE coalesce(s.by_mail, ${byMail}) AND m.pace IS DISTINCT FROM 'none'
       AND coalesce(${input.to ?? null}, u.email) NOT LIKE ${unreachableAddress("%")}
       AND (u.id IS NULL OR (u.confirmed_at IS NOT NULL OR ${requestedKinds.has(kind) || isAboutOwnMoney}
                 OR ${payersKinds.has(kind)} AND EXISTS (SELECT FROM has_paid(u.id))))
    ON CONFLICT (event_key) DO NOTHING RETURNING id, waits_for_digest)
    SELECT ${job} FROM queued WHERE NOT waits_for_digest`;
}

/** The email as it's sent, with absolute links. `href` is the button's link. */
export function renderMail(mail: Omit<NewMail, "eventKey">) {
  const text = linkedText(mail);
  const subject = unlinked(mail.subject);
  return {
    subject,
    textBody: textOfMail(subject, text),
    htmlBody: htmlOfMail(subject, text, env.APP_URL),
    href: text.action?.href,
  };
}

const unsubscribeLabel = (kind: MailKind) =>
  kind === "digest" ? "No more daily emails" : `No more emails about ${aboutOf(kind)}`;

function linkedText(mail: Omit<NewMail, "eventKey">): SentText {
  const { userId, kind, heading, lines, facts, items, action, unsubscribeHref } = mail;
  const absolute = <Linked extends { href: string }>(linked: Linked) => ({
    ...linked,
    href: new URL(linked.href, env.APP_URL).href,
  });
  const unsubscribe = unsubscribeLink(userId, kind);
  return {
    ...(heading ? { heading: unlinked(heading) } : {}),
    ...(kind === "match" ? { picture: new URL("/pictures/mail-match.jpg", env.APP_URL).href } : {}),
    lines: lines.map(withoutInvisible),
    facts: facts?.flatMap(([label, value]): Fact[] => (value ? [[label, unlinked(value)]] : [])),
    ...(items
      ? {
          items: items.map(({ text, href }) =>
            href ? absolute({ text: unlinked(text), href }) : { text: unlinked(text), href },
          ),
        }
      : {}),
    ...(action ? { action: absolute(action) } : {}),
    ...(unsubscribe
      ? {
          unsubscribe: { label: unsubscribeLabel(kind), href: unsubscribe },
          settings: new URL(paths.notificationSettings(), env.APP_URL).href,
        }
      : {}),
    ...(unsubscribeHref ? { unsubscribe: { label: "No more invitations", href: unsubscribeHref } } : {}),
    why: userId ? whyAlways(kind) : undefined,
  };
}

/** Deletes an email that hasn't been sent. Its job then finds nothing to send. */
export async function withdrawMail(tx: Transaction, eventKey: string): Promise<void> {
  await tx.outboxMail.deleteMany({ where: { eventKey, sentAt: null } });
}

/** A killed job's lease expires after this time, which is longer than any send takes. */
const sendingSeconds = 120;

const isUnsent = { sentAt: null, stoppedAt: null, waitsForDigest: false };

/** Takes a lease, so of two concurrent jobs, such as after an admin's retry, only one sends. */
async function beginSending(mailId: string) {
  const now = Date.now();
  const isFree = [{ sendingAt: null }, { sendingAt: { lt: new Date(now - sendingSeconds * 1000) } }];
  const [leased] = await db.outboxMail.updateManyAndReturn({
    where: { id: mailId, ...isUnsent, OR: isFree },
    data: { sendingAt: new Date(now) },
  });
  return leased;
}

/**
 * The job that sends a queued email.
 * @throws to be retried later
 */
export async function sendQueuedMail(mailId: string): Promise<void> {
  const row = await beginSending(mailId);
  if (!row) {
    const other = await db.outboxMail.findFirst({
      where: { id: mailId, ...isUnsent },
      select: { kind: true },
    });
    // Another attempt holds the lease. It may have been killed, so this one is retried once the lease has expired.
    const when = { inSeconds: sendingSeconds, key: `mail-retry:${mailId}` };
    return other ? addJob(db, taskOf(other.kind), { mailId }, when) : undefined;
  }
  const end = (lastError: string) =>
    db.outboxMail.updateMany({ where: { id: mailId, ...isUnsent }, data: { lastError, sendingAt: null } });
  if (!(await isStillWanted(row.userId, row.kind))) {
    await end(turnedOff);
    return;
  }
  const unsubscribe = row.unsubscribeHref ?? unsubscribeLink(row.userId, row.kind);
  const textBody = openText(row.textBody);
  const htmlBody = openText(row.htmlBody);
  // The text was deleted, or sealed with another secret, so its link is lost. The recipient can request another one.
  if (!textBody || !htmlBody) {
    await end(noText);
    return log.warn({ mailId }, "an email has no text to send");
  }
  try {
    const providerId = await mail.send({
      to: row.toAddress,
      subject: row.subject,
      textBody,
      htmlBody,
      tag: row.kind,
      ...(unsubscribe ? { unsubscribe } : {}),
    });
    if (row.kind === lastMail) await db.outboxMail.deleteMany({ where: { id: mailId } });
    else
      await db.outboxMail.update({
        where: { id: mailId },
        data: { sentAt: new Date(), sendingAt: null, providerId, attempts: { increment: 1 } },
      });
    countMail("sent");
  } catch (error) {
    await db.outboxMail.update({
      where: { id: mailId },
      data: {
        sendingAt: null,
        attempts: { increment: 1 },
        lastError: error instanceof Error ? error.name : "unknown",
      },
    });
    countMail(error instanceof UndeliverableMail ? "undeliverable" : "failed");
    if (!(error instanceof UndeliverableMail)) throw error;
    log.warn({ mailId }, "an email is undeliverable");
  }
}

const day = 86_400_000;
/** How long we keep the text of emails that were sent, and the text of all others. */
export const sentRetention = 7 * day;
export const unsentRetention = 30 * day;

/**
 * Clears the text of old emails but keeps the record of sending them. Deletes goodbyes and invitations, which
 * belong to no account.
 */
export async function sweepMailTexts(): Promise<void> {
  const sent = new Date(Date.now() - sentRetention);
  const unsent = new Date(Date.now() - unsentRetention);
  const withoutAccount = { kind: { in: [lastMail, inviteMail] } };
  await jobDb.outboxMail.deleteMany({ where: { ...withoutAccount, createdAt: { lt: sent } } });
  const batch = 5_000;
  for (let swept = batch; swept === batch; ) {
    // Uses the partial index on emails that still have their text.
    swept = await jobDb.$executeRaw`
      UPDATE outbox_mails SET text_body = '', html_body = '' WHERE id IN (
        SELECT id FROM outbox_mails
         WHERE text_body <> '' AND created_at < ${sent} AND (sent_at < ${sent} OR created_at < ${unsent})
         ORDER BY created_at LIMIT ${batch})`;
  }
}

/** For the page that replaces a mailbox outside production. A digest replaces the emails that it contains. */
export async function listOutbox() {
  const rows = await db.outboxMail.findMany({
    where: { digestKey: null },
    orderBy: { createdAt: "desc" },
    take: 50,
  });
  return rows.map((row) => ({
    id: row.id,
    to: row.toAddress,
    subject: row.subject,
    text:
      openText(row.textBody) || "This email's text was deleted. We keep the text of emails for seven days.",
    sent: row.sentAt !== null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/**
 * Removes the subject, text and IDs from other people's emails that name a person who's leaving, and stops unsent ones.
 * Deletes emails to their address that belong to no account, except for a goodbye that a concurrent run has queued,
 * which is deleted once it's sent. Their own emails are deleted with the account. Idempotent.
 */
export async function forgetInMails({ userId, email }: { userId: string; email: string }): Promise<void> {
  await jobDb.$executeRaw`
    UPDATE outbox_mails
       SET subject = '', text_body = '', html_body = '', href = NULL, about_id = NULL, waits_for_digest = false,
           event_key = 'forgotten:' || id,
           stopped_at = CASE WHEN sent_at IS NULL THEN coalesce(stopped_at, now()) ELSE stopped_at END
     WHERE user_id IS DISTINCT FROM ${userId}::uuid AND event_key NOT LIKE 'forgotten:%'
       AND (about_id = ${userId}::uuid OR strpos(event_key, ${userId}) > 0 OR strpos(href, ${userId}) > 0
            OR event_key IN (SELECT i.digest_key FROM outbox_mails i WHERE i.about_id = ${userId}::uuid))`;
  await jobDb.$executeRaw`
    DELETE FROM outbox_mails WHERE user_id IS NULL AND lower(to_address) = lower(${email}) AND kind <> ${lastMail}`;
}
