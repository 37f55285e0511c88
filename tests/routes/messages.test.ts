import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unsubscribeLink } from "~/features/notifications/preferences.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { openFrame } from "../support/live-frame";
import { makeContributor, makeCreator, type Person } from "../support/people";
import { as } from "../support/request";
import { fillIn, forge, press, type Submission, send, unmarked } from "../support/submitting";
import { makePair, makeTalk } from "../support/talks";
import { until } from "../support/until";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const write = async (from: Person, path: string, content = "Hello"): Promise<Submission> =>
  fillIn(await as(from).get(path), "Send", { Message: content });

/** Writes a first message. Returns the conversation's path, which the response redirects to. */
async function writeFirst(from: Person, to: Person, content = "Hello there"): Promise<string> {
  const reply = await press(as(from), paths.newMessage({ to: to.userId }), "Send", { Message: content });
  expect(reply.status).toBe(303);
  return reply.location;
}

const escaped = (address: string) => address.replaceAll("&", "&amp;");
const messageIdIn = (html: string) => /name="messageId"[^>]*value="([^"]+)"/.exec(html)?.[1];

describe("signed out", () => {
  test("every messages page asks to sign in, and returns to it", async () => {
    const { creator, contributor } = await makePair();
    const compose = paths.newMessage({ to: contributor.userId });
    const form = await write(creator, compose);
    for (const path of [paths.messages(), paths.conversation(randomUUID()), compose]) {
      const page = await as(null).get(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain("Sign in to read and send messages.");
      expect(page.html).toContain(`name="redirectTo" value="${path}"`);
      expect((await send(as(null), { ...form, path })).status).not.toBe(303);
    }
    expect(await db.message.count()).toBe(0);
  });
});

describe("/messages", () => {
  test("is empty at first, then lists the conversations", async () => {
    const { creator, contributor } = await makePair();
    expect((await as(creator).get(paths.messages())).text).toContain("No conversations yet");
    const place = await writeFirst(contributor, creator);
    const page = await as(creator).get(paths.messages());
    expect(page.status).toBe(200);
    expect(page.text).toContain("Rafa Moor");
    expect(page.text).toContain("Hello there");
    expect(page.text).toContain("1 unread");
    expect(page.html).toContain(`href="${place}"`);
    expect(page.html).not.toContain(contributor.email);
    expect((await as(creator).get(paths.messages({ after: "no cursor" }))).status).toBe(200);
  });
});

describe("/messages/new", () => {
  test("shows the composer, stores nothing until a message is sent, and then stores it once", async () => {
    const { creator, contributor } = await makePair();
    const before = await db.conversation.count();
    const page = await as(contributor).get(paths.newMessage({ to: creator.userId }));
    expect(page.text).toContain("Start a conversation with Cleo Field");
    expect(page.html).not.toContain(creator.email);
    expect(await db.conversation.count()).toBe(before);

    const form = fillIn(page, "Send", { Message: "Hello" });
    const replies = await Promise.all([send(as(contributor), form), send(as(contributor), form)]);
    expect(replies.map((reply) => [reply.status, reply.location])).toEqual([
      [303, replies[0]?.location],
      [303, replies[0]?.location],
    ]);
    expect(await db.message.count({ where: { senderId: contributor.userId } })).toBe(1);
    expect((await as(contributor).get(paths.newMessage({ to: creator.userId }))).location).toBe(
      replies[0]?.location,
    );
  });

  test("isn't found for yourself, for unknown people, or across a block", async () => {
    const { creator, contributor } = await makePair();
    const form = await write(creator, paths.newMessage({ to: contributor.userId }));
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
    for (const to of [creator.userId, randomUUID(), contributor.userId, "x"]) {
      expect((await as(creator).get(paths.newMessage({ to }))).status).toBe(404);
      const path = paths.newMessage({ to, sending: "1" });
      expect((await send(as(creator), { ...form, path })).status).toBe(404);
    }
  });

  test("refuses a second message before a reply, and keeps its text", async () => {
    const [contributor, creator] = [await makeContributor({ name: "Rafa Moor" }), await makeCreator()];
    const early = await write(contributor, paths.newMessage({ to: creator.userId }), "Are you there?");
    const place = await writeFirst(contributor, creator);
    for (const path of [early.path, place]) {
      const reply = await send(as(contributor), { ...early, path });
      expect(reply.status).toBe(409);
      expect(reply.text).toContain("Failed to send message");
      expect(reply.text).toContain("Your first message is waiting for a reply.");
      expect(reply.html).toContain("Are you there?</textarea>");
    }
    const waiting = await as(contributor).get(place);
    expect(waiting.html).not.toContain("<textarea");
    const received = await as(creator).get(place);
    expect(received.text).toContain("If you reply, you accept their request");
    for (const button of ["Accept", "Ignore"]) expect(() => fillIn(received, button)).not.toThrow();
    // The first link is in the conversation's menu. This one is in the request's box.
    const block = `href="${paths.blockPerson(contributor.userId, { from: place.split("/").at(-1) })}"`;
    expect(received.html.split("If you reply, you accept their request")[1]).toContain(block);
    expect(received.html.split(block)).toHaveLength(3);
    expect((await press(as(creator), received, "Send", { Message: "I am" })).status).toBe(303);
    expect((await press(as(contributor), place, "Send", { Message: "Good" })).status).toBe(303);
  });
});

describe("/messages/{id}", () => {
  test("shows and sends messages, whose markup stays text", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator, "<script>alert(1)</script>\nline two & more");
    const page = await as(creator).get(place);
    expect(page.status).toBe(200);
    expect(page.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\nline two &amp; more</p>");
    expect(page.html).not.toContain("<script>alert(1)");
    const messageId = messageIdIn(page.html) ?? "";
    const reply = await press(as(creator), page, "Send", { Message: "Answer" });
    expect([reply.status, reply.location]).toEqual([303, place]);
    expect((await as(contributor).get(place)).text).toContain("Cleo Field: Answer");
    expect(messageIdIn((await as(creator).get(place)).html)).not.toBe(messageId);
  });

  test("an invalid form shows the same page with its values, and stores nothing", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const stored = await db.message.count();
    const form = await write(contributor, place, "Kept text");
    const bad: [Submission, string][] = [
      [forge(form, "content", " \r\n "), "Please write a message"],
      [forge(form, "content"), "Please write a message"],
      [forge(form, "content", "x".repeat(5001)), "Please use at most 5000 characters"],
      [forge(form, "messageId", "1; DROP TABLE messages"), "This form was already used for another message."],
      [forge(form, "messageId"), "This form was already used for another message."],
      [forge(form, "content", "one", "two"), "Please write a message"],
    ];
    for (const [tampered, words] of bad) {
      const reply = await send(as(contributor), tampered);
      expect(reply.status).toBe(400);
      expect(reply.text).toContain(words);
      if (words.includes("already used")) expect(reply.html).toContain("Kept text</textarea>");
    }
    expect(await db.message.count()).toBe(stored);
  });

  test("new text with an ID that has already been used is refused, and its form then has a new ID", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const page = await as(contributor).get(place);
    await press(as(contributor), page, "Send", { Message: "First" });
    const reply = await press(as(contributor), page, "Send", { Message: "Second" });
    expect(reply.status).toBe(409);
    expect(reply.html).toContain("Second</textarea>");
    expect(messageIdIn(reply.html)).not.toBe(messageIdIn(page.html));
    expect((await press(as(contributor), reply, "Send")).status).toBe(303);
  });

  test("at the plan's limit a dialog appears, the text and its ID are kept, and nothing is stored", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const late = await write(creator, place, "Beyond the limit");
    await press(as(creator), place, "Send", { Message: "The only one" });
    const reply = await send(as(creator), late);
    expect(reply.status).toBe(409);
    expect(reply.text).toContain("Message Limit Reached");
    expect(reply.text).toContain("On the Free plan, this limit never resets.");
    expect(reply.text).toContain("Continue with Limitations");
    expect(reply.html).toContain(`href="${paths.pricing()}?from=`);
    expect(reply.html).toContain("Beyond the limit</textarea>");
    expect(late.fields).toContainEqual(["messageId", messageIdIn(reply.html)]);
    expect(await db.message.count({ where: { senderId: creator.userId } })).toBe(1);
  });

  test("the composer shows what's left of the plan; when nothing is left, next steps replace it", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const before = await as(creator).get(place);
    expect(before.text).toContain(
      "This is the last message your plan allows. On the Free plan, this limit never resets.",
    );
    expect(before.html).toContain("<textarea");
    expect((await as(contributor).get(place)).text).not.toContain("on your plan");
    await press(as(creator), before, "Send", { Message: "The only one" });
    const after = await as(creator).get(place);
    expect(after.text).toContain("You've sent all the messages your plan allows.");
    expect(after.text).toContain("Continue with Limitations");
    expect(after.html).not.toContain("<textarea");
    expect(after.html).toContain(`href="${paths.pricing()}?from=`);
    const other = await makeContributor();
    expect((await as(creator).get(paths.newMessage({ to: other.userId }))).html).not.toContain("<textarea");
  });

  test("a first message to someone new says that it's the only one until they reply", async () => {
    const { creator, contributor } = await makePair();
    const stranger = await makeCreator();
    const words = "You can send one message until they accept or reply.";
    expect((await as(contributor).get(paths.newMessage({ to: stranger.userId }))).text).toContain(words);
    expect((await as(contributor).get(paths.newMessage({ to: creator.userId }))).text).not.toContain(words);
  });

  test("an accepted request updates its sender's page right away, even without script", async () => {
    const [contributor, creator] = [
      await makeContributor({ name: "Rafa Moor" }),
      await makeCreator({ name: "Cleo Field" }),
    ];
    const place = await writeFirst(contributor, creator);
    const page = await as(contributor).get(place);
    const frame = await openFrame(contributor, page);
    const stream = await as(contributor).open(paths.live());
    expect((await press(as(creator), place, "Accept")).status).toBe(303);
    await until(() => expect(frame.body()).toContain("Cleo Field accepted your request."));
    // The page has no newer messages to fetch, so the hint tells its script to reload it.
    await until(() => expect(stream.body()).toContain(`"changed":1`));
    frame.leave();
    stream.leave();
  });

  test("reveals nothing to a third person, not even that it exists", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator, "Secret words");
    const form = await write(contributor, place);
    const third = await makeContributor();
    for (const path of [place, paths.conversation(randomUUID()), paths.conversation("no-id")]) {
      const page = await as(third).get(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Page not found");
      expect(page.text).not.toContain("Secret words");
      expect((await send(as(third), unmarked({ ...form, path }))).status).toBe(404);
    }
    const data = await as(third).get(`${place}.data`);
    expect(data.html).not.toContain("Secret words");
  });
});

