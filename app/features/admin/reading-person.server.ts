import type { Actor } from "~/features/accounts/actor";
import { isSuspensionReason, suspensionReasons } from "~/features/accounts/suspension";
import { type UsedCounts, usedCountsOf } from "~/features/plans/listing-subscriptions.server";
import type { PlanName } from "~/features/plans/plan";
import { isId } from "~/ids";
import { db, Prisma } from "~/platform/db.server";
import type { VettingStatus } from "./people-filter";

/** What an admin needs to help someone; nothing that they have written. Times are ISO 8601. */
export interface PersonFacts {
  id: string;
  name: string;
  email: string;
  type: "creator" | "contributor" | null;
  /** Of a contributor. */
  status: VettingStatus | null;
  isAdmin: boolean;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
  /** Has asked to leave; removed then. */
  leavesAt: string | null;
  timeZone: string | null;
  joinedAt: string;
  suspension: { at: string; until: string | null; reason: string; words: string } | null;
  /** That have not ended. */
  sessions: number;
  lastSeenAt: string | null;
  plan: PlanName;
  /** Null on Free, which never ends. */
  periodEnd: string | null;
  used: UsedCounts;
}

type Row = Omit<PersonFacts, "joinedAt" | "leavesAt" | "suspension" | "lastSeenAt" | "periodEnd" | "used"> & {
  joined_at: Date;
  leaves_at: Date | null;
  is_suspended: boolean;
  suspended_since: Date | null;
  suspended_until: Date | null;
  reason: string | null;
  words: string | null;
  last_seen_at: Date | null;
  period_end: Date | null;
  used: UsedCounts | null;
};

const nothingUsed: UsedCounts = { posts: 0, messages: 0, swipes: 0, saved: 0 };

/** One statement. Null if there is no such person, and for non-admins. */
export async function findPerson(admin: Actor, personId: string): Promise<PersonFacts | null> {
  if (!admin.isAdmin || !isId(personId)) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT p.id, p.full_name AS name, u.email, p.user_type AS type,
           CASE WHEN p.user_type = 'contributor' THEN k.status END AS status, u.is_admin AS "isAdmin", u.leaves_at,
           u.confirmed_at IS NOT NULL AS "isConfirmed", u.second_factor AS "hasSecondFactor",
           u.time_zone AS "timeZone", u.created_at AS joined_at,
           is_suspended(u) AS is_suspended, b.created_at AS suspended_since, b.until AS suspended_until,
           b.reason, b.words, e.sessions, e.last_seen_at, t.name AS plan,
           t.current_period_end AS period_end, ${usedCountsOf(Prisma.sql`p.id`)} AS used
      FROM profiles p JOIN users u ON u.id = p.id
      LEFT JOIN contributor_profiles k ON k.id = p.id
      LEFT JOIN suspensions b ON b.user_id = p.id AND b.ended_at IS NULL
      LEFT JOIN plans_in_force t ON t.user_id = p.id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS sessions, max(o.last_seen_at) AS last_seen_at FROM sessions o
        WHERE o.user_id = p.id AND o.expires_at > now() AND o.ends_at > now()) e
     WHERE p.id = ${personId}::uuid AND u.left_at IS NULL`;
  return row ? viewOf(row) : null;
}

function viewOf(row: Row): PersonFacts {
  const {
    joined_at,
    leaves_at,
    is_suspended,
    suspended_since,
    suspended_until,
    reason,
    words,
    last_seen_at,
    period_end,
    ...facts
  } = row;
  return {
    ...facts,
    joinedAt: joined_at.toISOString(),
    leavesAt: leaves_at?.toISOString() ?? null,
    suspension: is_suspended
      ? {
          at: (suspended_since ?? joined_at).toISOString(),
          until: suspended_until?.toISOString() ?? null,
          reason: reason && isSuspensionReason(reason) ? suspensionReasons[reason] : "",
          words: words ?? "",
        }
      : null,
    lastSeenAt: last_seen_at?.toISOString() ?? null,
    periodEnd: row.plan === "free" ? null : (period_end?.toISOString() ?? null),
    used: row.used ?? nothingUsed,
  };
}
