import { randomUUID } from "node:crypto";
import { en, Faker } from "@faker-js/faker";
import { describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { readDesk } from "../dashboard/home.server";
import { swipe, undoSwipe } from "../discovery/swiping.server";
import { writeToGroup } from "../messaging/grouping.server";
import { sendMessage, writeTo } from "../messaging/sending.server";
import { apply, withdraw } from "../projects/applying.server";
import { acceptApplication, declineApplication, takeDeclineBack } from "../projects/deciding.server";
import { durationWords, matchRateOf, sumOf, type WeekView } from "./analytics";
import { countView, foldEvents, readAnalytics, sweepDays, type Visit } from "./analytics.server";

async function weeksOf(person: Person, now?: Date): Promise<WeekView[]> {
  const read = await readAnalytics(person, now);
  if (!read.ok) throw new Error(read.refused);
  return read.view.weeks;
}
const totalsOf = (weeks: WeekView[]) =>
  Object.fromEntries(
    (["views", "guestViews", "likes", "matches", "sent", "accepted", "received"] as const).map((key) => [
      key,
      sumOf(weeks, (week) => week[key]),
    ]),
  );
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const visit = (viewer: Person | null, more: Partial<Visit> = {}): Visit => ({
  viewer,
  address: "198.51.100.7",
  userAgent: firefox,
  isPrefetch: false,
  ...more,
});
const makePaying = async () => {
  const creator = await makeCreator({ services: ["Writer"] });
  await givePlan(creator, "agency");
  return creator;
};

const sumOfKind = (counts: Record<string, number>[], kind: string) =>
  counts.reduce((total, one) => total + (one[kind] ?? 0), 0);

/** The expected weeks, counted from the original rows instead of from totals and events. */
async function recount(person: Person): Promise<Record<string, number>> {
  const [row] = await db.$queryRaw<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM profile_views WHERE profile_id = ${person.userId}::uuid) AS views,
           (SELECT count(*)::int FROM swipes WHERE target_id = ${person.userId}::uuid AND liked) AS likes,
           (SELECT count(*)::int FROM matches WHERE ${person.userId}::uuid IN (creator_id, contributor_id)
               AND NOT held AND source = 'swipe') AS matches,
           (SELECT count(*)::int FROM project_applications WHERE contributor_id = ${person.userId}::uuid
               AND status <> 'withdrawn') AS sent,
           (SELECT count(*)::int FROM project_applications WHERE contributor_id = ${person.userId}::uuid
               AND status = 'accepted') AS accepted,
           (SELECT count(*)::int FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
             WHERE b.creator_id = ${person.userId}::uuid AND a.status <> 'withdrawn') AS received`;
  return { guestViews: 0, ...row };
}

test.each([1, 2, 3])(
  "events in any order, concurrent and while the job adds them up, agree with the original rows (seed %i)",
  async (seed) => {
    const faker = new Faker({ locale: en, seed });
    const creators = await Promise.all([makePaying(), makePaying()]);
    const contributors = await Promise.all([1, 2, 3].map(() => makeContributor({ services: ["Writer"] })));
    const projects = await Promise.all(creators.map((creator) => makeProject(creator)));
    const pick = () => {
      const index = faker.number.int(1);
      return {
        creator: creators[index] as Person,
        projectId: projects[index] as string,
        contributor: faker.helpers.arrayElement(contributors),
        swap: faker.datatype.boolean(),
      };
    };
    const acts = [
      ({ creator, contributor, swap }: ReturnType<typeof pick>) => {
        const [actor, target] = swap ? [creator, contributor] : [contributor, creator];
        return swipe(actor, { targetId: target.userId, liked: true, key: randomUUID() });
      },
      ({ creator, contributor, swap }: ReturnType<typeof pick>) =>
        swap ? undoSwipe(creator, contributor.userId) : undoSwipe(contributor, creator.userId),
      ({ contributor, projectId }: ReturnType<typeof pick>) =>
        apply(contributor, projectId, { note: "Hello", portfolioLink: null, answers: [] }),
      ({ contributor, projectId }: ReturnType<typeof pick>) => withdraw(contributor, projectId),
      ({ creator, contributor, projectId }: ReturnType<typeof pick>) =>
        acceptApplication(creator, projectId, contributor.userId),
      ({ creator, contributor, projectId }: ReturnType<typeof pick>) =>
        declineApplication(creator, projectId, contributor.userId, ""),
      ({ creator, contributor, projectId }: ReturnType<typeof pick>) =>
        takeDeclineBack(creator, projectId, contributor.userId),
      ({ creator, contributor, swap }: ReturnType<typeof pick>) =>
        swap ? countView(creator.userId, visit(contributor)) : countView(contributor.userId, visit(creator)),
      () => foldEvents(),
    ];
    for (let round = 0; round < 15; round += 1)
      await Promise.all(Array.from({ length: 6 }, () => faker.helpers.arrayElement(acts)(pick())));
    const everyone = [...creators, ...contributors];
    const expected = await Promise.all(everyone.map(recount));
    expect(await Promise.all(everyone.map(async (one) => totalsOf(await weeksOf(one))))).toEqual(expected);
    await Promise.all([foldEvents(), foldEvents()]);
    expect(await Promise.all(everyone.map(async (one) => totalsOf(await weeksOf(one))))).toEqual(expected);
    for (const kind of ["likes", "sent", "received", "views"])
      expect(sumOfKind(expected, kind)).toBeGreaterThan(0);
  },
);

describe("a view", () => {
  test("counts once per member and day, even concurrently", async () => {
    const [person, viewer, other] = [await makeContributor(), await makeCreator(), await makeContributor()];
    await Promise.all(Array.from({ length: 20 }, () => countView(person.userId, visit(viewer))));
    await countView(person.userId, visit(other));
    expect(totalsOf(await weeksOf(person))).toMatchObject({ views: 2, guestViews: 0 });
    await db.profileView.updateMany({ data: { day: new Date(Date.now() - 3 * 86_400_000) } });
    await countView(person.userId, visit(viewer));
    expect(totalsOf(await weeksOf(person))).toMatchObject({ views: 3 });
  });

  test("isn't counted if it's the owner's, an admin's, a robot's or a prefetch", async () => {
    const [person, viewer] = [await makeContributor(), await makeCreator()];
    // The table also rejects people's views of their own profile, but that would be logged as a failure.
    const failures = vi.spyOn(log, "warn");
    await countView(person.userId, visit(person));
    expect(failures).not.toHaveBeenCalled();
    failures.mockRestore();
    await countView(person.userId, visit(await makeAdmin()));
    await countView(person.userId, visit(viewer, { isPrefetch: true }));
    for (const userAgent of [
      "",
      "Googlebot/2.1 (+http://www.google.com/bot.html)",
      "curl/8.5.0",
      "Slackbot",
    ]) {
      await countView(person.userId, visit(viewer, { userAgent }));
      await countView(person.userId, visit(null, { userAgent }));
    }
    expect(totalsOf(await weeksOf(person))).toMatchObject({ views: 0, guestViews: 0 });
  });

  test("by a guest counts without identifying them, limited per network", async () => {
    const person = await makeContributor();
    for (let view = 0; view < 6; view += 1) await countView(person.userId, visit(null));
    await countView(person.userId, visit(null, { address: "203.0.113.9" }));
    expect(totalsOf(await weeksOf(person))).toMatchObject({ views: 0, guestViews: 4 });
    await foldEvents();
    expect(totalsOf(await weeksOf(person))).toMatchObject({ views: 0, guestViews: 4 });
    expect(await db.profileView.count({ where: { profileId: person.userId } })).toBe(0);
  });

  test("of a missing profile isn't counted and doesn't fail", async () => {
    const before = await db.memberEvent.count();
    for (const id of ["00000000-0000-4000-8000-000000000000", "no id"])
      for (const viewer of [await makeCreator(), null]) await countView(id, visit(viewer));
    expect(await db.memberEvent.count()).toBe(before);
  });

  test("counts toward the day in the profile owner's time zone", async () => {
    // At any hour, one of the two has a different date than UTC.
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const [person, viewer] = [await makeContributor({ timeZone }), await makeCreator()];
      await countView(person.userId, visit(viewer));
      const { day } = await db.profileView.findFirstOrThrow({ where: { profileId: person.userId } });
      const there = new Date().toLocaleDateString("en-CA", { timeZone });
      expect(day.toISOString().slice(0, 10)).toBe(there);
    }
  });
});

describe("weeks", () => {
  test("are the last twelve, starting on Monday, in the member's time zone", async () => {
    const person = await makeContributor({ timeZone: "America/Los_Angeles" });
    const [other, passing] = [await makeCreator(), await makeCreator()];
    // Sunday evening in Los Angeles, Monday in UTC.
    const createdAt = new Date("2026-11-16T05:00:00Z");
    await db.swipe.createMany({
      data: [
        { actorId: other.userId, targetId: person.userId, liked: true, createdAt },
        { actorId: passing.userId, targetId: person.userId, liked: false, createdAt },
      ],
    });
    await db.match.create({
      data: { creatorId: other.userId, contributorId: person.userId, held: true, createdAt },
    });
    const now = new Date("2026-11-23T06:00:00Z");
    for (let folded = 0; folded < 2; folded += 1) {
      const weeks = await weeksOf(person, now);
      expect(weeks).toHaveLength(12);
      expect([weeks[0]?.week, weeks[11]?.week]).toEqual(["2026-08-31", "2026-11-16"]);
      expect(
        weeks
          .filter((one) => one.likes + one.matches > 0)
          .map(({ week, likes, matches }) => [week, likes, matches]),
      ).toEqual([["2026-11-09", 1, 0]]);
      await foldEvents();
    }
    expect((await weeksOf(person, new Date("2026-11-23T09:00:00Z")))[11]?.week).toBe("2026-11-23");
  });

  test("on the dashboard are only the current one, without the Sunday before it", async () => {
    const [person, ...likers] = [
      await makeContributor({ timeZone: "UTC" }),
      ...(await Promise.all([1, 2, 3].map(() => makeCreator()))),
    ];
    const monday = new Date((await weeksOf(person))[11]?.week ?? "");
    const sunday = new Date(monday.getTime() - 3_600_000);
    await db.swipe.createMany({
      data: likers.map(({ userId: actorId }, index) => ({
        ...{ actorId, targetId: person.userId, liked: index > 0 },
        createdAt: index === 1 ? sunday : new Date(),
      })),
    });
    await db.memberDay.createMany({
      data: [
        { memberId: person.userId, day: sunday, views: 5 },
        { memberId: person.userId, day: monday, views: 2, guestViews: 1 },
        { memberId: likers[0]?.userId ?? "", day: monday, views: 7 },
      ],
    });
    await countView(person.userId, visit(null));
    expect((await readDesk(person)).week).toEqual({ views: 4, likes: 1, matches: 0 });
  });

  test("accept a time zone that PostgreSQL doesn't recognize", async () => {
    const person = await makeContributor({ timeZone: "Mars/Olympus" });
    await countView(person.userId, visit(await makeCreator()));
    await foldEvents();
    expect(totalsOf(await weeksOf(person))).toMatchObject({ views: 1 });
  });
});

test("reply time is the median delay of first replies to people who wrote first", async () => {
  const contributor = await makeContributor();
  // A conversation that they began isn't a reply to anyone.
  const begun = await writeTo(contributor, (await makePaying()).userId, {
    ...{ messageId: randomUUID(), content: "Are you looking for a writer?" },
  });
  if (!begun.ok) throw new Error(begun.refused);
  await db.$executeRaw`
    UPDATE messages SET created_at = created_at - interval '1 day' WHERE conversation_id = ${begun.conversationId}::uuid`;
  // A group doesn't wait for any one person's reply.
  const starter = await makePaying();
  await db.match.create({ data: { creatorId: starter.userId, contributorId: contributor.userId } });
  const group = await writeToGroup(starter, [contributor.userId, (await makeContributor()).userId], {
    ...{ messageId: randomUUID(), content: "Who has time?" },
  });
  if (!group.ok) throw new Error(group.refused);
  const answer = { messageId: randomUUID(), content: "I do" };
  expect((await sendMessage(contributor, group.conversationId, answer)).ok).toBe(true);
  for (const minutes of [1, 10, 600]) {
    const creator = await makePaying();
    const sent = await writeTo(creator, contributor.userId, { messageId: randomUUID(), content: "Hello" });
    if (!sent.ok) throw new Error(sent.refused);
    await db.$executeRaw`
      UPDATE messages SET created_at = created_at - make_interval(mins => ${minutes}::int)
       WHERE conversation_id = ${sent.conversationId}::uuid`;
    for (const content of ["Yes", "And more", "And yet more"])
      await sendMessage(contributor, sent.conversationId, { messageId: randomUUID(), content });
    await sendMessage(creator, sent.conversationId, { messageId: randomUUID(), content: "Fine" });
    // Only the first reply counts, no matter when the others follow.
    await db.$executeRaw`
      UPDATE messages SET created_at = created_at + interval '3 hours'
       WHERE conversation_id = ${sent.conversationId}::uuid AND content LIKE 'And %'`;
    const ofCreator = await readAnalytics(creator);
    expect(ofCreator.ok && ofCreator.view.medianReply).toBeNull();
  }
  const read = await readAnalytics(contributor);
  const week = (await weeksOf(contributor))[11];
  expect(week?.replies).toBe(3);
  expect(Math.round((week?.medianReply ?? 0) / 60)).toBe(10);
  expect(read.ok && read.view.medianReply).toBe(week?.medianReply);
});

test("require Pro for creators, but not for contributors", async () => {
  const creator = await makeCreator();
  expect(await readAnalytics(creator)).toEqual({ ok: false, refused: "plan" });
  await givePlan(creator, "pay_per_post");
  expect(await readAnalytics(creator)).toEqual({ ok: false, refused: "plan" });
  await givePlan(creator, "pro");
  expect((await readAnalytics(creator)).ok).toBe(true);
  expect((await readAnalytics(await makeContributor({ status: "pending" }))).ok).toBe(true);
});

test("everything about a deleted account is deleted, and so are days that are too old", async () => {
  const [person, viewer] = [await makeContributor({ services: ["Writer"] }), await makePaying()];
  await swipe(viewer, { targetId: person.userId, liked: true, key: randomUUID() });
  await swipe(person, { targetId: viewer.userId, liked: true, key: randomUUID() });
  await countView(person.userId, visit(viewer));
  await foldEvents();
  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db.memberDay.createMany({
    data: [399, 402].map((days) => ({ memberId: viewer.userId, day: day(days), views: 1 })),
  });
  await db.profileView.create({ data: { profileId: viewer.userId, viewerId: person.userId, day: day(3) } });
  await sweepDays();
  expect(await db.profileView.count({ where: { profileId: viewer.userId } })).toBe(0);
  expect(await db.memberDay.count({ where: { memberId: viewer.userId, day: { lt: day(30) } } })).toBe(1);
  expect(await db.profileView.count({ where: { viewerId: viewer.userId } })).toBe(1);

  await db.user.delete({ where: { id: person.userId } });
  await foldEvents();
  expect(await db.memberEvent.count({ where: { memberId: person.userId } })).toBe(0);
  expect(await db.memberDay.count({ where: { memberId: person.userId } })).toBe(0);
  expect(await db.profileView.count({ where: { viewerId: viewer.userId } })).toBe(0);
  expect(totalsOf(await weeksOf(viewer))).toMatchObject({ likes: 0, matches: 0 });
});

test("rates and durations are written as words", () => {
  expect([matchRateOf({ likes: 0, matches: 2 }), matchRateOf({ likes: 3, matches: 1 })]).toEqual([null, 33]);
  expect(matchRateOf({ likes: 1, matches: 4 })).toBe(100);
  expect([20, 60, 5_400, 3_600, 200_000, 864_000].map(durationWords)).toEqual([
    "less than a minute",
    "1 minute",
    "1.5 hours",
    "1 hour",
    "2.3 days",
    "10 days",
  ]);
});