describe("a request", () => {
  test("is accepted, or ignored without its sender noticing", async () => {
    for (const button of ["Accept", "Ignore"]) {
      const [contributor, creator] = [await makeContributor(), await makeCreator()];
      const place = await writeFirst(contributor, creator);
      // The navigation's number includes the request, so no list may say that everything has been read.
      const unread = await as(creator).get(paths.messages({ filter: "unread" }));
      expect(unread.text).toContain("No unread messages Requests have their own list.");
      const answer = fillIn(await as(creator).get(place), button);
      expect((await send(as(contributor), unmarked(answer))).status).toBe(404);
      expect((await send(as(creator), forge(answer, "intent", "adopt"))).status).toBe(400);
      const before = await as(contributor).get(place);
      const reply = await send(as(creator), answer);
      const accepted = button === "Accept";
      expect([reply.status, reply.location]).toEqual([303, accepted ? place : paths.messages()]);
      const after = await as(contributor).get(place);
      if (accepted) expect(after.html).toContain("<textarea");
      else expect(after.text).toBe(before.text);
      expect((await as(creator).get(paths.messages())).html.includes(`href="${place}"`)).toBe(accepted);
      const requests = await as(creator).get(paths.messages({ filter: "requests" }));
      expect(/\b1 ignored request\b/.test(requests.text)).toBe(!accepted);
    }
  });
});

