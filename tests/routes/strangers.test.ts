import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leaveGroup, writeToGroup } from "~/features/messaging/grouping.server";
import { sendMessage } from "~/features/messaging/sending.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { unsubscribeLink } from "~/features/notifications/preferences.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { clearHints, insertHint, pendingHints } from "../support/hints";
import { makeContributor, makeCreator, type Person, signInAgain } from "../support/people";
import { as, type OpenReply, type Reply } from "../support/request";
import { thirdOf } from "../support/scope";
import { fillIn, forge, press, send } from "../support/submitting";
import { makeTalk, say } from "../support/talks";
import { until } from "../support/until";
import { writesSoFar } from "../support/writes";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const secret = "the harbour at midnight";

const endedPage = /This conversation has ended|\\"ended\\"/;

/** Someone without access to a conversation, and the text that they must not see. */
interface Outsider {
  person: Person;
  /** The name of another person in the conversation. */
  other: string;
  conversationId: string;
  /** The first message, whose ID is in its form. */
  stored: { messageId: string; content: string };
}

const kinds = [
  "was never in it",
  "left a group",
  "wrote in a group and left it",
  "was blocked",
  "wrote in it and was blocked",
  "has blocked",
] as const;

async function makeOutsider(kind: (typeof kinds)[number]): Promise<Outsider> {
  const stored = say(secret);
  if (kind === "left a group" || kind === "wrote in a group and left it") {
    const maker = await makeContributor({ name: "Mia Maker" });
    const member = await makeContributor({ name: "Nils Member" });
    const sent = await writeToGroup(maker, [member.userId, (await makeCreator()).userId], stored);
    if (!sent.ok) throw new Error(sent.refused);
    const [person, other] = kind === "left a group" ? [member, "Mia Maker"] : [maker, "Nils Member"];
    await leaveGroup(person, sent.conversationId);
    return { person, other, conversationId: sent.conversationId, stored };
  }
  const { creator, contributor, conversationId } = await makeTalk("First", {
    creator: "Cleo Creator",
    contributor: "Carl Contributor",
  });
  await sendMessage(contributor, conversationId, stored);
  if (kind === "was never in it")
    return { person: await makeContributor(), other: "Cleo Creator", conversationId, stored };
  const [blocker, blocked] = kind === "was blocked" ? [contributor, creator] : [creator, contributor];
  await blockPerson(blocker, blocked.userId);
  const person = kind === "has blocked" ? blocker : blocked;
  const other = person === creator ? "Carl Contributor" : "Cleo Creator";
  return { person, other, conversationId, stored };
}

const nonsense = "x".repeat(5_001);

