import { beforeEach, describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db, pool } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { announceNow, makeProject } from "../../../tests/support/projects";
import { tellApplicants } from "./announcing.server";
import { apply } from "./applying.server";
import { cancelProject, extendProject, reopenProject, tellExpiries } from "./closing.server";
import { acceptApplication, declineApplication } from "./deciding.server";

const day = 86_400_000;
const application = { note: "Hello", portfolioLink: null, answers: [] };

beforeEach(async () => {
  await db.projectBrief.deleteMany();
});

async function projectWith(days: number, timeZone = "Asia/Tokyo") {
  const creator = await makeCreator({ timeZone });
  const projectId = await makeProject(creator, { title: "Cut <six> episodes" });
  await expireIn(projectId, days);
  return { creator, projectId };
}

const expireIn = (id: string, days: number) =>
  db.projectBrief.update({ where: { id }, data: { expiresAt: new Date(Date.now() + days * day) } });
const toldTo = (person: Person, kind = "project-expiring") =>
  db.notification.findMany({ where: { userId: person.userId, kind }, orderBy: { createdAt: "asc" } });
const mailsTo = (person: Person, kind = "project-expiring") =>
  db.outboxMail.findMany({ where: { userId: person.userId, kind }, orderBy: { createdAt: "asc" } });

