import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { announceNow, makeProject } from "../../../tests/support/projects";
import { listApplicants } from "./applicants.server";
import { apply, withdraw } from "./applying.server";
import { listAvailable } from "./browsing.server";
import { cancelProject, completeProject, extendProject, reopenProject } from "./closing.server";
import {
  acceptApplication,
  declineApplication,
  declineRest,
  sortApplication,
  takeDeclineBack,
} from "./deciding.server";
import { declineInvitation, invite } from "./inviting.server";
import { readFilter } from "./project-filter";
import { findProject } from "./viewing.server";

const invitationsOf = async (person: Person) =>
  (await listAvailable(person, readFilter(new URLSearchParams()), null)).invitations;

const application = { note: "Hello", portfolioLink: null, answers: [] };
type Act = (owner: Person, contributor: Person, projectId: string) => Promise<{ ok: boolean }>;

const acts: Record<string, Act> = {
  apply: (_, contributor, id) => apply(contributor, id, application),
  withdraw: (_, contributor, id) => withdraw(contributor, id),
  accept: (owner, { userId }, id) => acceptApplication(owner, id, userId),
  decline: (owner, { userId }, id) => declineApplication(owner, id, userId),
  declineRest: (owner, _, id) => declineRest(owner, id, { upTo: new Date() }),
  announce: async (_, __, id) => {
    await announceNow(id);
    return { ok: true };
  },
  takeBack: (owner, { userId }, id) => takeDeclineBack(owner, id, userId),
  complete: (owner, _, id) => completeProject(owner, id),
  cancel: (owner, _, id) => cancelProject(owner, id),
  reopen: (owner, _, id) => reopenProject(owner, id),
  extend: (owner, _, id) => extendProject(owner, id),
  shortlist: (owner, { userId }, id) => sortApplication(owner, id, userId, "shortlisted"),
  archive: (owner, { userId }, id) => sortApplication(owner, id, userId, "archived"),
  invite: (owner, { userId }, id) => invite(owner, id, userId, ""),
  declineInvitation: (_, contributor, id) => declineInvitation(contributor, id),
  expire: async (_, __, id) => {
    await db.projectBrief.update({ where: { id }, data: { expiresAt: new Date() } });
    return { ok: true };
  },
};

/** For each event of an application, the events that may come right before it. Undefined means that it's the first. */
const follows: Record<string, (string | undefined)[]> = {
  applied: [undefined],
  withdrawn: ["applied", "taken_back"],
  accepted: ["applied", "taken_back"],
  declined: ["applied", "taken_back"],
  taken_back: ["declined"],
};
const statusAfter: Record<string, string> = {
  applied: "pending",
  taken_back: "pending",
  withdrawn: "withdrawn",
  accepted: "accepted",
  declined: "declined",
};

it("people who act in random order, two at a time, never bring a project into a forbidden state", async () => {
  const owner = await makeCreator();
  const stranger = await makeCreator();
  const contributors = [await makeContributor(), await makeContributor(), await makeContributor()];
  const step = fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    by: fc.nat(2),
    asStranger: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 14 }), async (pairs) => {
      await db.match.deleteMany({ where: { creatorId: owner.userId } });
      await db.projectBrief.deleteMany({ where: { creatorId: owner.userId } });
      const projectId = await makeProject(owner);
      for (const pair of pairs) {
        await Promise.all(
          pair.map(({ act, by, asStranger }) =>
            acts[act]?.(asStranger ? stranger : owner, contributors[by] as Person, projectId),
          ),
        );
        await checkRules(owner, projectId);
        await checkPages(owner, contributors, projectId);
      }
    }),
    { numRuns: 25 },
  );
});

async function checkRules(owner: Person, projectId: string): Promise<void> {
  const { status, applications, events } = await db.projectBrief.findUniqueOrThrow({
    where: { id: projectId },
    include: { applications: true, events: { orderBy: { id: "asc" } } },
  });
  const accepted = applications.filter((one) => one.status === "accepted");
  if (status === "open") expect(accepted).toEqual([]);
  if (status === "in_progress" || status === "completed") expect(accepted).not.toEqual([]);
  const matches = await db.match.findMany({ where: { creatorId: owner.userId } });
  expect(matches.map((one) => one.contributorId).sort()).toEqual(
    accepted.map((one) => one.contributorId).sort(),
  );
  for (const one of applications) {
    const lines = events.filter(
      ({ contributorId, kind }) => contributorId === one.contributorId && !kind.startsWith("invit"),
    );
    for (const [index, { kind }] of lines.entries()) {
      expect(follows[kind], kind).toContain(lines[index - 1]?.kind);
    }
    expect(one.status).toBe(statusAfter[lines.at(-1)?.kind ?? ""]);
  }
  const closings = events.map(({ kind }) => kind).filter((kind) => /completed|cancelled|reopened/.test(kind));
  for (const [index, kind] of closings.entries()) {
    expect(kind === "reopened", closings.join()).toBe(index % 2 === 1);
  }
}

/** Checks that the pages of the owner and the contributors agree with the stored rows. */
async function checkPages(owner: Person, contributors: Person[], projectId: string): Promise<void> {
  const { status, expiresAt, applications, invitations } = await db.projectBrief.findUniqueOrThrow({
    where: { id: projectId },
    include: { applications: true, invitations: true },
  });
  const count = (where: Partial<(typeof applications)[number]>) =>
    applications.filter((one) =>
      Object.entries(where).every(([key, value]) => one[key as "status"] === value),
    ).length;
  const withdrawn = count({ status: "withdrawn" });
  expect((await findProject(owner, projectId))?.counts).toEqual({
    total: applications.length - withdrawn,
    waiting: count({ status: "pending", stage: "new" }),
    shortlisted: count({ status: "pending", stage: "shortlisted" }),
    archived: count({ status: "pending", stage: "archived" }),
    accepted: count({ status: "accepted" }),
    declined: count({ status: "declined" }) + count({ stage: "declining" }),
  });
  const { applicants } = await listApplicants(owner, projectId, { folder: "all", sort: "date", after: null });
  expect(applicants).toHaveLength(applications.length - withdrawn - count({ stage: "archived" }));
  for (const contributor of contributors) {
    const mine = applications.find(({ contributorId }) => contributorId === contributor.userId);
    const asked = invitations.find(({ contributorId }) => contributorId === contributor.userId);
    const page = await findProject(contributor, projectId);
    const isOver = expiresAt !== null && expiresAt <= new Date();
    expect(page?.takesApplications).toBe(status === "open" && !isOver);
    expect(page?.application?.status).toBe(mine?.status);
    expect(page?.invitation?.isDeclined).toBe(asked && asked.declinedAt !== null);
    const invited = (await invitationsOf(contributor)).length === 1;
    expect(invited).toBe(Boolean(asked && !asked.declinedAt && !mine && page?.takesApplications));
  }
}
