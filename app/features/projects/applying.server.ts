import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import type { Traits } from "~/features/discovery/score";
import { endRequestsBetween, lockPair } from "~/features/messaging/starting.server";
import { listOwnAmong } from "~/features/portfolio/listing.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import type { Transaction } from "~/platform/db.server";
import { notifyOwner, tellOwner } from "./announcing.server";
import { mostNamedSamples, type NewApplication, type ProjectChoices } from "./project";
import { writeEvent } from "./project.server";
import { percentOf } from "./scoring.server";

type ApplyOutcome = Outcome<
  | "not-approved"
  | "unconfirmed"
  | "hidden"
  | "not-found"
  | "closed"
  | "already-applied"
  | "questions-changed"
  | "unanswered"
  | "most-samples"
>;

/** A hash of the questions that the applicant was shown; empty if there were none. */
export const versionOfQuestions = (questions: readonly string[]): string =>
  questions.length === 0
    ? ""
    : createHash("sha256").update(JSON.stringify(questions)).digest("base64url").slice(0, 16);

type Stored = Required<Omit<NewApplication, "questionsVersion">>;
interface Open extends ProjectChoices {
  id: string;
  title: string;
  creatorId: string;
  takes: boolean;
  questions: string[];
  offered: Traits;
  /** Whether an admin has hidden the actor's profile. */
  isHidden: boolean;
  /** The actor's earlier application, even a withdrawn one. */
  before: Before | null;
}
type Before = {
  status: string;
  note: string;
  portfolioLink: string | null;
  answers: string[];
  sampleIds: string[];
};

/**
 * Applies to an open, unexpired project of a creator the contributor can reach. People can apply only once per project,
 * even after withdrawing. Idempotent. Drops samples that don't belong to the actor or were removed. Refused:
 * 'not-approved' for everyone but approved contributors, 'unconfirmed' until their address is confirmed, 'hidden' if an
 * admin has hidden their profile, 'not-found', 'closed', 'already-applied', 'questions-changed' if the answers are to
 * other questions, 'unanswered' unless there's one answer per question, 'most-samples' if too many are named.
 */
export async function apply(
  actor: Actor,
  projectId: string,
  { sampleIds: named = [], questionsVersion, ...given }: NewApplication,
): Promise<ApplyOutcome> {
  if (named.length > mostNamedSamples) return { ok: false, refused: "most-samples" };
  if (!isId(projectId)) return { ok: false, refused: "not-found" };
  return transactionBy<ApplyOutcome>(actor, async (tx) => {
    const project = await findOpen(tx, actor, projectId);
    if (!project) return { ok: false, refused: "not-found" };
    if (project.isHidden) return { ok: false, refused: "hidden" };
    const application = { ...given, sampleIds: await listOwnAmong(tx, actor, named) };
    if (project.before) return repeated(project.before, application);
    if (!actor.isConfirmed) return { ok: false, refused: "unconfirmed" };
    if (!project.takes) return { ok: false, refused: "closed" };
    if (questionsVersion !== undefined && questionsVersion !== versionOfQuestions(project.questions))
      return { ok: false, refused: "questions-changed" };
    const { answers } = application;
    if (answers.length !== project.questions.length || !answers.every((answer) => /\S/.test(answer)))
      return { ok: false, refused: "unanswered" };
    const [event] = await tx.$queryRaw<{ id: string }[]>`
      WITH applied AS (
        INSERT INTO project_applications
          (project_id, contributor_id, note, portfolio_link, answers, sample_ids, percent)
        SELECT ${projectId}::uuid, applicant.id, ${application.note}, ${application.portfolioLink},
               ${[...answers]}::text[], ${application.sampleIds}::uuid[], ${percentOf(project, project.offered)}
          FROM profiles applicant
         WHERE applicant.id = ${actor.userId}::uuid AND applicant.user_type = 'contributor'
           AND EXISTS (SELECT FROM approved_contributor(applicant.id))
        ON CONFLICT (project_id, contributor_id) DO NOTHING RETURNING project_id, contributor_id
      )
      INSERT INTO project_events (project_id, kind, actor_id, contributor_id)
      SELECT project_id, 'applied', contributor_id, contributor_id FROM applied RETURNING id::text`;
    if (!event) {
      // Either a concurrent request applied first, or the contributor isn't approved anymore.
      const first = (await findOpen(tx, actor, projectId))?.before;
      return first ? repeated(first, application) : { ok: false, refused: "not-approved" };
    }
    await tellOwner(tx, project, actor, "applied", event.id);
    await lockPair(tx, actor.userId, project.creatorId);
    await endRequestsBetween(tx, actor.userId, project.creatorId);
    return { ok: true };
  });
}

