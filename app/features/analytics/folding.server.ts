import { jobDb } from "~/platform/db.server";

const batch = 5_000;

/**
 * The job: adds views to their days. One statement takes and adds them, so that each counts once, also in a page that
 * reads meanwhile. Days are locked in order, so that two jobs never wait for each other.
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

/** Days beyond the page's reach, so that a year can be compared with the last. */
export const keptDays = 400;
/** A viewer's day lasts into the next in every time zone. */
export const viewsKeptDays = 2;

/** The job. */
export async function sweepDays(now = new Date()): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await jobDb.memberDay.deleteMany({ where: { day: { lt: before(keptDays) } } });
  await jobDb.profileView.deleteMany({ where: { day: { lt: before(viewsKeptDays) } } });
}
