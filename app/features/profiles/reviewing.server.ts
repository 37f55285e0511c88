import { adminPaths } from "~/admin-paths";
import type { Actor } from "~/features/accounts/actor";
import { wordsOfAdminAction } from "~/features/accounts/admin-actions";
import { type SampleRow, sampleViews } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { adminList, choice, search } from "~/platform/admin-list.server";
import { db, isDatabaseUnavailable, Prisma } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { byTime, countRows, pageOf, placeOf } from "~/platform/paging.server";
import { shownName } from "./profile";
import { type Rejection, undoMinutes } from "./review-reasons";

export interface VettingView {
  contributorId: string;
  name: string;
  services: string[];
  portfolioUrl: string | null;
  submittedAt: string;
  status: "pending" | "approved" | "rejected";
  /** Past rejections that weren't undone, latest first, up to a few. */
  earlier: { at: string; reason: string }[];
  canUndo: boolean;
  samples: SampleView[];
  avatarUrl: string | null;
  location: string;
  bio: string;
  /** Whether they've confirmed their email address. */
  isConfirmed: boolean;
  /** ISO 8601. */
  joinedAt: string;
}

/** What a list shows of each contributor. The rest would make the page a tenth larger. */
export const listedOf = ({ contributorId, name, services, portfolioUrl, ...rest }: VettingView) => {
  const { submittedAt, status, earlier, canUndo, samples } = rest;
  return {
    ...{ contributorId, name, services, portfolioUrl, submittedAt, status, earlier, canUndo },
    samples: samples.map(({ kind, title, picture }) => ({ kind, title, picture })),
  };
};

export type ListedVetting = ReturnType<typeof listedOf>;

export interface VettingLists {
  /** Those who have waited longest first. */
  waiting: ListedVetting[];
  /** How many are waiting in all, including those not in the list. */
  waitingCount: number;
  /** Newest first. */
  processed: ListedVetting[];
}

type Row = Omit<VettingView, "submittedAt" | "joinedAt" | "samples"> & {
  submittedAt: Date;
  joinedAt: Date;
  samples: SampleRow[] | null;
};

const shownWaiting = 10;
const shownProcessed = 5;

/** SQL condition on a row `k` of contributor_profiles: its decision can still be undone. */
const wasReviewedLately = Prisma.sql`k.reviewed_at > now() - make_interval(mins => ${undoMinutes}::int)`;

const columns = Prisma.sql`
  n.user_id AS "contributorId", p.full_name AS name, p.avatar_url AS "avatarUrl", p.location, p.bio, p.created_at AS "joinedAt",
  (SELECT u.confirmed_at IS NOT NULL FROM users u WHERE u.id = n.user_id) AS "isConfirmed",
  k.portfolio_url AS "portfolioUrl", k.submitted_at AS "submittedAt", k.status, coalesce(o.services, '{}') AS services,
  coalesce(e.earlier, '[]') AS earlier, (k.status <> 'pending' AND ${wasReviewedLately}) IS TRUE AS "canUndo",
  (SELECT samples FROM samples_of(n.user_id)) AS samples`;

/** Joins a row `n` with what a review shows. Leaves out people who have become creators. */
const details = Prisma.sql`
  JOIN profiles p ON p.id = n.user_id AND p.user_type = 'contributor'
  JOIN contributor_profiles k ON k.id = n.user_id
  LEFT JOIN LATERAL (
    SELECT array_agg(s.name ORDER BY s.name) AS services
      FROM contributor_services o JOIN services s ON s.id = o.service_id
     WHERE o.contributor_id = n.user_id) o ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('at', a.created_at, 'reason', a.details->>'reason') ORDER BY a.id DESC) AS earlier
      FROM (SELECT id, created_at, details, action, lead(action) OVER (ORDER BY id) AS next FROM audit_log
             WHERE subject_id = n.user_id AND action LIKE 'contributor.%' AND action <> 'contributor.note'
             ORDER BY id DESC LIMIT 12) a
     WHERE a.action IN ('contributor.reject', 'contributor.ask-changes')
       AND a.next IS DISTINCT FROM 'contributor.reject-undo') e ON true`;

/**
 * The admin dashboard's lists: up to 10 pending contributors, those who have waited longest first, and up to 5 reviewed
 * ones. Null if they couldn't be read, which is logged.
 */
