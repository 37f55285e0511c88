import { describe, expect, test } from "vitest";
import { openText, queueMail } from "~/features/notifications/mailing.server";
import { db, transaction } from "~/platform/db.server";
import { countUse } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import { makeMember, newClient, personPassword, signInAgain } from "../../../tests/support/people";
import {
  findRecovery,
  mailRecoveryLink,
  mailRecoveryTask,
  recover,
  recoveryMail,
  requestRecovery,
  vacateAddress,
} from "./recovering.server";
import { findActor } from "./sessions.server";
import { findPendingAccount, signIn } from "./signing-in.server";

async function mailedToken(email: string): Promise<string> {
  const mail = await db.outboxMail.findFirstOrThrow({
    where: { toAddress: email },
    orderBy: { createdAt: "desc" },
  });
  const text = openText(mail.textBody) ?? "";
  const start = text.indexOf(sitePaths.recoverWith(""));
  return text.slice(start + sitePaths.recoverWith("").length).split(/\s/)[0] ?? "";
}

async function mailedLink(email: string): Promise<string> {
  await mailRecoveryLink({ email, devices: [] });
  return mailedToken(email);
}

const mailsTo = (email: string) => db.outboxMail.count({ where: { toAddress: email, kind: "recovery" } });
const setNew = (token: string, password: string) => recover(token, { password }, newClient());

describe("requesting a recovery link", () => {
  test("queues a job whether or not the address has an account", async () => {
    const { email } = await makeMember();
    const asked = [email.toUpperCase(), "nobody@EXAMPLE.com"];
    for (const of of asked) expect(await requestRecovery({ email: of }, newClient())).toEqual({ ok: true });
    expect(await requestRecovery({ email: "no address" }, newClient())).toEqual({ ok: true });
    await requestRecovery({ email }, newClient({ devices: ["a.device"] }));
    const jobs = await db.$queryRaw<{ email: string; devices: string[] }[]>`
      SELECT j.payload->>'email' AS email, j.payload->'devices' AS devices FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = ${mailRecoveryTask} ORDER BY j.id`;
    expect(jobs).toEqual([
      ...asked.map((of) => ({ email: of.toLowerCase(), devices: [] })),
      { email, devices: ["a.device"] },
    ]);
    expect(await db.recoveryLink.count({ where: { user: { email } } })).toBe(0);
  });

  test("emails a link to the account's address and stores only its hash", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    expect(token).toHaveLength(43);
    const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress: email } });
    expect(mail.subject).toBe("Reset your Matchcut password");
    expect(openText(mail.textBody)).toMatch(
      /request to reset the password.*works once and expires in an hour.*Choose a new password/s,
    );
    const [link] = await db.recoveryLink.findMany({ where: { userId } });
    expect(Buffer.from(link?.tokenHash ?? []).toString("base64url")).not.toContain(token);
  });

  test("sends nothing to an unknown address or a suspended account", async () => {
    const { email, userId } = await makeMember();
    await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    for (const of of ["nobody@example.com", email]) {
      await mailRecoveryLink({ email: of, devices: [] });
      expect(await mailsTo(of)).toBe(0);
    }
  });

  test("is throttled per account and network, whether or not the account exists", async () => {
    const { email } = await makeMember();
    for (const of of [email, "no-account@example.com"]) {
      const from = newClient();
      for (let turn = 0; turn < 3; turn += 1)
        expect(await requestRecovery({ email: of }, from)).toEqual({ ok: true });
      expect(await requestRecovery({ email: of }, from)).toMatchObject({ ok: false, refused: "too-many" });
      expect(await requestRecovery({ email: of }, newClient())).toEqual({ ok: true });
    }
  });

  test("emails a limited number of links, but always leaves one that works", async () => {
    const { email, userId } = await makeMember();
    for (let turn = 0; turn < 9; turn += 1) await mailRecoveryLink({ email, devices: [] });
    expect(await mailsTo(email)).toBe(5);
    expect(await findRecovery(await mailedToken(email))).not.toBeNull();
    // Now that no link works, the daily limit doesn't apply.
    await db.recoveryLink.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await findRecovery(await mailedLink(email))).not.toBeNull();
    expect(await mailsTo(email)).toBe(6);
  });

  test("works from the owner's own device even after other people have reached the limit", async () => {
    const { email } = await makeMember();
    const first = await signIn({ email, password: personPassword }, newClient());
    for (let turn = 0; turn < 9; turn += 1) await mailRecoveryLink({ email, devices: [] });
    await mailRecoveryLink({ email, devices: ["made.up", first.ok ? first.device : ""] });
    expect(await mailsTo(email)).toBe(6);
    const second = await signIn({ email, password: personPassword }, newClient());
    for (let turn = 0; turn < 9; turn += 1)
      await mailRecoveryLink({ email, devices: [first.ok ? first.device : ""] });
    expect(await mailsTo(email)).toBe(10);
    await mailRecoveryLink({ email, devices: [second.ok ? second.device : ""] });
    expect(await mailsTo(email)).toBe(11);
  });

  test("is refused after many requests from one network", async () => {
    const from = newClient();
    for (let turn = 0; turn < 100; turn += 1) await countUse("recover-address", from.address);
    expect(await requestRecovery({ email: "who@example.com" }, from)).toMatchObject({ refused: "too-many" });
  });
});