describe("blocking", () => {
  test("asks for confirmation, then hides the two people from each other until they're unblocked", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const browser = as(creator);
    const words = "One <b>more</b> thing";
    const [own, others] = [await write(creator, place, words), await write(contributor, place, words)];
    const theirs = await as(contributor).get(paths.blockPerson(creator.userId));
    const page = await browser.get(paths.blockPerson(contributor.userId));
    expect(page.text).toContain("Block Rafa Moor?");
    expect(await db.block.count({ where: { blockerId: creator.userId } })).toBe(0);
    const reply = await press(browser, page, "Block Rafa Moor");
    expect([reply.status, reply.location]).toEqual([303, paths.blocked()]);
    for (const [person, other, form] of [
      [creator, contributor, own],
      [contributor, creator, others],
    ] as const) {
      const gone = await as(person).get(paths.profile(other.userId));
      const absent = await as(person).get(paths.profile(randomUUID()));
      expect([gone.status, gone.text.replace(/Reference:? \S+/i, "")]).toEqual([
        404,
        absent.text.replace(/Reference:? \S+/i, ""),
      ]);
      const ended = await as(person).get(place);
      expect([ended.status, ended.text.includes("Hello there")]).toEqual([404, false]);
      expect(ended.text).not.toContain(other === creator ? "Cleo" : "Rafa");
      expect((await as(person).get(paths.messages())).html).not.toContain(place);
      // Someone who writes abuse and then blocks the recipient can still be reported.
      const [, report = ""] = /href="([^"]*)"[^>]*>Report this conversation</.exec(ended.html) ?? [];
      const flag = await as(person).get(report);
      expect(flag.text).not.toContain(other === creator ? "Cleo" : "Rafa");
      const reported = await press(as(person), flag, "Send report", {
        "What's wrong?": "Harassment, hate or threats",
      });
      expect([reported.status, reported.location]).toEqual([303, paths.reported()]);
      expect(await db.report.count({ where: { reporterId: person.userId, reportedId: other.userId } })).toBe(
        1,
      );
      // The text that was written before the block is on the error page, where it can be copied.
      const late = await send(as(person), form);
      expect(late.status).toBe(404);
      expect(late.html).toContain("One &lt;b&gt;more&lt;/b&gt; thing</textarea>");
    }
    expect((await as(contributor).get(paths.blockPerson(creator.userId))).status).toBe(404);
    expect((await press(as(contributor), theirs, "Block Cleo Field")).status).toBe(404);
    expect((await as(contributor).get(paths.blocked())).text).not.toContain("Cleo Field");

    const list = await browser.get(paths.blocked());
    expect(list.text).toContain("Rafa Moor");
    const unblock = fillIn(list, "Unblock Rafa Moor");
    expect((await send(browser, forge(unblock, "personId", "x"))).status).toBe(400);
    await send(as(contributor), unmarked(forge(unblock, "personId", creator.userId)));
    expect((await browser.get(place)).status).toBe(404);
    expect((await send(browser, unblock)).status).toBe(303);
    expect((await browser.get(place)).text).toContain("Hello there");
    expect((await as(await makeCreator()).get(place)).text).not.toContain("Report this conversation");
  });
});

