import type { Actor } from "~/features/accounts/actor";
import { db, jobDb, Prisma, readRows } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { readHealthNotes } from "~/platform/health-notes.server";
import { log } from "~/platform/log.server";
import { metricsText, type QueueDepth } from "~/platform/metrics.server";
import { replicaHealth } from "~/platform/replica.server";
import { returnHealthNotes, services, takeHealthNotes } from "~/platform/service-health.server";
import {
  type HealthView,
  type ReplicaView,
  type SiteWeek,
  siteWeeksShown,
  type WaitingWork,
} from "./overview";

type Counts = Omit<SiteWeek, "week">;
type Counted = Counts & { day: string };

const day = 86_400_000;
/**
 * In ms. `created_at` is when a transaction started, so a row may appear later than its time says. After this long,
 * every such transaction has ended.
 */
const settledAfter = 120_000;

/**
 * Counts by UTC day, from the tables themselves. The bounds are parameters rather than subqueries, so that the planner
 * can estimate how few rows they leave.
 */
const countsBetween = (since: Date, until: Date) => {
  const at = Prisma.sql`created_at >= ${since} AND created_at < ${until}`;
  return Prisma.sql`
    SELECT (at AT TIME ZONE 'UTC')::date AS day,
           (count(*) FILTER (WHERE kind = 'signUp'))::int AS "signUps",
           (count(*) FILTER (WHERE kind = 'match'))::int AS matches,
           (count(*) FILTER (WHERE kind = 'message'))::int AS messages,
           (count(*) FILTER (WHERE kind = 'post'))::int AS posts
      FROM (SELECT created_at AS at, 'signUp' AS kind FROM users WHERE ${at}
            UNION ALL SELECT created_at, 'match' FROM matches WHERE ${at} AND NOT held
            UNION ALL SELECT created_at, 'message' FROM messages WHERE ${at}
            UNION ALL SELECT created_at, 'post' FROM project_briefs WHERE ${at}) happened
     GROUP BY 1`;
};