describe("a recovery link", () => {
  test("replaces earlier links, but not someone else's", async () => {
    const [{ email }, other] = [await makeMember(), await makeMember()];
    const theirs = await mailedLink(other.email);
    const [first, second, third] = [
      await mailedLink(email),
      await mailedLink(email),
      await mailedLink(email),
    ];
    for (const earlier of [first, second]) {
      expect(await findRecovery(earlier)).toBeNull();
      expect(await setNew(earlier, "a-new-harbour-41")).toMatchObject({ refused: "link-over" });
    }
    expect(await setNew(third, "a-new-harbour-41")).toMatchObject({ ok: true });
    expect(await findRecovery(theirs)).not.toBeNull();
  });

  test("sets a password and ends all sessions", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const token = await mailedLink(person.email);
    expect(await findRecovery(token)).not.toBeNull();
    expect(await setNew(token, "a-new-harbour-41")).toMatchObject({
      ok: true,
      clientSession: { userId: person.userId },
    });
    expect(await findActor(person.token)).toBeNull();
    expect(await findActor(other.token)).toBeNull();
    expect(await signIn({ email: person.email, password: personPassword }, newClient())).toMatchObject({
      refused: "wrong",
    });
    expect(await signIn({ email: person.email, password: "a-new-harbour-41" }, newClient())).toMatchObject({
      ok: true,
    });
  });

  test("works once, even in two concurrent requests", async () => {
    const { email } = await makeMember();
    const token = await mailedLink(email);
    const both = await Promise.all([setNew(token, "first-harbour-41"), setNew(token, "second-harbour-41")]);
    expect(both.filter((done) => done.ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, refused: "link-over" });
    const winner = both[0]?.ok ? "first-harbour-41" : "second-harbour-41";
    expect(await signIn({ email, password: winner }, newClient())).toMatchObject({ ok: true });
    expect(await setNew(token, "third-harbour-41")).toEqual({
      ok: false,
      refused: "link-over",
    });
  });

  test("expires after an hour", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    await db.recoveryLink.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await findRecovery(token)).toBeNull();
    expect(await setNew(token, "a-new-harbour-41")).toEqual({
      ok: false,
      refused: "link-over",
    });
  });

  test("still works after a weak password was refused", async () => {
    const { email } = await makeMember({ name: "Theodora Vance" });
    const token = await mailedLink(email);
    for (const weak of ["password1", "theodora-vance-41"])
      expect(await setNew(token, weak)).toMatchObject({ ok: false, refused: "weak-password" });
    expect(await setNew(token, "a-new-harbour-41")).toMatchObject({ ok: true });
  });

  test("shows its account's address, whether it's confirmed, and which passkeys stay", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    for (const [name, ago] of [
      ["Phone", 1],
      ["Laptop", 2],
    ] as const)
      await db.passkey.create({
        data: {
          userId,
          name,
          credentialId: `${userId}-${name}`,
          publicKey: new Uint8Array(1),
          counter: 0n,
          transports: [],
          createdAt: new Date(Date.now() - ago * 60_000),
        },
      });
    expect(await findRecovery(token)).toEqual({
      userId,
      email,
      isConfirmed: true,
      passkeys: ["Laptop", "Phone"],
    });
    await db.user.update({ where: { id: userId }, data: { confirmedAt: null } });
    expect(await findRecovery(token)).toMatchObject({ isConfirmed: false });
    expect(await setNew(token, "a-new-harbour-41")).toEqual({ ok: false, refused: "unconfirmed" });
  });

  test("requires the second factor if the account has one", async () => {
    const { email, userId } = await makeMember();
    await db.user.update({ where: { id: userId }, data: { secondFactor: true } });
    const done = await setNew(await mailedLink(email), "a-new-harbour-41");
    if (!done.ok || !("pending" in done)) throw new Error("the second factor was not asked for");
    expect(await findPendingAccount(done.pending)).toMatchObject({ id: userId });
    expect(await db.session.count({ where: { userId } })).toBe(0);
  });

  test("doesn't work if it's made up, or for a suspended account", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    expect(await setNew(token, "a-new-harbour-41")).toMatchObject({ refused: "link-over" });
    for (const madeUp of ["", "x", "' OR 1=1 --", "\0"]) {
      expect(await findRecovery(madeUp)).toBeNull();
      expect(await setNew(madeUp, "a-new-harbour-41")).toMatchObject({ refused: "link-over" });
    }
  });
});

