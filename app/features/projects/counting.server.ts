/** Without withdrawn ones, and those of people who are blocked, whom their owner does not see either. */
export interface ApplicationCounts {
  total: number;
  waiting: number;
  shortlisted: number;
  archived: number;
  accepted: number;
  declined: number;
}

export const noApplications: ApplicationCounts = {
  total: 0,
  waiting: 0,
  shortlisted: 0,
  archived: 0,
  accepted: 0,
  declined: 0,
};

const folders: Record<keyof ApplicationCounts, string> = {
  total: "true",
  waiting: "a.status = 'pending' AND a.stage = 'new'",
  shortlisted: "a.status = 'pending' AND a.stage = 'shortlisted'",
  archived: "a.status = 'pending' AND a.stage = 'archived'",
  accepted: "a.status = 'accepted'",
  declined: "a.status = 'declined'",
};
const names = Object.keys(folders) as (keyof ApplicationCounts)[];

/**
 * SQL: the counts of an owner's project `b`, one row, or none before anybody has applied. They are kept for all
 * applications; those of blocked people, who are few, are taken off.
 */
export const shownCounts = (owner: string, wanted = names) => `
  SELECT ${wanted.map((name) => `c.${name} - apart.${name} AS ${name}`).join(", ")}
    FROM project_application_counts c CROSS JOIN (
      SELECT ${wanted.map((name) => `count(*) FILTER (WHERE ${folders[name]})::int AS ${name}`).join(", ")}
        FROM blocked_from(${owner}) blocked
        JOIN project_applications a ON a.project_id = b.id AND a.contributor_id = blocked.id AND a.status <> 'withdrawn') apart
   WHERE c.project_id = b.id`;