export async function listVetting(): Promise<VettingLists | null> {
  try {
    // Reads more rows than it shows, because the same person may have been reviewed several times.
    const rows = await db.$queryRaw<(Row & { isUnread: boolean; total: number })[]>`
      SELECT ${columns}, n.is_unread AS "isUnread", n.total
        FROM (
          (SELECT user_id, created_at, true AS is_unread, (count(*) OVER ())::int AS total
             FROM admin_notifications n WHERE is_waiting(n)
            ORDER BY created_at LIMIT ${shownWaiting})
          UNION ALL
          (SELECT user_id, created_at, false, 0
             FROM admin_notifications WHERE status = 'read' AND type = 'contributor_approval'
            ORDER BY created_at DESC LIMIT ${shownProcessed * 3})) n ${details}
       ORDER BY n.is_unread DESC, CASE WHEN n.is_unread THEN n.created_at END, n.created_at DESC`;
    const waiting = rows.filter((row) => row.isUnread);
    const processed = new Map(
      rows.flatMap((row) => (row.isUnread || row.status === "pending" ? [] : [[row.contributorId, row]])),
    );
    return {
      waiting: (await viewsOf(waiting)).map(listedOf),
      waitingCount: waiting[0]?.total ?? 0,
      processed: (await viewsOf([...processed.values()].slice(0, shownProcessed))).map(listedOf),
    };
  } catch (error) {
    return nullAfter(error, "couldn't read the admins' list");
  }
}

/** Pending contributors whose name contains `q`. */
function waitingBy({ q }: { q: string }): Prisma.Sql {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return q
    ? Prisma.sql`is_waiting(n) AND name_key(p.full_name) LIKE (SELECT name_key(${pattern}))`
    : Prisma.sql`is_waiting(n)`;
}

const order = { at: "n.created_at", id: "n.id" };

