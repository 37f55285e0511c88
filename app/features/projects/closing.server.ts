import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { knownTimeZone } from "~/features/accounts/time-zones.server";
import { announce, withdrawAllOf } from "~/features/notifications/announcing.server";
import type { MailWords } from "~/features/notifications/mailing.server";
import { lockPosts, queueHeldRelease, spend } from "~/features/plans/counting.server";
import { fullPostsWords, lastUseWords } from "~/features/plans/plan";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { jobDb, type Transaction, transaction } from "~/platform/db.server";
import { announceDeclines, tellApplicantsSoon } from "./announcing.server";
import { isRunning } from "./project";
import { type OwnProject, withOwnProject, writeEvent } from "./project.server";
import type { ProjectView } from "./viewing.server";

type CloseOutcome = Outcome<"not-found" | "wrong-state">;
type ReopenOutcome = CloseOutcome | { ok: false; refused: "post-limit" | "not-creator" };

/** Completes a project in progress. Idempotent. Refused: 'not-found', 'wrong-state'. */
export async function completeProject(actor: Actor, projectId: string): Promise<CloseOutcome> {
  return close(actor, projectId, "completed", ["in_progress"]);
}

/** Cancels an open project or one in progress. Idempotent. Refused: 'not-found', 'wrong-state'. */
export async function cancelProject(actor: Actor, projectId: string): Promise<CloseOutcome> {
  return close(actor, projectId, "cancelled", ["open", "in_progress"]);
}

async function close(
  actor: Actor,
  projectId: string,
  to: "completed" | "cancelled",
  from: readonly OwnProject["status"][],
): Promise<CloseOutcome> {
  return withOwnProject<CloseOutcome>(actor, projectId, async (tx, project) => {
    if (project.status === to) return { ok: true };
    if (!from.includes(project.status)) return { ok: false, refused: "wrong-state" };
    await tx.projectBrief.update({ where: { id: project.id }, data: { status: to } });
    await announceDeclines(tx, projectId, "all");
    const eventId = await writeEvent(tx, { projectId, kind: to, actorId: actor.userId });
    await tellApplicantsSoon(tx, projectId, eventId, to);
    return { ok: true };
  });
}

/**
 * Reopens a completed or canceled project with a new expiry, or resumes it if someone was accepted. Its pending
 * applications count again. Idempotent. Refused: 'not-found', 'not-creator' for someone who has become a contributor,
 * 'post-limit'.
 */
export async function reopenProject(actor: Actor, projectId: string): Promise<ReopenOutcome> {
  return withOwnProject<ReopenOutcome>(actor, projectId, async (tx, project) => {
    if (isRunning(project)) return { ok: true };
    const accepted = await tx.projectApplication.count({
      where: { projectId, status: "accepted", releasedAt: null },
    });
    const renewed = await renew(tx, actor, project);
    if (typeof renewed === "object") return renewed;
    const status = accepted > 0 ? "in_progress" : "open";
    await tx.projectBrief.update({ where: { id: project.id }, data: { status } });
    const eventId = await writeEvent(tx, { projectId, kind: "reopened", actorId: actor.userId });
    // An open project accepts applications again, unless an admin has hidden it.
    if (status === "in_progress") await tellApplicantsSoon(tx, projectId, eventId, "resumed");
    else if (!project.isHidden) await tellApplicantsSoon(tx, projectId, eventId, "reopened");
    return { ok: true };
  });
}

/**
 * Gives an open or running project the plan's full time again. An expired project needs room for another active post.
 * An active one doesn't, but is refused while the creator is over the limit, as after a downgrade. Refused:
 * 'not-found', 'wrong-state', 'not-creator', 'post-limit'.
 */
export async function extendProject(actor: Actor, projectId: string): Promise<ReopenOutcome> {
  return withOwnProject<ReopenOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "wrong-state" };
    const renewed = await renew(tx, actor, project);
    if (typeof renewed === "object") return renewed;
    if (renewed === "renewed") await writeEvent(tx, { projectId, kind: "extended", actorId: actor.userId });
    return { ok: true };
  });
}

/**
 * What to tell the owner before they extend or reopen a project: that the plan has no room, or that this is its last
 * post. Null if neither applies. It's only advice; the limit is enforced when they do it.
 */
