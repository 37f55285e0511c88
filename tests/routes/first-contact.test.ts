import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmFirst } from "~/features/accounts/account-words";
import { swipe } from "~/features/discovery/swiping.server";
import { writeToGroup } from "~/features/messaging/grouping.server";
import { newConversationsADay } from "~/features/messaging/starting";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, makeMember, type Person } from "../support/people";
import { as } from "../support/request";
import { fillIn, press, send, unmarked } from "../support/submitting";
import { makeTalk, say } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const answers = "you can reply to anyone who writes to you";

test("unapproved contributors and members without a role get a notice instead of the forms", async () => {
  const creator = await makeCreator({ name: "Zora Findable" });
  const page = await as(await makeContributor()).get(paths.newMessage({ to: creator.userId }));
  const form = unmarked(fillIn(page, "Send", { Message: "Hello" }));
  for (const actor of [await makeContributor({ status: "pending" }), await makeMember()]) {
    for (const path of [
      paths.messages(),
      paths.newConversation({ q: "Zora" }),
      paths.newMessage({ to: creator.userId }),
      paths.newGroup([creator.userId]),
    ]) {
      const page = await as(actor).get(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(answers);
      expect(page.text).not.toContain("Zora");
    }
    expect((await as(actor).get(`/messages/people?q=Zora`)).text).not.toContain("Findable");
    const sent = await send(as(actor), form);
    expect(sent.status).toBe(403);
    expect(sent.text).toContain(answers);
  }
});

test("someone whose profile is hidden reads that this is why they can't start conversations", async () => {
  const [person, { userId }] = [await makeCreator(), await makeContributor()];
  const visitor = as(person);
  const form = fillIn(await visitor.get(paths.newMessage({ to: userId })), "Send", { Message: "Hello" });
  await db.user.update({ where: { id: person.userId }, data: { profileHiddenAt: new Date() } });
  const pages = [paths.messages(), paths.newConversation(), paths.newMessage({ to: userId })];
  const replies = [...(await Promise.all(pages.map((path) => visitor.get(path)))), await send(visitor, form)];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 403]);
  for (const { text } of replies) {
    expect(text).toContain("You can't start conversations while your profile is hidden.");
    expect(text).not.toContain("once your profile is complete");
  }
  expect((await visitor.get(paths.people({ people: [], q: "Zora" }))).text).toContain("is hidden");
});

test("someone whose address isn't confirmed has to confirm it before they write to a stranger", async () => {
  const [writer, stranger] = [await makeCreator(), await makeContributor()];
  await db.user.update({ where: { id: writer.userId }, data: { confirmedAt: null } });
  const path = paths.newMessage({ to: stranger.userId });
  const refused = await press(as(writer), path, "Send", { Message: "My text" });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(confirmFirst)]);
  expect(refused.html).toContain("My text");
});

test("the form shows the daily limit and, once it's reached, when the next message can be sent", async () => {
  const [writer, creator] = [await makeContributor(), await makeCreator()];
  const form = paths.newMessage({ to: creator.userId });
  const page = await as(writer).get(form);
  expect(page.text).toContain(`${newConversationsADay} conversations in 24 hours`);
  await db.conversation.createMany({
    data: Array.from({ length: newConversationsADay }, () => ({ createdBy: writer.userId, lastSeq: 1 })),
  });
  expect((await as(writer).get(form)).text).toContain("You can start another in 24 hours");
  const refused = await press(as(writer), page, "Send", { Message: "My text" });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("You can start another in 24 hours");
  expect(refused.html).toContain("My text");
});

test("a group's page names the people who haven't replied; each member can leave and block from it", async () => {
  const [maker, friend, stranger] = [
    await makeContributor({ name: "Mia Maker" }),
    await makeCreator({ name: "Fred Friend" }),
    await makeContributor({ name: "Sol Stranger" }),
  ];
  await db.match.create({ data: { creatorId: friend.userId, contributorId: maker.userId } });
  const group = await writeToGroup(maker, [friend.userId, stranger.userId], say("Hello both"));
  if (!group.ok) throw new Error(group.refused);
  const place = paths.conversation(group.conversationId);
  const pending = await as(maker).get(place);
  expect(pending.text).toContain("Waiting for a reply from Sol Stranger.");
  const second = unmarked(fillIn(await as(friend).get(place), "Send", { Message: "Two" }));
  expect((await send(as(maker), second)).status).toBe(409);

  const members: [Person, Person][] = [
    [maker, stranger],
    [stranger, friend],
    [friend, stranger],
  ];
  for (const [member, other] of members) {
    const page = await as(member).get(place);
    expect(page.text).toContain("Leave conversation");
    expect(page.html).toContain(
      paths.blockPerson(other.userId, { from: group.conversationId }).replaceAll("&", "&amp;"),
    );
  }
  const ask = await as(friend).get(paths.blockPerson(stranger.userId, { from: group.conversationId }));
  expect(ask.html).toContain(`href="${place}"`);
  expect((await press(as(friend), ask, "Block Sol Stranger")).status).toBe(303);
  expect((await as(friend).get(paths.messages())).text).not.toContain("Sol Stranger");
  expect((await press(as(stranger), place, "Leave conversation")).status).toBe(303);
  expect((await as(stranger).get(place)).status).toBe(404);
});

