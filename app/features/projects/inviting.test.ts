import { beforeAll, describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { apply } from "./applying.server";
import { listAvailable } from "./browsing.server";
import { cancelProject } from "./closing.server";
import { setProjectHidden } from "./hiding.server";
import { declineInvitation, invite, listInvitable } from "./inviting.server";
import { invitationsADay } from "./project";
import { readFilter } from "./project-filter";
import { findProject, findProjectPage } from "./viewing.server";

const invitationsOf = async (person: Person) =>
  (await listAvailable(person, readFilter(new URLSearchParams()), null)).invitations;

let creator: Person;
beforeAll(async () => {
  creator = await makeCreator({ name: "Cleo Creator" });
});

const application = { note: "Hello", portfolioLink: null, answers: [] };
const refused = (why: string) => ({ ok: false, refused: why });

async function newProject(owner = creator): Promise<string> {
  await db.projectBrief.updateMany({ where: { creatorId: owner.userId }, data: { status: "cancelled" } });
  return makeProject(owner);
}

describe("an invitation", () => {
  it("reaches a contributor once, on the page and by email, no matter how often it's sent", async () => {
    const projectId = await newProject();
    const person = await makeContributor({ name: "Ari" });
    // Someone else applies for the same project, and the invited person for another one.
    const [other, otherId] = [await makeContributor(), await makeProject(await makeCreator())];
    await apply(person, otherId, application);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => invite(creator, projectId, person.userId, "Your reel is what I look for")),
    );
    expect(outcomes).toEqual(Array(3).fill({ ok: true }));
    expect(await invite(creator, projectId, person.userId, "Again")).toEqual(refused("invited"));
    expect(await invitationsOf(other)).toEqual([]);
    expect(await declineInvitation(other, projectId)).toEqual(refused("not-found"));
    await apply(other, projectId, application);
    const title = "Cleo Creator invited you to apply for “Edit six episodes”";
    expect(await db.notification.findMany({ where: { userId: person.userId } })).toMatchObject([
      { kind: "invitation", title, body: "Your reel is what I look for" },
    ]);
    expect(await db.outboxMail.findMany({ where: { userId: person.userId } })).toMatchObject([
      { subject: title },
    ]);
    expect(await invitationsOf(person)).toMatchObject([
      { projectId, creatorName: "Cleo Creator", note: "Your reel is what I look for" },
    ]);
    expect((await findProjectPage(creator, projectId, null))?.invited).toMatchObject([
      { name: "Ari", state: "waiting" },
    ]);
    expect(await listInvitable(creator, person.userId)).toMatchObject([{ projectId, state: "invited" }]);
    expect(await listInvitable(creator, other.userId)).toMatchObject([{ projectId, state: "applied" }]);
    expect(await findProjectPage(person, projectId, null)).toMatchObject({
      project: { invitation: { isDeclined: false }, application: null },
      invited: [],
    });
    expect(await findProject(other, projectId)).toMatchObject({ invitation: null, application: {} });
    expect(await findProject(person, otherId)).toMatchObject({ invitation: null, application: {} });
    expect(await declineInvitation(person, projectId)).toEqual({ ok: true });
  });

  it("counts as answered once they apply", async () => {
    const projectId = await newProject();
    const person = await makeContributor();
    await invite(creator, projectId, person.userId, "");
    await apply(person, projectId, application);
    expect(await invitationsOf(person)).toEqual([]);
    expect((await findProjectPage(creator, projectId, null))?.invited).toMatchObject([{ state: "applied" }]);
    expect(await declineInvitation(person, projectId)).toEqual(refused("applied"));
    expect(await invite(creator, projectId, person.userId, "")).toEqual(refused("applied"));
  });

  it("can be declined once, which notifies the creator and doesn't keep the contributor from applying", async () => {
    const projectId = await newProject();
    const person = await makeContributor({ name: "Ari" });
    await invite(creator, projectId, person.userId, "");
    expect(await Promise.all([1, 2].map(() => declineInvitation(person, projectId)))).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await invitationsOf(person)).toEqual([]);
    expect((await findProjectPage(creator, projectId, null))?.invited).toMatchObject([{ state: "declined" }]);
    const told = await db.notification.findMany({
      where: { userId: creator.userId, aboutId: person.userId },
    });
    expect(told.map(({ title }) => title)).toEqual([
      "Ari declined your invitation to apply for “Edit six episodes”",
    ]);
    expect(await apply(person, projectId, application)).toEqual({ ok: true });
  });

  it("can't be sent while the creator's profile is hidden", async () => {
    const [projectId, person] = [await newProject(), await makeContributor()];
    const hide = (profileHiddenAt: Date | null) =>
      db.user.update({ where: { id: creator.userId }, data: { profileHiddenAt } });
    await hide(new Date());
    expect(await invite(creator, projectId, person.userId, "")).toEqual(refused("hidden"));
    expect(await db.projectInvitation.count({ where: { projectId } })).toBe(0);
    await hide(null);
  });

  it("isn't in the notifications while an admin hides the project, and comes back if it's still waiting", async () => {
    const projectId = await newProject();
    const [waiting, declined, applied] = [
      await makeContributor(),
      await makeContributor(),
      await makeContributor(),
    ];
    for (const { userId } of [waiting, declined, applied]) await invite(creator, projectId, userId, "Hello");
    await declineInvitation(declined, projectId);
    await apply(applied, projectId, { note: "Hi", portfolioLink: null, answers: [] });
    const about = { kind: "invitation", href: paths.project(projectId) };
    const told = () =>
      db.notification.findMany({
        where: about,
        select: { userId: true, title: true, body: true, aboutId: true, eventKey: true },
      });
    const before = await told();
    expect(before).toHaveLength(3);
    expect(await transaction((tx) => setProjectHidden(tx, projectId, true))).toBe(true);
    expect(await told()).toEqual([]);
    const mails = await db.outboxMail.count();
    expect(await transaction((tx) => setProjectHidden(tx, projectId, false))).toBe(true);
    expect(await told()).toEqual(before.filter(({ userId }) => userId === waiting.userId));
    expect(await db.outboxMail.count()).toBe(mails);
  });

  it("from an account on hold looks as if it were sent, but isn't shown until the hold ends", async () => {
    const [projectId, person] = [await newProject(), await makeContributor()];
    const hold = (heldAt: Date | null) => db.user.update({ where: { id: creator.userId }, data: { heldAt } });
    await hold(new Date());
    expect(await invite(creator, projectId, person.userId, "Hello")).toEqual({ ok: true });
    expect((await findProjectPage(creator, projectId, null))?.invited).toMatchObject([{ state: "waiting" }]);
    const seen = async () => ({
      listed: (await invitationsOf(person)).length,
      shown: (await findProject(person, projectId))?.invitation ?? null,
      told: await db.notification.count({ where: { userId: person.userId } }),
      mailed: await db.outboxMail.count({ where: { userId: person.userId } }),
    });
    expect(await seen()).toEqual({ listed: 0, shown: null, told: 0, mailed: 0 });
    await hold(null);
    const shown = { note: "Hello", isDeclined: false };
    expect(await seen()).toEqual({ listed: 1, shown, told: 0, mailed: 0 });
  });

  it("is only for the creator's own open projects, and for people who can be found", async () => {
    const projectId = await newProject();
    const person = await makeContributor();
    const stranger = await makeCreator();
    expect(await invite(stranger, projectId, person.userId, "")).toEqual(refused("not-found"));
    const pending = await makeContributor({ status: "pending" });
    const blocked = await makeContributor();
    await blockPerson(blocked, creator.userId);
    for (const id of [pending.userId, blocked.userId, stranger.userId, "x"]) {
      expect(await invite(creator, projectId, id, "")).toEqual(refused("not-found"));
    }
    expect(await declineInvitation(person, projectId)).toEqual(refused("not-found"));
    const set = (data: object) => db.projectBrief.update({ where: { id: projectId }, data });
    for (const [closed, open] of [
      [{ expiresAt: new Date(0) }, { expiresAt: null }],
      [{ hiddenAt: new Date() }, { hiddenAt: null }],
      [{ status: "in_progress" }, { status: "open" }],
    ]) {
      expect(await listInvitable(creator, person.userId)).toMatchObject([{ projectId, state: "free" }]);
      await set(closed as object);
      expect(await listInvitable(creator, person.userId)).toEqual([]);
      expect(await invite(creator, projectId, person.userId, "")).toEqual(refused("closed"));
      await set(open as object);
    }
    await cancelProject(creator, projectId);
    expect(await invite(creator, projectId, person.userId, "")).toEqual(refused("closed"));
    expect(await listInvitable(creator, person.userId)).toEqual([]);
  });

  it("disappears if the contributor blocks the creator, or once the project has expired", async () => {
    const projectId = await newProject();
    const person = await makeContributor();
    await invite(creator, projectId, person.userId, "");
    await db.projectBrief.update({ where: { id: projectId }, data: { expiresAt: new Date(0) } });
    expect(await invitationsOf(person)).toEqual([]);
    await db.projectBrief.update({ where: { id: projectId }, data: { expiresAt: null } });
    expect(await invitationsOf(person)).toHaveLength(1);
    await blockPerson(person, creator.userId);
    expect(await invitationsOf(person)).toEqual([]);
    expect((await findProjectPage(creator, projectId, null))?.invited).toEqual([]);
    expect(await declineInvitation(person, projectId)).toEqual(refused("not-found"));
  });

  it("has a daily limit, even with concurrent requests", async () => {
    const owner = await makeCreator();
    const projectId = await makeProject(owner);
    const people = await Promise.all(Array.from({ length: invitationsADay + 3 }, () => makeContributor()));
    const outcomes = await Promise.all(people.map(({ userId }) => invite(owner, projectId, userId, "")));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(invitationsADay);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array(3).fill(refused("daily-limit")));
    const times = (await findProjectPage(owner, projectId, null))?.invited.map(({ invitedAt }) => invitedAt);
    expect(times).toEqual(times?.toSorted().reverse());
    const createdAt = new Date(Date.now() - 24.1 * 3_600_000);
    await db.projectInvitation.updateMany({ where: { projectId }, data: { createdAt } });
    expect(await invite(owner, projectId, (await makeContributor()).userId, "")).toEqual({ ok: true });
  });
});
