import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { findActor } from "~/features/accounts/sessions.server";
import { listMatches } from "~/features/discovery/matches.server";
import { showDeck } from "~/features/discovery/showing.server";
import { swipe } from "~/features/discovery/swiping.server";
import { remind } from "~/features/messaging/inbox.server";
import { searchPeople } from "~/features/messaging/searching.server";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { getThread } from "~/features/messaging/threads.server";
import { announce } from "~/features/notifications/announcing.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { listApplicants } from "~/features/projects/applicants.server";
import { apply } from "~/features/projects/applying.server";
import { listAvailable } from "~/features/projects/browsing.server";
import { acceptApplication } from "~/features/projects/deciding.server";
import { invite } from "~/features/projects/inviting.server";
import { listLatestApplications, listOwnProjects } from "~/features/projects/own-lists.server";
import { readFilter } from "~/features/projects/project-filter";
import { findProject } from "~/features/projects/viewing.server";
import { db, transaction } from "~/platform/db.server";
import { makeAdmin, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { makeTalk, say } from "../../../tests/support/talks";
import { findUnread } from "../../../tests/support/unread";
import { type Decision, decideCase, findHiding, undoDecision } from "./deciding.server";
import type { ThingRef } from "./finding-reportable.server";
import { reportThing } from "./reporting.server";

const hide: Decision = { decision: "hide", reason: "honesty", words: "Not yours." };
const closed = { ok: false, refused: "closed" };
const missing = { ok: false, refused: "not-found" };
const application = { note: "A secret", portfolioLink: null, answers: [] };
const anything = readFilter(new URLSearchParams());

/** Hides the thing and returns a function that unhides it. */
async function hideThing(reporter: Actor, thing: Pick<ThingRef, "kind" | "id"> & Partial<ThingRef>) {
  const admin = await makeAdmin();
  const input = { reason: "stolen", details: "", block: false } as const;
  const sent = await reportThing(reporter, "192.0.2.1", { seq: null, by: null, ...thing }, input);
  expect(sent).toEqual({ ok: true });
  const { caseId } = await db.report.findFirstOrThrow({
    where: { reporterId: reporter.userId },
    orderBy: { createdAt: "desc" },
  });
  expect(await decideCase(admin, caseId, hide)).toEqual({ ok: true });
  return async () => expect(await undoDecision(admin, caseId)).toEqual({ ok: true });
}

const now = async ({ token }: Person) => {
  const actor = await findActor(token, "/");
  if (!actor) throw new Error("signed out");
  return actor;
};

async function foundBy(viewer: Actor, name: string): Promise<number> {
  const found = await searchPeople(viewer, name);
  return found && "people" in found ? found.people.length : 0;
}

test("a hidden profile appears nowhere for others; its owner sees it with the reason and can't start anything", async () => {
  const { creator, contributor, conversationId } = await makeTalk("Hello", {
    contributor: `Hilde ${randomUUID().slice(0, 8)}`,
  });
  const [viewer, owner] = [await makeCreator({ services: ["Writer"] }), await makeCreator()];
  const projectId = await makeProject(owner, { title: "A season" });
  const seen = async () => ({
    guests: (await findProfile(null, contributor.userId)) !== null,
    members: (await findProfile(viewer, contributor.userId)) !== null,
    found: await foundBy(viewer, contributor.name),
    deck: (await showDeck(viewer)).cards.some(({ personId }) => personId === contributor.userId),
    matches: (await listMatches(creator, null)).matches.length,
    invited: (await invite(owner, projectId, contributor.userId, randomUUID())).ok,
    opens: (await getThread(creator, conversationId, null))?.hasProfile,
  });
  await db.projectInvitation.deleteMany();
  expect(await seen()).toEqual({
    ...{ guests: true, members: true, found: 1, deck: true, matches: 1, invited: true, opens: true },
  });
  await transaction((tx) =>
    announce(tx, {
      ...{ userId: creator.userId, kind: "match", title: "It's a match", body: "" },
      ...{ aboutId: contributor.userId, eventKey: randomUUID() },
    }),
  );
  expect(await findHiding(await now(contributor), "profile", contributor.userId)).toBeNull();
  const show = await hideThing(viewer, { kind: "profile", id: contributor.userId });
  expect(await seen()).toEqual({
    ...{ guests: false, members: false, found: 0, deck: false, matches: 0, invited: false, opens: false },
  });
  const actor = await now(contributor);
  expect(await findProfile(actor, contributor.userId)).toMatchObject({ isOwn: true });
  expect(await findHiding(actor, "profile", contributor.userId)).toMatchObject({
    reason: "Dishonest representation",
    words: "Not yours.",
    caseId: expect.any(String),
  });
  expect(await apply(actor, projectId, application)).toEqual({ ok: false, refused: "hidden" });
  const like = { targetId: viewer.userId, liked: true, key: randomUUID() };
  expect(await swipe(actor, like)).toEqual({ ok: false, refused: "hidden" });
  expect(await writeTo(actor, viewer.userId, say("Hello"))).toEqual({ ok: false, refused: "not-yet" });
  // Existing conversations continue, even though a hidden person can't start new ones.
  expect((await sendMessage(actor, conversationId, say("Still here"))).ok).toBe(true);
  expect((await findUnread(creator)).notifications.map(({ title }) => title)).toEqual([
    `New message from ${contributor.name}`,
  ]);
  expect((await now(creator)).unreadNotifications).toBe(1);
  await db.$executeRaw`
    UPDATE messages SET created_at = created_at - interval '6 minutes' WHERE conversation_id = ${conversationId}::uuid`;
  await remind(conversationId);
  expect(await db.outboxMail.count({ where: { userId: creator.userId, kind: "message" } })).toBe(1);
  expect((await sendMessage(creator, conversationId, say("So am I"))).ok).toBe(true);
  await show();
  await db.projectInvitation.deleteMany();
  expect(await seen()).toMatchObject({ guests: true, found: 1, deck: true, matches: 1, invited: true });
  expect(await apply(await now(contributor), projectId, application)).toEqual({ ok: true });
});

test("a hidden project isn't listed for anyone else, accepts no applications, and is marked for its owner and applicants", async () => {
  const [owner, applicant, stranger] = [
    await makeCreator(),
    await makeContributor(),
    await makeContributor(),
  ];
  const projectId = await makeProject(owner, { title: "A season" });
  await apply(applicant, projectId, application);
  await apply(stranger, await makeProject(await makeCreator()), application);
  const show = await hideThing(applicant, { kind: "project", id: projectId });
  expect(await findProject(stranger, projectId)).toBeNull();
  const listed = async () =>
    (await listAvailable(stranger, anything, null)).projects.filter(({ id }) => id === projectId);
  expect(await listed()).toEqual([]);
  expect(await apply(stranger, projectId, application)).toEqual(missing);
  expect(await invite(owner, projectId, stranger.userId, "")).toEqual(closed);
  for (const person of [owner, applicant])
    expect(await findProject(person, projectId)).toMatchObject({ isHidden: true, takesApplications: false });
  expect((await listOwnProjects(owner, anything, null)).projects).toMatchObject([{ isHidden: true }]);
  expect(await listLatestApplications(applicant)).toHaveLength(1);
  expect(await findHiding(owner, "project", projectId)).toMatchObject({ words: "Not yours." });
  expect(await findHiding(applicant, "project", projectId)).toEqual({
    reason: "Dishonest representation",
    words: "",
    caseId: null,
  });
  await show();
  expect(await listed()).toMatchObject([{ isHidden: false }]);
  expect(await apply(stranger, projectId, application)).toEqual({ ok: true });
});

test("a hidden application isn't available to the project's owner, and is marked as hidden for its contributor", async () => {
  const [owner, applicant] = [await makeCreator(), await makeContributor()];
  const projectId = await makeProject(owner, { title: "A season" });
  await apply(applicant, projectId, application);
  const show = await hideThing(owner, { kind: "application", id: projectId, by: applicant.userId });
  const list = () => listApplicants(owner, projectId, { folder: "all", sort: "match", after: null });
  expect((await list()).applicants).toMatchObject([{ isAvailable: false, note: "" }]);
  expect(await acceptApplication(owner, projectId, applicant.userId)).toEqual({
    ok: false,
    refused: "unavailable",
  });
  const own = (await findProject(applicant, projectId))?.application;
  expect(own).toMatchObject({ isHidden: true, note: "A secret" });
  expect(await findHiding(applicant, "application", own?.id ?? "")).toMatchObject({ words: "Not yours." });
  await show();
  expect((await list()).applicants).toMatchObject([{ isAvailable: true, note: "A secret" }]);
  expect(await acceptApplication(owner, projectId, applicant.userId)).toEqual({ ok: true });
});

test("no one can write in a hidden conversation, not even with a message sent at the same moment, and its members see why", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const hiding = hideThing(creator, { kind: "conversation", id: conversationId });
  const sent = await Promise.all(
    [creator, contributor].flatMap((person) =>
      [1, 2].map(() => sendMessage(person, conversationId, say("Now"))),
    ),
  );
  const show = await hiding;
  const count = () => db.message.count({ where: { conversationId } });
  expect(await count()).toBe(1 + sent.filter(({ ok }) => ok).length);
  const before = await count();
  for (const person of [creator, contributor]) {
    expect(await sendMessage(person, conversationId, say("Later"))).toEqual({ ok: false, refused: "hidden" });
    expect(
      await writeTo(person, person === creator ? contributor.userId : creator.userId, say("Later")),
    ).toEqual({
      ok: false,
      refused: "hidden",
    });
    expect(await getThread(person, conversationId, null)).toMatchObject({ isHidden: true, canWrite: false });
    expect(await findHiding(person, "conversation", conversationId)).toMatchObject({
      reason: "Dishonest representation",
      words: person === contributor ? "Not yours." : "",
    });
  }
  expect(await count()).toBe(before);
  await show();
  expect((await sendMessage(contributor, conversationId, say("Again"))).ok).toBe(true);
});
