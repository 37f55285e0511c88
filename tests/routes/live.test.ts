import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { paths } from "~/paths";
import { db, pool } from "~/platform/db.server";
import { startApp } from "../support/app";
import { openFrame } from "../support/live-frame";
import { givePlan, makeContributor, makeCreator, type Person, signInAgain } from "../support/people";
import { as, type OpenReply } from "../support/request";
import { fileFolder, picture } from "../support/sample-files";
import { fillIn, press, send } from "../support/submitting";
import { makeTalk, say } from "../support/talks";
import { until } from "../support/until";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const makePair = () => makeTalk("First");
const write = (from: Person, place: string, content: string) =>
  press(as(from), place, "Send", { Message: content });

async function listen(person: Person): Promise<OpenReply> {
  const stream = await as(person).open(paths.live());
  expect(stream.status).toBe(200);
  return stream;
}
const hints = (stream: OpenReply) =>
  [...stream.body().matchAll(/^data: (.*)$/gm)]
    .map(([, json = "{}"]) => JSON.parse(json) as { conversationId?: string; seq?: number })
    .filter((hint) => hint.seq);

describe("the event stream", () => {
  test("refuses guests, and is never cached", async () => {
    expect((await as(null).get(paths.live())).status).toBe(401);
    const stranger = { cookie: `session=${encodeURIComponent(btoa(JSON.stringify("a".repeat(43))))}` };
    expect((await as(stranger).get(paths.live())).status).toBe(401);
    const form = await as(await makeContributor()).post(paths.live());
    expect([form.status, form.headers.allow]).toEqual([405, "GET"]);
    const { creator } = await makePair();
    const stream = await listen(creator);
    expect(stream.headers["content-type"]).toBe("text/event-stream");
    expect(stream.headers["cache-control"]).toMatch(/no-store/);
    expect(stream.headers["content-encoding"]).toBeUndefined();
    expect(stream.body()).toMatch(/^retry: \d+\n\n/);
    stream.leave();
  });

  test("sends hints to both people, and none to a third", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    const streams = await Promise.all([creator, contributor].map(listen));
    const ofStranger = await listen(await makeContributor());
    await write(contributor, place, "<b>Secret</b> words");
    for (const stream of streams) {
      await until(() => expect(hints(stream)).toContainEqual({ kind: "messages", conversationId, seq: 2 }));
      expect(stream.body()).not.toContain("Secret");
    }
    expect(hints(ofStranger)).toEqual([]);
    for (const stream of [...streams, ofStranger]) stream.leave();
  });

  test("survives a closed database connection", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    const stream = await listen(creator);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'matchcut-live'`,
    );
    await until(() => expect(stream.body()).toContain('data: {"kind":"catch-up"}\n\n'));
    await write(contributor, place, "After the break");
    await until(() => expect(hints(stream)).toContainEqual({ kind: "messages", conversationId, seq: 2 }));
    stream.leave();
  });

  test("ends with its session, signed out here or elsewhere; the person's other streams continue", async () => {
    const person = await makeCreator();
    const second = await signInAgain(person);
    const ending = fillIn(await as(person).get(paths.sessions()), "Sign out Firefox on Linux");
    const third = await signInAgain(person);
    const [first, ofThird, ...ofSecond] = (await Promise.all(
      [person, third, second, second, second, second].map(listen),
    )) as [OpenReply, OpenReply, ...OpenReply[]];
    await send(as(person), ending);
    await Promise.all(ofSecond.map(({ ended }) => ended));
    // The hint ends all streams together. If it were missing, each stream would get a heartbeat before it ends.
    expect(ofSecond.map((stream) => stream.body())).toContainEqual(expect.not.stringContaining("\n:\n"));
    await press(as(third), paths.sessions(), "Sign out");
    await ofThird.ended;
    expect(first.isOver()).toBe(false);
    first.leave();
  });

  test("ends within a round of heartbeats when the account is suspended", async () => {
    const person = await makeCreator();
    const stream = await listen(person);
    await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
    await stream.ended;
    expect(stream.body()).toContain("\n:\n");
  });

  test("is limited to six per person: a seventh has to wait, and ends no other", async () => {
    const { creator, conversationId } = await makePair();
    const streams: OpenReply[] = [];
    for (let count = 0; count < 6; count += 1) streams.push(await listen(creator));
    const seventh = await as(creator).open(paths.live());
    expect([seventh.status, seventh.headers["retry-after"]]).toEqual([429, "60"]);
    expect(streams.some((stream) => stream.isOver())).toBe(false);

    // A live frame without script can't retry, so it's let in, and the oldest stream ends instead.
    const frame = await as(creator).open(paths.conversationLive(conversationId, { after: 1 }));
    expect(frame.status).toBe(200);
    await streams[0]?.ended;
    frame.leave();
    await until(async () => {
      const stream = await as(creator).open(paths.live());
      expect(stream.status).toBe(200);
      stream.leave();
    });
    expect(streams.slice(1).some((stream) => stream.isOver())).toBe(false);
    for (const stream of streams) stream.leave();
  });
});

describe("the frame without script", () => {
  test("follows the thread's messages", async () => {
    const { creator, place, conversationId } = await makePair();
    const page = await as(creator).get(place);
    expect(page.html).toContain(
      `<noscript><iframe title="New messages" class="live-frame" src="${paths.conversationLive(conversationId, { after: 1, begin: "1" }).replaceAll("&", "&amp;")}"></iframe><p><a href="${place}">Refresh messages</a></p></noscript>`,
    );
  });

  test("appends each new message as text, and marks it as read", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    const frame = await as(creator).open(paths.conversationLive(conversationId, { after: 1 }));
    expect(frame.status).toBe(200);
    expect(frame.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(frame.headers["content-security-policy"]).toMatch(/frame-ancestors 'self'/);
    const texts = ["<script>alert(1)</script>", "'; DROP TABLE messages; --", "<!-- & -->"];
    for (const text of texts) await write(contributor, place, text);
    await until(() => expect(frame.body()).toContain("&lt;!-- &amp; --&gt;"));
    const html = frame.body();
    expect(html).not.toContain("<script");
    expect(html).not.toContain("First");
    const at = ["&lt;script&gt;", "DROP TABLE", "&lt;!--"].map((text) => html.indexOf(text));
    expect(at).toEqual([...at].sort((one, other) => one - other));
    expect(at.every((index) => index > 0)).toBe(true);
    const row = await db.conversationParticipant.findFirst({
      where: { conversationId, userId: creator.userId },
    });
    expect(row?.lastReadSeq).toBe(4);
    frame.leave();
  });

  test("says once when the reader's last message was seen, and only while both people share this", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    await givePlan(creator, "pro");
    await write(creator, place, "Is it seen?");
    const seenIn = (frame: OpenReply) => frame.body().match(/Seen <time [^>]*>\d+:\d\d [AP]M</g) ?? [];
    const frame = await openFrame(creator, await as(creator).get(place));
    expect(frame.body()).toMatch(/<p class="delivery[^>]*>Sent<\/p>/);
    await as(contributor).get(place);
    await until(() => expect(seenIn(frame)).toHaveLength(1));
    await write(contributor, place, "It is");
    await until(() => expect(frame.body()).toContain("It is"));
    expect(seenIn(frame)).toHaveLength(1);
    frame.leave();

    await write(creator, place, "And now?");
    await press(as(contributor), paths.privacy(), "Save", { "Show “Seen”": false });
    const second = await openFrame(creator, await as(creator).get(place));
    await as(contributor).get(place);
    // Ends the wait with an edit, because a new message would replace "Seen" anyway.
    await press(as(contributor), paths.changeMessage(conversationId, 3), "Save", { Message: "Hidden" });
    await until(() => expect(second.body()).toContain("Hidden"));
    expect(seenIn(second)).toEqual([]);
    second.leave();
  });

  test("leaves out pictures under Save-Data, as the page does", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const folder = await fileFolder();
    const file = await folder.file(await picture(400, 300).png().toBuffer(), "board.png");
    await sendMessage(contributor, conversationId, { messageId: randomUUID(), content: "", file });
    await folder.remove();
    const address = paths.conversationLive(conversationId, { after: 1 });
    const [plain, saving] = [
      await as(creator).open(address),
      await as(creator).open(address, { headers: { "Save-Data": "on" } }),
    ];
    for (const frame of [plain, saving]) {
      await until(() => expect(frame.body()).toContain("Picture: board.png"));
      frame.leave();
    }
    expect(plain.body()).toContain("<img");
    expect(saving.body()).not.toContain("<img");
  });

  test("begins with what has arrived since the page was rendered", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    await write(contributor, place, "In between");
    const frame = await as(creator).open(paths.conversationLive(conversationId, { after: 1 }));
    await until(() => expect(frame.body()).toContain("In between"));
    frame.leave();
  });

  test("reports edits and deletions of messages that are already shown", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    await write(contributor, place, "Second");
    const change = paths.changeMessage(conversationId, 1);
    await press(as(contributor), change, "Save", { Message: "Frist" });
    const page = await as(creator).get(place);
    // This edit happens after the page was rendered and before its frame is opened.
    await press(as(contributor), change, "Save", { Message: "<b>First" });
    const frame = await openFrame(creator, page);
    await until(() => expect(frame.body()).toContain("&lt;b&gt;First"));
    await write(contributor, place, "Third");
    await until(() => expect(frame.body()).toContain("Third"));
    for (const seq of [2, 3]) {
      const path = paths.changeMessage(conversationId, seq);
      expect((await press(as(contributor), path, "Delete for good")).status).toBe(303);
    }
    const announced = () =>
      [...frame.body().matchAll(/Rafa Moor (edited)|message from (?:(?!<li).)*? was (deleted)/gs)].map(
        ([, edited, deleted]) => edited ?? deleted,
      );
    await until(() => expect(announced()).toEqual(["edited", "deleted", "deleted"]));
    expect(frame.body()).not.toContain("Frist");
    frame.leave();
    // The old page needs all changes again when its frame is reloaded. A new page already shows them.
    const again = await openFrame(creator, page);
    await until(() => expect(again.body()).toMatch(/edited.*deleted/s));
    again.leave();
    const fresh = await as(creator).get(place);
    const last = await openFrame(creator, fresh);
    await write(contributor, place, "Fourth");
    await until(() => expect(last.body()).toContain("Fourth"));
    expect(last.body()).not.toMatch(/edited|deleted/);
    last.leave();
  });

  test("is a 404 for a third person, as if the conversation didn't exist, and a 401 for a guest", async () => {
    const { conversationId } = await makePair();
    const third = await makeContributor();
    const absent = await as(third).get(paths.conversationLive(randomUUID()));
    const foreign = await as(third).get(paths.conversationLive(conversationId));
    expect([absent.status, foreign.status]).toEqual([404, 404]);
    expect(foreign.html).toBe(absent.html);
    for (const id of [conversationId, randomUUID(), "no-id"]) {
      expect((await as(null).get(paths.conversationLive(id))).status).toBe(401);
    }
  });

  test("ends for both people when one blocks the other, and for a member who leaves a group", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const open = (person: Person, id: string) => as(person).open(paths.conversationLive(id, { after: 1 }));
    const frames = [await open(creator, conversationId), await open(contributor, conversationId)];
    await press(as(contributor), paths.blockPerson(creator.userId), `Block ${creator.name}`);
    for (const frame of frames) expect(await frame.ended).toContain("Live updates have stopped.");

    const others = [await makeCreator(), await makeCreator()].map((person) => person.userId);
    const begun = await write(contributor, paths.newGroup(others), "Hello you two");
    const group = begun.location.split("/").at(-1) ?? "";
    const frame = await open(contributor, group);
    await press(as(contributor), begun.location, "Leave conversation");
    expect(await frame.ended).toContain("Live updates have stopped.");
  });

  test("ends with a link when the reader loses access to its conversation", async () => {
    const { creator, contributor, place, conversationId } = await makePair();
    const frame = await as(creator).open(paths.conversationLive(conversationId, { after: 1 }));
    await write(contributor, place, "The last");
    await until(() => expect(frame.body()).toContain("The last"));
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'matchcut-live'`,
    );
    const html = await frame.ended;
    expect(html).toContain(`href="${paths.conversationLive(conversationId, { after: 1 })}"`);
    expect((await as(creator).get(paths.conversationLive(conversationId))).status).toBe(404);
  });
});

