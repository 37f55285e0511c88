import type { Actor } from "~/features/accounts/actor";
import { amountColumns } from "~/features/catalog/amount";
import { announce, withdrawNotifications } from "~/features/notifications/announcing.server";
import { type Kind, mailKindOf } from "~/features/notifications/kinds";
import type { Fact } from "~/features/notifications/mail-text";
import type { MailWords } from "~/features/notifications/mailing.server";
import { shownName } from "~/features/profiles/profile";
import { isId } from "~/ids";
import { unlinked } from "~/lines";
import { paths } from "~/paths";
import { db, isAmong, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { factsOfProject } from "./mail-facts";
import type { OwnProject } from "./project.server";

/** `title` is both the notification's title and its email's subject. The rest appears only in the email. */
interface Words {
  title: string;
  heading?: string;
  next?: string;
}

/** A notification's kind and words. */
type Told<Names extends string[]> = Omit<Words, "title"> & { kind: Kind; title: (...names: Names) => string };

export const toOwner = {
  applied: {
    kind: "application",
    title: (name: string, project: string) => `${name} applied for “${project}”`,
    next: "Read their note and look at their work, then accept or decline.",
  },
  withdrawn: {
    kind: "application-withdrawn",
    title: (name: string, project: string) => `${name} withdrew their application for “${project}”`,
    next: "You don't need to do anything.",
  },
  "invitation-declined": {
    kind: "application-withdrawn",
    title: (name: string, project: string) => `${name} declined your invitation to apply for “${project}”`,
    next: "You can invite someone else.",
  },
} as const satisfies Record<string, Told<[name: string, project: string]>>;

/**
 * Notifies a project's owner of a contributor's action, unless the owner has no active account or either person has
 * blocked the other.
 */
export async function notifyOwner(
  tx: Transaction,
  projectId: string,
  contributor: Actor,
  what: keyof typeof toOwner,
  eventId: string,
): Promise<void> {
  const [project] = await tx.$queryRaw<ToldProject[]>`
    SELECT b.id, b.title, b.creator_id AS "creatorId" FROM project_briefs b
     WHERE b.id = ${projectId}::uuid AND EXISTS (SELECT FROM open_account(b.creator_id))
       AND NOT EXISTS (SELECT FROM blocked_between(b.creator_id, ${contributor.userId}::uuid))`;
  if (project) await tellOwner(tx, project, contributor, what, eventId);
}

/**
 * Like `notifyOwner`, for a caller that has already checked that the owner's account is active and that neither has
 * blocked the other.
 */
export async function tellOwner(
  tx: Transaction,
  { id, title, creatorId }: ToldProject,
  contributor: Actor,
  what: keyof typeof toOwner,
  eventId: string,
): Promise<void> {
  const told = toOwner[what];
  await tell(tx, {
    kind: told.kind,
    userId: creatorId,
    aboutId: contributor.userId,
    projectId: id,
    words: { ...told, title: told.title(contributor.name, title) },
    eventKey: keyOf(eventId, creatorId),
  });
}

export const invitedWords = (name: string, title: string): Words => ({
  title: `${name} invited you to apply for “${title}”`,
  next: "Read the brief, then apply or decline.",
});

export async function notifyInvited(
  tx: Transaction,
  project: { id: string; title: string },
  creator: Actor,
  contributorId: string,
  note: string,
  eventId: string,
): Promise<void> {
  await tell(tx, {
    kind: "invitation",
    userId: contributorId,
    aboutId: creator.userId,
    projectId: project.id,
    words: invitedWords(creator.name, project.title),
    facts: await readFacts(tx, project.id),
    note,
    eventKey: keyOf(eventId, contributorId),
  });
}

/** Withdraws the notifications of a project's invitations, because the people who are invited can't see it anymore. */
export async function withdrawInvitations(tx: Transaction, projectId: string): Promise<void> {
  const invited = await tx.projectEvent.findMany({
    where: { projectId, kind: "invited" },
    select: { id: true, contributorId: true },
  });
  await withdrawNotifications(
    tx,
    invited.map(({ id, contributorId }) => keyOf(String(id), contributorId ?? "")),
  );
}

/**
 * Brings back the notifications of invitations that are still waiting, once the project can be seen again. They aren't
 * emailed again.
 */
export async function restoreInvitations(tx: Transaction, projectId: string): Promise<void> {
  const { title, creator, events, invitations } = await tx.projectBrief.findUniqueOrThrow({
    where: { id: projectId },
    select: {
      title: true,
      creator: {
        select: { profile: { select: { id: true, fullName: true, user: { select: { heldAt: true } } } } },
      },
      events: { where: { kind: "invited" }, select: { id: true, contributorId: true } },
      invitations: {
        where: { declinedAt: null, contributor: { applications: { none: { projectId } } } },
        select: { contributorId: true, note: true },
      },
    },
  });
  const { id: aboutId, fullName, user } = creator.profile;
  if (user.heldAt) return;
  const news = invitations.flatMap(({ contributorId: userId, note: body }) => {
    const event = events.find(({ contributorId }) => contributorId === userId);
    return event ? [{ userId, body, eventKey: keyOf(String(event.id), userId) }] : [];
  });
  const shared = {
    kind: "invitation" as const,
    aboutId,
    href: paths.project(projectId),
    title: invitedWords(shownName(fullName, "creator"), title).title,
  };
  await announce(tx, ...news.map((one) => ({ ...shared, ...one })));
}

/** A notification's key. The event's ID tells a second invitation or application from the first. */
const keyOf = (eventId: string, userId: string) => `project:${eventId}:${userId}`;

export const toApplicants = {
  accepted: {
    kind: "application-accepted",
    title: (project: string) => `Your application for “${project}” was accepted`,
    heading: "You're in",
    next: "You and the creator have matched, so you can message each other now.",
  },
  declined: {
    kind: "application-declined",
    title: (project: string) => `Your application for “${project}” was declined`,
  },
  released: {
    kind: "application-declined",
    title: (project: string) => `The creator of “${project}” let you go`,
    next: "You aren't part of the project anymore. You can still message each other.",
  },
  taken_back: {
    kind: "application-declined",
    title: (project: string) => `Your application for “${project}” is being reconsidered`,
    next: "The creator undid their decision, so your application is pending again.",
  },
  completed: {
    kind: "project-changed",
    title: (project: string) => `“${project}” was marked as completed`,
  },
  cancelled: {
    kind: "project-changed",
    title: (project: string) => `“${project}” was canceled`,
  },
  edited: {
    kind: "project-changed",
    title: (project: string) => `“${project}” was updated`,
    next: "The creator changed it after you applied. Take another look.",
  },
  reopened: {
    kind: "project-changed",
    title: (project: string) => `“${project}” was reopened`,
    next: "Your application still counts.",
  },
  resumed: {
    kind: "project-changed",
    title: (project: string) => `“${project}” is in progress again`,
    next: "Your application still counts.",
  },
  expired: {
    kind: "project-changed",
    title: (project: string) => `“${project}” expired and isn't accepting applications anymore`,
    next: "Your application is still pending, and the creator can still decide on it.",
  },
} as const satisfies Record<string, Told<[project: string]>>;

type ToldToApplicants = keyof typeof toApplicants;

type ToldProject = Pick<OwnProject, "id" | "title" | "creatorId">;

interface Recipient {
  contributorId: string;
  /** Makes the notification unique per event and recipient. */
  eventId: string;
  note?: string;
}

/**
 * Notifies contributors, on the site and by email, of what became of their applications or the project. Skips people
 * who are blocked or suspended.
 */
export async function notifyApplicants(
  tx: Transaction,
  project: ToldProject,
  what: ToldToApplicants,
  recipients: readonly Recipient[],
): Promise<void> {
  const people = await tx.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u CROSS JOIN (SELECT ${project.creatorId}::uuid AS id) creator
     WHERE u.id ${isAmong(recipients.map(({ contributorId }) => contributorId))}
       AND EXISTS (SELECT FROM reachable(creator.id, u.id))`;
  const reached = new Set(people.map(({ id }) => id));
  const told = recipients.filter(({ contributorId }) => reached.has(contributorId));
  await tellReachable(tx, project, what, ...told);
}

/** Like `notifyApplicants`, for a caller that has already checked for blocks and suspensions. */
export async function tellReachable(
  tx: Transaction,
  project: ToldProject,
  what: ToldToApplicants,
  ...recipients: Recipient[]
): Promise<void> {
  const { kind, title, ...words } = toApplicants[what];
  const facts = what === "accepted" ? await readFacts(tx, project.id) : [];
  const told = recipients.map(({ contributorId, eventId, note }) => ({
    kind,
    userId: contributorId,
    aboutId: project.creatorId,
    projectId: project.id,
    words: { ...words, title: title(project.title) },
    facts,
    note,
    eventKey: keyOf(eventId, contributorId),
  }));
  await tell(tx, ...told);
}

export const tellApplicantsTask = "projects:tell-applicants";

/** Runs as a job, because a project may have thousands of applicants. */
export async function tellApplicantsSoon(
  tx: Transaction,
  projectId: string,
  eventId: string,
  what: ToldToApplicants,
): Promise<void> {
  await addJob(tx, tellApplicantsTask, { projectId, eventId, what });
}

export const announceDeclinesTask = "projects:announce-declines";

/** The job that announces declines whose ten minutes are up. */
export async function announceDueDeclines(projectId: string): Promise<void> {
  if (!isId(projectId)) return;
  await transaction((tx) => announceDeclines(tx, projectId, "due"));
}

/**
 * Turns pending declines into final ones, unless they were withdrawn or undone. Contributors' pages show them right
 * away, and a job sends the notifications. It's one conditional statement, so a concurrent withdrawal happens entirely
 * before or after it.
 * @param which `due`: only those whose ten minutes are up
 */
export async function announceDeclines(
  tx: Transaction,
  projectId: string,
  which: "due" | "all",
): Promise<void> {
  const [told] = await tx.$queryRaw<{ first: string | null; last: string }[]>`
    WITH told AS (
      UPDATE project_applications a
         SET status = 'declined', stage = 'new', decline_note = coalesce(announce_note, ''), announce_note = NULL,
             announce_at = NULL, decided_at = now(), updated_at = now()
       WHERE a.project_id = ${projectId}::uuid AND a.status = 'pending' AND a.stage = 'declining'
         -- The stored time is rounded, so it may be slightly later than the job's start.
         AND (${which === "all"} OR a.announce_at <= now() + interval '1 second')
      RETURNING a.project_id, a.contributor_id, a.decline_note
    ), events AS (
      INSERT INTO project_events (project_id, kind, actor_id, contributor_id, note)
      SELECT b.id, 'declined', b.creator_id, told.contributor_id, told.decline_note
        FROM told JOIN project_briefs b ON b.id = told.project_id
      RETURNING id
    )
    SELECT min(id)::text AS first, max(id)::text AS last FROM events`;
  if (told?.first) await addJob(tx, tellDeclinedTask, { projectId, first: told.first, last: told.last });
}

/**
 * The job's payload names a range of the project's events, from `first` to `last`. The job skips events of other kinds
 * in that range.
 */
export const tellDeclinedTask = "projects:tell-declined";

/**
 * The job that notifies applicants who are still declined. If the owner has undone a decline since, that applicant has
 * already been notified of the reversal.
 */
export async function tellDeclined(projectId: string, first: string, last: string): Promise<void> {
  await tellInBatches(projectId, "declined", async (before) => {
    const from = before ? BigInt(before.eventId) + 1n : BigInt(first);
    return db.$queryRaw<Recipient[]>`
      SELECT e.id::text AS "eventId", e.contributor_id AS "contributorId", e.note
        FROM project_events e JOIN project_applications a
          ON a.project_id = e.project_id AND a.contributor_id = e.contributor_id AND a.status = 'declined'
       WHERE e.project_id = ${projectId}::uuid AND e.kind = 'declined'
         AND e.id BETWEEN ${from} AND ${BigInt(last)}
       ORDER BY e.id LIMIT ${batch}`;
  });
}

/**
 * The job that notifies a project's pending and accepted applicants of an event. For an expiry, it notifies only the
 * pending ones.
 */
export async function tellApplicants(projectId: string, eventId: string, what: string): Promise<void> {
  if (!isTold(what)) return;
  await tellInBatches(projectId, what, async (before) => {
    const applications = await db.projectApplication.findMany({
      where: {
        projectId,
        status: { in: what === "expired" ? ["pending"] : ["pending", "accepted"] },
        releasedAt: null,
        ...(before && { contributorId: { gt: before.contributorId } }),
      },
      orderBy: { contributorId: "asc" },
      take: batch,
      select: { contributorId: true },
    });
    return applications.map(({ contributorId }) => ({ contributorId, eventId }));
  });
}

const batch = 200;

/**
 * Notifies people in batches, each in its own transaction. `find` returns the batch after `before`, or the first one.
 */
async function tellInBatches(
  projectId: string,
  what: ToldToApplicants,
  find: (before?: Recipient) => Promise<Recipient[]>,
): Promise<void> {
  if (!isId(projectId)) return;
  const project = await db.projectBrief.findUnique({
    where: { id: projectId },
    select: { id: true, title: true, creatorId: true },
  });
  if (!project) return;
  let before: Recipient | undefined;
  do {
    const recipients = await find(before);
    await transaction((tx) => notifyApplicants(tx, project, what, recipients));
    before = recipients.length === batch ? recipients.at(-1) : undefined;
  } while (before);
}

const isTold = (what: string): what is ToldToApplicants => Object.hasOwn(toApplicants, what);

interface ProjectNews {
  kind: Kind;
  userId: string;
  aboutId: string;
  projectId: string;
  words: Words;
  facts?: Fact[];
  /** What the person `aboutId` wrote, such as the reason for a decline. */
  note?: string;
  eventKey: string;
}

/** Notifies people on the site and by email, skipping what they've turned off. */
async function tell(tx: Transaction, ...events: ProjectNews[]): Promise<void> {
  await announce(
    tx,
    ...events.map(({ kind, userId, aboutId, projectId, words, facts, note = "", eventKey }) => {
      const href = paths.project(projectId);
      const mail = projectMail(kind, words, href, note, facts);
      return { userId, kind, title: words.title, body: note, href, aboutId, eventKey, mail };
    }),
  );
}

/** @param href the project's page */
export const projectMail = (
  kind: Kind,
  { title, heading, next }: Words,
  href: string,
  note: string,
  facts?: Fact[],
): MailWords => ({
  kind: mailKindOf(kind),
  subject: title,
  heading,
  lines: [
    ...(heading ? [`${unlinked(title)}.`] : []),
    ...(next ? [next] : []),
    ...(note ? [`They wrote: ${note.split("\n").map(unlinked).join("\n")}`] : []),
  ],
  facts,
  action: { label: "View Project", href },
});

/** The budget, start and timeline that the email lists. */
async function readFacts(tx: Transaction, projectId: string): Promise<Fact[]> {
  const project = await tx.projectBrief.findUnique({
    where: { id: projectId },
    select: { ...amountColumns, budgetDetails: true, startDate: true, timeline: true },
  });
  return project ? factsOfProject(project) : [];
}
