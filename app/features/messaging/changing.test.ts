import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { pendingHints } from "../../../tests/support/hints";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { say } from "../../../tests/support/talks";
import { deleteMessage, editMessage, findChangeable } from "./changing.server";
import { setConversationHidden } from "./hiding.server";
import { listConversations } from "./inbox.server";
import { sendMessage, writeTo } from "./sending.server";
import { getThread } from "./threads.server";

const over = { ok: false, refused: "over" };
const missing = { ok: false, refused: "not-found" };

let creator: Person;
let contributor: Person;
let conversationId: string;
beforeAll(async () => {
  [creator, contributor] = [await makeCreator(), await makeContributor()];
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  const sent = await writeTo(contributor, creator.userId, say("First"));
  if (!sent.ok) throw new Error(sent.refused);
  conversationId = sent.conversationId;
});

async function write(content: string, minutesAgo = 0): Promise<number> {
  await db.rateLimit.deleteMany();
  const message = say(content);
  const sent = await sendMessage(contributor, conversationId, message);
  if (!sent.ok) throw new Error(sent.refused);
  await db.$executeRaw`
    UPDATE messages SET created_at = created_at - make_interval(mins => ${minutesAgo}::int) WHERE id = ${message.messageId}::uuid`;
  return sent.seq;
}

const shown = async (person: Person, seq: number) =>
  (await getThread(person, conversationId, null))?.messages.find((message) => message.seq === seq);

describe("changing your own message", () => {
  test("shows the new text to both people, and writes a hint", async () => {
    const seq = await write("Helo");
    expect(await findChangeable(contributor, conversationId, seq)).toMatchObject({ content: "Helo" });
    const hints = async () =>
      (await pendingHints(conversationId)).filter((hint) => hint.seq === seq && hint.changed);
    expect(await hints()).toEqual([]);
    expect(await editMessage(contributor, conversationId, seq, " Hello\r\n")).toEqual({ ok: true });
    expect(await hints()).toEqual([{ conversationId, seq, changed: true }]);
    expect(await shown(creator, seq)).toMatchObject({ content: "Hello", state: "edited", canChange: false });
    expect(await shown(contributor, seq)).toMatchObject({ state: "edited", canChange: true });
  });

  test("keeps the change if the form with the first text arrives again, and doesn't send that text twice", async () => {
    for (const change of [editMessage, deleteMessage]) {
      const message = say(`First text, before ${change.name}`);
      const sent = await sendMessage(contributor, conversationId, message);
      if (!sent.ok) throw new Error(sent.refused);
      await change(contributor, conversationId, sent.seq, "Second text");
      const before = await shown(creator, sent.seq);
      const again = await sendMessage(contributor, conversationId, message);
      expect(again).toEqual({ ok: false, refused: "id-taken" });
      expect(await shown(creator, sent.seq)).toEqual(before);
      expect(await shown(creator, sent.seq + 1)).toBeUndefined();
    }
  });

  test("doesn't count saving the same text as an edit", async () => {
    const seq = await write("The same");
    expect(await editMessage(contributor, conversationId, seq, "The same")).toEqual({ ok: true });
    expect(await shown(creator, seq)).toMatchObject({ state: "new" });
  });

  test("deletes it, and its text is erased everywhere", async () => {
    const seq = await write("A secret slip");
    expect(await deleteMessage(contributor, conversationId, seq)).toEqual({ ok: true });
    for (const person of [creator, contributor])
      expect(await shown(person, seq)).toMatchObject({ content: "", state: "deleted", canChange: false });
    expect((await listConversations(creator)).conversations[0]?.lastLine).toBe("This message was deleted");
    expect(await db.message.count({ where: { content: { contains: "secret slip" } } })).toBe(0);
    expect(await deleteMessage(contributor, conversationId, seq)).toEqual(over);
    expect(await editMessage(contributor, conversationId, seq, "Back again")).toEqual(over);
    expect(await findChangeable(contributor, conversationId, seq)).toBeNull();
  });

  test("is refused while an admin has closed its conversation", async () => {
    const seq = await write("What was reported");
    await transaction((tx) => setConversationHidden(tx, conversationId, true));
    expect(await editMessage(contributor, conversationId, seq, "Something else")).toEqual(over);
    expect(await deleteMessage(contributor, conversationId, seq)).toEqual(over);
    expect(await findChangeable(contributor, conversationId, seq)).toBeNull();
    expect(await shown(contributor, seq)).toMatchObject({ content: "What was reported", canChange: false });
    await transaction((tx) => setConversationHidden(tx, conversationId, false));
    expect(await shown(contributor, seq)).toMatchObject({ canChange: true });
  });

  test("is refused after 15 minutes", async () => {
    const [late, early] = [await write("Late", 15), await write("Just in time", 14)];
    expect(await editMessage(contributor, conversationId, late, "x")).toEqual(over);
    expect(await deleteMessage(contributor, conversationId, late)).toEqual(over);
    expect(await shown(contributor, late)).toMatchObject({ content: "Late", canChange: false });
    expect(await editMessage(contributor, conversationId, early, "x")).toEqual({ ok: true });
  });

  test("lets a deletion win over concurrent edits", async () => {
    const seq = await write("Contested");
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index === 3
          ? deleteMessage(contributor, conversationId, seq)
          : editMessage(contributor, conversationId, seq, `Edit ${index}`),
      ),
    );
    expect(await shown(creator, seq)).toMatchObject({ state: "deleted", content: "" });
  });

  test("rejects empty and overlong text", async () => {
    const seq = await write("Stays");
    expect(await editMessage(contributor, conversationId, seq, " \u0085")).toMatchObject({
      refused: "empty",
    });
    expect(await editMessage(contributor, conversationId, seq, "x".repeat(5001))).toMatchObject({
      refused: "too-long",
    });
    expect(await shown(creator, seq)).toMatchObject({ content: "Stays", state: "new" });
  });
});

test("changing is refused for someone else's message, a missing one, or one across a block", async () => {
  const seq = await write("Mine");
  const third = await makeContributor();
  for (const person of [creator, third]) {
    expect(await editMessage(person, conversationId, seq, "Yours")).toEqual(missing);
    expect(await deleteMessage(person, conversationId, seq)).toEqual(missing);
    expect(await findChangeable(person, conversationId, seq)).toBeNull();
  }
  for (const odd of [0, -1, 1.5, 2 ** 31, 99_999, Number.NaN]) {
    expect(await deleteMessage(contributor, conversationId, odd)).toEqual(missing);
  }
  expect(await deleteMessage(contributor, "' OR true --", seq)).toEqual(missing);
  await db.block.create({ data: { blockerId: creator.userId, blockedId: contributor.userId } });
  expect(await editMessage(contributor, conversationId, seq, "Still?")).toEqual(missing);
  await db.block.deleteMany({ where: { blockerId: creator.userId } });
  expect((await shown(creator, seq))?.content).toBe("Mine");
});
