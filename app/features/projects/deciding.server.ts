import type { Actor } from "~/features/accounts/actor";
import { matchByApplication } from "~/features/discovery/matching.server";
import { openConversation } from "~/features/messaging/starting.server";
import { readStanding } from "~/features/visibility/seeing.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { Prisma, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { announceDeclinesTask, tellReachable } from "./announcing.server";
import { announcedAfterMinutes, isRunning } from "./project";
import { type OwnProject, withOwnProject } from "./project.server";

type DecideOutcome = Outcome<"not-found" | "unavailable" | "closed" | "decided">;
type AcceptOutcome = DecideOutcome | Outcome<"hidden">;

/**
 * Accepts a pending application. This starts an open project, and gives the two people a match and a conversation. An
 * owner may accept several. Idempotent. Refused: 'not-found' for someone else's project, 'unavailable' if there's no
 * application that the owner may decide now, 'closed' for a finished project, 'decided' for an application that isn't
 * pending anymore, 'hidden' if an admin has hidden the actor's profile, because accepting starts a conversation.
 */
export async function acceptApplication(
  actor: Actor,
  projectId: string,
  contributorId: string,
): Promise<AcceptOutcome> {
  return withOwnProject<AcceptOutcome>(actor, projectId, async (tx, project) => {
    if ((await readStanding(tx, actor.userId)).isProfileHidden) return { ok: false, refused: "hidden" };
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const moved = await move(tx, project, contributorId, "pending", "accepted");
    if (moved !== "moved") return moved;
    await tx.projectBrief.updateMany({
      where: { id: project.id, status: "open" },
      data: { status: "in_progress" },
    });
    await matchByApplication(tx, actor.userId, contributorId);
    const opened = await openConversation(tx, actor, contributorId);
    return opened.ok ? { ok: true } : { ok: false, refused: "unavailable" };
  });
}

/**
 * Declines a pending application, with an optional note for the contributor. The decline is announced ten minutes
 * later, or when the project closes. Until then, `takeDeclineBack` undoes it silently, and the contributor can still
 * withdraw. Refused like `acceptApplication`, but never with 'hidden'; also 'decided' if it was declined with a
 * different note.
 */
export async function declineApplication(
  actor: Actor,
  projectId: string,
  contributorId: string,
  note = "",
): Promise<DecideOutcome> {
  return withOwnProject<DecideOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const written = await write(tx, project, contributorId, declineLater(note), isUndecided);
    if (!written) return { ok: false, refused: "unavailable" };
    if (written.done) await announceSoon(tx, project.id);
    const isDeclined = written.status === "declined" || written.stage === "declining";
    // A different note would be lost.
    return written.done || (isDeclined && ["", written.declineNote].includes(note))
      ? { ok: true }
      : { ok: false, refused: "decided" };
  });
}

/** SET clause that declines an application `a`, to be announced later. */
const declineLater = (note: string) => Prisma.sql`
  stage_before = a.stage, stage = 'declining', announce_note = ${note},
  announce_at = now() + make_interval(mins => ${announcedAfterMinutes}::int)`;

/** SET clause that takes an application `a` back to the stage that it had before its decline. */
const toFolderBefore = Prisma.sql`stage = coalesce(a.stage_before, 'new'), stage_before = NULL`;

/** Condition on an application `a`: its owner hasn't decided it yet. */
const isUndecided = Prisma.sql`a.status = 'pending' AND a.stage <> 'declining'`;

const announceSoon = (tx: Transaction, projectId: string) =>
  addJob(tx, announceDeclinesTask, { projectId }, { inSeconds: announcedAfterMinutes * 60 });

/**
 * Declines every pending application that was sent up to a given time and that the owner could also decide
 * individually, each with the note. They're announced like single declines. Refused: 'not-found', 'closed'.
 * @param rest.upTo when the newest application that the owner has seen was sent
 * @returns `declined`; `kept`: how many stay pending because they can't be decided now, not counting those of blocked
 * people, whom the owner doesn't see; `since`: how many newer ones can be decided; `isNoteUsed`: whether anyone has
 * been declined with this note, now or before, as when the form is sent twice
 */