/** Every route that has a conversation in its URL. */
const asked: [
  string,
  (id: string, stored: Outsider["stored"]) => { path: string; form?: Record<string, string> },
][] = [
  ["the page", (id) => ({ path: paths.conversation(id) })],
  ["the page before a message", (id) => ({ path: paths.conversation(id, { before: 2 }) })],
  [
    "the page before a very late message",
    (id) => ({ path: paths.conversation(id, { before: 2 ** 31 - 1 }) }),
  ],
  ["the page before an invalid number", (id) => ({ path: `${paths.conversation(id)}?before=1%20OR%201=1` })],
  [
    "what script requests for the page",
    (id) => ({ path: `${paths.conversation(id)}?_data=routes%2Fapp%2Fmessages.%24conversationId` }),
  ],
  ["its data", (id) => ({ path: `${paths.conversation(id)}.data` })],
  ["the frame", (id) => ({ path: paths.conversationLive(id) })],
  ["the frame after a message", (id) => ({ path: paths.conversationLive(id, { after: 1 }) })],
  ["the new messages", (id) => ({ path: paths.conversationNow(id) })],
  ["the new messages after another", (id) => ({ path: paths.conversationNow(id, { after: 1 }) })],
  ["a message's edit form", (id) => ({ path: paths.changeMessage(id, 1) })],
  ["an unknown message's edit form", (id) => ({ path: paths.changeMessage(id, 99) })],
  ["the page to accept it", (id) => ({ path: paths.answerRequest(id) })],
  ["a message", (id) => ({ path: paths.conversation(id), form: say("Let me in") })],
  ["the stored message again", (id, stored) => ({ path: paths.conversation(id), form: stored })],
  [
    "its ID with different text",
    (id, { messageId }) => ({ path: paths.conversation(id), form: { messageId, content: "x" } }),
  ],
  ["an empty message", (id) => ({ path: paths.conversation(id), form: say(" ") })],
  ["a message that's too long", (id) => ({ path: paths.conversation(id), form: say(nonsense) })],
  ["a message by script", (id) => ({ path: paths.conversationNow(id), form: say("Let me in") })],
  ["the stored message by script", (id, stored) => ({ path: paths.conversationNow(id), form: stored })],
  ["an empty message by script", (id) => ({ path: paths.conversationNow(id), form: say(" ") })],
  ["an edit", (id) => ({ path: paths.changeMessage(id, 1), form: { intent: "edit", content: "Mine now" } })],
  ["an empty edit", (id) => ({ path: paths.changeMessage(id, 1), form: { intent: "edit", content: " " } })],
  [
    "an edit that's too long",
    (id) => ({ path: paths.changeMessage(id, 1), form: { intent: "edit", content: nonsense } }),
  ],
  ["a deletion", (id) => ({ path: paths.changeMessage(id, 1), form: { intent: "delete" } })],
  ["accepting it", (id) => ({ path: paths.answerRequest(id), form: { intent: "accept" } })],
  ["ignoring it", (id) => ({ path: paths.answerRequest(id), form: { intent: "ignore" } })],
  ["leaving it", (id) => ({ path: paths.answerRequest(id), form: { intent: "leave" } })],
  ["an invalid reply", (id) => ({ path: paths.answerRequest(id), form: { intent: "adopt" } })],
];

/** Removes from the response what differs in each one: the reference, the nonce, the time, and the requested ID. */
function essence({ status, location, html, headers }: Reply, conversationId: string) {
  const nonce = /nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "no nonce";
  const reference = String(
    headers["x-request-id"] ?? /Reference:? (?:<[^>]+>)*([\w-]+)/.exec(html)?.[1] ?? "no reference",
  );
  const plain = (text: string) =>
    text
      .replaceAll(conversationId, "ID")
      .replaceAll(nonce, "NONCE")
      .replaceAll(reference, "REFERENCE")
      // Any write moves the position in PostgreSQL's log.
      .replace(/(written)=[^;]+/, "$1=POSITION")
      .replace(/\b1\d{12}\b/g, "NOW");
  const { date: _, etag: __, ...rest } = headers;
  return plain(JSON.stringify({ status, location, headers: rest, html }, null, 1));
}

describe.each(kinds)("to someone who %s", (kind) => {
  test.each(thirdOf(asked, kinds.indexOf(kind)))(
    "%s responds as if the conversation didn't exist, and changes nothing",
    async (_, ask) => {
      const { person, other, conversationId, stored } = await makeOutsider(kind);
      await clearHints();
      const before = await writesSoFar();
      const answers: string[] = [];
      const statuses: number[] = [];
      const { form } = ask(conversationId, stored);
      for (const id of [conversationId, randomUUID()]) {
        const { path } = ask(id, stored);
        const visitor = as(person);
        const reply = form ? await visitor.post(path, form) : await visitor.get(path);
        // The response may repeat the text if this request sent it.
        if (form?.content !== secret) expect(reply.html).not.toContain(secret);
        expect(reply.html).not.toContain(other);
        expect(reply.status).toBeGreaterThanOrEqual(300);
        statuses.push(reply.status);
        answers.push(essence(reply, id));
      }
      expect(statuses[0]).toBe(statuses[1]);
      // After a block, the page says that the conversation has ended, so that both people can still report it.
      if (endedPage.test(answers[0] ?? "")) expect(kind).toContain("blocked");
      else expect(answers[0]).toBe(answers[1]);
      expect(await writesSoFar()).toEqual(before);
      expect(await pendingHints()).toEqual([]);
    },
  );
});

