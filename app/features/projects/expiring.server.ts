import { knownTimeZone } from "~/features/accounts/time-zone.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import { tellApplicantsSoon } from "./announcing.server";
import { writeEvent } from "./history.server";

/** Days before the expiry. */
const toldBefore = 5;

const batch = 100;

/**
 * The job: tells owners that a project expires soon, and those who wait for an answer that it has expired, each once
 * for each expiry. Safe to run concurrently; a project that someone changes at the moment waits for the next run.
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
  email: string;
  time_zone: string | null;
  posts: { canExtend: boolean; used: number; limit: number };
};

/** One batch; returns how many. */
async function tellOwners(tx: Transaction): Promise<number> {
  const projects = await tx.$queryRaw<Expiring[]>`
    UPDATE project_briefs p SET told_expiry = p.expires_at FROM users u
     WHERE u.id = p.creator_id AND p.id = ANY (ARRAY(
       SELECT b.id FROM project_briefs b
        WHERE is_active_post(b) AND b.told_expiry IS DISTINCT FROM b.expires_at
          AND b.expires_at <= now() + make_interval(days => ${toldBefore}::int)
          AND EXISTS (SELECT FROM open_account(b.creator_id))
        ORDER BY b.expires_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING p.id, p.title, p.creator_id, p.expires_at, u.email, u.time_zone,
       -- As an extension will be decided.
       (SELECT json_build_object('canExtend', is_unlimited(use.post_limit) OR use.posts_used <= use.post_limit,
                                 'used', use.posts_used, 'limit', use.post_limit)
          FROM usage_in_force use WHERE use.user_id = p.creator_id) AS posts`;
  await notify(
    tx,
    ...projects.map((project) => ({
      userId: project.creator_id,
      kind: "project-expiring" as const,
      title: wordsOf(project),
      body: wayOnOf(project),
      href: paths.project(project.id),
      eventKey: eventKeyOf(project),
    })),
  );
  for (const project of projects) await mailOwner(tx, project);
  return projects.length;
}

async function mailOwner(tx: Transaction, project: Expiring): Promise<void> {
  await queueMail(tx, {
    userId: project.creator_id,
    to: project.email,
    kind: "project-expiring",
    subject: wordsOf(project),
    lines: [`${wordsOf(project)}. After that, nobody can apply. ${wayOnOf(project)}`],
    action: project.posts.canExtend
      ? { label: "Extend", href: paths.project(project.id, { extend: "1" }) }
      : { label: "See your projects", href: paths.projects() },
    eventKey: eventKeyOf(project),
  });
}

function wayOnOf({ posts: { canExtend, used, limit } }: Expiring): string {
  if (canExtend) return "Extend it to keep it open.";
  return `You have ${used} of ${limit} active posts. To extend it, first complete or cancel others, or choose a larger plan.`;
}

/** With the date in the owner's time zone, since a mail may be read days later. */
function wordsOf({ title, expires_at, time_zone }: Expiring): string {
  const timeZone = knownTimeZone(time_zone ?? undefined) ?? "UTC";
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone }).format(expires_at);
  return `${title} expires on ${day}`;
}

const eventKeyOf = ({ id, expires_at }: Expiring) => `project:expiring:${id}:${expires_at.toISOString()}`;

/** One batch; returns how many. */
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