export function openingOf({
  status,
  isExpired,
  expiresAt,
  posts,
}: Pick<ProjectView, "status" | "isExpired" | "expiresAt" | "posts">): OpeningView | null {
  const runs = isRunning({ status });
  if (!posts || posts.limit === null || (runs && expiresAt === null)) return null;
  const { used, limit, resets } = posts;
  const isCounted = runs && !isExpired;
  const isFull = isCounted ? used > limit : used >= limit;
  if (isFull) return { isFull, words: `${fullPostsWords(used, limit)} ${resets}` };
  return isCounted || used < limit - 1 ? null : { isFull, words: lastUseWords("post", resets) };
}

export interface OpeningView {
  isFull: boolean;
  words: string;
}

/** Returns 'unchanged' if the project already has the plan's full time, as after a double click. */
async function renew(
  tx: Transaction,
  actor: Actor,
  project: OwnProject,
): Promise<"renewed" | "unchanged" | { ok: false; refused: "post-limit" | "not-creator" }> {
  await lockPosts(tx, actor);
  // Switching the owner's type takes the same lock. Plans don't limit contributors' posts, so a contributor must not
  // open a project.
  const profile = await tx.profile.findUnique({ where: { id: actor.userId }, select: { userType: true } });
  if (actor.userType !== "creator" || profile?.userType !== "creator")
    return { ok: false, refused: "not-creator" };
  if (!project.isActive) {
    // Each renewal counts as a new use. A form that's sent twice counts once, because of the project's lock.
    const spent = await spend(tx, actor, "post", `again:${randomUUID()}`, project.id);
    if (spent === "limit") return { ok: false, refused: "post-limit" };
    await queueHeldRelease(tx, actor.userId);
  }
  const [done] = await tx.$queryRaw<{ allowed: boolean; renewed: boolean }[]>`
    WITH room AS MATERIALIZED (
      SELECT use.name, is_unlimited(use.post_limit) OR use.posts_used <= use.post_limit AS allowed
        FROM usage_in_force use WHERE use.user_id = ${actor.userId}::uuid
    ), renewed AS (
      UPDATE project_briefs b SET expires_at = post_expiry(room.name), updated_at = now() FROM room
       WHERE b.id = ${project.id}::uuid AND room.allowed
         AND (b.expires_at < coalesce(post_expiry(room.name) - interval '1 minute', 'infinity')
              OR b.expires_at IS NULL AND NOT ${project.isActive})
      RETURNING b.id
    )
    SELECT allowed, EXISTS (SELECT FROM renewed) AS renewed FROM room`;
  if (!done?.allowed) return { ok: false, refused: "post-limit" };
  return done.renewed ? "renewed" : "unchanged";
}

/** The owner is notified this many days before a project expires. */
export const toldBefore = 5;

const batch = 100;

/**
 * The job that notifies owners of projects that expire soon, and pending applicants of expired ones, once per expiry.
 * Safe to run concurrently. A project that someone is changing is left for the next run.
 */
export async function tellExpiries(): Promise<void> {
  for (const tell of [tellOwners, endExpired]) {
    while ((await transaction(tell)) === batch);
  }
}

type Expiring = {
  id: string;
  title: string;
  creator_id: string;
  expires_at: Date;
  takes: boolean;
  time_zone: string | null;
  posts: { canExtend: boolean; used: number; limit: number };
};

async function tellOwners(tx: Transaction): Promise<number> {
  const projects = await tx.$queryRaw<Expiring[]>`
    UPDATE project_briefs p SET told_expiry = p.expires_at FROM users u
     WHERE u.id = p.creator_id AND p.id = ANY (ARRAY(
       SELECT b.id FROM project_briefs b
        WHERE is_active_post(b) AND b.told_expiry IS DISTINCT FROM b.expires_at
          AND b.expires_at <= now() + make_interval(days => ${toldBefore}::int)
          AND EXISTS (SELECT FROM open_account(b.creator_id))
        ORDER BY b.expires_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING p.id, p.title, p.creator_id, p.expires_at, takes_applications(p) AS takes, u.time_zone,
       -- The same limit that decides whether the owner can extend it.
       (SELECT json_build_object('canExtend', is_unlimited(use.post_limit) OR use.posts_used <= use.post_limit,
                                 'used', use.posts_used, 'limit', use.post_limit)
          FROM usage_in_force use WHERE use.user_id = p.creator_id) AS posts`;
  await announce(
    tx,
    ...projects.map((project) => ({
      userId: project.creator_id,
      kind: "project-expiring" as const,
      title: wordsOf(project),
      body: wayOnOf(project),
      href: paths.project(project.id),
      eventKey: `project:expiring:${project.id}:${project.expires_at.toISOString()}`,
      mail: expiryMail(project),
    })),
  );
  return projects.length;
}

