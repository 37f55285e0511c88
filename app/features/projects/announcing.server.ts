import type { Actor } from "~/features/accounts/actor";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

const ownerWords = {
  applied: (name: string, title: string) => `${name} applied for ${title}`,
  withdrawn: (name: string, title: string) => `${name} withdrew their application for ${title}`,
};

/** Tells a project's owner what a contributor has done; an application is also mailed. */
export async function notifyOwner(
  tx: Transaction,
  projectId: string,
  contributor: Actor,
  what: keyof typeof ownerWords,
): Promise<void> {
  const { title, creatorId, creator } = await tx.projectBrief.findUniqueOrThrow({
    where: { id: projectId },
    select: {
      title: true,
      creatorId: true,
      creator: { select: { profile: { select: { user: { select: { email: true } } } } } },
    },
  });
  await tell(tx, {
    userId: creatorId,
    email: what === "applied" ? creator.profile.user.email : null,
    aboutId: contributor.userId,
    projectId,
    words: ownerWords[what](contributor.name, title),
    // Each application is told once; a second event of its kind cannot happen.
    eventKey: `project:${what}:${projectId}:${contributor.userId}`,
  });
}

const applicantWords = {
  accepted: (title: string) => `Your application for ${title} was accepted`,
  declined: (title: string) => `Your application for ${title} was declined`,
  taken_back: (title: string) => `Your application for ${title} is being considered again`,
  completed: (title: string) => `${title} was completed`,
  cancelled: (title: string) => `${title} was canceled`,
  edited: (title: string) => `${title} was changed`,
  reopened: (title: string) => `${title} is open again`,
};

export type ToldToApplicants = keyof typeof applicantWords;

/** Tells contributors what became of their applications or of the project, once for an event; also by mail. */
export async function notifyApplicants(
  tx: Transaction,
  project: { id: string; title: string; creatorId: string },
  contributorIds: readonly string[],
  { what, eventId, note = "" }: { what: ToldToApplicants; eventId: string; note?: string },
): Promise<void> {
  const people = await tx.user.findMany({
    where: { id: { in: [...contributorIds] } },
    select: { id: true, email: true },
  });
  for (const { id, email } of people) {
    await tell(tx, {
      userId: id,
      email,
      aboutId: project.creatorId,
      projectId: project.id,
      words: applicantWords[what](project.title),
      note,
      eventKey: `project:${eventId}:${id}`,
    });
  }
}

export const tellApplicantsTask = "projects:tell-applicants";

/** By a job, since a project may have thousands. */
export async function tellApplicantsSoon(
  tx: Transaction,
  projectId: string,
  eventId: string,
  what: ToldToApplicants,
): Promise<void> {
  await addJob(tx, tellApplicantsTask, { projectId, eventId, what });
}

export const tellDeclinedTask = "projects:tell-declined";

/** By a job. `first` and `last` are the ids of the project's events; other kinds between them are skipped. */
export async function tellDeclinedSoon(
  tx: Transaction,
  projectId: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  await addJob(tx, tellDeclinedTask, { projectId, first, last });
}

const batch = 200;

/** The job. */
export async function tellDeclined(projectId: string, first: string, last: string): Promise<void> {
  const project = await findProject(projectId);
  if (!project) return;
  for (let from = BigInt(first); ; ) {
    const page = await db.projectEvent.findMany({
      where: { projectId, kind: "declined", id: { gte: from, lte: BigInt(last) } },
      orderBy: { id: "asc" },
      take: batch,
      select: { id: true, contributorId: true, note: true },
    });
    await transaction(async (tx) => {
      for (const { id, contributorId, note } of page)
        if (contributorId)
          await notifyApplicants(tx, project, [contributorId], {
            what: "declined",
            eventId: String(id),
            note,
          });
    });
    const end = page.at(-1);
    if (page.length < batch || !end) return;
    from = end.id + 1n;
  }
}

async function findProject(projectId: string) {
  if (!isId(projectId)) return null;
  return db.projectBrief.findUnique({
    where: { id: projectId },
    select: { id: true, title: true, creatorId: true },
  });
}

/** The job: everybody whose application is pending or accepted. */
export async function tellApplicants(projectId: string, eventId: string, what: string): Promise<void> {
  const project = isTold(what) && (await findProject(projectId));
  if (!project) return;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const page = await db.projectApplication.findMany({
      where: { projectId, status: { in: ["pending", "accepted"] }, contributorId: { gt: after } },
      orderBy: { contributorId: "asc" },
      take: batch,
      select: { contributorId: true },
    });
    const ids = page.map(({ contributorId }) => contributorId);
    await transaction((tx) => notifyApplicants(tx, project, ids, { what, eventId }));
    const last = ids.at(-1);
    if (ids.length < batch || !last) return;
    after = last;
  }
}

const isTold = (what: string): what is ToldToApplicants => Object.hasOwn(applicantWords, what);

interface News {
  userId: string;
  /** Null: not mailed. */
  email: string | null;
  aboutId: string;
  projectId: string;
  words: string;
  note?: string;
  eventKey: string;
}

async function tell(
  tx: Transaction,
  { userId, email, aboutId, projectId, words, note = "", eventKey }: News,
) {
  const href = paths.project(projectId);
  await notify(tx, { userId, kind: "project", title: words, body: note, href, aboutId, eventKey });
  if (!email) return;
  await queueMail(tx, {
    userId,
    to: email,
    kind: "project",
    subject: words,
    lines: note ? [`${words}.`, note] : [`${words}.`],
    action: { label: "See the project", href },
    eventKey,
  });
}
