import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { paths } from "~/paths";
import type { Transaction } from "~/platform/db.server";

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
};

/** Tells contributors what became of their applications, on the site and by mail. */
export async function notifyApplicants(
  tx: Transaction,
  project: { id: string; title: string; creatorId: string },
  contributorIds: readonly string[],
  what: keyof typeof applicantWords,
  note = "",
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
      // A decision can be taken back and made again.
      eventKey: `project:${what}:${project.id}:${id}:${randomUUID()}`,
    });
  }
}

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