describe("New Conversation", () => {
  test("searches, adds and removes people by links, and writes to several", async () => {
    const me = await makeContributor({ name: "Wen Writer" });
    const [one, two] = [await makeCreator({ name: "Zola One" }), await makeCreator({ name: "Zola Two" })];
    const browser = as(me);
    expect((await browser.get(paths.messages())).html).toContain(`href="${paths.newConversation()}"`);
    const empty = await browser.get(paths.newConversation({ q: " z " }));
    expect(empty.text).not.toContain("Zola");
    expect((await browser.get(paths.newConversation({ q: "zz" }))).text).toContain(
      "No users found matching your search",
    );
    const found = await browser.get(paths.newConversation({ q: "zola" }));
    expect(found.html).not.toContain("@");
    expect(found.html).toContain(escaped(paths.newConversation({ people: [one.userId], q: "zola" })));
    const both = { people: [one.userId, two.userId], q: "zola" };
    const chosen = await browser.get(paths.newConversation(both));
    expect(chosen.text).toContain("All matching users are already selected");
    expect(chosen.html).toContain(escaped(paths.newConversation({ people: [two.userId], q: "zola" })));

    const suggested = await browser.get(paths.people({ people: [one.userId], q: "zola" }));
    expect(JSON.parse(suggested.html)).toMatchObject({
      chosen: [{ personId: one.userId }],
      people: [{ personId: two.userId, name: "Zola Two" }],
    });
    expect(suggested.headers["cache-control"]).toBe("private, no-store");

    const none = await browser.get(paths.newConversation({ next: "1" }));
    expect(none.status).toBe(400);
    expect(none.text).toContain("Please select at least one user");
    const next = await browser.get(paths.newConversation({ ...both, q: undefined, next: "1" }));
    expect(next.location).toBe(paths.newGroup(both.people));
    const single = await browser.get(paths.newConversation({ people: [two.userId], next: "1" }));
    expect(single.location).toBe(paths.newMessage({ to: two.userId }));

    const composer = await browser.get(next.location);
    expect(composer.text).toContain("Start a conversation with Zola One, Zola Two");
    const form = fillIn(composer, "Send", { Message: "Hello both" });
    const replies = await Promise.all([send(browser, form), send(browser, form)]);
    expect(replies.map((reply) => reply.status)).toEqual([303, 303]);
    expect(replies[0]?.location).toBe(replies[1]?.location);
    const place = replies[0]?.location ?? "";
    expect((await as(one).get(place)).text).toContain("Wen Writer: Hello both");
    expect((await as(one).get(paths.messages())).text).toContain("Request");
    expect((await browser.get(place)).text).not.toContain("Save name");
    for (const person of [one, two]) await press(as(person), place, "Accept");
    const named = await press(browser, place, "Save name", { "Group name": " River <b>crew</b> " });
    expect(named).toMatchObject({ status: 303, location: place });
    expect((await browser.get(place)).html).toContain('value="River &lt;b&gt;crew&lt;/b&gt;"');
    expect((await as(one).get(place)).html).toContain("River &lt;b&gt;crew&lt;/b&gt;</h1>");
    const long = forge(fillIn(await browser.get(place), "Save name"), "groupName", "x".repeat(500));
    expect((await send(browser, long)).status).toBe(400);
    expect((await press(as(two), place, "Leave conversation")).location).toBe(paths.messages());
    expect((await as(two).get(place)).status).toBe(404);
    await press(as(one), place, "Leave conversation");
    expect((await browser.get(paths.messages())).text).toContain("River <b>crew</b>");
    const alone = (await browser.get(place)).text;
    expect(alone).toMatch(/Group: River <b>crew<\/b> .*Just you Group name/);
    expect(alone).not.toContain("Members");
  });

  test("is refused and keeps its text if someone is unavailable or no one was chosen", async () => {
    const [me, other, absent] = [await makeContributor(), await makeCreator(), await makeCreator()];
    const form = await write(me, paths.newGroup([other.userId, absent.userId]), "Kept words");
    await db.user.update({ where: { id: absent.userId }, data: { suspendedAt: new Date() } });
    const gone = await send(as(me), form);
    expect(gone.status).toBe(409);
    expect(gone.text).toContain("You can't message everyone you chose anymore, so nothing was sent.");
    expect(gone.text).not.toContain("try again");
    expect(gone.html).toContain("Kept words</textarea>");
    expect(gone.html).toContain(`action="${paths.newGroup([other.userId]).replaceAll("&", "&amp;")}"`);
    const allGone = await send(as(me), { ...form, path: paths.newGroup([absent.userId]) });
    expect(allGone.status).toBe(404);
    expect(allGone.html).toContain("Kept words</textarea>");
    const nobody = await send(as(me), { ...form, path: paths.newConversation() });
    expect(nobody.status).toBe(400);
    expect(nobody.text).toContain("Please select at least one user");
    expect(await db.message.count({ where: { senderId: me.userId } })).toBe(0);
  });
});

