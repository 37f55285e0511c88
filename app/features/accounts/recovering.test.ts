import { describe, expect, test } from "vitest";
import { openText } from "~/features/notifications/sealing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { makeMember, personPassword, signInAgain } from "../../../tests/support/people";
import { isRecoveryLinkGood, recover, requestRecovery } from "./recovering.server";
import { findActor } from "./sessions.server";
import { signIn } from "./signing-in.server";

let address = 0;
const elsewhere = () => `203.0.113.${++address}`;

/** The one-time token out of the newest mail to an address. */
async function mailedToken(email: string): Promise<string> {
  const mail = await db.outboxMail.findFirstOrThrow({
    where: { toAddress: email },
    orderBy: { createdAt: "desc" },
  });
  const text = openText(mail.textBody) ?? "";
  const start = text.indexOf(paths.recoverWith(""));
  return text.slice(start + paths.recoverWith("").length).split(/\s/)[0] ?? "";
}

async function mailedLink(email: string): Promise<string> {
  expect(await requestRecovery({ email }, elsewhere())).toEqual({ ok: true });
  return mailedToken(email);
}

describe("asking for a link", () => {
  test("mails one to the account's own address, with its job, and stores only its hash", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email.toUpperCase().replace("EXAMPLE.COM", "example.com")).catch(() => "");
    const given = token || (await mailedLink(email));
    expect(given).toHaveLength(43);
    const links = await db.recoveryLink.findMany({ where: { userId } });
    expect(links.every((link) => !Buffer.from(link.tokenHash).toString("base64url").includes(given))).toBe(
      true,
    );
    const [jobs] = await db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM graphile_worker.jobs`;
    expect(jobs?.n).toBeGreaterThan(0);
  });

  test("answers the same for an unknown address, and mails nobody", async () => {
    expect(await requestRecovery({ email: "nobody@example.com" }, elsewhere())).toEqual({ ok: true });
    expect(await db.outboxMail.count({ where: { toAddress: "nobody@example.com" } })).toBe(0);
  });

  test("is throttled per account, whether or not there is one", async () => {
    const { email } = await makeMember();
    for (const of of [email, "no-account@example.com"]) {
      for (let turn = 0; turn < 3; turn += 1)
        expect(await requestRecovery({ email: of }, elsewhere())).toEqual({ ok: true });
      expect(await requestRecovery({ email: of }, elsewhere())).toMatchObject({ refused: "too-many" });
    }
  });

  test("is throttled per network address", async () => {
    const from = elsewhere();
    for (let turn = 0; turn < 10; turn += 1)
      await requestRecovery({ email: `who-${turn}@example.com` }, from);
    expect(await requestRecovery({ email: "who-else@example.com" }, from)).toMatchObject({
      refused: "too-many",
    });
  });
});

describe("a link", () => {
  test("sets a password and ends every session and every other link", async () => {
    const person = await makeMember();
    const other = await signInAgain(person);
    const older = await mailedLink(person.email);
    const token = await mailedLink(person.email);
    expect(await isRecoveryLinkGood(token)).toBe(true);
    expect(await recover(token, { password: "a-new-harbour-41" })).toEqual({
      ok: true,
      userId: person.userId,
    });
    expect(await isRecoveryLinkGood(older)).toBe(false);
    expect(await recover(older, { password: "yet-another-41" })).toMatchObject({ refused: "link-over" });
    expect(await findActor(person.token)).toBeNull();
    expect(await findActor(other.token)).toBeNull();
    expect(await signIn({ email: person.email, password: personPassword }, elsewhere())).toMatchObject({
      refused: "wrong",
    });
    expect(await signIn({ email: person.email, password: "a-new-harbour-41" }, elsewhere())).toMatchObject({
      ok: true,
    });
  });

  test("works once, even when two requests bring it together", async () => {
    const { email } = await makeMember();
    const token = await mailedLink(email);
    const both = await Promise.all([
      recover(token, { password: "first-harbour-41" }),
      recover(token, { password: "second-harbour-41" }),
    ]);
    expect(both.filter((done) => done.ok)).toHaveLength(1);
    const winner = both[0]?.ok ? "first-harbour-41" : "second-harbour-41";
    expect(await signIn({ email, password: winner }, elsewhere())).toMatchObject({ ok: true });
    expect(await recover(token, { password: "third-harbour-41" })).toEqual({
      ok: false,
      refused: "link-over",
    });
  });

  test("is over after an hour", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    await db.recoveryLink.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await isRecoveryLinkGood(token)).toBe(false);
    expect(await recover(token, { password: "a-new-harbour-41" })).toEqual({
      ok: false,
      refused: "link-over",
    });
  });

  test("is not used up by a weak password", async () => {
    const { email } = await makeMember();
    const token = await mailedLink(email);
    expect(await recover(token, { password: "password1" })).toMatchObject({ refused: "weak-password" });
    expect(await recover(token, { password: "a-new-harbour-41" })).toMatchObject({ ok: true });
  });

  test("opens nothing for a suspended account, nor when it is made up", async () => {
    const { email, userId } = await makeMember();
    const token = await mailedLink(email);
    await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    expect(await recover(token, { password: "a-new-harbour-41" })).toMatchObject({ refused: "link-over" });
    for (const madeUp of ["", "x", "' OR 1=1 --", "\0"]) {
      expect(await isRecoveryLinkGood(madeUp)).toBe(false);
      expect(await recover(madeUp, { password: "a-new-harbour-41" })).toMatchObject({ refused: "link-over" });
    }
  });
});
