import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { sendQueuedMail } from "~/features/notifications/mailing.server";
import { listMailsTo, unsentMailList } from "~/features/notifications/unsent-mails.server";
import { readList } from "~/http/admin-list-page.server";
import { db, SessionEnded } from "~/platform/db.server";
import { rowsOfAllPages } from "../../../tests/support/lists";
import { type AdminPerson, makeAdmin, makeCreator, posingAsAdmin } from "../../../tests/support/people";
import { failedJobList, tendJobs, tendMails } from "./jobs-and-mail.server";

async function makeMail(more: object = {}): Promise<string> {
  const { id } = await db.outboxMail.create({
    data: {
      toAddress: "somebody@example.com",
      kind: "recovery-test",
      subject: "Hello",
      textBody: "Hello",
      htmlBody: "<p>Hello</p>",
      eventKey: randomUUID(),
      lastError: "TimeoutError",
      attempts: 2,
      ...more,
    },
  });
  return id;
}

const mailJobs = (id: string) => db.$queryRaw<unknown[]>`
  SELECT FROM graphile_worker._private_jobs j WHERE j.payload->>'mailId' = ${id}`;
const mailOf = (id: string) => db.outboxMail.findUniqueOrThrow({ where: { id } });
const actsAbout = (thing: string) =>
  db.auditEntry.count({ where: { details: { path: ["thing"], string_contains: thing } } });
const hour = 3_600_000;
const mailsIn = async (admin: AdminPerson, state: string) =>
  (await readList(unsentMailList, admin, adminPaths.unsentMails({ state }))).rows;

test("failed emails are retried once, even if two admins ask at the same time, and two jobs send each only once", async () => {
  const admins = [await makeAdmin(), await makeAdmin()];
  const person = await makeCreator();
  const [one, two] = [await makeMail({ userId: person.userId }), await makeMail()];
  const outcomes = await Promise.all(
    [0, 1, 0, 1].map((index) => tendMails(admins[index % 2] as AdminPerson, "retry", [one, two, one])),
  );
  expect(outcomes.sort()).toEqual([0, 0, 0, 2]);
  for (const id of [one, two]) {
    expect(await mailJobs(id)).toHaveLength(1);
    expect(await actsAbout(id)).toBe(1);
  }
  expect((await mailsIn(await makeAdmin(), "waiting")).find(({ id }) => id === one)).toMatchObject({
    cause: null,
    canRetry: false,
  });
  await Promise.all([sendQueuedMail(one), sendQueuedMail(one), sendQueuedMail(one)]);
  expect(await mailOf(one)).toMatchObject({ attempts: 3, sendingAt: null });
  expect((await mailOf(one)).sentAt).not.toBeNull();
});

test("the list of someone's emails shows the state of each one", async () => {
  const { userId } = await makeCreator();
  const now = new Date();
  const ways: [state: string, mail: object][] = [
    ["sent", { lastError: null, sentAt: now }],
    ["sent", { sentAt: now }],
    ["waiting", { lastError: null }],
    ["failed", {}],
    ["stopped", { stoppedAt: now }],
    ["turned-off", { lastError: "turned off" }],
    ["in-digest", { lastError: null, waitsForDigest: true }],
    ["in-digest", { lastError: null, digestKey: randomUUID(), sentAt: now }],
  ];
  const wanted = new Map<string, string>();
  for (const [state, mail] of ways) wanted.set(await makeMail({ userId, ...mail }), state);
  const { mails } = await listMailsTo(userId, null);
  expect(new Map(mails.map(({ id, state }) => [id, state]))).toEqual(wanted);
});

test("an email whose job was killed while sending is held back for two minutes, not forever", async () => {
  const id = await makeMail({ lastError: null, sendingAt: new Date() });
  await sendQueuedMail(id);
  expect((await mailOf(id)).sentAt).toBeNull();
  await db.outboxMail.update({ where: { id }, data: { sendingAt: new Date(Date.now() - 3 * 60_000) } });
  await sendQueuedMail(id);
  expect((await mailOf(id)).sentAt).not.toBeNull();
});

