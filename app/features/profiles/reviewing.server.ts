import type { Actor } from "~/features/accounts/actor";
import { db, isDatabaseUnavailable, Prisma } from "~/platform/db.server";
import { log } from "~/platform/log.server";

export interface VettingView {
  contributorId: string;
  name: string;
  services: string[];
  portfolioUrl: string | null;
  submittedAt: string;
  status: "pending" | "approved" | "rejected";
}

export interface VettingList {
  /** Who waits, the longest first. */
  waiting: VettingView[];
  /** How many wait in all. */
  waitingCount: number;
  /** Who was reviewed last. */
  processed: VettingView[];
}

type Row = {
  user_id: string;
  full_name: string;
  services: string[] | null;
  portfolio_url: string | null;
  submitted_at: Date;
  status: VettingView["status"];
  is_unread: boolean;
  total: number;
};

const shownWaiting = 10;
const shownProcessed = 5;

const details = Prisma.sql`
  JOIN profiles p ON p.id = n.user_id
  JOIN contributor_profiles k ON k.id = n.user_id
  LEFT JOIN LATERAL (
    SELECT array_agg(s.name ORDER BY s.name) AS services
      FROM contributor_services o JOIN services s ON s.id = o.service_id
     WHERE o.contributor_id = n.user_id) o ON true`;

/**
 * The admins' list: unread first, the longest waiting on top, at most 10; then up to 5 that were dealt with.
 * Null when it could not be read, which is logged; the page around it still stands. Empty for who is no admin.
 */
export async function listVetting(admin: Actor): Promise<VettingList | null> {
  if (!admin.isAdmin) return { waiting: [], waitingCount: 0, processed: [] };
  try {
    // Somebody who was reviewed several times stands there once, hence some more than are shown.
    const rows = await db.$queryRaw<Row[]>`
      SELECT n.user_id, n.is_unread, n.total, p.full_name, k.portfolio_url, k.submitted_at, k.status, o.services
        FROM (
          (SELECT user_id, created_at, true AS is_unread, (count(*) OVER ())::int AS total
             FROM admin_notifications WHERE status = 'unread' AND type = 'contributor_approval'
            ORDER BY created_at LIMIT ${shownWaiting})
          UNION ALL
          (SELECT user_id, created_at, false, 0
             FROM admin_notifications WHERE status = 'read' AND type = 'contributor_approval'
            ORDER BY created_at DESC LIMIT ${shownProcessed * 3})) n ${details}
       ORDER BY n.is_unread DESC, CASE WHEN n.is_unread THEN n.created_at END, n.created_at DESC`;
    const waiting = rows.filter((row) => row.is_unread);
    const processed = rows.filter((row) => !row.is_unread && row.status !== "pending");
    return {
      waiting: waiting.map(viewOf),
      waitingCount: waiting[0]?.total ?? 0,
      processed: [...new Map(processed.map((row) => [row.user_id, viewOf(row)])).values()].slice(
        0,
        shownProcessed,
      ),
    };
  } catch (error) {
    return nullAfter(error, "the admins' list could not be read");
  }
}

/** One contributor as a reviewer sees them; null for an unknown one, and for who is no admin. */
export async function findVetting(admin: Actor, contributorId: string): Promise<VettingView | null> {
  if (!admin.isAdmin) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT n.user_id, p.full_name, k.portfolio_url, k.submitted_at, k.status, o.services
      FROM (SELECT ${contributorId}::uuid AS user_id) n ${details}`;
  return row ? viewOf(row) : null;
}

/** Why the actor's own profile was rejected. Null when that could not be read, which is logged. */
export async function rejectionReasonOf(actor: Actor): Promise<string | null> {
  try {
    const row = await db.contributorProfile.findUnique({
      where: { id: actor.userId, status: "rejected" },
      select: { rejectionReason: true },
    });
    return row?.rejectionReason ?? "";
  } catch (error) {
    return nullAfter(error, "a contributor's status could not be read");
  }
}

function viewOf(row: Row): VettingView {
  return {
    contributorId: row.user_id,
    name: row.full_name,
    services: row.services ?? [],
    portfolioUrl: row.portfolio_url,
    submittedAt: row.submitted_at.toISOString(),
    status: row.status,
  };
}

/** A database that is away is a page of its own. */
function nullAfter(error: unknown, message: string): null {
  if (isDatabaseUnavailable(error)) throw error;
  log.error({ err: error }, message);
  return null;
}