export async function declineRest(
  actor: Actor,
  projectId: string,
  { upTo, note = "" }: { upTo: Date; note?: string },
): Promise<DeclineRestOutcome> {
  return withOwnProject<DeclineRestOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const waits = Prisma.sql`a.project_id = b.id AND b.id = ${project.id}::uuid AND ${isUndecided}`;
    const [written] = await tx.$queryRaw<RestDeclined[]>`
      WITH declined AS (
        UPDATE project_applications a SET ${declineLater(note)}, updated_at = now() FROM project_briefs b
         WHERE ${waits} AND ${isDecidable} AND a.created_at <= ${upTo} RETURNING 1
      )
      SELECT count(*)::int AS declined,
             (SELECT count(*)::int FROM project_applications a, project_briefs b
               WHERE ${waits} AND a.created_at <= ${upTo} AND NOT ${isDecidable}
                 AND NOT EXISTS (SELECT FROM blocked_between(b.creator_id, a.contributor_id))) AS kept,
             (SELECT count(*)::int FROM project_applications a, project_briefs b
               WHERE ${waits} AND ${isDecidable} AND a.created_at > ${upTo}) AS since,
             count(*) > 0 OR EXISTS (
               SELECT FROM project_applications a WHERE a.project_id = ${project.id}::uuid
                  AND ${note} IN (a.announce_note, a.decline_note)) AS "isNoteUsed"
        FROM declined`;
    if (!written) throw new Error("a count returned no row");
    if (written.declined > 0) await announceSoon(tx, project.id);
    return { ok: true, ...written };
  });
}

export type RestDeclined = { declined: number; kept: number; since: number; isNoteUsed: boolean };
type DeclineRestOutcome = Outcome<"not-found" | "closed", RestDeclined>;

/** Condition on an application `a` and its project `b`: the owner may decide it now. */
const isDecidable = Prisma.sql`EXISTS (SELECT FROM decidable_application(b.creator_id, a.contributor_id, a.hidden_at))`;

/**
 * Makes a declined application pending again, in the folder where it was. If the decline hasn't been announced yet, no
 * one learns of it, and it works even if someone else has been accepted. Once it's announced, this works only while the
 * project is open, and the contributor is notified. Refused like `declineApplication`.
 */
export async function takeDeclineBack(
  actor: Actor,
  projectId: string,
  contributorId: string,
): Promise<DecideOutcome> {
  return withOwnProject<DecideOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    const written = await write(
      tx,
      project,
      contributorId,
      Prisma.sql`${toFolderBefore}, announce_at = NULL, announce_note = NULL`,
      Prisma.sql`a.status = 'pending' AND a.stage = 'declining'`,
    );
    if (!written) return { ok: false, refused: "unavailable" };
    if (written.done) return { ok: true };
    if (project.status !== "open") return { ok: false, refused: "closed" };
    const moved = await move(tx, project, contributorId, "declined", "pending");
    return moved === "moved" ? { ok: true } : moved;
  });
}

type ReleaseOutcome = DecideOutcome | { ok: false; refused: "not-accepted" };

/**
 * Lets an accepted contributor go, with a reason that both people can read. If they were the only one accepted, the
 * project opens again. Idempotent if the reason is the same. Refused like `declineApplication`; also 'not-accepted'.
 */
export async function releaseContributor(
  actor: Actor,
  projectId: string,
  contributorId: string,
  reason: string,
): Promise<ReleaseOutcome> {
  return withOwnProject<ReleaseOutcome>(actor, projectId, async (tx, project) => {
    if (!isRunning(project)) return { ok: false, refused: "closed" };
    if (!isId(contributorId)) return { ok: false, refused: "unavailable" };
    const written = await write(
      tx,
      project,
      contributorId,
      Prisma.sql`released_at = now(), release_reason = ${reason}`,
      Prisma.sql`a.status = 'accepted' AND a.released_at IS NULL`,
      { kind: "released", note: reason },
    );
    if (!written) return { ok: false, refused: "unavailable" };
    const { eventId } = written;
    if (!eventId)
      return written.releaseReason === reason ? { ok: true } : { ok: false, refused: "not-accepted" };
    await tx.projectBrief.updateMany({
      where: {
        id: project.id,
        status: "in_progress",
        applications: { none: { status: "accepted", releasedAt: null } },
      },
      data: { status: "open" },
    });
    await tellReachable(tx, project, "released", { contributorId, eventId, note: reason });
    return { ok: true };
  });
}