/**
 * Locks the project and the actor's profile until the end of the transaction. Closing the project, or switching the
 * actor's type, waits for that and then finds the application.
 */
async function findOpen(tx: Transaction, actor: Actor, projectId: string): Promise<Open | undefined> {
  const [project] = await tx.$queryRaw<Open[]>`
    SELECT b.id, b.title, b.creator_id AS "creatorId", takes_applications(b) AS takes, b.questions,
           asked.*, amount_json(b.amount_unit, b.amount_low, b.amount_high) AS amount, own.traits AS offered,
           EXISTS (SELECT FROM users u WHERE u.id = viewer.id AND u.profile_hidden_at IS NOT NULL) AS "isHidden",
           (SELECT json_build_object('status', a.status, 'note', a.note, 'portfolioLink', a.portfolio_link,
                                     'answers', a.answers, 'sampleIds', a.sample_ids)
              FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = viewer.id) AS before
      FROM project_briefs b CROSS JOIN (SELECT ${actor.userId}::uuid AS id) viewer JOIN profiles me ON me.id = viewer.id
     CROSS JOIN LATERAL project_choices(b.id) asked CROSS JOIN LATERAL compared_traits(me.id) own
     WHERE b.id = ${projectId}::uuid AND b.creator_id <> viewer.id
       AND EXISTS (SELECT FROM reachable(viewer.id, b.creator_id)) AND EXISTS (SELECT FROM shown_project(viewer.id, b.id))
       FOR SHARE OF b, me`;
  return project;
}

function repeated({ status, ...before }: Before, application: Stored): ApplyOutcome {
  const { note, portfolioLink, answers, sampleIds } = application;
  // The applicant may have rearranged the samples in the meantime.
  const isSame =
    status === "pending" &&
    isDeepStrictEqual(
      { ...before, sampleIds: before.sampleIds.toSorted() },
      { note, portfolioLink, answers, sampleIds: sampleIds.toSorted() },
    );
  return isSame ? { ok: true } : { ok: false, refused: "already-applied" };
}

type WithdrawOutcome = Outcome<"not-found" | "decided">;

/**
 * Withdraws the actor's pending application. Idempotent. Refused: 'not-found', 'decided' if the owner has already
 * decided.
 */
export async function withdraw(actor: Actor, projectId: string): Promise<WithdrawOutcome> {
  if (!isId(projectId)) return { ok: false, refused: "not-found" };
  return transactionBy<WithdrawOutcome>(actor, async (tx) => {
    const where = { projectId, contributorId: actor.userId };
    const { count } = await tx.projectApplication.updateMany({
      where: { ...where, status: "pending" },
      data: {
        status: "withdrawn",
        stage: "new",
        announceAt: null,
        announceNote: null,
        decidedAt: new Date(),
      },
    });
    if (count === 0) {
      const [before] = await tx.projectApplication.findMany({ where, select: { status: true } });
      if (!before) return { ok: false, refused: "not-found" };
      return before.status === "withdrawn" ? { ok: true } : { ok: false, refused: "decided" };
    }
    const eventId = await writeEvent(tx, {
      projectId,
      kind: "withdrawn",
      actorId: actor.userId,
      contributorId: actor.userId,
    });
    await notifyOwner(tx, projectId, actor, "withdrawn", eventId);
    return { ok: true };
  });
}
