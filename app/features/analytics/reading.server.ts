import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures } from "~/features/plans/plan";
import { planOf } from "~/features/plans/reading.server";
import { db } from "~/platform/db.server";
import { type AnalyticsView, type WeekView, weeksShown } from "./analytics";
import { dayCounts } from "./folding.server";

type Row = Omit<WeekView, "guestViews" | "medianReply"> & {
  guest_views: number;
  median: number | null;
  median_of_all: number | null;
};

/** The member's own last weeks, the current one last. Refused: 'plan' for creators without the features of Pro. */
export async function readAnalytics(
  actor: Actor,
  now = new Date(),
): Promise<{ ok: true; view: AnalyticsView } | { ok: false; refused: "plan" }> {
  if (!isContributor(actor) && !hasProFeatures((await planOf(actor)).plan))
    return { ok: false, refused: "plan" };
  const rows = await db.$queryRaw<Row[]>`
    WITH weeks AS (
      SELECT (date_trunc('week', day_in(${now}, ${actor.timeZone})::timestamp) - make_interval(weeks => ago))::date AS week
        FROM generate_series(0, ${weeksShown - 1}::int) ago
    ), days AS (
      SELECT day, views, guest_views, likes, matches, sent, accepted, received FROM member_days
       WHERE member_id = ${actor.userId}::uuid AND day >= (SELECT min(week) FROM weeks)
      UNION ALL
      SELECT day_in(e.at, ${actor.timeZone}), ${dayCounts} FROM member_events e
       WHERE e.member_id = ${actor.userId}::uuid GROUP BY 1
    ), counted AS (
      SELECT date_trunc('week', day::timestamp)::date AS week, sum(views) AS views, sum(guest_views) AS guest_views,
             sum(likes) AS likes, sum(matches) AS matches, sum(sent) AS sent, sum(accepted) AS accepted,
             sum(received) AS received
        FROM days GROUP BY 1
    ), answers AS (
      SELECT date_trunc('week', day_in(replied_at, ${actor.timeZone})::timestamp)::date AS week, seconds
        FROM first_replies
       WHERE member_id = ${actor.userId}::uuid AND replied_at >= (SELECT min(week) FROM weeks) - interval '1 day'
    ), replied AS (
      SELECT week, count(*) AS replies, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median
        FROM answers GROUP BY 1
    )
    SELECT w.week::text, greatest(0, coalesce(c.views, 0))::int AS views,
           greatest(0, coalesce(c.guest_views, 0))::int AS guest_views,
           greatest(0, coalesce(c.likes, 0))::int AS likes, greatest(0, coalesce(c.matches, 0))::int AS matches,
           greatest(0, coalesce(c.sent, 0))::int AS sent, greatest(0, coalesce(c.accepted, 0))::int AS accepted,
           greatest(0, coalesce(c.received, 0))::int AS received,
           coalesce(r.replies, 0)::int AS replies, r.median,
           (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a.seconds) FROM answers a
             WHERE a.week IN (SELECT week FROM weeks)) AS median_of_all
      FROM weeks w LEFT JOIN counted c USING (week) LEFT JOIN replied r USING (week)
     ORDER BY 1`;
  return {
    ok: true,
    view: {
      weeks: rows.map(({ guest_views, median, median_of_all, ...counts }) => ({
        ...counts,
        guestViews: guest_views,
        medianReply: median === null ? null : Math.round(median),
      })),
      medianReply: rows[0]?.median_of_all == null ? null : Math.round(rows[0].median_of_all),
    },
  };
}