describe("presence", () => {
  const presenceReceived = (stream: OpenReply) =>
    [...stream.body().matchAll(/^data: (.*)$/gm)]
      .map(([, json = "{}"]) => JSON.parse(json) as { presence?: string })
      .filter((hint) => hint.presence);

  test("reaches only the other person's stream, and gets an empty response", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const [stream, ofStranger] = [await listen(creator), await listen(await makeCreator())];
    for (const presence of ["typing", "hello", "here"]) {
      const reply = await as(contributor).post(paths.conversationPresence(conversationId), { presence });
      expect([reply.status, reply.html]).toEqual([204, ""]);
      const hint = { kind: "presence", conversationId, presence, by: contributor.userId };
      await until(() => expect(presenceReceived(stream)).toContainEqual(hint));
    }
    expect(presenceReceived(ofStranger)).toEqual([]);
    stream.leave();
    ofStranger.leave();
  });

  test("is refused: 401 to a guest, 404 to a third person, 400 for invalid values", async () => {
    const { creator, conversationId } = await makePair();
    const place = paths.conversationPresence(conversationId);
    expect((await as(null).post(place, { presence: "typing" })).status).toBe(401);
    const third = as(await makeCreator());
    const foreign = await third.post(place, { presence: "typing" });
    const absent = await third.post(paths.conversationPresence(randomUUID()), { presence: "typing" });
    expect([foreign.status, absent.status, foreign.html]).toEqual([404, 404, absent.html]);
    for (const fields of [[], [["presence", ""]], [["presence", "here or not"]]] as const)
      expect((await as(creator).post(place, fields)).status).toBe(400);
  });
});