describe("a stream", () => {
  const receive = async (person: Person): Promise<OpenReply> => {
    const stream = await as(person).open(paths.live());
    expect(stream.status).toBe(200);
    return stream;
  };

  test.each(kinds)("of someone who %s receives nothing about the conversation", async (kind) => {
    const { person, conversationId } = await makeOutsider(kind);
    const other = await makeTalk();
    await db.match.create({
      data: { creatorId: other.creator.userId, contributorId: (await makeContributor()).userId },
    });
    const stream = await receive(person);
    const witness = await receive(other.creator);
    await insertHint({ conversationId, seq: 3 });
    // Hints arrive in order, so once a later one has arrived, the first one has been delivered everywhere.
    await press(as(other.contributor), other.place, "Send", { Message: "Heard" });
    await until(() => expect(witness.body()).toContain(other.conversationId));
    await press(as(person), paths.dashboard(), "Sign out");
    expect(await stream.ended).not.toContain(conversationId);
    expect(witness.body()).not.toContain(conversationId);
    witness.leave();
  });
});

describe("the ID of someone else's message", () => {
  test("in the member's own conversation is refused, and reveals nothing", async () => {
    const { conversationId, stored } = await makeOutsider("was never in it");
    const own = await makeTalk("Mine");
    const form = fillIn(await as(own.contributor).get(own.place), "Send", { Message: "Another text" });
    const before = await writesSoFar();
    const reply = await send(as(own.contributor), forge(form, "messageId", stored.messageId));
    expect(reply.status).toBe(409);
    const byScript = await as(own.contributor).post(paths.conversationNow(own.conversationId), stored);
    expect(byScript.status).toBe(409);
    for (const { html } of [reply, byScript]) {
      expect(html).not.toContain(secret);
      expect(html).not.toContain(conversationId);
    }
    // The page shows only messages that this person has already read, so viewing it writes nothing, either.
    expect(await writesSoFar()).toEqual(before);
  });
});

describe("the unsubscribe token", () => {
  test("doesn't reveal whose it is, and a forged one looks like a deleted account's", async () => {
    const [person, gone] = [await makeCreator({ name: "Cleo Field" }), await makeCreator()];
    const addressOf = ({ userId }: Person) => new URL(unsubscribeLink(userId, "message") ?? "").pathname;
    const page = await as(null).get(addressOf(person));
    expect(page.status).toBe(200);
    for (const leaked of [person.email, "Cleo Field"]) expect(page.html).not.toContain(leaked);

    const stop = fillIn(page, "Stop these emails");
    await db.user.delete({ where: { id: gone.userId } });
    const known = addressOf(gone);
    const forged = `${known.slice(0, -3)}xyz`;
    const answers = await Promise.all(
      [known, forged].map(async (path) => {
        const token = path.split("/").at(-1) ?? "";
        return [
          essence(await as(null).get(path), token),
          essence(await send(as(null), { ...stop, path }), token),
        ];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});

test("a copied session that has ended grants no access", async () => {
  const { creator, conversationId } = await makeTalk(secret);
  const copied = await signInAgain(creator);
  await press(as(creator), paths.sessions(), "Sign out everywhere else");
  for (const path of [paths.conversation(conversationId), paths.conversation(randomUUID())]) {
    const page = await as(copied).get(path);
    expect(page.text).toContain("Sign in to read and send messages.");
    expect(page.html).not.toContain(secret);
  }
  expect((await as(copied).get(paths.live())).status).toBe(401);
  expect((await as(copied).get(paths.conversationLive(conversationId))).status).toBe(401);
  expect((await as(copied).get(paths.conversationNow(conversationId))).status).toBe(401);
});