/** Midnight UTC on the Monday of the oldest week that the charts show. */
function firstMonday(now: Date): Date {
  const today = Math.floor(now.getTime() / day);
  // Days are counted from January 1, 1970. Day 4, the 5th, was a Monday.
  return new Date((today - ((today + 3) % 7) - 7 * (siteWeeksShown - 1)) * day);
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The last weeks, oldest first: the days that `foldSiteDays` has stored, plus what has come in since. Takes two
 * statements.
 */
export async function readSiteWeeks(now = new Date()): Promise<SiteWeek[]> {
  const start = firstMonday(now);
  const folded = await db.siteDay.findMany({ where: { day: { gte: start } }, orderBy: { day: "asc" } });
  const since = folded.at(-1)?.countedUntil ?? start;
  const fresh = await db.$queryRaw<Counted[]>`
    SELECT day::text, "signUps", matches, messages, posts
      FROM (${countsBetween(since, new Date(now.getTime() + day))}) counted`;
  const weeks = Array.from({ length: siteWeeksShown }, (_, index) => ({
    week: dateOf(start.getTime() + index * 7 * day),
    ...{ signUps: 0, matches: 0, messages: 0, posts: 0 },
  }));
  for (const counts of [...folded, ...fresh]) {
    const week = weeks[Math.floor((new Date(counts.day).getTime() - start.getTime()) / (7 * day))];
    if (!week) continue;
    for (const kind of ["signUps", "matches", "messages", "posts"] as const) week[kind] += counts[kind];
  }
  return weeks;
}

/**
 * The job that counts what has happened since it last ran, and adds it to `site_days`, at most a day in one
 * statement. Concurrent runs are safe: each statement writes only if no other run has counted since it read
 * where to begin.
 */
export async function foldSiteDays(now = new Date()): Promise<void> {
  const settled = now.getTime() - settledAfter;
  for (;;) {
    const last = await jobDb.siteDay.findFirst({ orderBy: { day: "desc" }, select: { countedUntil: true } });
    const since = last?.countedUntil ?? firstMonday(now);
    const date = Math.floor(since.getTime() / day) * day;
    const until = new Date(Math.min(date + day, settled));
    if (until <= since) return;
    const stored = await jobDb.$executeRaw`
      INSERT INTO site_days AS d (day, sign_ups, matches, messages, posts, counted_until)
      SELECT ${new Date(date)}::date, coalesce(sum("signUps"), 0), coalesce(sum(matches), 0),
             coalesce(sum(messages), 0), coalesce(sum(posts), 0), ${until}::timestamptz
        FROM (${countsBetween(since, until)}) counted
      ON CONFLICT (day) DO UPDATE SET
        sign_ups = d.sign_ups + excluded.sign_ups, matches = d.matches + excluded.matches,
        messages = d.messages + excluded.messages, posts = d.posts + excluded.posts,
        counted_until = excluded.counted_until
       WHERE d.counted_until = ${since}`;
    if (stored === 0) return;
  }
}

/** Counting stops here, so that the query stays cheap no matter how much is waiting. */
const counted = 1_000;
const kinds = [
  "contributors",
  "reports",
  "appeals",
  "refunds",
  "contact",
  "mails",
  "jobs",
] as const satisfies WaitingWork["kind"][];

const waitingText = `
  SELECT k.kind, count(w.at)::int AS count, min(w.at) AS oldest
    FROM unnest($2::text[]) WITH ORDINALITY k (kind, place) LEFT JOIN waiting_work($1::uuid, $3::int) w USING (kind)
   GROUP BY k.kind, k.place ORDER BY k.place`;

/**
 * Every kind of work in one statement, even kinds with none to do. Leaves out work about the admin who's
 * asking.
 */
export async function listWaitingWork({ userId }: Actor): Promise<WaitingWork[]> {
  const rows = await readRows<{ kind: WaitingWork["kind"]; count: number; oldest: Date | null }>(
    "admin-waiting",
    waitingText,
    [userId, kinds, counted + 1],
  );
  return rows.map(({ kind, count, oldest }) => ({
    kind,
    count: Math.min(count, counted),
    isMore: count > counted,
    oldest: oldest?.toISOString() ?? null,
  }));
}

/**
 * Stores what this process has noted about services since the last time, in one statement. If that fails, it keeps the
 * notes for the next time, because the database itself may be down.
 */
export async function storeHealth(): Promise<void> {
  const notes = takeHealthNotes();
  if (notes.size === 0) return;
  const rows = [...notes].map(([service, { succeededAt, failedAt, cause }]) => ({
    service,
    succeeded: succeededAt?.toISOString(),
    failed: failedAt?.toISOString(),
    cause,
  }));
  try {
    await jobDb.$executeRaw`
      INSERT INTO service_health AS h (service, succeeded_at, failed_at, cause)
      SELECT service, succeeded, failed, coalesce(cause, '')
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS note (service text, succeeded timestamptz, failed timestamptz, cause text)
       ORDER BY service
      ON CONFLICT (service) DO UPDATE SET
        succeeded_at = greatest(h.succeeded_at, excluded.succeeded_at),
        cause = CASE WHEN excluded.failed_at > coalesce(h.failed_at, '-infinity') THEN excluded.cause ELSE h.cause END,
        failed_at = greatest(h.failed_at, excluded.failed_at)`;
  } catch (error) {
    returnHealthNotes(notes);
    log.warn({ err: error }, "couldn't store the health of services");
  }
}

/**
 * Every service, even one that hasn't been used yet. The database always counts as working, because this couldn't be
 * read otherwise.
 */
export async function readHealth(): Promise<HealthView[]> {
  const { rows, version } = await readHealthNotes();
  return services.map((service) => {
    const row = rows.find((one) => one.service === service);
    const succeededAt = service === "database" ? new Date() : row?.succeededAt;
    return {
      service,
      succeededAt: succeededAt?.toISOString() ?? null,
      failedAt: row?.failedAt?.toISOString() ?? null,
      cause: row?.cause ?? "",
      version: service === "database" ? version : null,
    };
  });
}

/** Null if no replica is configured. */
export const readReplica = (): ReplicaView | null => (env.DATABASE_REPLICA_URL ? replicaHealth() : null);

const depthsText = `
  SELECT queue, count(at)::int AS count,
         coalesce(greatest(0, extract(epoch FROM now() - min(at))), 0)::float AS seconds
    FROM unnest('{jobs,jobs_failed,mails,mails_failed}'::text[]) AS queue
    LEFT JOIN (
      SELECT CASE WHEN j.attempts < j.max_attempts THEN 'jobs' ELSE 'jobs_failed' END AS queue,
             CASE WHEN j.attempts < j.max_attempts THEN j.run_at ELSE j.created_at END AS at
        FROM graphile_worker.jobs j
       WHERE j.attempts >= j.max_attempts OR j.run_at <= now() AND j.locked_at IS NULL
      UNION ALL
      SELECT 'mails', m.created_at FROM outbox_mails m WHERE is_due(m)
      UNION ALL
      SELECT 'mails_failed', m.created_at FROM outbox_mails m WHERE is_failed(m)) due USING (queue)
   GROUP BY queue`;

/** What this process has counted, in Prometheus' format, and how much background work there is. Takes one statement. */
export async function readMetrics(): Promise<{ body: string; contentType: string }> {
  return metricsText(await readRows<QueueDepth>("admin-queue-depths", depthsText, []));
}