describe("a message that the member wrote", () => {
  test("can be edited and deleted with forms; only the links in it go to other sites", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(
      contributor,
      creator,
      'See https://example.com/?a=1&b="x" or javascript:alert(1)',
    );
    const seen = await as(creator).get(place);
    expect(seen.html).toContain(
      '<a href="https://example.com/?a=1&amp;b=" target="_blank" rel="nofollow noopener ugc">',
    );
    expect(seen.html).not.toContain('href="javascript');
    const change = paths.changeMessage(place.split("/").at(-1) ?? "", 1);
    expect(seen.html).not.toContain(change);
    expect((await as(contributor).get(place)).html).toContain(`href="${change}"`);
    expect((await as(creator).get(change)).status).toBe(404);
    const form = await as(contributor).get(change);
    expect((await send(as(creator), unmarked(fillIn(form, "Delete for good")))).status).toBe(404);
    expect((await press(as(contributor), form, "Save", { Message: " " })).status).toBe(400);
    expect((await press(as(contributor), form, "Save", { Message: "Better" })).location).toBe(place);
    expect((await as(creator).get(place)).text).toMatch(/Rafa Moor: Better \d{1,2}:\d\d [AP]M edited/);
    expect((await press(as(contributor), form, "Delete for good")).location).toBe(place);
    const after = await as(creator).get(place);
    expect(after.text).toContain("This message was deleted");
    expect(after.html).not.toContain("Better");
    expect((await as(contributor).get(change)).status).toBe(404);
    const late = await press(as(contributor), form, "Save", { Message: "Again" });
    expect(late.status).toBe(410);
    expect(late.text).toContain("You can edit or delete a message for 15 minutes.");
  });
});

