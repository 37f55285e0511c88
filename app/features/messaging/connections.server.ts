/** SQL: the two people matched, or one applied to a project of the other's. Takes two uuid expressions. */
export function areConnected(one: string, other: string): string {
  return `(EXISTS (SELECT 1 FROM matches m WHERE NOT m.held
              AND ((m.creator_id = ${one} AND m.contributor_id = ${other})
                OR (m.creator_id = ${other} AND m.contributor_id = ${one})))
        OR EXISTS (SELECT 1 FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
            WHERE a.status <> 'withdrawn'
              AND ((a.contributor_id = ${one} AND b.creator_id = ${other})
                OR (a.contributor_id = ${other} AND b.creator_id = ${one}))))`;
}

/** SQL: one of the two has blocked the other. Takes two uuid expressions. */
export function areBlocked(one: string, other: string): string {
  return `EXISTS (SELECT 1 FROM blocks x WHERE (x.blocker_id = ${one} AND x.blocked_id = ${other})
                                     OR (x.blocker_id = ${other} AND x.blocked_id = ${one}))`;
}