describe("requests by a thread's script", () => {
  test("sending returns the new messages; a repeated message is stored once", async () => {
    const { contributor, creator, conversationId } = await makePair();
    await write(creator, paths.conversation(conversationId), "Answer");
    await writeTo(contributor, (await makeCreator()).userId, say("Elsewhere"));
    const message = say("Hello again");
    for (let time = 0; time < 3; time += 1) {
      const reply = await as(contributor).post(paths.conversationNow(conversationId, { after: 1 }), message);
      expect(reply.status).toBe(200);
      const answer = JSON.parse(reply.html);
      const [latest, ...others] = answer.list.conversations;
      expect(latest).toMatchObject({ conversationId, lastLine: "Hello again", lastIsMine: true });
      expect([answer.isCut, others]).toEqual([false, []]);
      expect(answer.thread.messages).toMatchObject([
        { seq: 2, mine: false, idEnd: null, content: "Answer" },
        { seq: 3, mine: true, idEnd: message.messageId.slice(-8), content: "Hello again" },
      ]);
    }
    expect(await db.message.count({ where: { conversationId } })).toBe(3);
  });

  test("a refusal explains why", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const place = paths.conversationNow(conversationId);
    expect((await as(contributor).post(place, say("  "))).status).toBe(409);
    expect((await as(contributor).post(place, { content: "No id" })).status).toBe(400);
    expect((await as(creator).post(place, say("The only one"))).status).toBe(200);
    const reply = await as(creator).post(place, say("Beyond the limit"));
    expect(reply.status).toBe(409);
    expect(JSON.parse(reply.html)).toMatchObject({
      refused: expect.stringContaining("Message Limit Reached"),
      limit: expect.stringContaining("Free plan"),
    });
    expect((await as(await makeCreator()).post(place, say("Hello"))).status).toBe(404);
    expect((await as(null).post(place, say("Hello"))).status).toBe(401);
    expect(await db.message.count({ where: { conversationId } })).toBe(2);
  });
});

test("when the server stops, it doesn't wait for streams, and frames end with a link to new messages", async () => {
  const { creator, conversationId } = await makePair();
  const stream = await listen(creator);
  const frame = await as(creator).open(paths.conversationLive(conversationId));
  await until(() => expect(frame.body()).toContain("First"));
  await app.stop();
  expect(stream.isOver() && frame.isOver()).toBe(true);
  expect(await frame.ended).toContain("Show new messages");
});