export const waitingList = adminList({
  path: adminPaths.waitingContributors(),
  labels: { label: "Contributors", button: "Search", clear: "Show all", pager: "More contributors" },
  words: ["contributor", "contributors"],
  filters: {
    q: search("Name", "Any part of the name"),
    sort: choice("Order", { oldest: "Longest waiting first", newest: "Newest first" }, "oldest"),
  },
  empty: ({ q }) => (q ? "No one with this name is waiting" : "No contributors are waiting for review"),
  pageSize: 20,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = byTime(order, wanted.sort, after);
    const rows = await db.$queryRaw<(Row & { alertId: string; alertedAt: Date })[]>`
      SELECT ${columns}, n.id AS "alertId", n.created_at AS "alertedAt"
        FROM admin_notifications n ${details}
       WHERE ${waitingBy(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
    const page = pageOf(rows, size, ({ alertedAt, alertId }) => cursor({ at: alertedAt, id: alertId }));
    const people = page.rows.map(({ alertId: _id, alertedAt: _at, ...row }) => row);
    return { rows: await viewsOf(people), next: page.next };
  },
  count(wanted) {
    const { orderBy } = byTime(order, wanted.sort, null);
    return countRows(Prisma.sql`
      SELECT FROM admin_notifications n JOIN profiles p ON p.id = n.user_id AND p.user_type = 'contributor'
       WHERE ${waitingBy(wanted)} ${orderBy}`);
  },
  file: {
    name: "matchcut-waiting-contributors",
    columns: {
      ID: ({ contributorId }) => contributorId,
      Name: ({ name }) => name,
      Services: ({ services }) => services.join(", "),
      Portfolio: ({ portfolioUrl }) => portfolioUrl,
      "Submitted (UTC)": ({ submittedAt }) => submittedAt,
      "Earlier feedback": ({ earlier }) => earlier.map(({ reason }) => reason).join("\n"),
    },
  },
});

/** Where a contributor is in the list that the admin came from. Works even if they've been reviewed since. */
export const placeInReview = (list: Parameters<typeof waitingList.count>[0], contributorId: string) =>
  placeOf(
    contributorId,
    Prisma.sql`
      SELECT n.user_id AS id, is_waiting(n) AS waits
        FROM admin_notifications n JOIN profiles p ON p.id = n.user_id AND p.user_type = 'contributor'
       WHERE ${waitingBy(list)} OR n.id = (
         SELECT l.id FROM admin_notifications l WHERE l.user_id = ${contributorId}::uuid
            AND l.type = 'contributor_approval' ORDER BY l.status = 'unread' DESC, l.created_at DESC LIMIT 1)
       ${byTime(order, list.sort, null).orderBy}`,
  );

/** These contributors, in the given order. Leaves out people who aren't contributors anymore. */
export async function listByIds(contributorIds: string[]): Promise<VettingView[]> {
  if (contributorIds.length === 0) return [];
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns} FROM unnest(${contributorIds}::uuid[]) WITH ORDINALITY n (user_id, place) ${details}
     ORDER BY n.place`;
  return viewsOf(rows);
}

const shownLately = 20;

/** The people whose decision can still be undone, latest first. */
export async function listReviewedLately(): Promise<VettingView[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${columns}
      FROM (SELECT k.id AS user_id, k.reviewed_at FROM contributor_profiles k
              JOIN profiles p ON p.id = k.id AND p.user_type = 'contributor'
             WHERE k.status <> 'pending' AND ${wasReviewedLately}
             ORDER BY k.reviewed_at DESC LIMIT ${shownLately}) n ${details}
     ORDER BY n.reviewed_at DESC`;
  return viewsOf(rows);
}

const decisions = {
  "contributor.approve": "approved",
  "contributor.reject": "rejected",
  "contributor.ask-changes": "asked for changes from",
} as const;

/** The latest decision and who made it. Null if there's none, or if it was undone. */
export async function findLastReview(contributorId: string): Promise<LastReview | null> {
  const act = await db.auditEntry.findFirst({
    where: { subjectId: contributorId, action: { startsWith: "contributor.", not: "contributor.note" } },
    orderBy: { id: "desc" },
    select: { actorId: true, action: true, details: true },
  });
  if (!act || !Object.hasOwn(decisions, act.action)) return null;
  const { reason = "" } = act.details as { reason?: string };
  return { adminId: act.actorId, status: decisions[act.action as keyof typeof decisions], reason };
}

interface LastReview {
  adminId: string | null;
  status: (typeof decisions)[keyof typeof decisions];
  reason: string;
}

export interface ReviewEntry {
  id: string;
  /** The decision in words; null for a note. */
  act: string | null;
  /** The admin's name. Null if their account doesn't exist anymore. */
  by: string | null;
  text: string;
  /** ISO 8601. */
  at: string;
}

const shownEntries = 30;

/** The decisions and notes about a contributor, latest first. */
export async function listReviewHistory(contributorId: string): Promise<ReviewEntry[]> {
  const rows = await db.$queryRaw<(Omit<ReviewEntry, "at"> & { at: Date })[]>`
    SELECT entry.id, entry.act, entry.text, entry.at, nullif(p.full_name, '') AS by
      FROM (SELECT a.id::text, a.action AS act, coalesce(a.details->>'reason', '') AS text, a.created_at AS at,
                   a.actor_id AS by_id
              FROM audit_log a
             WHERE a.subject_id = ${contributorId}::uuid AND a.action LIKE 'contributor.%'
               AND a.action <> 'contributor.note'
            UNION ALL
            SELECT n.id::text, NULL, n.text, n.created_at, n.author_id
              FROM review_notes n WHERE n.contributor_id = ${contributorId}::uuid
             ORDER BY at DESC LIMIT ${shownEntries}) entry
      LEFT JOIN profiles p ON p.id = entry.by_id
     ORDER BY entry.at DESC`;
  return rows.map(({ at, act, ...entry }) => ({
    ...entry,
    act: act && wordsOfAdminAction(act),
    at: at.toISOString(),
  }));
}

/** Null for anyone but a contributor. */
export const findVetting = async (contributorId: string): Promise<VettingView | null> =>
  (await listByIds([contributorId]))[0] ?? null;

/** Why the actor was rejected. Null if they weren't, or if it couldn't be read, which is logged. */
export async function rejectionOf(actor: Actor): Promise<Rejection | null> {
  try {
    const row = await db.contributorProfile.findUnique({
      where: { id: actor.userId, status: "rejected" },
      select: { rejectionReason: true, changesAsked: true, reviewedAt: true },
    });
    return {
      reason: row?.rejectionReason ?? "",
      asksChanges: row?.changesAsked ?? false,
      reviewedAt: row?.reviewedAt?.toISOString() ?? null,
    };
  } catch (error) {
    return nullAfter(error, "couldn't read a contributor's status");
  }
}

const viewsOf = (rows: Row[]): Promise<VettingView[]> =>
  Promise.all(
    rows.map(async (row) => ({
      ...row,
      name: shownName(row.name, "contributor"),
      submittedAt: row.submittedAt.toISOString(),
      joinedAt: row.joinedAt.toISOString(),
      samples: await sampleViews(row.samples),
    })),
  );

/**
 * Logs the error, so that the rest of the page can still be shown. Rethrows it if the database is unavailable, because
 * that has its own error page.
 */
function nullAfter(error: unknown, message: string): null {
  if (isDatabaseUnavailable(error)) throw error;
  log.error({ err: error }, message);
  return null;
}
