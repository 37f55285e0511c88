import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, type Person } from "../support/people";
import { as } from "../support/request";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const say = (content: string) => ({ messageId: randomUUID(), content });

async function makePair() {
  const [creator, contributor] = [
    await makeCreator({ name: "Cleo Field" }),
    await makeContributor({ name: "Rafa Moor" }),
  ];
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  return { creator, contributor };
}

/** Writes the first message by form, and returns where that led: the conversation. */
async function writeFirst(from: Person, to: Person, content = "Hello there"): Promise<string> {
  const reply = await as(from).post(paths.newMessage({ to: to.userId, sending: "1" }), say(content));
  expect(reply.status).toBe(303);
  return reply.location;
}

const messageIdIn = (html: string) => /name="messageId"[^>]*value="([^"]+)"/.exec(html)?.[1];

describe("signed out", () => {
  test("every page of messages is a sign-in form that comes back", async () => {
    for (const path of [
      paths.messages(),
      paths.conversation(randomUUID()),
      paths.newMessage({ to: randomUUID() }),
    ]) {
      const page = await as(null).get(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain("Sign in to read and send messages.");
      expect(page.html).toContain(`name="redirectTo" value="${path}"`);
      expect((await as(null).post(path, say("Hello"))).status).not.toBe(303);
    }
    expect(await db.message.count()).toBe(0);
  });
});

describe("/messages", () => {
  test("is empty at first, then lists what was written", async () => {
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
  test("shows the composer and writes nothing until it is posted, then once", async () => {
    const { creator, contributor } = await makePair();
    const before = await db.conversation.count();
    const page = await as(contributor).get(paths.newMessage({ to: creator.userId }));
    expect(page.text).toContain("Start a conversation with Cleo Field");
    expect(page.html).not.toContain(creator.email);
    expect(await db.conversation.count()).toBe(before);

    const form = { messageId: messageIdIn(page.html) ?? "", content: "Hello" };
    const action = paths.newMessage({ to: creator.userId, sending: "1" });
    const replies = await Promise.all([
      as(contributor).post(action, form),
      as(contributor).post(action, form),
    ]);
    expect(replies.map((reply) => [reply.status, reply.location])).toEqual([
      [303, replies[0]?.location],
      [303, replies[0]?.location],
    ]);
    expect(await db.message.count({ where: { senderId: contributor.userId } })).toBe(1);
    expect((await as(contributor).get(paths.newMessage({ to: creator.userId }))).location).toBe(
      replies[0]?.location,
    );
  });

  test("is not there for oneself, nobody, and whoever is in a block", async () => {
    const { creator, contributor } = await makePair();
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
    for (const to of [creator.userId, randomUUID(), contributor.userId, "x", ""]) {
      expect((await as(creator).get(paths.newMessage({ to }))).status).toBe(404);
      expect((await as(creator).post(paths.newMessage({ to }), say("Hello"))).status).toBe(404);
    }
  });

  test("a second message before the answer is refused, with its text kept", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const place = await writeFirst(contributor, creator);
    for (const path of [place, paths.newMessage({ to: creator.userId, sending: "1" })]) {
      const reply = await as(contributor).post(path, say("Are you there?"));
      expect(reply.status).toBe(409);
      expect(reply.text).toContain("Failed to send message");
      expect(reply.text).toContain("Your first message waits for an answer.");
      expect(reply.html).toContain("Are you there?</textarea>");
    }
    const waiting = await as(contributor).get(place);
    expect(waiting.html).not.toContain("<textarea");
    expect((await as(creator).get(place)).text).toContain("Your answer accepts their request");
    expect((await as(creator).post(place, say("I am"))).status).toBe(303);
    expect((await as(contributor).post(place, say("Good"))).status).toBe(303);
  });
});

describe("/messages/{id}", () => {
  test("shows and sends; what was typed is text, and only text", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator, "<script>alert(1)</script>\nline two & more");
    const page = await as(creator).get(place);
    expect(page.status).toBe(200);
    expect(page.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\nline two &amp; more</p>");
    expect(page.html).not.toContain("<script>alert(1)");
    const messageId = messageIdIn(page.html) ?? "";
    const reply = await as(creator).post(place, { messageId, content: "Answer" });
    expect([reply.status, reply.location]).toEqual([303, place]);
    expect((await as(contributor).get(place)).text).toContain("Cleo Field: Answer");
    expect(messageIdIn((await as(creator).get(place)).html)).not.toBe(messageId);
  });

  test("a form without sense is the same page with its values, and nothing is stored", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const stored = await db.message.count();
    const bad: [Record<string, string | string[]>, string][] = [
      [{ messageId: randomUUID(), content: " \r\n " }, "Please write a message"],
      [{ messageId: randomUUID() }, "Please write a message"],
      [{ messageId: randomUUID(), content: "x".repeat(5001) }, "Please use at most 5000 characters"],
      [{ messageId: "1; DROP TABLE messages", content: "Kept text" }, "This form was sent already."],
      [{ content: "Kept text" }, "This form was sent already."],
      [{ messageId: randomUUID(), content: ["one", "two"] }, "Please write a message"],
    ];
    for (const [fields, words] of bad) {
      const reply = await as(contributor).post(place, fields);
      expect(reply.status).toBe(400);
      expect(reply.text).toContain(words);
      if (fields.content === "Kept text") expect(reply.html).toContain("Kept text</textarea>");
    }
    expect(await db.message.count()).toBe(stored);
  });

  test("a new text under a used id is refused, and its form then carries a fresh one", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator);
    const used = say("First");
    await as(contributor).post(place, used);
    const reply = await as(contributor).post(place, { ...used, content: "Second" });
    expect(reply.status).toBe(409);
    expect(reply.html).toContain("Second</textarea>");
    const freshId = messageIdIn(reply.html) ?? "";
    expect(freshId).not.toBe(used.messageId);
    expect((await as(contributor).post(place, { messageId: freshId, content: "Second" })).status).toBe(303);
  });

  test("at the plan's limit the dialog says so, the text and its id stay, and nothing is stored", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(creator, contributor);
    const refused = say("Beyond the limit");
    const reply = await as(creator).post(place, refused);
    expect(reply.status).toBe(409);
    expect(reply.text).toContain("Message Limit Reached");
    expect(reply.text).toContain("On the Free plan this is a total that does not start anew.");
    expect(reply.text).toContain("Continue with Limitations");
    expect(reply.html).toContain(`href="${paths.pricing()}"`);
    expect(reply.html).toContain("Beyond the limit</textarea>");
    expect(messageIdIn(reply.html)).toBe(refused.messageId);
    expect(await db.message.count({ where: { senderId: creator.userId } })).toBe(1);
  });

  test("a third person learns nothing, not even that it exists", async () => {
    const { creator, contributor } = await makePair();
    const place = await writeFirst(contributor, creator, "Secret words");
    const third = await makeContributor();
    for (const path of [place, paths.conversation(randomUUID()), paths.conversation("no-id")]) {
      const page = await as(third).get(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Page not found");
      expect(page.text).not.toContain("Secret words");
      expect((await as(third).post(path, say("Hello"))).status).toBe(404);
    }
    const data = await as(third).get(`${place}.data`);
    expect(data.html).not.toContain("Secret words");
  });
});
