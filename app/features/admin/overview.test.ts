import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { appealList } from "~/features/moderation/appeal-queue.server";
import { appeal } from "~/features/moderation/appeals.server";
import { caseList } from "~/features/moderation/case.server";
import { reportThing } from "~/features/moderation/reporting.server";
import { readList } from "~/http/admin-list-page.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeAdmin, makeContributor, makeCreator } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { makeTalk } from "../../../tests/support/talks";
import { adminPageAt } from "./components/admin-nav";
import type { SiteWeek } from "./overview";
import { foldSiteDays, listWaitingWork, readMetrics, readSiteWeeks } from "./overview.server";

const day = 86_400_000;

test("lists open work with its count and its oldest date", async () => {
  const admin = await makeAdmin();
  const nothing = { count: 0, isMore: false, oldest: null };
  expect(await listWaitingWork(admin)).toEqual(
    ["contributors", "reports", "appeals", "refunds", "contact", "mails", "jobs"].map((kind) => ({
      kind,
      ...nothing,
    })),
  );
  const old = new Date(Date.now() - 3 * day);
  const oldest = old.toISOString();
  const pending = [
    await makeContributor({ status: "pending" }),
    await makeContributor({ status: "pending" }),
  ];
  await db.adminNotification.updateMany({
    where: { userId: pending[1]?.userId },
    data: { createdAt: old },
  });
  await makeContributor({ status: "approved" });
  const mail = (more: object) => ({
    toAddress: "somebody@example.com",
    kind: "match",
    subject: "Hello",
    textBody: "",
    htmlBody: "",
    eventKey: randomUUID(),
    createdAt: old,
    ...more,
  });
  await db.outboxMail.createMany({
    data: [
      mail({ lastError: "TimeoutError", attempts: 2 }),
      mail({ lastError: "TimeoutError", sentAt: new Date() }),
      mail({ lastError: "turned off" }),
      mail({ lastError: "TimeoutError", stoppedAt: new Date() }),
      mail({ waitsForDigest: true }),
      mail({}),
    ],
  });
  const userId = pending[0]?.userId ?? "";
  const statuses = ["requested", "failed", "accepted", "declined", "refunded"];
  const payment = { userId, planType: "pro", priceId: "price_x", status: "paid", amountCents: 2499 } as const;
  const payments = await db.payment.createManyAndReturn({ data: statuses.map(() => payment) });
  await db.refundRequest.createMany({
    data: payments.map(({ id }, index) => ({
      ...{ userId, paymentId: id, amountCents: 2499, createdAt: old },
      status: statuses[index] ?? "",
    })),
  });
  const decidedAt = new Date();
  await db.contactMessage.createMany({
    data: ["waiting", "answered", "closed"].map((state) => ({
      ...{
        name: "Gus",
        email: "gus@example.com",
        subject: "general",
        message: "Hello",
        createdAt: old,
        state,
      },
      handledAt: state === "waiting" ? null : decidedAt,
    })),
  });
  await db.reportCase.create({
    data: {
      ...{ kind: "profile", subjectId: userId, reportedId: userId, urgency: 1, reasons: ["spam"] },
      ...{ state: "dismissed", decidedAt },
    },
  });
  await db.appeal.create({
    data: { userId, kind: "warning", decisionId: userId, words: "No.", state: "refused", decidedAt },
  });
  await db.$executeRaw`SELECT graphile_worker.add_job('nothing', '{}', max_attempts := 1)`;
  await db.$executeRaw`SELECT graphile_worker.add_job('waiting', '{}')`;
  await db.$executeRaw`SELECT graphile_worker.add_job('later', '{}', run_at := now() + interval '1 hour')`;
  const [running] = await db.$queryRaw<
    { id: bigint }[]
  >`SELECT id FROM graphile_worker.add_job('running', '{}')`;
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE id = ${running?.id ?? 0n}`;
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1, created_at = ${old}`;
  expect(await listWaitingWork(admin)).toEqual([
    { kind: "contributors", count: 2, isMore: false, oldest },
    { kind: "reports", ...nothing },
    { kind: "appeals", ...nothing },
    { kind: "refunds", count: 2, isMore: false, oldest },
    { kind: "contact", count: 1, isMore: false, oldest },
    { kind: "mails", count: 1, isMore: false, oldest },
    { kind: "jobs", count: 1, isMore: false, oldest },
  ]);
  const { body } = await readMetrics();
  const depths = [...body.matchAll(/^matchcut_queue_depth\{queue="(\w+)"\} (\d+)$/gm)];
  expect(Object.fromEntries(depths.map(([, queue, depth]) => [queue, Number(depth)]))).toEqual({
    jobs: 1,
    jobs_failed: 1,
    mails: 1,
    mails_failed: 1,
  });
  // Work about an admin is shown only to other admins, just as it's listed only for them.
  const other = await makeAdmin();
  const { creator, contributor } = await makeTalk("Hello");
  for (const { userId } of [admin, contributor]) {
    const thing = { kind: "profile", id: userId, seq: null, by: null } as const;
    await reportThing(creator, "192.0.2.1", thing, { reason: "harassment", details: "", block: false });
    const warning = await db.warning.create({ data: { userId, reason: "respect" } });
    expect(await appeal({ userId }, "warning", warning.id, "I did not.")).toEqual({ ok: true });
  }
  for (const [reader, count] of [[admin, 1] as const, [other, 2] as const]) {
    const [cases, appeals] = [
      await readList(caseList, reader, adminPaths.reports()),
      await readList(appealList, reader, adminPaths.appeals()),
    ];
    expect([cases.frame.count, appeals.frame.count]).toEqual([count, count]);
    const work = await listWaitingWork(reader);
    for (const kind of ["reports", "appeals"])
      expect(work.find((one) => one.kind === kind)).toMatchObject({ count });
  }
  // Counting stops at 1,000.
  await db.$executeRaw`
    INSERT INTO outbox_mails (to_address, kind, subject, text_body, html_body, event_key, last_error)
    SELECT 'somebody@example.com', 'match', 'Hello', '', '', 'many:' || n, 'Error' FROM generate_series(1, 1001) n`;
  expect((await listWaitingWork(admin)).find(({ kind }) => kind === "mails")).toMatchObject({
    count: 1_000,
    isMore: true,
  });
});