const eventOf = { accepted: "accepted", pending: "taken_back" } as const;

async function move(
  tx: Transaction,
  project: OwnProject,
  contributorId: string,
  from: "pending" | "declined",
  to: keyof typeof eventOf,
): Promise<"moved" | DecideOutcome> {
  const kind = eventOf[to];
  const decided =
    to === "pending"
      ? Prisma.sql`${toFolderBefore}, decided_at = NULL`
      : Prisma.sql`stage = 'new', decided_at = now()`;
  const written = await write(
    tx,
    project,
    contributorId,
    Prisma.sql`status = ${to}::application_status, ${decided}, decline_note = ''`,
    Prisma.sql`a.status = ${from}::application_status AND a.stage <> 'declining'`,
    { kind, note: "" },
  );
  if (!written) return { ok: false, refused: "unavailable" };
  const { status, stage, eventId } = written;
  if (!eventId)
    return status === to && stage !== "declining" ? { ok: true } : { ok: false, refused: "decided" };
  await tellReachable(tx, project, kind, { contributorId, eventId });
  return "moved";
}

interface Written {
  done: boolean;
  /** The state before the change. */
  status: string;
  stage: string;
  declineNote: string;
  releaseReason: string | null;
  eventId: string | null;
}

/**
 * Changes an application if the condition `from` holds, and can add a line to the project's history. It's one
 * conditional statement, so a concurrent withdrawal and decision can't both succeed. Returns undefined if it was
 * withdrawn, or if the owner may not decide it now.
 */
async function write(
  tx: Transaction,
  project: OwnProject,
  contributorId: string,
  set: Prisma.Sql,
  from: Prisma.Sql,
  event: { kind: "accepted" | "taken_back" | "released" | null; note: string } = { kind: null, note: "" },
): Promise<Written | undefined> {
  if (!isId(contributorId)) return undefined;
  const isHere = Prisma.sql`
    a.project_id = ${project.id}::uuid AND a.contributor_id = ${contributorId}::uuid
      AND a.status <> 'withdrawn' AND b.id = a.project_id AND ${isDecidable}`;
  const [written] = await tx.$queryRaw<Written[]>`
    WITH written AS (
      UPDATE project_applications a SET ${set}, updated_at = now() FROM project_briefs b
       WHERE ${isHere} AND ${from} RETURNING a.project_id, b.creator_id, a.contributor_id
    ), event AS (
      INSERT INTO project_events (project_id, kind, actor_id, contributor_id, note)
      SELECT project_id, ${event.kind}::project_event_kind, creator_id, contributor_id, ${event.note} FROM written
       WHERE ${event.kind}::text IS NOT NULL RETURNING id
    )
    SELECT EXISTS (SELECT FROM written) AS done, a.status::text, a.stage::text,
           coalesce(a.announce_note, a.decline_note) AS "declineNote", a.release_reason AS "releaseReason",
           (SELECT id::text FROM event) AS "eventId"
      FROM project_applications a, project_briefs b WHERE ${isHere}`;
  return written;
}

type SortOutcome = Outcome<"not-found" | "unavailable" | "decided">;

/**
 * Moves a pending application to another folder of the owner's list. The applicant never learns of it. Refused:
 * 'not-found', 'unavailable', 'decided' if it isn't pending anymore.
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
    isUndecided,
  );
}

/** Stores the owner's private note on an applicant. An empty one removes it. Refused: 'not-found', 'unavailable'. */
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
  from: Prisma.Sql,
): Promise<SortOutcome> {
  return withOwnProject<SortOutcome>(actor, projectId, async (tx, project) => {
    const written = await write(tx, project, contributorId, set, from);
    if (!written) return { ok: false, refused: "unavailable" };
    return written.done ? { ok: true } : { ok: false, refused: "decided" };
  });
}
