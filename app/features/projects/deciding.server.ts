import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { matchByApplication } from "~/features/discovery/matching.server";
import { openConversation } from "~/features/messaging/starting.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { Prisma, type Transaction } from "~/platform/db.server";
import { tellDeclinedSoon, tellReachable } from "./announcing.server";
import type { ApplicationStatus } from "./project";
import { type OwnProject, withOwnProject } from "./project.server";

type AcceptOutcome = DecideOutcome | { ok: false; refused: "hidden" };
type DecideOutcome = { ok: true } | Undecided;
type DeclineOutcome = { ok: true; canTakeBack: boolean } | Undecided;
type Undecided = { ok: false; refused: "not-found" | "closed" | "decided" };

/**
 * Accepts a pending application: an open project becomes in progress, and the two get a match and a conversation.
 * Several may be accepted. Idempotent. Refused: 'not-found' for someone else's project and hidden people, 'closed' for
 * a finished project, 'decided' for an application that isn't pending anymore, 'hidden' while an admin hides the
 * actor's profile, because it would start a conversation.
 */
export async function acceptApplication(
  actor: Actor,
  projectId: string,
  contributorId: string,
): Promise<AcceptOutcome> {
  return withOwnProject<AcceptOutcome>(actor, projectId, async (tx, project) => {
    if (actor.isProfileHidden) return { ok: false, refused: "hidden" };
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const moved = await move(tx, project, contributorId, "pending", "accepted");
    if (moved !== "moved") return moved;
    await tx.projectBrief.updateMany({
      where: { id: project.id, status: "open" },
      data: { status: "in_progress" },
    });
    await matchByApplication(tx, actor.userId, contributorId);
    const opened = await openConversation(tx, actor, contributorId);
    if (!opened.ok) return { ok: false, refused: "not-found" };
    return { ok: true };
  });
}

/**
 * Declines a pending application, with an optional note for the contributor. Refused like `acceptApplication`, but
 * never with 'hidden'.
 * @returns also whether the project is still open, so that `takeDeclineBack` could follow
 */
export async function declineApplication(
  actor: Actor,
  projectId: string,
  contributorId: string,
  note = "",
): Promise<DeclineOutcome> {
  return withOwnProject<DeclineOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const moved = await move(tx, project, contributorId, "pending", "declined", note);
    if (moved !== "moved" && !moved.ok) return moved;
    return { ok: true, canTakeBack: project.status === "open" };
  });
}

/**
 * Declines the pending applications that the owner has seen and could decide one by one, each with the note. Refused:
 * 'not-found', 'closed'.
 * @param rest.upTo when the newest of them was sent
 * @returns also how many stay pending because they can't be decided now (without blocked people, whom the owner doesn't
 * see), and how many newer ones can be decided
 */
export async function declineRest(
  actor: Actor,
  projectId: string,
  { upTo, note = "" }: { upTo: Date; note?: string },
): Promise<DeclineRestOutcome> {
  return withOwnProject<DeclineRestOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const waits = Prisma.sql`a.project_id = b.id AND b.id = ${project.id}::uuid AND a.status = 'pending'`;
    const [written] = await tx.$queryRaw<Rest[]>`
      WITH declined AS (
        UPDATE project_applications a
           SET status = 'declined', stage = 'new', decline_note = ${note}, decided_at = now(), updated_at = now()
          FROM project_briefs b
         WHERE ${waits} AND ${isDecidable} AND a.created_at <= ${upTo} RETURNING a.contributor_id
      ), events AS (
        INSERT INTO project_events (project_id, kind, actor_id, contributor_id, note)
        SELECT ${project.id}::uuid, 'declined', ${actor.userId}::uuid, contributor_id, ${note} FROM declined
        RETURNING id
      )
      SELECT count(*)::int AS declined, min(id)::text AS first, max(id)::text AS last,
             (SELECT count(*)::int FROM project_applications a, project_briefs b
               WHERE ${waits} AND a.created_at <= ${upTo} AND NOT ${isDecidable}
                 AND NOT EXISTS (SELECT FROM blocked_between(b.creator_id, a.contributor_id))) AS kept,
             (SELECT count(*)::int FROM project_applications a, project_briefs b
               WHERE ${waits} AND ${isDecidable} AND a.created_at > ${upTo}) AS since
        FROM events`;
    if (!written) throw new Error("a count returned no row");
    const { declined, kept, since } = written;
    if (declined > 0) await tellDeclinedSoon(tx, project.id, written);
    return { ok: true, declined, kept, since };
  });
}

type DeclineRestOutcome = Outcome<"not-found" | "closed", { declined: number; kept: number; since: number }>;

interface Rest {
  declined: number;
  first: string;
  last: string;
  kept: number;
  since: number;
}

