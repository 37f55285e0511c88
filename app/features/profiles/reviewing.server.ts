import type { Actor } from "~/features/accounts/actor";
import { type SampleRow, samplesOf, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { isApprovedContributor } from "~/features/visibility/seeing.server";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, isDatabaseUnavailable, Prisma } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { shownName } from "./profile";
import { undoMinutes } from "./vetting.schema";

export interface VettingView {
  contributorId: string;
  name: string;
  services: string[];
  portfolioUrl: string | null;
  submittedAt: string;
  status: "pending" | "approved" | "rejected";
  /** Latest first, at most three. */
  earlier: { at: string; reason: string }[];
  canUndo: boolean;
  samples: SampleView[];
}

export interface VettingList {
  /** Longest waiting first. */
  waiting: VettingView[];
  /** Including those not listed. */
  waitingCount: number;
  /** Latest first. */
  processed: VettingView[];
}

type Row = {
  user_id: string;
  full_name: string;
  services: string[] | null;
  portfolio_url: string | null;
  submitted_at: Date;
  status: VettingView["status"];
  earlier: VettingView["earlier"] | null;
  can_undo: boolean;
  samples: SampleRow[] | null;
};

const shownWaiting = 10;
const shownProcessed = 5;
const pageSize = 20;

const columns = Prisma.sql`
  n.user_id, p.full_name, k.portfolio_url, k.submitted_at, k.status, o.services, e.earlier,
  (${Prisma.raw(isApprovedContributor("k.id"))} AND k.reviewed_at > now() - make_interval(mins => ${undoMinutes}::int)) AS can_undo,
  ${Prisma.raw(samplesOf("n.user_id"))} AS samples`;

const details = Prisma.sql`
  JOIN profiles p ON p.id = n.user_id
  JOIN contributor_profiles k ON k.id = n.user_id
  LEFT JOIN LATERAL (
    SELECT array_agg(s.name ORDER BY s.name) AS services
      FROM contributor_services o JOIN services s ON s.id = o.service_id
     WHERE o.contributor_id = n.user_id) o ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('at', a.created_at, 'reason', a.details->>'reason') ORDER BY a.id DESC) AS earlier
      FROM (SELECT id, created_at, details FROM audit_log
             WHERE subject_id = n.user_id AND action = 'contributor.reject'
             ORDER BY id DESC LIMIT 3) a) e ON true`;

/** SQL, for a row `n` of admin_notifications: a contributor waits for review. */
const isWaiting = `n.status = 'unread' AND n.type = 'contributor_approval'`;

/** SELECT: since when (`at`) each contributor waits for review. */
export const waitingContributors = `SELECT n.created_at AS at FROM admin_notifications n WHERE ${isWaiting}`;

/**
 * Up to 10 pending contributors, longest waiting first, then up to 5 reviewed. Null if they could not be read, which
 * is logged. Empty for non-admins.
 */
export async function listVetting(admin: Actor): Promise<VettingList | null> {
  if (!admin.isAdmin) return { waiting: [], waitingCount: 0, processed: [] };
  try {
    // Extra rows, because somebody reviewed several times is shown once.
    const rows = await db.$queryRaw<(Row & { is_unread: boolean; total: number })[]>`
      SELECT ${columns}, n.is_unread, n.total
        FROM (
          (SELECT user_id, created_at, true AS is_unread, (count(*) OVER ())::int AS total
             FROM admin_notifications n WHERE ${Prisma.raw(isWaiting)}
            ORDER BY created_at LIMIT ${shownWaiting})
          UNION ALL
          (SELECT user_id, created_at, false, 0
             FROM admin_notifications WHERE status = 'read' AND type = 'contributor_approval'
            ORDER BY created_at DESC LIMIT ${shownProcessed * 3})) n ${details}
       ORDER BY n.is_unread DESC, CASE WHEN n.is_unread THEN n.created_at END, n.created_at DESC`;
    const waiting = rows.filter((row) => row.is_unread);
    const processed = rows.filter((row) => !row.is_unread && row.status !== "pending");
    return {
      waiting: await Promise.all(waiting.map(viewOf)),
      waitingCount: waiting[0]?.total ?? 0,
      processed: await Promise.all(
        [...new Map(processed.map((row) => [row.user_id, row])).values()]
          .slice(0, shownProcessed)
          .map(viewOf),
      ),
    };
  } catch (error) {
    return nullAfter(error, "the admins' list could not be read");
  }
}

/** Longest waiting first, paged. `q` is part of a name. Empty for non-admins. */
export async function listWaiting(
  admin: Actor,
  { q = "", after = null }: { q?: string; after?: string | null } = {},
): Promise<{ waiting: VettingView[]; next: string | null }> {
  if (!admin.isAdmin) return { waiting: [], next: null };
  const [time, id] = readCursor(after);
  const pattern = `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db.$queryRaw<(Row & { alert_id: string; alerted_at: Date })[]>`
    SELECT ${columns}, n.id AS alert_id, n.created_at AS alerted_at
      FROM admin_notifications n ${details}
     WHERE ${Prisma.raw(isWaiting)} AND p.full_name ILIKE ${pattern}
       AND (n.created_at, n.id) > (${time === "infinity" ? "-infinity" : time}::timestamptz, ${id}::uuid)
     ORDER BY n.created_at, n.id LIMIT ${pageSize + 1}`;
  const last = rows[pageSize - 1];
  return {
    waiting: await Promise.all(rows.slice(0, pageSize).map(viewOf)),
    next: last && rows.length > pageSize ? cursorOf(last.alerted_at, last.alert_id) : null,
  };
}

/** With its admin; null if there is none or it was undone. */
export async function findLastReview(
  contributorId: string,
): Promise<{ adminId: string | null; status: "approved" | "rejected" } | null> {
  const act = await db.auditEntry.findFirst({
    where: { subjectId: contributorId, action: { startsWith: "contributor." } },
    orderBy: { id: "desc" },
    select: { actorId: true, action: true },
  });
  if (!act || act.action === "contributor.approve-undo") return null;
  return { adminId: act.actorId, status: act.action === "contributor.approve" ? "approved" : "rejected" };
}

/** Null if unknown, and for non-admins. */
export async function findVetting(admin: Actor, contributorId: string): Promise<VettingView | null> {
  if (!admin.isAdmin) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${columns}
      FROM (SELECT ${contributorId}::uuid AS user_id) n ${details}`;
  return row ? viewOf(row) : null;
}

/** Null if it could not be read, which is logged. */
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

async function viewOf(row: Row): Promise<VettingView> {
  return {
    contributorId: row.user_id,
    name: shownName(row.full_name, "contributor"),
    services: row.services ?? [],
    portfolioUrl: row.portfolio_url,
    submittedAt: row.submitted_at.toISOString(),
    status: row.status,
    earlier: row.earlier ?? [],
    canUndo: row.can_undo,
    samples: await sampleViews(row.samples),
  };
}

/** An unavailable database has its own error page. */
function nullAfter(error: unknown, message: string): null {
  if (isDatabaseUnavailable(error)) throw error;
  log.error({ err: error }, message);
  return null;
}