describe("the address of an unconfirmed account that a stranger made", () => {
  async function makeUnconfirmed() {
    const stranger = await makeMember();
    const { userId, email } = stranger;
    await db.user.update({ where: { id: userId }, data: { confirmedAt: null } });
    return { ...stranger, token: await mailedLink(email) };
  }
  const vacate = (token: string) => transaction((tx) => vacateAddress(tx, token));

  test("goes to the first person who proves that it's theirs, once, and the account is closed for good", async () => {
    const [{ userId, email, token }, bystander] = [await makeUnconfirmed(), await makeMember()];
    await db.user.update({ where: { id: userId }, data: { heldAt: new Date() } });
    const both = await Promise.all([vacate(token), vacate(token)]);
    expect(both.filter(Boolean)).toEqual([{ email, isHeld: true, formerId: userId }]);
    expect(await db.session.count({ where: { userId } })).toBe(0);
    const former = await db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(former.email).toBe(`deleted-${userId}@deleted.invalid`);
    expect([former.leavesAt, former.removalBegunAt]).toEqual([expect.any(Date), expect.any(Date)]);
    await queueMail(db, { userId, ...recoveryMail("x"), eventKey: `to-no-one:${userId}` });
    expect(await db.outboxMail.count({ where: { toAddress: former.email } })).toBe(0);
    expect(await findActor(bystander.token)).not.toBeNull();
    expect(await vacate("made-up")).toBeNull();
  });

  test("stays with the account if it was confirmed in the meantime", async () => {
    const [confirmed, other] = [await makeUnconfirmed(), await makeUnconfirmed()];
    await db.user.update({ where: { id: confirmed.userId }, data: { confirmedAt: new Date() } });
    expect(await vacate(confirmed.token)).toBeNull();
    expect(await vacate(other.token)).toMatchObject({ isHeld: false, formerId: other.userId });
  });
});