test("doesn't retry emails that were sent, stopped, turned off or held back on purpose", async () => {
  const admin = await makeAdmin();
  const fresh = await makeMail({ lastError: null, attempts: 0 });
  const overdue = await makeMail({ lastError: null, createdAt: new Date(Date.now() - hour) });
  const others = [
    fresh,
    await makeMail({ sentAt: new Date() }),
    await makeMail({ lastError: "turned off" }),
    await makeMail({ waitsForDigest: true, lastError: null, createdAt: new Date(Date.now() - hour) }),
  ];
  expect(await tendMails(admin, "retry", [...others, overdue, "nonsense"])).toBe(1);
  expect(await tendMails(admin, "retry", [overdue])).toBe(0);
  const stops = await Promise.all([1, 2, 3].map(() => tendMails(admin, "stop", [fresh, overdue])));
  expect(stops.sort()).toEqual([0, 0, 2]);
  expect(await tendMails(admin, "retry", [fresh])).toBe(0);
  await sendQueuedMail(fresh);
  expect(await mailOf(fresh)).toMatchObject({ sentAt: null, attempts: 0 });
  const stopped = await makeMail();
  expect(await tendMails(admin, "stop", [stopped])).toBe(1);
  const unlisted = [...others, overdue, stopped, await makeMail({ lastError: null, sentAt: new Date() })];
  for (const state of ["failed", "waiting"] as const) {
    const listed = (await mailsIn(admin, state)).map(({ id }) => id);
    expect(listed.length).toBeLessThan(20);
    expect(listed.filter((id) => unlisted.includes(id))).toEqual([]);
  }
  const member = await makeCreator();
  await expect(tendMails(posingAsAdmin(member), "stop", [fresh])).rejects.toThrow(SessionEnded);
  await expect(tendMails(posingAsAdmin(member), "retry", [fresh])).rejects.toThrow(SessionEnded);
});

test("a failed email whose text was deleted can't be retried, and its cause says so", async () => {
  const admin = await makeAdmin();
  const swept = await makeMail({ textBody: "", htmlBody: "" });
  const unreadable = await makeMail({
    kind: "recovery",
    textBody: "sealed:bG9zdA",
    htmlBody: "sealed:bG9zdA",
  });
  expect(await tendMails(admin, "retry", [swept])).toBe(0);
  for (const id of [swept, unreadable]) {
    await db.outboxMail.update({ where: { id }, data: { lastError: null } });
    await sendQueuedMail(id);
    expect(await mailOf(id)).toMatchObject({ sentAt: null, sendingAt: null, lastError: "no text" });
  }
  const failed = await mailsIn(admin, "failed");
  expect(failed.find(({ id }) => id === swept)).toMatchObject({ cause: "no text", canRetry: false });
});

test("failed emails are listed in pages, oldest first", async () => {
  await db.outboxMail.deleteMany();
  const ids = [];
  for (let index = 0; index < 22; index += 1)
    ids.push(await makeMail({ createdAt: new Date(Date.now() - (30 - (index >> 1)) * hour) }));
  const admin = await makeAdmin();
  const [first] = await mailsIn(admin, "failed");
  const all = await rowsOfAllPages(unsentMailList, admin, adminPaths.unsentMails());
  expect(all).toHaveLength(22);
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(ids));
  expect(first).toMatchObject({ cause: "TimeoutError", attempts: 2, canRetry: true });
  const malformed = await readList(unsentMailList, admin, adminPaths.unsentMails({ after: "x_y" }));
  expect(malformed.rows[0]?.id).toBe(first?.id);
});

test("failed jobs are retried or dropped once", async () => {
  const [admin, member] = [await makeAdmin(), await makeCreator()];
  await db.$executeRaw`SELECT graphile_worker.add_job('failing:' || n, '{"email": "x@example.com"}', max_attempts := 1) FROM generate_series(1, 23) n`;
  await db.$executeRaw`SELECT graphile_worker.add_job('waiting', '{}')`;
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs j SET attempts = 1, last_error = 'TimeoutError' FROM graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier LIKE 'failing:%'`;
  const { rows: jobs, frame } = await readList(failedJobList, admin, adminPaths.failedJobs());
  const rest = await readList(failedJobList, admin, frame.next ?? "");
  expect([jobs.length, rest.rows.length, rest.frame.next]).toEqual([20, 3, null]);
  expect(jobs[0]).toMatchObject({ task: "failing:1", cause: "TimeoutError", attempts: 1 });
  expect(JSON.stringify(jobs)).not.toContain("example.com");
  const [one = "", two = "", three = ""] = jobs.map(({ id }) => id);
  const retries = await Promise.all([1, 2, 3].map(() => tendJobs(admin, "retry", [one, two])));
  expect(retries.sort()).toEqual([0, 0, 2]);
  const left = async () =>
    (await readList(failedJobList, admin, adminPaths.failedJobs())).rows.map(({ id }) => id);
  expect(await left()).not.toContain(one);
  // A retried job can't be dropped anymore, because it may be running.
  const drops = await Promise.all([1, 2].map(() => tendJobs(admin, "drop", [one, three, "x"])));
  expect(drops.sort()).toEqual([0, 1]);
  expect(await left()).not.toContain(three);
  expect(await db.auditEntry.count({ where: { action: "job.retry", subjectId: null } })).toBe(2);
  expect(await db.auditEntry.count({ where: { action: "job.drop", actorId: admin.userId } })).toBe(1);
  await expect(tendJobs(posingAsAdmin(member), "retry", [two])).rejects.toThrow(SessionEnded);
  await expect(tendJobs(posingAsAdmin(member), "drop", [two])).rejects.toThrow(SessionEnded);
});