export function expiryMail(project: Omit<Expiring, "creator_id">): MailWords {
  const after = project.takes ? "After that, no one can apply. " : "";
  return {
    kind: "project-expiring",
    subject: wordsOf(project),
    lines: [`${after}${wayOnOf(project)}`],
    action: project.posts.canExtend
      ? { label: "Extend project", href: paths.project(project.id, { extend: "1" }) }
      : { label: "View your projects", href: paths.projects() },
  };
}

function wayOnOf({ takes, posts: { canExtend, used, limit } }: Pick<Expiring, "takes" | "posts">): string {
  if (canExtend) return takes ? "Extend it to keep it open." : "Extend it to keep it active.";
  return `${fullPostsWords(used, limit)} To extend this one, complete or cancel another first, or choose a bigger plan.`;
}

/** Names the date in the owner's time zone, because they may read the email days later. */
function wordsOf({ title, expires_at, time_zone }: Omit<Expiring, "creator_id">): string {
  const timeZone = knownTimeZone(time_zone) ?? "UTC";
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone }).format(expires_at);
  return `“${title}” expires on ${day}`;
}

async function endExpired(tx: Transaction): Promise<number> {
  const projects = await tx.$queryRaw<{ id: string }[]>`
    UPDATE project_briefs p SET ended_expiry = p.expires_at WHERE p.id = ANY (ARRAY(
      SELECT b.id FROM project_briefs b
       WHERE b.status IN ('open', 'in_progress') AND b.ended_expiry IS DISTINCT FROM b.expires_at
         AND b.expires_at <= now()
       ORDER BY b.expires_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING p.id`;
  for (const { id } of projects) {
    const eventId = await writeEvent(tx, { projectId: id, kind: "expired", actorId: null });
    await tellApplicantsSoon(tx, id, eventId, "expired");
  }
  return projects.length;
}

/**
 * Adjusts the expiry of active projects after the plan has changed, in the same transaction. On a subscription, they
 * never expire. A paid post keeps as many of the newest projects open as the plan allows, until it ends. Any others
 * that had no expiry expire in 14 days.
 */
export async function followPlan(tx: Transaction, creatorId: string): Promise<void> {
  await tx.$executeRaw`
    WITH active AS (
      SELECT b.id, t.name, t.current_period_end,
             t.post_limit + t.post_baseline
               >= row_number() OVER (ORDER BY b.created_at DESC, b.id DESC) AS has_room
        FROM usage_in_force t JOIN project_briefs b ON b.creator_id = t.user_id AND is_active_post(b)
       WHERE t.user_id = ${creatorId}::uuid
    ), becomes AS (
      SELECT b.id, CASE WHEN is_subscription(active.name) THEN NULL
               WHEN active.name = 'pay_per_post' AND active.has_room
                 THEN greatest(b.expires_at, active.current_period_end)
               ELSE coalesce(b.expires_at, post_expiry('free')) END AS expires_at
        FROM active JOIN project_briefs b ON b.id = active.id
    )
    UPDATE project_briefs b SET expires_at = becomes.expires_at, updated_at = now() FROM becomes
     WHERE b.id = becomes.id AND is_active_post(b) AND becomes.expires_at IS DISTINCT FROM b.expires_at`;
}

/**
 * Limits how long active projects stay open to what Free allows. Runs after `followPlan` when a paid post is refunded
 * or charged back before it ends. If the dispute is won, `followPlan` gives the days back.
 */
