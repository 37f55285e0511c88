import { randomUUID } from "node:crypto";
import { openAccount } from "~/features/visibility/seeing.server";
import { paths } from "~/paths";
import { isDatabaseUnavailable, jobDb, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import type { Pace } from "./kinds";
import { type MailWords, queueMail } from "./mailing.server";

/** The hour in the reader's time zone. */
const sentFrom = 8;

/** The email lists this many events and counts the rest. */
const mostItems = 50;

const pageSize = 50;

interface Waiting {
  userId: string;
  since: Date;
  timeZone: string | null;
  pace: Pace;
  /** yyyy-mm-dd. */
  lastDigestOn: string | null;
}

/**
 * The job that emails each person, once a day, what was pending before 8 AM in their time zone, or right away if they
 * don't prefer a daily email anymore. Safe to run often and concurrently.
 */
export async function sendDigests(now = new Date()): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const people = await listWaiting(after);
    for (const person of people) {
      const here = clockIn(person.timeZone, now);
      if (isDue(person, here)) await trySendDigest(person.userId, here.date);
    }
    const last = people.at(-1);
    if (!last || people.length < pageSize) return;
    after = last.userId;
  }
}

/** Logs a failure, so it doesn't hold up the other digests. Throws only if the database is unavailable. */
async function trySendDigest(userId: string, today: string): Promise<void> {
  try {
    await sendDigest(userId, today);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error, userId }, "couldn't send a daily email");
  }
}

/** One page of people with pending emails, in ID order. */
function listWaiting(after: string): Promise<Waiting[]> {
  return jobDb.$queryRaw<Waiting[]>`
    SELECT w.user_id AS "userId", w.since, u.time_zone AS "timeZone", coalesce(m.pace, 'each') AS pace,
           m.last_digest_on::text AS "lastDigestOn"
      FROM (SELECT user_id, min(created_at) AS since FROM outbox_mails
             WHERE waits_for_digest AND user_id > ${after}::uuid
             GROUP BY user_id ORDER BY user_id LIMIT ${pageSize}) w
      JOIN users u ON u.id = w.user_id
      LEFT JOIN mail_schedules m ON m.user_id = w.user_id
     ORDER BY w.user_id`;
}

/** The date (yyyy-mm-dd) and the hour. ICU recognizes every zone that accounts store. Any other zone counts as UTC. */
function clockIn(timeZone: string | null, at: Date) {
  const parts = partsIn(timeZone ?? "UTC", at) ?? partsIn("UTC", at);
  const part = (type: string) => parts?.find((one) => one.type === type)?.value ?? "";
  return { date: `${part("year")}-${part("month")}-${part("day")}`, hour: Number(part("hour")) };
}

function partsIn(timeZone: string, at: Date): Intl.DateTimeFormatPart[] | null {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...fields }).formatToParts(at);
  } catch {
    return null;
  }
}

function isDue({ since, timeZone, pace, lastDigestOn }: Waiting, here: ReturnType<typeof clockIn>): boolean {
  if (pace !== "daily") return true;
  if (here.hour < sentFrom || (lastDigestOn ?? "") >= here.date) return false;
  const begun = clockIn(timeZone, since);
  return begun.date < here.date || begun.hour < sentFrom;
}

async function sendDigest(userId: string, today: string): Promise<void> {
  const day = new Date(today);
  await transaction(async (tx) => {
    const reader = await lockReader(tx, userId);
    // A concurrent job has already sent today's email.
    if (!reader || (reader.pace === "daily" && reader.lastDigestOn && reader.lastDigestOn >= day)) return;
    const eventKey = `digest:${userId}:${randomUUID()}`;
    const items = await takeWaiting(tx, userId, eventKey, reader);
    if (items.length === 0) return;
    await queueMail(tx, { ...digestMail(items), userId, to: reader.email, eventKey });
    await tx.mailSchedule.updateMany({ where: { userId, pace: "daily" }, data: { lastDigestOn: day } });
  });
}

interface Reader {
  email: string;
  pace: Pace;
  lastDigestOn: Date | null;
  turnedOff: string[];
}

/** Null if the account is gone or suspended. */
async function lockReader(tx: Transaction, userId: string): Promise<Reader | null> {
  await lockRow(tx, "mail_schedules", userId);
  const schedule = await tx.mailSchedule.findUnique({
    where: { userId, user: openAccount() },
    select: {
      pace: true,
      lastDigestOn: true,
      user: {
        select: { email: true, notificationSettings: { where: { byMail: false }, select: { kind: true } } },
      },
    },
  });
  if (!schedule) return null;
  const { email, notificationSettings } = schedule.user;
  const turnedOff = notificationSettings.map(({ kind }) => kind);
  return { email, pace: schedule.pace as Pace, lastDigestOn: schedule.lastDigestOn, turnedOff };
}

type Item = { subject: string; href: string | null };

/**
 * Returns the emails that are still wanted, oldest first, and empties the queue. Drops emails about people the
 * reader can't see anymore.
 */
async function takeWaiting(tx: Transaction, userId: string, key: string, reader: Reader): Promise<Item[]> {
  await tx.$executeRaw`
    DELETE FROM outbox_mails m
     WHERE m.user_id = ${userId}::uuid AND m.waits_for_digest
       AND NOT EXISTS (SELECT FROM shown_notice(m.user_id, m.about_id, m.kind))`;
  const isWanted = Prisma.sql`(${reader.pace} <> 'none' AND kind <> ALL (${reader.turnedOff}::text[]))`;
  const taken = await tx.$queryRaw<(Item & { wanted: boolean })[]>`
    WITH taken AS (
      UPDATE outbox_mails
         SET waits_for_digest = false, digest_key = ${key}, text_body = '', html_body = '',
             sent_at = CASE WHEN ${isWanted} THEN now() END,
             last_error = CASE WHEN NOT ${isWanted} THEN 'turned off' END
       WHERE user_id = ${userId}::uuid AND waits_for_digest
      RETURNING subject, href, created_at, event_key, sent_at IS NOT NULL AS wanted
    ) SELECT subject, href, wanted FROM taken ORDER BY created_at, event_key`;
  return taken.filter(({ wanted }) => wanted);
}

export function digestMail(items: readonly Item[]): MailWords {
  const more = items.length - mostItems;
  return {
    kind: "digest",
    subject: items.length === 1 ? (items[0]?.subject ?? "") : `${items.length} updates from Matchcut`,
    lines: ["Here's what's happened since your last daily email:"],
    items: [
      ...items.slice(0, mostItems).map(({ subject, href }) => ({ text: subject, href })),
      ...(more > 0 ? [{ text: `Plus ${more} more.`, href: null }] : []),
    ],
    action: { label: "See all notifications", href: paths.notifications() },
  };
}
