import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeAdmin, makeCreator } from "../../../tests/support/people";
import { grantAdmin, revokeAdmin } from "./admins.server";

const actsAbout = (userId: string) =>
  db.auditEntry.findMany({
    where: { subjectId: userId },
    orderBy: { id: "asc" },
    select: { actorId: true, action: true, details: true },
  });
const isAdmin = async (userId: string) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).isAdmin;

describe("admin access", () => {
  test("is granted and revoked by email address, and each of these is recorded once", async () => {
    await makeAdmin();
    const person = await makeCreator();
    const typed = ` ${person.email.toUpperCase()} `;
    const granted = await Promise.all([grantAdmin(typed), grantAdmin(typed), grantAdmin(person.email)]);
    expect(granted.filter((outcome) => outcome.ok && outcome.changed)).toHaveLength(1);
    expect(await isAdmin(person.userId)).toBe(true);
    expect(await revokeAdmin(typed)).toEqual({ ok: true, changed: true });
    expect(await revokeAdmin(typed)).toEqual({ ok: true, changed: false });
    expect(await isAdmin(person.userId)).toBe(false);
    expect(await actsAbout(person.userId)).toEqual([
      {
        actorId: null,
        action: "admin.grant",
        details: { before: { isAdmin: false }, after: { isAdmin: true } },
      },
      {
        actorId: null,
        action: "admin.revoke",
        details: { before: { isAdmin: true }, after: { isAdmin: false } },
      },
    ]);
  });

  test("requires an account that can sign in", async () => {
    for (const address of ["nobody@example.com", "no address", ""]) {
      expect(await grantAdmin(address)).toEqual({ ok: false, refused: "unknown-address" });
      expect(await revokeAdmin(address)).toEqual({ ok: false, refused: "unknown-address" });
    }
    const suspended = await makeCreator();
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    expect(await grantAdmin(suspended.email)).toEqual({ ok: false, refused: "closed" });
    expect(await actsAbout(suspended.userId)).toEqual([]);
    const unproved = await makeCreator();
    await db.user.update({ where: { id: unproved.userId }, data: { confirmedAt: null } });
    expect(await grantAdmin(unproved.email)).toEqual({ ok: false, refused: "unconfirmed" });
  });

  test("stays with the last admin who can sign in, even if the last two are revoked concurrently", async () => {
    const [one, other] = [await makeAdmin(), await makeAdmin()];
    const suspended = await makeAdmin();
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    await db.user.updateMany({
      where: { id: { notIn: [one.userId, other.userId, suspended.userId] } },
      data: { isAdmin: false },
    });
    // Both begin before either one finishes.
    let revoking: Promise<unknown[]> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM users WHERE is_admin FOR UPDATE`;
      revoking = Promise.all([revokeAdmin(one.email), revokeAdmin(other.email)]);
      await untilLockWait(2);
    });
    const outcomes = await revoking;
    expect(outcomes).toContainEqual({ ok: true, changed: true });
    expect(outcomes).toContainEqual({ ok: false, refused: "last-admin" });
    expect(await db.user.count({ where: { isAdmin: true, suspendedAt: null } })).toBe(1);
    expect(await revokeAdmin(suspended.email)).toEqual({ ok: true, changed: true });
  });
});