describe("five days before a project expires", () => {
  it("notifies its owner once, on the site and by email, with the date in their time zone and a link that extends it", async () => {
    const { creator, projectId } = await projectWith(4.9);
    const expiresAt = new Date(Math.ceil(Date.now() / day + 3) * day + 20 * 3_600_000);
    await db.projectBrief.update({ where: { id: projectId }, data: { expiresAt } });
    await Promise.all(Array.from({ length: 4 }, () => tellExpiries()));
    await tellExpiries();
    // The project expires at 8 p.m. in UTC, when it's already the next day in the owner's zone, Tokyo.
    const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(
      expiresAt.getTime() + day / 2,
    );
    const title = `“Cut <six> episodes” expires on ${date}`;
    expect(await toldTo(creator)).toMatchObject([{ title, href: `/projects/${projectId}`, aboutId: null }]);
    const [mail, ...more] = await mailsTo(creator);
    expect([mail?.subject, more]).toEqual([title, []]);
    expect(mail?.textBody).toContain(`Extend project:\nhttp://localhost/projects/${projectId}?extend=1`);
    expect(mail?.textBody).toContain("/unsubscribe/");
  });

  it("says what the owner can do if the plan has no room to extend it", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const ids = await Promise.all([1, 2, 3].map((title) => makeProject(creator, { title: `Cut ${title}` })));
    await givePlan(creator, "free");
    for (const id of ids) await expireIn(id, 3);
    await tellExpiries();
    const wayOn =
      "You have 3 active posts, and your plan allows 1. To extend this one, complete or cancel another first, or choose a bigger plan.";
    expect((await toldTo(creator)).map(({ body }) => body)).toEqual([wayOn, wayOn, wayOn]);
    const [mail] = await mailsTo(creator);
    expect(mail?.textBody.replaceAll(/\s+/g, " ")).toContain(wayOn);
    expect(mail?.textBody).toContain("View your projects:\nhttp://localhost/projects");
    expect(mail?.textBody).not.toContain("extend=1");
    expect(await extendProject(creator, ids[0] ?? "")).toEqual({ ok: false, refused: "post-limit" });
    for (const id of ids.slice(1)) await cancelProject(creator, id);
    await expireIn(ids[0] ?? "", 4);
    await tellExpiries();
    expect((await toldTo(creator)).at(-1)?.body).toBe("Extend it to keep it open.");
    expect((await mailsTo(creator)).at(-1)?.textBody).toContain("After that, no one can apply.");
    // A project in progress accepts no applications anyway, so the text doesn't mention them.
    await db.projectBrief.update({ where: { id: ids[0] }, data: { status: "in_progress" } });
    await expireIn(ids[0] ?? "", 3);
    await tellExpiries();
    expect((await toldTo(creator)).at(-1)?.body).toBe("Extend it to keep it active.");
    expect((await mailsTo(creator)).at(-1)?.textBody).not.toContain("can apply");
    expect(await extendProject(creator, ids[0] ?? "")).toEqual({ ok: true });
  });

  it.each([
    ["more than five days are left", async (id: string) => void (await expireIn(id, 5.1))],
    [
      "it never expires",
      async (id: string) => void (await db.projectBrief.update({ where: { id }, data: { expiresAt: null } })),
    ],
    ["it is extended", async (id: string, creator: Person) => void (await extendProject(creator, id))],
    ["it is closed", async (id: string, creator: Person) => void (await cancelProject(creator, id))],
    [
      "its owner is suspended",
      async (_id: string, { userId }: Person) =>
        void (await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } })),
    ],
  ])("doesn't notify the owner if %s", async (_why, change) => {
    const { creator, projectId } = await projectWith(2);
    await change(projectId, creator);
    await tellExpiries();
    expect([await toldTo(creator), await mailsTo(creator)]).toEqual([[], []]);
  });

  it("notifies again if the date changes, and after a reopening", async () => {
    const { creator, projectId } = await projectWith(2);
    await tellExpiries();
    expect(await extendProject(creator, projectId)).toEqual({ ok: true });
    await tellExpiries();
    expect(await toldTo(creator)).toHaveLength(1);
    await expireIn(projectId, 3);
    await tellExpiries();
    expect(await toldTo(creator)).toHaveLength(2);
    await cancelProject(creator, projectId);
    await reopenProject(creator, projectId);
    await expireIn(projectId, 4);
    await tellExpiries();
    expect(await toldTo(creator)).toHaveLength(3);
  });

  it("leaves a project that someone is changing for the next run", async () => {
    const { creator, projectId } = await projectWith(2);
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM project_briefs WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`;
      await tellExpiries();
    });
    expect(await toldTo(creator)).toEqual([]);
    await tellExpiries();
    expect(await toldTo(creator)).toHaveLength(1);
  });

  it("handles more projects than one batch holds, and then reads only the index to find what's left", async () => {
    const { creator, projectId } = await projectWith(2);
    await db.$executeRaw`
      INSERT INTO project_briefs (creator_id, title, expires_at)
      SELECT creator_id, 'Many', expires_at FROM project_briefs, generate_series(1, 250) WHERE id = ${projectId}::uuid`;
    await tellExpiries();
    expect(await toldTo(creator)).toHaveLength(251);
    await pool.query("VACUUM ANALYZE project_briefs");
    const { rows } = await pool.query(
      `EXPLAIN (FORMAT JSON) SELECT b.id FROM project_briefs b
        WHERE b.status IN ('open', 'in_progress') AND b.told_expiry IS DISTINCT FROM b.expires_at
          AND b.expires_at <= now() + interval '5 days' ORDER BY b.expires_at LIMIT 100`,
    );
    expect(JSON.stringify(rows)).toContain("project_briefs_expiry_to_tell_idx");
  });
});

describe("an expired project", () => {
  it("notifies pending applicants once per expiry, and the history says so", async () => {
    const { creator, projectId } = await projectWith(3);
    const [waiting, declined, accepted, blocked] = (await Promise.all(
      [1, 2, 3, 4].map(() => makeContributor()),
    )) as [Person, Person, Person, Person];
    for (const person of [waiting, declined, accepted, blocked]) await apply(person, projectId, application);
    await declineApplication(creator, projectId, declined.userId);
    await announceNow(projectId);
    await acceptApplication(creator, projectId, accepted.userId);
    await blockPerson(blocked, creator.userId);
    await expireIn(projectId, -1);
    await Promise.all([tellExpiries(), tellExpiries()]);
    await tellExpiries();
    const events = await db.projectEvent.findMany({ where: { projectId, kind: "expired" } });
    expect(events).toMatchObject([{ actorId: null, contributorId: null }]);
    await tellApplicants(projectId, String(events[0]?.id), "expired");
    const title = "“Cut <six> episodes” expired and isn't accepting applications anymore";
    expect(await toldTo(waiting, "project-changed")).toMatchObject([{ title }]);
    expect(await mailsTo(waiting, "project-changed")).toMatchObject([{ subject: title }]);
    for (const person of [declined, accepted, blocked]) {
      expect(await toldTo(person, "project-changed")).toEqual([]);
      expect(await mailsTo(person, "project-changed")).toEqual([]);
    }
    expect(await toldTo(creator)).toEqual([]);

    expect(await extendProject(creator, projectId)).toEqual({ ok: true });
    await expireIn(projectId, -0.5);
    await tellExpiries();
    expect(await db.projectEvent.count({ where: { projectId, kind: "expired" } })).toBe(2);
  });

  it("gets no line in its history while it's closed", async () => {
    const { creator, projectId } = await projectWith(3);
    await cancelProject(creator, projectId);
    await expireIn(projectId, -1);
    await tellExpiries();
    expect(await db.projectEvent.count({ where: { projectId, kind: "expired" } })).toBe(0);
    expect(await reopenProject(creator, projectId)).toEqual({ ok: true });
    await expireIn(projectId, -1);
    await tellExpiries();
    expect(await db.projectEvent.count({ where: { projectId, kind: "expired" } })).toBe(1);
  });
});
