import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { db, SessionEnded } from "~/platform/db.server";
import { rowsOfAllPages } from "../../../tests/support/lists";
import { makeAdmin, makeMember, posingAsAdmin } from "../../../tests/support/people";
import { type ContactInput, sendContact } from "./contacting.server";
import { contactList, findContact, handleContact, sweepContact } from "./inbox.server";

let network = 0;
const somewhere = () => `198.51.${Math.floor(network / 250)}.${(network++ % 250) + 1}`;
const ok = { ok: true };

function input(given: Partial<ContactInput> = {}): ContactInput {
  return {
    key: randomUUID(),
    name: "Gus Guest",
    email: `gus-${randomUUID().slice(0, 8)}@example.com`,
    subject: "support",
    message: "My card was charged twice.",
    ...given,
  };
}

async function send(given: Partial<ContactInput> = {}) {
  const one = input(given);
  await sendContact(null, somewhere(), one);
  const row = await db.contactMessage.findFirstOrThrow({
    where: { email: one.email },
    orderBy: { createdAt: "desc" },
  });
  return { ...one, id: row.id };
}

const mailsTo = (toAddress: string) => db.outboxMail.findMany({ where: { toAddress } });
const actsOn = (id: string) =>
  db.auditEntry.findMany({ where: { details: { path: ["thing"], equals: id } }, orderBy: { id: "asc" } });

describe("sending", () => {
  test("a form that's sent twice concurrently is stored and emailed once", async () => {
    const one = input();
    const sent = await Promise.all([
      sendContact(null, somewhere(), one),
      sendContact(null, somewhere(), one),
    ]);
    expect(sent).toEqual([ok, ok]);
    expect(await db.contactMessage.count({ where: { email: one.email } })).toBe(1);
    expect(await mailsTo(one.email)).toHaveLength(1);
  });

  test("a form that's sent again with changed text is another message", async () => {
    const one = await send();
    const { message } = await send({ ...one, message: "My card was charged three times." });
    const stored = await db.contactMessage.findMany({
      where: { email: one.email },
      select: { message: true },
    });
    expect(stored).toEqual(expect.arrayContaining([{ message: one.message }, { message }]));
  });

  test("quotes the text only to a member's own address; any other address learns only that someone entered it", async () => {
    const member = await makeMember();
    const secret = "Buy these pills today.";
    const own = input({ email: member.email, message: secret });
    const others = input({ message: secret });
    await sendContact(member, somewhere(), own);
    await sendContact(member, somewhere(), others);
    const entered = "someone else entered your address";
    const receiptOf = async (email: string) =>
      (await mailsTo(email)).map(({ textBody }) => [
        textBody.includes(`You wrote:\n\n${secret}`),
        textBody.includes(entered),
      ]);
    expect(await receiptOf(own.email)).toEqual([[true, false]]);
    expect(await receiptOf(others.email)).toEqual([[false, true]]);
  });

  test("a mailbox gets three receipts a day, no matter how its address is spelled, and every message is stored", async () => {
    const { email } = input();
    for (let count = 0; count < 5; count += 1) await send({ email });
    expect(await mailsTo(email)).toHaveLength(3);
    expect(await db.contactMessage.count({ where: { email } })).toBe(5);
    const { email: other } = await send({ email: email.replace("@", "+another@") });
    expect(await mailsTo(other)).toEqual([]);
  });

  test("a network is refused after five messages in an hour", async () => {
    const address = somewhere();
    for (let count = 0; count < 5; count += 1) expect(await sendContact(null, address, input())).toEqual(ok);
    const sixth = input();
    expect(await sendContact(null, address, sixth)).toMatchObject({ ok: false, refused: "too-many" });
    expect(await db.contactMessage.count({ where: { email: sixth.email } })).toBe(0);
  });

  test("a robot gets the usual response, and nothing is stored", async () => {
    const one = input({ f7: "https://spam.example" });
    expect(await sendContact(null, somewhere(), one)).toEqual(ok);
    expect(await db.contactMessage.count({ where: { email: one.email } })).toBe(0);
    expect(await mailsTo(one.email)).toEqual([]);
  });
});

describe("handling", () => {
  test("when two admins reply concurrently, one email is sent and one action recorded", async () => {
    const [ada, bea] = [await makeAdmin(), await makeAdmin()];
    const one = await send();
    const answers = await Promise.all([
      handleContact(ada, one.id, { intent: "answer", answer: "We paid it back." }),
      handleContact(bea, one.id, { intent: "answer", answer: "It was paid back." }),
    ]);
    expect(answers).toContainEqual(ok);
    expect(answers).toContainEqual({ ok: false, refused: "handled" });
    const answered = (await mailsTo(one.email)).filter(({ kind }) => kind === "contact-answer");
    expect(answered).toHaveLength(1);
    expect(await actsOn(one.id)).toMatchObject([
      { action: "contact.answer", details: { before: { state: "waiting" }, after: { state: "answered" } } },
    ]);
  });

  test("closing can be undone, a reply can't", async () => {
    const admin = await makeAdmin();
    const one = await send();
    expect(await handleContact(admin, randomUUID(), { intent: "close" })).toEqual({
      ok: false,
      refused: "not-found",
    });
    expect(await handleContact(admin, one.id, { intent: "close" })).toEqual(ok);
    expect(await findContact(one.id)).toMatchObject({ state: "closed", answer: "" });
    expect(await handleContact(admin, one.id, { intent: "reopen" })).toEqual(ok);
    expect(await handleContact(admin, one.id, { intent: "answer", answer: "Done." })).toEqual(ok);
    expect(await handleContact(admin, one.id, { intent: "reopen" })).toEqual({
      ok: false,
      refused: "handled",
    });
    expect(await findContact(one.id)).toMatchObject({ state: "answered", answer: "Done." });
    const to = (from: string, state: string) => ({ before: { state: from }, after: { state } });
    expect(await actsOn(one.id)).toMatchObject([
      { action: "contact.close", details: to("waiting", "closed") },
      { action: "contact.reopen", details: to("closed", "waiting") },
      { action: "contact.answer", details: to("waiting", "answered") },
    ]);
  });

  test("members can't handle messages", async () => {
    const member = await makeMember();
    const one = await send();
    const closing = handleContact(posingAsAdmin(member), one.id, { intent: "close" });
    await expect(closing).rejects.toThrow(SessionEnded);
    expect((await db.contactMessage.findUniqueOrThrow({ where: { id: one.id } })).state).toBe("waiting");
  });
});

describe("the inbox", () => {
  test("pages through open messages, oldest first, each once", async () => {
    const admin = await makeAdmin();
    await db.contactMessage.deleteMany({ where: { subject: "feedback" } });
    const sent: string[] = [];
    for (let count = 0; count < 23; count += 1) sent.push((await send({ subject: "feedback" })).id);
    const read = await rowsOfAllPages(contactList, admin, adminPaths.contactInbox({ subject: "feedback" }));
    expect(read.map(({ id }) => id)).toEqual(sent);
  });

  test("deletes messages a year after they were handled, and never open ones", async () => {
    const admin = await makeAdmin();
    const [handled, waiting] = [await send(), await send()];
    await handleContact(admin, handled.id, { intent: "close" });
    await sweepContact(new Date(Date.now() + 364 * 86_400_000));
    expect(await findContact(handled.id)).not.toBeNull();
    await sweepContact(new Date(Date.now() + 366 * 86_400_000));
    expect(await findContact(handled.id)).toBeNull();
    expect(await findContact(waiting.id)).not.toBeNull();
  });
});