describe("unread messages", () => {
  test("are counted in the navigation of every member page, and have their own list", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    expect((await as(creator).get(paths.matches())).text).toContain("Messages 1 unread");
    expect((await as(contributor).get(paths.matches())).text).not.toContain("1 unread");
    const unread = await as(creator).get(paths.messages({ filter: "unread" }));
    expect(unread.html).toContain(`href="${place}"`);
    // Opening the conversation reads the message, so its own page already counts it as read.
    expect((await as(creator).get(place)).text).not.toContain("1 unread");
    expect((await as(creator).get(paths.messages({ filter: "unread" }))).text).toContain(
      "No unread messages",
    );
    expect((await as(creator).get(paths.howItWorks())).text).not.toContain("unread");
  });
});

describe("unsubscribing", () => {
  test("works from the email's link without signing in, also with one click in a mail client, and can be undone", async () => {
    const person = await makeCreator();
    const link = new URL(unsubscribeLink(person.userId, "message") ?? "").pathname;
    const byMail = async () =>
      (await db.notificationSetting.findFirst({ where: { userId: person.userId } }))?.byMail;
    const page = await as(null).get(link);
    expect(page.html).toContain("<title>Emails about messages · Matchcut</title>");
    const stop = fillIn(page, "Stop these emails");
    expect(await byMail()).toBeUndefined();
    const oneClick = await as(null).post(
      link,
      { "List-Unsubscribe": "One-Click" },
      { headers: { "Sec-Fetch-Site": undefined } },
    );
    expect(oneClick.status).toBe(303);
    expect(await byMail()).toBe(false);
    const stopped = await as(null).get(link);
    expect(stopped.text).toContain("You won't get any more emails about messages.");
    expect((await press(as(null), stopped, "Turn these emails back on")).status).toBe(303);
    expect(await byMail()).toBe(true);
    expect((await send(as(null), stop)).status).toBe(303);
    expect(await byMail()).toBe(false);
    await press(as(null), link, "Turn these emails back on");
    const another = link.replace(person.userId, (await makeCreator()).userId);
    for (const bad of [
      another,
      `${link}x`,
      link.replace("message", "recovery"),
      sitePaths.unsubscribe("x"),
    ]) {
      expect((await as(null).get(bad)).status).toBe(404);
      expect((await send(as(null), { ...stop, path: bad })).status).toBe(404);
    }
    expect(await byMail()).toBe(true);
  });
});

test("a conversation is archived and unarchived for one of its members, and no one else's", async () => {
  const { creator, contributor, place, conversationId } = await makeTalk("Hello", {
    contributor: "Rafa Moor",
  });
  const [browser, archive] = [as(creator), paths.messages({ filter: "archived" })];
  const shown = await browser.get(place);
  expect(shown.text).toContain("You have Writer in common.");
  expect(shown.text).toContain("About Rafa Services Writer");
  expect((await as(contributor).get(place)).text).toContain("About Cleo Looking for Writer");
  const act = fillIn(shown, "Archive");
  expect((await send(as(await makeCreator()), unmarked(act))).status).toBe(404);
  const archived = await send(browser, act);
  expect([archived.status, archived.location]).toEqual([303, paths.messages()]);
  const list = await browser.get(archived.location);
  expect(list.text).toContain("Conversation archived It comes back with the next message.");
  const lists = async (visitor: typeof browser, path: string) =>
    (await visitor.get(path)).html.includes(`href="${paths.conversation(conversationId)}"`);
  expect([await lists(browser, paths.messages()), await lists(browser, archive)]).toEqual([false, true]);
  expect(await lists(as(contributor), paths.messages())).toBe(true);
  const back = await press(browser, place, "Unarchive");
  expect([back.status, back.location]).toEqual([303, place]);
  expect((await browser.get(place)).text).toContain("Conversation unarchived");
  expect([await lists(browser, paths.messages()), await lists(browser, archive)]).toEqual([true, false]);
});