export async function endPaidDays(tx: Transaction, creatorId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE project_briefs b SET expires_at = post_expiry('free'), updated_at = now()
     WHERE b.creator_id = ${creatorId}::uuid AND is_active_post(b) AND b.expires_at > post_expiry('free')`;
}

const listingsAtOnce = 1000;

/**
 * The job that removes expired projects from the listings. Reads skip them, but skipping takes time. If a project is
 * extended, a trigger lists it again.
 */
export async function sweepListings(): Promise<void> {
  let removed: number;
  do {
    const isExpired = { expiresAt: { lte: new Date() } };
    const expired = await jobDb.projectListing.findMany({
      where: isExpired,
      orderBy: { expiresAt: "asc" },
      take: listingsAtOnce,
      select: { number: true },
    });
    removed = expired.length;
    // Checks the expiry again, because a project may have been extended since it was read.
    await jobDb.projectListing.deleteMany({
      where: { ...isExpired, number: { in: expired.map(({ number }) => number) } },
    });
  } while (removed === listingsAtOnce);
}

/**
 * Withdraws all of the person's pending applications without notifying anyone. People can't switch their type while an
 * owner they can reach has one of these, so any that are left went to owners they can't reach.
 */
export async function withdrawTheRest(tx: Transaction, userId: string): Promise<void> {
  await lockCountsOf(tx, userId);
  await tx.$executeRaw`
    WITH withdrawn AS (
      UPDATE project_applications
         SET status = 'withdrawn', stage = 'new', announce_at = NULL, announce_note = NULL, decided_at = now(), updated_at = now()
       WHERE contributor_id = ${userId}::uuid AND status = 'pending' RETURNING project_id
    )
    INSERT INTO project_events (project_id, kind, actor_id, contributor_id)
    SELECT project_id, 'withdrawn', ${userId}::uuid, ${userId}::uuid FROM withdrawn`;
}

/** Deletes the invitations that the person received, and what announces them. */
export async function dropInvitations(tx: Transaction, userId: string): Promise<void> {
  await tx.projectInvitation.deleteMany({ where: { contributorId: userId } });
  await withdrawAllOf(tx, "invitation", userId);
}

/**
 * Locks the counts of all the projects that a contributor applied to. Two contributors may share several projects, so a
 * fixed order prevents deadlocks.
 */
export async function lockCountsOf(tx: Transaction, contributorId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM project_application_counts
     WHERE project_id IN (SELECT project_id FROM project_applications WHERE contributor_id = ${contributorId}::uuid)
     ORDER BY project_id FOR NO KEY UPDATE`;
}

/**
 * Whether the person has projects that others applied for, or applications that others decided, which
 * `forgetInProjects` would keep.
 */
export async function areProjectsKept(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ kept: boolean }[]>`
    SELECT EXISTS (SELECT FROM project_briefs b
                    WHERE b.creator_id = ${userId}::uuid AND EXISTS (SELECT FROM project_applicants(b.id)))
        OR EXISTS (SELECT FROM project_applications
                    WHERE contributor_id = ${userId}::uuid AND status IN ('accepted', 'declined')) AS kept`;
  return row?.kept === true;
}

/**
 * Gives the deleted user everything that others still need: projects with applications, which are canceled unless they
 * were already over, and applications that were decided. Removes their links and work samples. The rest is deleted with
 * the account.
 */
export async function forgetInProjects(
  tx: Transaction,
  userId: string,
  deletedUserId: string,
): Promise<void> {
  const kept = await tx.$queryRaw<{ id: string; wasOpen: boolean }[]>`
    WITH kept AS (
      SELECT b.id, b.status IN ('open', 'in_progress') AS "wasOpen" FROM project_briefs b
       WHERE b.creator_id = ${userId}::uuid AND EXISTS (SELECT FROM project_applicants(b.id)) FOR NO KEY UPDATE
    ), named AS (
      UPDATE project_briefs b
         SET creator_id = ${deletedUserId}::uuid, brand_link = NULL, post_key = NULL, updated_at = now(),
             status = CASE WHEN kept."wasOpen" THEN 'cancelled'::project_status ELSE b.status END
        FROM kept WHERE b.id = kept.id
    )
    SELECT * FROM kept`;
  await tx.projectInvitation.deleteMany({ where: { projectId: { in: kept.map(({ id }) => id) } } });
  await tx.projectApplication.updateMany({
    where: { projectId: { in: kept.map(({ id }) => id) }, privateNote: { not: "" } },
    data: { privateNote: "" },
  });
  await tx.projectApplication.updateMany({
    where: { contributorId: userId, status: { in: ["accepted", "declined"] } },
    data: { contributorId: deletedUserId, portfolioLink: null, sampleIds: [], privateNote: "", percent: 0 },
  });
  await tx.projectEvent.updateMany({
    where: { contributorId: userId, project: { applications: { some: { contributorId: deletedUserId } } } },
    data: { contributorId: deletedUserId },
  });
  await tx.projectEvent.deleteMany({ where: { contributorId: userId } });
  for (const { id: projectId, wasOpen } of kept) {
    if (!wasOpen) continue;
    await announceDeclines(tx, projectId, "all");
    const eventId = await writeEvent(tx, { projectId, kind: "cancelled", actorId: null });
    await tellApplicantsSoon(tx, projectId, eventId, "cancelled");
  }
}
