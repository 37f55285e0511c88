import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { remind } from "~/features/messaging/inbox.server";
import { shortened } from "~/graphemes";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { hostileTexts } from "../support/hostile-texts";
import { givePlan, makeCreator, type Person } from "../support/people";
import { makeProject } from "../support/projects";
import { as, type OpenReply } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";
import { makeTalk, say } from "../support/talks";
import { until } from "../support/until";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const decode = (html: string) => html.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The messages that a reader sees, without link tags. */
const messagesIn = (html: string) =>
  [...html.matchAll(/<li class="bubble[^"]*">.*?<p>(.*?)<\/p> <time/gs)].map(([, text = ""]) =>
    decode(text.replace(/<a href="https?:[^>]*>|<\/a>/g, "")),
  );
/** Every tag outside messages. An injected one would be among them. */
const tagsIn = (html: string) => (html.match(/<[a-z!/]/gi) ?? []).length;

test.each(hostileTexts)("%s is shown everywhere as typed", async (_, text) => {
  const { creator, contributor, place, conversationId } = await makeTalk("Plain");
  const plain = await makeTalk("Plain");
  const frames = [];
  for (const talk of [{ creator, conversationId }, plain]) {
    frames.push(await as(talk.creator).open(paths.conversationLive(talk.conversationId, { after: 1 })));
  }
  const write = (from: Person, to: string, Message: string) => press(as(from), to, "Send", { Message });
  expect((await write(contributor, place, text)).status).toBe(303);
  expect((await write(plain.contributor, plain.place, "plain")).status).toBe(303);
  expect((await db.message.findFirstOrThrow({ where: { conversationId, seq: 2 } })).content).toBe(text);

  // Compares only complete tags, without heartbeats, which are comments that may arrive at any time.
  const whole = (frame: OpenReply) => /^.*<\/ol>/s.exec(frame.body().replaceAll("<!-- -->\n", ""))?.[0] ?? "";
  for (const frame of frames) {
    await until(() => expect(messagesIn(whole(frame))).toHaveLength(1));
    frame.leave();
  }
  const [ofFrame = "", ofPlainFrame = ""] = frames.map(whole);
  expect(messagesIn(ofFrame)).toEqual([text]);
  expect(tagsIn(ofFrame)).toBe(tagsIn(ofPlainFrame));

  const list = await as(creator).get(paths.messages());
  const line = /<p class="cut1">(.*?)<\/p>/s.exec(list.html)?.[1] ?? "";
  expect(decode(line.replaceAll("<!-- -->", ""))).toBe(shortened(text.replace(/\s+/g, " "), 120));
  expect(tagsIn(list.html)).toBe(tagsIn((await as(plain.creator).get(paths.messages())).html));

  const page = await as(creator).get(place);
  expect(messagesIn(page.html)).toEqual(["Plain", text]);
  expect(page.html).not.toMatch(/<(img src=x|b title|iframe src=\/login|style>|script>alert)/);
  expect(tagsIn(page.html)).toBe(tagsIn((await as(plain.creator).get(plain.place)).html));

  const update = await as(creator).get(paths.conversationNow(conversationId, { after: 1 }));
  expect(update.headers["content-type"]).toMatch(/^application\/json/);
  expect(update.headers["x-content-type-options"]).toBe("nosniff");
  expect(JSON.parse(update.html).thread.messages).toMatchObject([{ seq: 2, content: text }]);

  const edit = await as(contributor).get(paths.changeMessage(conversationId, 2));
  expect(decode(/<textarea[^>]*>(.*?)<\/textarea>/s.exec(edit.html)?.[1] ?? "").replace(/^\n/, "")).toBe(
    text,
  );
});

test("a NUL, which can't be stored, is refused with an explanation by every route that accepts text", async () => {
  const { creator, contributor, place, conversationId } = await makeTalk();
  const text = "be\0fore";
  for (const [path, button] of [
    [place, "Send"],
    [paths.newMessage({ to: creator.userId, sending: "1" }), "Send"],
    [paths.changeMessage(conversationId, 1), "Save"],
  ] as const) {
    const reply = await press(as(contributor), path, button, { Message: text });
    expect([path, reply.status]).toEqual([path, 400]);
    expect(reply.html).toContain("character we can't store");
  }
  // If the refusal had no explanation, script would treat it as a failure and keep trying to send the message.
  const byScript = await as(contributor).post(paths.conversationNow(conversationId), say(text));
  expect(byScript.status).toBe(400);
  for (const path of [
    `${place}?before=%00`,
    `${place}%00`,
    "/messages/new?q=a%00b%00c",
    "/messages?after=%00",
  ]) {
    expect((await as(contributor).get(path)).status).toBeLessThan(500);
  }
  expect(await db.message.count({ where: { conversationId } })).toBe(1);
});

test("an email about a message has none of its text, and shows names as plain text", async () => {
  const name = `<b>Rafa</b> & "Moor" <script>`;
  const { creator, conversationId } = await makeTalk("Secret <i>words</i>", { contributor: name });
  await db.$executeRaw`UPDATE messages SET created_at = now() - interval '6 minutes' WHERE conversation_id = ${conversationId}::uuid`;
  await remind(conversationId);
  const mail = await db.outboxMail.findFirstOrThrow({ where: { userId: creator.userId, kind: "message" } });
  expect(mail.subject).toBe(`New message from ${name}`);
  expect(mail.textBody).toContain(`an unread message from ${name}`);
  expect(mail.htmlBody.match(/<(b|script|i)\b/g)).toBeNull();
  expect(mail.htmlBody).toContain("&#60;b&#62;Rafa");
  for (const body of [mail.textBody, mail.htmlBody]) expect(body).not.toContain("words");
});

test.each(["\u3164", "\u2800", "\u200b\u200d"])(
  "forms refuse %j as a title, a name or text",
  async (text) => {
    const { contributor, place } = await makeTalk();
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const visitor = as(creator);
    const edit = paths.editProject(await makeProject(creator));
    for (const [sender, path, button, field] of [
      [as(contributor), place, "Send", "Message"],
      [visitor, paths.savedLists(), "Create list", "Name"],
      [visitor, edit, "Save Changes", "Title"],
      [visitor, paths.account(), "Save name", "Full name"],
    ] as const) {
      const reply = await press(sender, path, button, { [field]: text });
      expect([path, reply.status]).toEqual([path, 400]);
    }
  },
);

test("a name is stored on one line, without bidi overrides", async () => {
  const email = `noor-${randomUUID()}@example.com`;
  const account = { "Full name": "Noor", Email: email, Password: "violet-harbour-27" };
  const form = fillIn(await as(null).get(paths.login({ tab: "create" })), "Create Account", account);
  const name = " Noor\r\nBcc: x@example.com\u202e\u2066 Haddad ";
  expect((await send(as(null), forge(form, "fullName", name))).status).toBe(303);
  const made = await db.profile.findFirstOrThrow({ where: { user: { email } } });
  expect(made.fullName).toBe("Noor Bcc: x@example.com Haddad");
});
