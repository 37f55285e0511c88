import { beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { readFile, readList } from "~/http/admin-list-page.server";
import { db } from "~/platform/db.server";
import { rowsOfAllPages } from "../../../tests/support/lists";
import {
  type AdminPerson,
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
} from "../../../tests/support/people";
import { actList } from "./acts.server";

let admin: AdminPerson;
let gone: Person;
let subject: Person;
beforeAll(async () => {
  admin = await makeAdmin({ name: "Ada Audits", timeZone: "America/New_York" });
  gone = await makeAdmin({ name: "Gil Gone" });
  subject = await makeContributor({ name: "Sana Subject" });
  await recordAdminAction(db, gone, "contributor.reject", subject.userId, {
    reason: "Too few samples.",
    before: { status: "pending" },
    after: { status: "rejected" },
  });
  await recordAdminAction(db, null, "admin.grant", admin.userId);
});

type Query = Parameters<typeof adminPaths.audit>[0];

const listed = async (query: Query, by = admin) =>
  (await readList(actList, by, adminPaths.audit(query))).rows;
const found = async (query: Query, by = admin) => (await listed(query, by)).map(({ act }) => act);

const readPage = (address: string) => readList(actList, admin, address);

describe("the audit log", () => {
  test("refuses every change", async () => {
    const changes = [
      "UPDATE audit_log SET actor_id = NULL",
      "UPDATE audit_log SET details = '{}' WHERE id = -1",
      "DELETE FROM audit_log",
      "TRUNCATE audit_log",
      "TRUNCATE audit_log CASCADE",
    ];
    for (const change of changes) {
      await expect(db.$executeRawUnsafe(change), change).rejects.toThrow("audit_log is append-only");
    }
    expect(await db.auditEntry.count()).toBe(2);
  });

  test("says who did what to whom, even after both have left", async () => {
    const [act] = await listed({ person: subject.email });
    expect(act).toMatchObject({
      act: "Rejected a contributor",
      admin: { name: "Gil Gone", email: gone.email },
      person: { name: "Sana Subject", email: subject.email },
      reason: "Too few samples.",
      before: "status: pending",
      after: "status: rejected",
    });
    await db.user.deleteMany({ where: { id: { in: [gone.userId, subject.userId] } } });
    for (const { userId } of [gone, subject]) {
      expect(await listed({ person: userId })).toMatchObject([
        { id: act?.id, admin: { id: gone.userId, name: null, email: null }, person: { id: subject.userId } },
      ]);
    }
  });

  test("filters by either person's address, name or ID, by act, and by days in the admin's zone", async () => {
    const person = await makeCreator({ name: "Nils von Filter" });
    await recordAdminAction(db, admin, "usage.reset", person.userId);
    const row = { actorId: admin.userId, subjectId: person.userId };
    // 11 p.m. on March 3 in New York.
    await db.auditEntry.create({
      data: { ...row, action: "approve-refund", createdAt: "2026-03-04T04:00:00Z" },
    });
    for (const who of [person.email.toUpperCase(), "nils v", "filter", person.userId.toUpperCase()]) {
      expect(await found({ person: who }), who).toEqual(["Reset usage", "Approved a refund"]);
    }
    expect(await found({ person: "ada audits" })).toEqual([
      "Reset usage",
      "Made someone an admin",
      "Approved a refund",
    ]);
    expect(await found({ person: "ada audits", act: "usage.reset" })).toEqual(["Reset usage"]);
    expect(await found({ from: "2026-03-03", to: "2026-03-03" })).toEqual(["Approved a refund"]);
    expect(await found({ from: "2026-03-04", to: "2026-03-05" })).toEqual([]);
    // In Havana, clocks went back from 1 AM to midnight. 12:30 AM, the first time.
    const havana = { ...admin, timeZone: "America/Havana" };
    await db.auditEntry.create({
      data: { ...row, action: "approve-refund", createdAt: "2026-11-01T04:30:00Z" },
    });
    expect(await found({ from: "2026-11-01", to: "2026-11-01" }, havana)).toEqual(["Approved a refund"]);
    expect(await found({ from: "2026-10-31", to: "2026-10-31" }, havana)).toEqual([]);
    // An older version's act may not have words anymore.
    await db.auditEntry.create({ data: { action: "retired.act", createdAt: "2026-03-06T12:00:00Z" } });
    expect(await found({ from: "2026-03-06", to: "2026-03-06" })).toEqual(["retired.act"]);
    for (const who of ["nobody@example.com", "no@address@", "Nobody Here", "%", "\u0000", "a\\"]) {
      expect(await found({ person: who }), who).toEqual(who === "\u0000" ? await found({}) : []);
    }
  });

  test("is paged and exported without gaps or repetitions, even if acts share a millisecond", async () => {
    const person = await makeCreator();
    await db.$executeRaw`
      INSERT INTO audit_log (action, actor_id, subject_id, created_at)
      SELECT 'usage.reset', id, id, '2026-02-01T12:00:00Z' FROM users, generate_series(1, 1045)
       WHERE id = ${person.userId}::uuid`;
    const whole = { from: "2026-02-01", to: "2026-02-01" };
    const seen: string[] = [];
    let address: string | null = adminPaths.audit({ person: person.userId });
    for (let page = 0; address && page < 3; page += 1) {
      const list: Awaited<ReturnType<typeof readPage>> = await readPage(address);
      seen.push(...list.rows.map(({ id }) => id));
      address = list.frame.next;
    }
    expect(new Set(seen).size).toBe(60);
    const everyId = await rowsOfAllPages(actList, admin, adminPaths.audit({ person: person.userId }));
    expect(new Set(everyId.map(({ id }) => id)).size).toBe(1_045);
    expect(everyId.slice(0, 60).map(({ id }) => id)).toEqual(seen);
    for (const query of [{ person: person.userId }, whole]) {
      let rows = 0;
      for await (const _ of await readFile(actList, admin, adminPaths.audit(query))) rows += 1;
      expect(rows).toBe(1_045);
    }
    expect(await listed({ person: person.userId, after: "nonsense" })).toHaveLength(20);
  });
});