/** Counts directly in the tables, to compare. */
async function recount(now: Date): Promise<Pick<SiteWeek, "signUps" | "matches" | "messages" | "posts">[]> {
  const monday = new Date(now);
  monday.setUTCHours(0, 0, 0, 0);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) - 77);
  const tables = [db.user, db.match, db.message, db.projectBrief] as unknown as {
    findMany(query: object): Promise<{ createdAt: Date; held?: boolean }[]>;
  }[];
  const weeks = Array.from({ length: 12 }, () => ({ signUps: 0, matches: 0, messages: 0, posts: 0 }));
  for (const [index, kind] of (["signUps", "matches", "messages", "posts"] as const).entries()) {
    for (const { createdAt, held } of (await tables[index]?.findMany({})) ?? []) {
      const week = weeks[Math.floor((createdAt.getTime() - monday.getTime()) / (7 * day))];
      if (week && !held) week[kind] += 1;
    }
  }
  return weeks;
}

const shown = async (now: Date) => (await readSiteWeeks(now)).map(({ week, ...counts }) => counts);

test("a week begins on Monday in UTC, no matter what day it is now", async () => {
  const weeksAt = async (now: string) => (await readSiteWeeks(new Date(now))).map(({ week }) => week);
  for (const now of [
    "2026-11-23T00:00:00.000Z",
    ...[24, 25, 26, 27, 28].map((date) => `2026-11-${date}T12:00:00Z`),
    "2026-11-29T23:59:59.999Z",
  ]) {
    const weeks = await weeksAt(now);
    expect([weeks.length, weeks[0], weeks.at(-1)], now).toEqual([12, "2026-09-07", "2026-11-23"]);
  }
  expect((await weeksAt("2026-11-30T00:00:00Z")).at(-1)).toBe("2026-11-30");
});

test("the weekly counts are exact before, during and after folding, even if two jobs run concurrently", async () => {
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  for (const days of [0, 1, 6, 7, 20, 76, 90]) {
    const { creator, contributor, conversationId } = await makeTalk("Hello");
    const projectId = await makeProject(creator, { title: "Edit" });
    const pair = { creatorId: creator.userId, contributorId: contributor.userId };
    await db.match.updateMany({ where: pair, data: { held: days === 6, createdAt: ago(days) } });
    await db.user.update({ where: { id: creator.userId }, data: { createdAt: ago(days) } });
    await db.message.updateMany({ where: { conversationId }, data: { createdAt: ago(days) } });
    await db.projectBrief.update({ where: { id: projectId }, data: { createdAt: ago(days) } });
  }
  const exact = await recount(now);
  expect(await shown(now)).toEqual(exact);
  await foldSiteDays(ago(3));
  expect(await shown(now)).toEqual(exact);
  // The lock makes both jobs read how far the day has been counted before either one writes.
  let folding: Promise<unknown> | undefined;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE site_days IN SHARE ROW EXCLUSIVE MODE`;
    folding = Promise.all(Array.from({ length: 3 }, () => foldSiteDays(now)));
    await untilLockWait(3);
  });
  await folding;
  expect(await shown(now)).toEqual(exact);
  const [{ n: folded } = { n: 0 }] = await db.$queryRaw<
    { n: number }[]
  >`SELECT sum(sign_ups)::int AS n FROM site_days`;
  expect(folded).toBeGreaterThan(3);

  const late = await makeCreator();
  expect((await shown(now)).at(-1)?.signUps).toBe((exact.at(-1)?.signUps ?? 0) + 1);
  await foldSiteDays(new Date(now.getTime() + day));
  // Someone who has left still counts as a sign-up.
  await db.user.delete({ where: { id: late.userId } });
  expect((await shown(now)).at(-1)?.signUps).toBe((exact.at(-1)?.signUps ?? 0) + 1);
});

test.each([
  [paths.admin(), "Overview"],
  [adminPaths.waitingContributors(), "Contributors"],
  [adminPaths.allPeople(), "People"],
  [adminPaths.person(randomUUID()), "People"],
  [adminPaths.allProjects(), "Projects"],
  [adminPaths.subscriptions(), "Subscriptions"],
  [adminPaths.resetUsage(randomUUID()), "Subscriptions"],
  [adminPaths.reports(), "Reports"],
  [adminPaths.decideReport(randomUUID()), "Reports"],
  [adminPaths.appeals(), "Appeals"],
  [adminPaths.refunds(), "Refunds"],
  [adminPaths.decideRefund(randomUUID()), "Refunds"],
  [adminPaths.contactInbox(), "Contact"],
  [adminPaths.subscribers(), "Newsletter"],
  [adminPaths.unsentMails(), "Emails"],
  [adminPaths.failedJobs(), "Jobs"],
  [adminPaths.audit(), "Audit log"],
])("on the admin page %s, only %s is marked as current", (path, label) => {
  expect(adminPageAt(path)?.label).toBe(label);
});
