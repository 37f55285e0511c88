import { describe, expect, test } from "vitest";
import { openText } from "~/features/notifications/sealing.server";
import { db } from "~/platform/db.server";
import { countUse } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import { makeMember, newClient, personPassword, signInAgain } from "../../../tests/support/people";
import {
  findRecovery,
  mailRecoveryLink,
  mailRecoveryTask,
  recover,
  requestRecovery,
} from "./recovering.server";
import { findActor } from "./sessions.server";
import { signIn } from "./signing-in.server";

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
    const jobs = await db.$queryRaw<{ email: string }[]>`
      SELECT j.payload->>'email' AS email FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = ${mailRecoveryTask} ORDER BY j.id`;
    expect(jobs.map((job) => job.email)).toEqual(asked.map((of) => of.toLowerCase()));
    expect(await db.recoveryLink.count({ where: { user: { email } } })).toBe(0);
  });

  test("mails a link to the account's address and stores only its hash", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    expect(token).toHaveLength(43);
    const [link] = await db.recoveryLink.findMany({ where: { userId } });
    expect(Buffer.from(link?.tokenHash ?? []).toString("base64url")).not.toContain(token);
  });

  test("sends no mail for an unknown address or a suspended account", async () => {
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
      expect(await requestRecovery({ email: of }, from)).toMatchObject({ refused: "too-many" });
      expect(await requestRecovery({ email: of }, newClient())).toEqual({ ok: true });
    }
  });

  test("does not flood a mailbox and always leaves a working link", async () => {
    const { email, userId } = await makeMember();
    for (let turn = 0; turn < 9; turn += 1) await mailRecoveryLink({ email, devices: [] });
    expect(await mailsTo(email)).toBe(5);
    expect(await findRecovery(await mailedToken(email))).not.toBeNull();
    // No link works anymore, so the daily limit does not apply.
    await db.recoveryLink.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await findRecovery(await mailedLink(email))).not.toBeNull();
    expect(await mailsTo(email)).toBe(6);
  });

  test("works from the owner's device even after others reach the limit", async () => {
    const { email } = await makeMember();
    const first = await signIn({ email, password: personPassword }, newClient());
    for (let turn = 0; turn < 9; turn += 1) await mailRecoveryLink({ email, devices: [] });
    await mailRecoveryLink({ email, devices: ["made.up", first.ok ? first.device : ""] });
    expect(await mailsTo(email)).toBe(6);
  });

  test("is refused after many requests from one network", async () => {
    const from = newClient();
    for (let turn = 0; turn < 100; turn += 1) await countUse("recover-address", from.address);
    expect(await requestRecovery({ email: "who@example.com" }, from)).toMatchObject({ refused: "too-many" });
  });
});

describe("a recovery link", () => {
  test("sets a password and ends every session and other link", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const older = await mailedLink(person.email);
    const token = await mailedLink(person.email);
    expect(await findRecovery(token)).not.toBeNull();
    expect(await setNew(token, "a-new-harbour-41")).toMatchObject({
      ok: true,
      clientSession: { userId: person.userId },
    });
    expect(await findRecovery(older)).toBeNull();
    expect(await setNew(older, "yet-another-41")).toMatchObject({ refused: "link-over" });
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

  test("survives a weak password", async () => {
    const { email } = await makeMember();
    const token = await mailedLink(email);
    expect(await setNew(token, "password1")).toMatchObject({ refused: "weak-password" });
    expect(await setNew(token, "a-new-harbour-41")).toMatchObject({ ok: true });
  });

  test("does not work for a suspended account or when invented", async () => {
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
