import { db, jobDb, Prisma } from "~/platform/db.server";
import { type SiteWeek, siteWeeksShown } from "./site-week";

type Counts = Omit<SiteWeek, "week">;
type Counted = Counts & { day: string };

const day = 86_400_000;
/** Every transaction that began before it has ended: `created_at` is its beginning. */
const settledAfter = 120_000;

/** Numbers by day in UTC, from the tables themselves. The bounds are values, so that the planner sees how few rows. */
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

/** Midnight in UTC of the Monday on which the oldest week shown begins. */
function firstMonday(now: Date): Date {
  const today = Math.floor(now.getTime() / day);
  // Day 4 since 1970 was a Monday.
  return new Date((today - ((today + 3) % 7) - 7 * (siteWeeksShown - 1)) * day);
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last weeks, the current one last: the days that are folded, and what came since. Two statements. */
export async function readSiteWeeks(now = new Date()): Promise<SiteWeek[]> {
  const start = firstMonday(now);
  const folded = await db.$queryRaw<(Counted & { until: Date })[]>`
    SELECT day::text, sign_ups AS "signUps", matches, messages, posts, counted_until AS until
      FROM site_days WHERE day >= ${start}::date ORDER BY day`;
  const since = folded.at(-1)?.until ?? start;
  const fresh = await db.$queryRaw<Counted[]>`
    SELECT day::text, "signUps", matches, messages, posts
      FROM (${countsBetween(since, new Date(now.getTime() + day))}) counted`;
  const weeks = Array.from({ length: siteWeeksShown }, (_, index) => ({
    week: dateOf(start.getTime() + index * 7 * day),
    ...{ signUps: 0, matches: 0, messages: 0, posts: 0 },
  }));
  for (const counts of [...folded, ...fresh]) {
    const week = weeks[Math.floor((Date.parse(counts.day) - start.getTime()) / (7 * day))];
    if (!week) continue;
    for (const kind of ["signUps", "matches", "messages", "posts"] as const) week[kind] += counts[kind];
  }
  return weeks;
}

/**
 * The job: folds what has happened since it last ran, at most a day in one statement. Of two at once, each step is one's
 * alone: it continues from where the day was counted to, or does nothing.
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
