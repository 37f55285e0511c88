import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures } from "~/features/plans/plan";
import { planOf } from "~/features/plans/reading.server";
import { db } from "~/platform/db.server";
import { type AnalyticsView, type WeekView, weeksShown } from "./analytics";

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
    ), since AS MATERIALIZED (
      -- A day before the first week in UTC: no zone is further ahead.
      SELECT min(week)::timestamp AT TIME ZONE 'UTC' - interval '1 day' AS at FROM weeks
    ), events (kind, at) AS (
      SELECT 'like', s.created_at FROM since, swipes s
       WHERE s.target_id = ${actor.userId}::uuid AND s.liked AND s.created_at >= since.at
      UNION ALL
      SELECT 'match', m.created_at FROM since, matches m
       WHERE (m.creator_id = ${actor.userId}::uuid OR m.contributor_id = ${actor.userId}::uuid)
         AND m.source = 'swipe' AND NOT m.held AND m.created_at >= since.at
      UNION ALL
      SELECT 'sent', a.created_at FROM since, project_applications a
       WHERE a.contributor_id = ${actor.userId}::uuid AND a.status <> 'withdrawn' AND a.created_at >= since.at
      UNION ALL
      SELECT 'accepted', coalesce(a.decided_at, a.created_at) FROM project_applications a
       WHERE a.contributor_id = ${actor.userId}::uuid AND a.status = 'accepted'
      UNION ALL
      SELECT 'received', a.created_at FROM since, project_briefs b JOIN project_applications a ON a.project_id = b.id
       WHERE b.creator_id = ${actor.userId}::uuid AND a.status <> 'withdrawn' AND a.created_at >= since.at
      UNION ALL
      SELECT e.kind, e.at FROM member_events e WHERE e.member_id = ${actor.userId}::uuid
    ), counted AS (
      SELECT date_trunc('week', day_in(at, ${actor.timeZone})::timestamp)::date AS week,
             count(*) FILTER (WHERE kind = 'view') AS views, count(*) FILTER (WHERE kind = 'guest_view') AS guest_views,
             count(*) FILTER (WHERE kind = 'like') AS likes, count(*) FILTER (WHERE kind = 'match') AS matches,
             count(*) FILTER (WHERE kind = 'sent') AS sent, count(*) FILTER (WHERE kind = 'accepted') AS accepted,
             count(*) FILTER (WHERE kind = 'received') AS received
        FROM events GROUP BY 1
    ), folded AS (
      SELECT date_trunc('week', day::timestamp)::date AS week, sum(views) AS views, sum(guest_views) AS guest_views
        FROM member_days WHERE member_id = ${actor.userId}::uuid AND day >= (SELECT min(week) FROM weeks) GROUP BY 1
    ), answers AS (
      SELECT date_trunc('week', day_in(reply.created_at, ${actor.timeZone})::timestamp)::date AS week,
             greatest(0, extract(epoch FROM reply.created_at - first.created_at)) AS seconds
        FROM since, conversation_participants p JOIN conversations c ON c.id = p.conversation_id
        JOIN messages first ON first.conversation_id = c.id AND first.seq = 1
       CROSS JOIN LATERAL (
         SELECT m.created_at FROM messages m WHERE m.conversation_id = c.id AND m.sender_id = p.user_id
          ORDER BY m.seq LIMIT 1) reply
       WHERE p.user_id = ${actor.userId}::uuid AND p.active_at >= since.at AND p.written_seq > 1
         AND c.direct_key IS NOT NULL AND first.sender_id IS DISTINCT FROM p.user_id AND reply.created_at >= since.at
    ), replied AS (
      SELECT week, count(*) AS replies, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median
        FROM answers GROUP BY 1
    )
    SELECT w.week::text, (coalesce(c.views, 0) + coalesce(f.views, 0))::int AS views,
           (coalesce(c.guest_views, 0) + coalesce(f.guest_views, 0))::int AS guest_views,
           coalesce(c.likes, 0)::int AS likes, coalesce(c.matches, 0)::int AS matches, coalesce(c.sent, 0)::int AS sent,
           coalesce(c.accepted, 0)::int AS accepted, coalesce(c.received, 0)::int AS received,
           coalesce(r.replies, 0)::int AS replies, r.median,
           (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a.seconds) FROM answers a
             WHERE a.week IN (SELECT week FROM weeks)) AS median_of_all
      FROM weeks w LEFT JOIN counted c USING (week) LEFT JOIN folded f USING (week) LEFT JOIN replied r USING (week)
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