test("pages about someone whose profile can't be opened anymore name them, but don't link to it", async () => {
  const { creator, contributor, place } = await makeTalk("Hello", { contributor: "Rafa Moor" });
  const friend = await makeCreator();
  await db.match.create({ data: { creatorId: friend.userId, contributorId: contributor.userId } });
  const members = [contributor.userId, friend.userId];
  const group = await writeToGroup(creator, members, say("Hello both"));
  if (!group.ok) throw new Error(group.refused);
  const { id: matchId } = await db.match.findFirstOrThrow({ where: { creatorId: friend.userId } });
  const profile = `href="${paths.profile(contributor.userId)}"`;
  const pages: [Person, string][] = [
    [creator, place],
    [creator, paths.conversation(group.conversationId)],
    [creator, paths.matches()],
    [friend, paths.matches()],
    [friend, paths.match(matchId)],
  ];
  const read = () =>
    Promise.all(
      pages.map(async ([person, path]) => {
        const { text, html } = await as(person).get(path);
        return [path, text.includes("Rafa Moor"), html.includes(profile)];
      }),
    );
  expect(await read()).toEqual(pages.map(([, path]) => [path, true, true]));
  await db.contributorProfile.update({ where: { id: contributor.userId }, data: { status: "rejected" } });
  expect(await read()).toEqual(pages.map(([, path]) => [path, true, false]));
});

test("a suspended person is shown nowhere; a block removes notifications and list entries", async () => {
  const [creator, contributor] = [
    await makeCreator({ name: "Cleo Field" }),
    await makeContributor({ name: "Rafa Moor" }),
  ];
  const choose = (one: Person, other: Person) =>
    swipe(one, { targetId: other.userId, liked: true, key: `${one.userId}-${other.userId}` });
  await choose(contributor, creator);
  const matched = await choose(creator, contributor);
  if (!matched.ok || !matched.matchId) throw new Error("no match");
  const compose = paths.newMessage({ to: creator.userId });
  const { location: place } = await press(as(contributor), compose, "Send", { Message: "Hello" });
  const addresses = [
    paths.dashboard(),
    paths.creatorDashboard(),
    paths.discover(),
    paths.matches(),
    paths.match(matched.matchId),
    paths.messages(),
    place,
    paths.newMessage({ to: contributor.userId }),
    paths.newConversation({ q: "Rafa" }),
    paths.profile(contributor.userId),
    paths.blockPerson(contributor.userId),
    paths.blocked(),
  ];
  const seenAt = async () => {
    const seen = [];
    for (const address of addresses)
      if (/Rafa Moor|You and .* like each other/.test((await as(creator).get(address)).text))
        seen.push(address);
    return seen;
  };
  expect((await seenAt()).length).toBeGreaterThan(6);
  await db.user.update({ where: { id: contributor.userId }, data: { suspendedAt: new Date() } });
  expect(await seenAt()).toEqual([]);
  await db.user.update({ where: { id: contributor.userId }, data: { suspendedAt: null } });
  await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
  expect(await seenAt()).toEqual([]);
});

test("both people see that a match is held, and how to free up a match", async () => {
  const creator = await makeCreator({ name: "Cleo Full" });
  const [first, second] = [await makeContributor(), await makeContributor({ name: "Connie Second" })];
  const like = (one: Person, other: Person) => press(as(one), paths.profile(other.userId), "Like");
  for (const person of [first, second]) await like(creator, person);
  expect((await like(first, creator)).location).toContain("/matches/");
  const answer = await like(second, creator);
  expect(answer.location).toBe(paths.discover());

  const theirs = await as(creator).get(paths.matches());
  expect(theirs.text).toContain("Connie Second likes you back, waiting for room on your plan");
  expect(theirs.text).toContain(
    "Your plan doesn't have room for another match. On the Free plan, this limit never resets",
  );
  expect(theirs.html).toContain(`href="${paths.pricing({ from: paths.matches() })}"`);
  // The matches page marks the notification as read, so this comes first.
  expect((await as(second).get(paths.notifications())).text).toContain("Cleo Full likes you back");
  const mine = await as(second).get(paths.matches());
  expect(mine.text).toContain("Cleo Full likes you back, waiting for room on their plan");
  expect(mine.text).not.toContain("It's a match");
  expect(mine.html).not.toContain(`href="${paths.newMessage({ to: creator.userId })}"`);
});
