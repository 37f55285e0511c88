import { readRows } from "~/platform/db.server";

/** How a creator answers applications. */
export interface ReplyFigures {
  answered: number;
  /** Answered, or waiting for a week or more. */
  outOf: number;
  /** Hours until an answer: half of them came sooner. */
  medianHours: number;
}

/** Fewer say too little. */
const fewestAnswers = 5;
const projectsRead = 50;
const applicationsRead = 40;

/** From the latest applications to the creator's latest projects, which bounds the rows. Null with fewer than five answers. */
export async function findReplyFigures(creatorId: string): Promise<ReplyFigures | null> {
  const [row] = await readRows<{ answered: number; out_of: number; median_hours: number | null }>(
    "projects-reply-figures",
    `SELECT count(*) FILTER (WHERE a.answered)::int AS answered, count(*)::int AS out_of,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.decided_at - a.created_at) / 3600)
              FILTER (WHERE a.answered) AS median_hours
       FROM (SELECT b.id FROM project_briefs b WHERE b.creator_id = $1 ORDER BY b.created_at DESC LIMIT ${projectsRead}) latest
       CROSS JOIN LATERAL (
         SELECT a.created_at, a.decided_at, a.status IN ('accepted', 'declined') AND a.decided_at IS NOT NULL AS answered
           FROM (VALUES ('pending', 'new'), ('pending', 'shortlisted'), ('pending', 'archived'), ('accepted', 'new'),
                        ('declined', 'new')) AS folder (status, stage)
           CROSS JOIN LATERAL (
             SELECT * FROM project_applications a
              WHERE a.project_id = latest.id AND a.status = folder.status::application_status
                AND a.stage = folder.stage::application_stage
              ORDER BY a.created_at DESC LIMIT ${applicationsRead}) a) a
      WHERE a.answered OR a.created_at < now() - interval '7 days'`,
    [creatorId],
  );
  if (!row || row.answered < fewestAnswers || row.median_hours === null) return null;
  return { answered: row.answered, outOf: row.out_of, medianHours: row.median_hours };
}