/** SQL over an application `a` and its project `b`: whether the owner may decide it now. */
const isDecidable = Prisma.sql`EXISTS (SELECT FROM decidable_application(b.creator_id, a.contributor_id, a.hidden_at))`;

/** Makes a declined application pending again while the project is open. Refused like `declineApplication`. */
export async function takeDeclineBack(
  actor: Actor,
  projectId: string,
  contributorId: string,
): Promise<DecideOutcome> {
  return withOwnProject<DecideOutcome>(actor, projectId, async (tx, project) => {
    if (project.status !== "open") return { ok: false, refused: "closed" };
    const moved = await move(tx, project, contributorId, "declined", "pending");
    return moved === "moved" ? { ok: true } : moved;
  });
}

const isRunning = ({ status }: OwnProject) => status === "open" || status === "in_progress";

const eventOf = { accepted: "accepted", declined: "declined", pending: "taken_back" } as const;

/** One conditional statement, so that a concurrent withdrawal and a decision exclude each other. */
async function move(
  tx: Transaction,
  project: OwnProject,
  contributorId: string,
  from: ApplicationStatus,
  to: keyof typeof eventOf,
  note = "",
): Promise<"moved" | DecideOutcome> {
  if (!isId(contributorId)) return { ok: false, refused: "not-found" };
  const isHere = Prisma.sql`a.project_id = ${project.id}::uuid AND a.contributor_id = ${contributorId}::uuid
    AND b.id = a.project_id AND ${isDecidable}`;
  const kind = eventOf[to];
  const [decided] = await tx.$queryRaw<{ status: string; eventId: string | null }[]>`
    WITH moved AS (
      UPDATE project_applications a
         SET status = ${to}::application_status, stage = 'new', decline_note = ${note}, updated_at = now(),
             decided_at = ${to === "pending" ? null : new Date()}
        FROM project_briefs b
       WHERE ${isHere} AND a.status = ${from}::application_status RETURNING a.project_id, b.creator_id, a.contributor_id
    ), event AS (
      INSERT INTO project_events (project_id, kind, actor_id, contributor_id, note)
      SELECT project_id, ${kind}::project_event_kind, creator_id, contributor_id, ${note} FROM moved RETURNING id
    )
    SELECT a.status::text, (SELECT id::text FROM event) AS "eventId"
      FROM project_applications a, project_briefs b WHERE ${isHere}`;
  if (!decided) return { ok: false, refused: "not-found" };
  const { status, eventId } = decided;
  if (!eventId) return status === to ? { ok: true } : { ok: false, refused: "decided" };
  await tellReachable(tx, project, kind, { contributorId, eventId, note });
  return "moved";
}

type SortOutcome = Outcome<"not-found" | "decided">;

/**
 * Shortlists or archives a pending application to the actor's own project, or makes it new again. The applicant never
 * learns about it. Refused: 'not-found', 'decided' if it isn't pending anymore.
 */
export async function sortApplication(
  actor: Actor,
  projectId: string,
  contributorId: string,
  stage: "new" | "shortlisted" | "archived",
): Promise<SortOutcome> {
  return change(
    actor,
    projectId,
    contributorId,
    Prisma.sql`stage = ${stage}::application_stage`,
    Prisma.sql`a.status = 'pending'`,
  );
}

/** Stores the owner's private note on an applicant; an empty one removes it. Refused: 'not-found'. */
export async function writePrivateNote(
  actor: Actor,
  projectId: string,
  contributorId: string,
  note: string,
): Promise<SortOutcome> {
  return change(actor, projectId, contributorId, Prisma.sql`private_note = ${note}`, Prisma.sql`true`);
}

async function change(
  actor: Actor,
  projectId: string,
  contributorId: string,
  set: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<SortOutcome> {
  if (!isId(projectId) || !isId(contributorId)) return { ok: false, refused: "not-found" };
  const isHere = Prisma.sql`a.project_id = ${projectId}::uuid AND a.contributor_id = ${contributorId}::uuid
    AND a.status <> 'withdrawn' AND b.id = a.project_id AND b.creator_id = ${actor.userId}::uuid
    AND ${isDecidable}`;
  const [application] = await transactionBy(
    actor,
    (tx) => tx.$queryRaw<{ changed: boolean }[]>`
    WITH changed AS (
      UPDATE project_applications a SET ${set}, updated_at = now() FROM project_briefs b
       WHERE ${isHere} AND ${condition} RETURNING 1
    )
    SELECT EXISTS (SELECT FROM changed) AS changed FROM project_applications a, project_briefs b WHERE ${isHere}`,
  );
  if (!application) return { ok: false, refused: "not-found" };
  return application.changed ? { ok: true } : { ok: false, refused: "decided" };
}
