import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { openText } from "~/features/notifications/mailing.server";
import { readFile, readList } from "~/http/admin-list-page.server";
import { db, SessionEnded } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { makeAdmin, makeMember, posingAsAdmin } from "../../../tests/support/people";
import { newsletterSchema } from "./newsletter.schema";
import {
  askForNewsletter,
  confirmSubscription,
  findInvitation,
  findLeaving,
  leaveLink,
  leaveNewsletter,
  sweepUnconfirmed,
} from "./newsletter.server";
import { removeSubscriber, subscriberList } from "./subscribers.server";

let network = 0;
const somewhere = () => `203.0.${Math.floor(network / 250)}.${(network++ % 250) + 1}`;
const ok = { ok: true };
const over = { ok: false, refused: "link-over" };
const newEmail = () => `reader-${randomUUID().slice(0, 8)}@example.com`;
const ask = (email: string) => askForNewsletter(null, somewhere(), { email });
const mailsTo = (toAddress: string) =>
  db.outboxMail.findMany({ where: { toAddress }, orderBy: { createdAt: "asc" } });

async function tokenOf(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return (
    openText(mail?.textBody ?? "")
      ?.split(sitePaths.confirmNewsletter(""))[1]
      ?.split(/\s/)[0] ?? ""
  );
}

async function subscribe(email = newEmail()) {
  await ask(email);
  expect(await confirmSubscription(await tokenOf(email))).toEqual(ok);
  return { email, id: (await db.newsletterSubscriber.findFirstOrThrow({ where: { email } })).id };
}

async function allOf(rows: AsyncIterable<string[]>): Promise<string[][]> {
  const all: string[][] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const isOnList = async (email: string) =>
  (await readList(subscriberList, await makeAdmin(), adminPaths.subscribers({ q: email }))).rows.length === 1;

describe("subscribing", () => {
  test("counts an address once, after the emailed link is confirmed", async () => {
    const email = newEmail();
    expect(await ask(email)).toEqual(ok);
    expect(await isOnList(email)).toBe(false);
    const token = await tokenOf(email);
    expect(await findInvitation(token)).toEqual({ email, isConfirmed: false });
    const both = await Promise.all([confirmSubscription(token), confirmSubscription(token)]);
    expect(both).toContainEqual(ok);
    expect(both).toContainEqual({ ok: false, refused: "subscribed" });
    expect(await isOnList(email)).toBe(true);
  });

  test("gives a subscribed address the same reply as any other and sends it nothing; only the member who owns it learns that it was already subscribed", async () => {
    const member = await makeMember();
    await subscribe(member.email);
    const mails = (await mailsTo(member.email)).length;
    expect(await ask(member.email)).toEqual(ok);
    const other = await makeMember();
    expect(await askForNewsletter(other, somewhere(), { email: member.email })).toEqual(ok);
    expect(await askForNewsletter(member, somewhere(), { email: member.email })).toEqual({
      ok: false,
      refused: "subscribed",
    });
    expect(await mailsTo(member.email)).toHaveLength(mails);
  });

  test("sends a mailbox at most three emails a day, no matter how its address is spelled, and keeps the last link working", async () => {
    const email = newEmail();
    for (let count = 0; count < 5; count += 1) expect(await ask(email)).toEqual(ok);
    expect(await mailsTo(email)).toHaveLength(3);
    expect(await confirmSubscription(await tokenOf(email))).toEqual(ok);
    const other = email.replace("@", "+another@");
    expect(await ask(other)).toEqual(ok);
    expect(await mailsTo(other)).toEqual([]);
  });

  test("stores nothing when the honeypot is filled in, and makes a network with many requests wait", async () => {
    const [email, address] = [newEmail(), somewhere()];
    expect(await askForNewsletter(null, address, { email, f7: "x" })).toEqual(ok);
    expect(await db.newsletterSubscriber.count({ where: { email } })).toBe(0);
    for (let count = 1; count < 20; count += 1) await askForNewsletter(null, address, { email: newEmail() });
    expect(await askForNewsletter(null, address, { email })).toMatchObject({ refused: "too-many" });
  });

  test("deletes an address that isn't confirmed within seven days, and its link stops working", async () => {
    const email = newEmail();
    await ask(email);
    const token = await tokenOf(email);
    const past = new Date(Date.now() - 1_000);
    await db.newsletterSubscriber.updateMany({ where: { email }, data: { tokenExpiresAt: past } });
    expect(await findInvitation(token)).toBeNull();
    expect(await confirmSubscription(token)).toEqual(over);
    const kept = await subscribe();
    await sweepUnconfirmed(new Date(Date.now() + 8 * 86_400_000));
    expect(await db.newsletterSubscriber.count({ where: { email } })).toBe(0);
    expect(await isOnList(kept.email)).toBe(true);
  });
});

test.each([
  [" Ana@Example.COM ", "ana@example.com"],
  ["", ""],
  ["ana@", null],
  ["ana example.com", null],
])("the form reads the address %o", (typed, email) => {
  const read = newsletterSchema.safeParse({ email: typed });
  expect(read.success ? read.data.email : null).toBe(email);
  expect(read.error?.issues.map(({ message }) => message) ?? []).toEqual(
    email === null ? ["Invalid email format"] : [],
  );
});

describe("unsubscribing", () => {
  test("works through the subscriber's own link, even repeatedly, and refuses a link for another ID", async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    const token = leaveLink(one.id).split("/").at(-1) ?? "";
    expect(await findLeaving(token)).toEqual({ email: one.email });
    expect(await leaveNewsletter(token)).toEqual(ok);
    expect(await leaveNewsletter(token)).toEqual(ok);
    expect(await findLeaving(token)).toEqual({ email: null });
    const forged = `${other.id}.${token.split(".")[1]}`;
    expect(await leaveNewsletter(forged)).toEqual({ ok: false, refused: "not-found" });
    expect(await isOnList(other.email)).toBe(true);
  });
});

describe("the admins' list", () => {
  test("removes one address, and keeps it out of the audit log", async () => {
    const [admin, member] = [await makeAdmin(), await makeMember()];
    const [{ id, email }, other] = [await subscribe(), await subscribe()];
    await expect(removeSubscriber(posingAsAdmin(member), id, "")).rejects.toThrow(SessionEnded);
    expect(await isOnList(email)).toBe(true);
    expect(await removeSubscriber(admin, id, "They asked by phone.")).toEqual(ok);
    expect([await isOnList(email), await isOnList(other.email)]).toEqual([false, true]);
    expect(await removeSubscriber(admin, id, "")).toEqual({ ok: false, refused: "not-found" });
    const acts = await db.auditEntry.findMany({ where: { actorId: admin.userId } });
    expect(acts).toMatchObject([
      {
        action: "newsletter.remove",
        subjectId: null,
        details: { reason: "They asked by phone.", thing: id },
      },
    ]);
    expect(JSON.stringify(acts[0]?.details)).not.toContain(email);
  });

  test("exports every confirmed address once, with its source and an unsubscribe link", async () => {
    const { email } = await subscribe();
    const rows = await allOf(
      await readFile(subscriberList, await makeAdmin(), adminPaths.subscribers({ q: email })),
    );
    expect(rows.map((row) => row.slice(0, 2))).toEqual([[email, "website"]]);
    const token = rows[0]?.[3]?.split("/").at(-1) ?? "";
    expect(await findLeaving(token)).toEqual({ email });
  });
});
