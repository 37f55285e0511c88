import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures } from "~/features/plans/plan";
import { planOf } from "~/features/plans/plan-in-force.server";
import type { Outcome } from "~/outcome";
import { db, jobDb, readRows, writeRows } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { countUse, networkOf } from "~/platform/rate-limit.server";
import { fromReplica } from "~/platform/replica.server";
import type { AnalyticsView, WeekView } from "./analytics";

export interface Visit {
  /** Null for a guest. */
  viewer: Pick<Actor, "userId" | "isAdmin"> | null;
  address: string;
  userAgent: string;
  isPrefetch: boolean;
}

const robots = /bot|crawl|spider|slurp|preview|scan|monitor|headless|http|curl|wget|python|java\/|^$/i;

/**
 * Counts a view of a profile that the viewer may see: once per member and day, and not if it's the owner, an admin, a
 * robot or a prefetch. Guests are counted a few times per network and day. Failures are logged, so that they don't
 * break the page.
 */
export async function countView(profileId: string, visit: Visit): Promise<void> {
  const { viewer } = visit;
  if (visit.isPrefetch || robots.test(visit.userAgent)) return;
  if (viewer && (viewer.isAdmin || viewer.userId === profileId)) return;
  try {
    await (viewer ? countMember(profileId, viewer.userId) : countGuest(profileId, visit.address));
  } catch (error) {
    log.warn({ err: error }, "couldn't count a profile view");
  }
}

async function countMember(profileId: string, viewerId: string): Promise<void> {
  await writeRows(
    "analytics-count-view",
    `WITH seen AS (
       INSERT INTO profile_views (profile_id, viewer_id, day)
       SELECT id, $2, day_in(now(), time_zone) FROM users WHERE id = $1
       ON CONFLICT DO NOTHING RETURNING profile_id
     )
     INSERT INTO member_events (member_id, kind) SELECT profile_id, 'view' FROM seen`,
    [profileId, viewerId],
  );
}

async function countGuest(profileId: string, address: string): Promise<void> {
  const { excess } = await countUse("guest-view", `${networkOf(address)} ${profileId}`, { address });
  if (excess === 0) await db.memberEvent.create({ data: { memberId: profileId, kind: "guest_view" } });
}

const batch = 5_000;

/**
 * The job that moves single views into daily totals. One statement deletes and adds them, so a page that reads at the
 * same time counts each view exactly once. Totals are locked in order, so that concurrent jobs can't deadlock.
 */
export async function foldEvents(): Promise<void> {
  for (;;) {
    const [taken] = await jobDb.$queryRaw<{ count: number }[]>`
      WITH taken AS (
        DELETE FROM member_events WHERE id IN (
          SELECT id FROM member_events ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
        RETURNING *
      ), counted AS (
        SELECT e.member_id, day_in(e.at, u.time_zone) AS day, count(*) FILTER (WHERE e.kind = 'view')::int AS views,
               count(*) FILTER (WHERE e.kind = 'guest_view')::int AS guest_views
          FROM taken e JOIN users u ON u.id = e.member_id
         GROUP BY 1, 2
      ), stored AS (
        INSERT INTO member_days AS d (member_id, day, views, guest_views)
        SELECT * FROM counted ORDER BY member_id, day
        ON CONFLICT (member_id, day) DO UPDATE SET
          views = d.views + excluded.views, guest_views = d.guest_views + excluded.guest_views
      )
      SELECT count(*)::int AS count FROM taken`;
    if (!taken || taken.count < batch) return;
  }
}

/** Pages show twelve weeks. More is kept so that a year can be compared to the one before. */
export const keptDays = 400;
/** Rows keep a view from being counted twice in a day. In every time zone, a date ends within the next UTC day. */
export const viewsKeptDays = 2;

export async function sweepDays(): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  await jobDb.memberDay.deleteMany({ where: { day: { lt: before(keptDays) } } });
  await jobDb.profileView.deleteMany({ where: { day: { lt: before(viewsKeptDays) } } });
}

type Row = WeekView & { medianOfAll: number | null };

/**
 * $1 member, $2 now, $3 their time zone. The member is passed as a column, because with a parameter, PostgreSQL may
 * plan the query every time.
 */
const weeksText = `
WITH weeks AS (
  SELECT week_in($2::timestamptz, $3) - 7 * ago AS week FROM generate_series(0, 11) ago
), since AS MATERIALIZED (
  -- Starts a day before the first week in UTC, because no zone is more than a day ahead.
  SELECT $1::uuid AS member, min(week)::timestamp AT TIME ZONE 'UTC' - interval '1 day' AS at FROM weeks
), counted AS (
  SELECT week_in(done.at, $3) AS week,
         count(*) FILTER (WHERE kind = 'view') AS views, count(*) FILTER (WHERE kind = 'guest_view') AS guest_views,
         count(*) FILTER (WHERE kind = 'like') AS likes, count(*) FILTER (WHERE kind = 'match') AS matches,
         count(*) FILTER (WHERE kind = 'sent') AS sent, count(*) FILTER (WHERE kind = 'accepted') AS accepted,
         count(*) FILTER (WHERE kind = 'received') AS received
    FROM since CROSS JOIN LATERAL member_activity(since.member, since.at) done GROUP BY 1
), folded AS (
  SELECT date_trunc('week', day::timestamp)::date AS week, sum(views) AS views, sum(guest_views) AS guest_views
    FROM since JOIN member_days ON member_id = since.member AND day >= (SELECT min(week) FROM weeks) GROUP BY 1
), answers AS (
  SELECT week_in(answer.at, $3) AS week, answer.seconds
    FROM since CROSS JOIN LATERAL first_answers(since.member, since.at) answer
), replied AS (
  SELECT week, count(*) AS replies, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median
    FROM answers GROUP BY 1
)
SELECT w.week::text, (coalesce(c.views, 0) + coalesce(f.views, 0))::int AS views,
       (coalesce(c.guest_views, 0) + coalesce(f.guest_views, 0))::int AS "guestViews",
       coalesce(c.likes, 0)::int AS likes, coalesce(c.matches, 0)::int AS matches, coalesce(c.sent, 0)::int AS sent,
       coalesce(c.accepted, 0)::int AS accepted, coalesce(c.received, 0)::int AS received,
       coalesce(r.replies, 0)::int AS replies, r.median AS "medianReply",
       (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a.seconds) FROM answers a
         WHERE a.week IN (SELECT week FROM weeks)) AS "medianOfAll"
  FROM weeks w LEFT JOIN counted c USING (week) LEFT JOIN folded f USING (week) LEFT JOIN replied r USING (week)
 ORDER BY 1`;

/** The actor's own last weeks, oldest first. Refused: 'plan' for creators whose plan has no Pro features. */
export async function readAnalytics(
  actor: Actor,
  now = new Date(),
): Promise<Outcome<"plan", { view: AnalyticsView }>> {
  if (!isContributor(actor) && !hasProFeatures((await planOf(actor)).plan))
    return { ok: false, refused: "plan" };
  const rows = await fromReplica(() =>
    readRows<Row>("analytics-weeks", weeksText, [actor.userId, now, actor.timeZone]),
  );
  return {
    ok: true,
    view: {
      weeks: rows.map(({ medianOfAll: _, ...week }) => ({ ...week, medianReply: rounded(week.medianReply) })),
      medianReply: rounded(rows[0]?.medianOfAll ?? null),
    },
  };
}

const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds));
