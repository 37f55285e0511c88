import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { readList } from "~/http/admin-list-page.server";
import { db, SessionEnded } from "~/platform/db.server";
import { takeFromLimit, usesAllowed } from "~/platform/rate-limit.server";
import { rowsOfAllPages } from "../../../tests/support/lists";
import { untilLockWait } from "../../../tests/support/locks";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
  posingAsAdmin,
} from "../../../tests/support/people";
import { undoMinutes } from "./review-reasons";
import {
  findLastReview,
  findVetting,
  listReviewedLately,
  listReviewHistory,
  listVetting,
  rejectionOf,
  waitingList,
} from "./reviewing.server";
import { lockProfile, setRole } from "./saving.server";
import {
  announceMissed,
  announceSubmission,
  approveContributor,
  approveContributors,
  askForChanges,
  rejectContributor,
  resubmit,
  submitForVetting,
  undoReview,
  writeReviewNote,
} from "./vetting.server";

const submit = (id: string) => db.$transaction((tx) => submitForVetting(tx, id));
const statusOf = (id: string) => db.contributorProfile.findUniqueOrThrow({ where: { id } });
const alertsOf = (userId: string) =>
  db.adminNotification.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
const jobsFor = (id: string) => db.$queryRaw<unknown[]>`
  SELECT FROM graphile_worker._private_jobs j WHERE j.payload->>'contributorId' = ${id}`;
const mailsAbout = (id: string) => db.outboxMail.findMany({ where: { eventKey: { contains: id } } });

async function makePending(details: Parameters<typeof makeContributor>[0] = {}) {
  const contributor = await makeContributor({ status: "pending", ...details });
  await submit(contributor.userId);
  return contributor;
}

describe("submitting for vetting", () => {
  test("adds a contributor to the admins' list once, and queues an email to the admins", async () => {
    const contributor = await makePending();
    await submit(contributor.userId);
    expect(await alertsOf(contributor.userId)).toMatchObject([
      { type: "contributor_approval", message: "New contributor account pending approval", status: "unread" },
    ]);
    expect((await jobsFor(contributor.userId)).length).toBeGreaterThan(0);
  });

  test("is undone completely if its transaction fails", async () => {
    const contributor = await makeContributor({ status: "rejected" });
    const failing = db.$transaction(async (tx) => {
      await submitForVetting(tx, contributor.userId);
      throw new Error("the sign-up failed");
    });
    await expect(failing).rejects.toThrow("the sign-up failed");
    expect(await alertsOf(contributor.userId)).toEqual([]);
    expect(await jobsFor(contributor.userId)).toEqual([]);
  });

  test("leaves an approval in place", async () => {
    const contributor = await makeContributor({ status: "approved" });
    await submit(contributor.userId);
    expect((await statusOf(contributor.userId)).status).toBe("approved");
  });

  test("emails every admin once, no matter how often the job runs, and no one else", async () => {
    const admins = [await makeAdmin(), await makeAdmin()];
    const suspended = await makeAdmin();
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    const contributor = await makePending({ name: "Ines Okafor" });
    await Promise.all([announceSubmission(contributor.userId), announceSubmission(contributor.userId)]);
    await announceSubmission(contributor.userId);
    const mails = await mailsAbout(contributor.userId);
    const addresses = mails.map((mail) => mail.toAddress);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses).toEqual(expect.arrayContaining(admins.map((admin) => admin.email)));
    expect(addresses).not.toContain(suspended.email);
    expect(addresses).not.toContain(contributor.email);
    expect(mails[0]?.textBody).toContain("Ines Okafor");
  });

  test("emails an admin about one person at most three times a day, and about everyone at most twenty times", async () => {
    const admin = await makeAdmin();
    const mailsTo = () => db.outboxMail.count({ where: { toAddress: admin.email } });
    const restless = await makePending();
    for (let round = 0; round < 5; round += 1) {
      await submit(restless.userId);
      await announceSubmission(restless.userId);
    }
    expect(await mailsTo()).toBe(3);
    for (let use = 3; use < usesAllowed("vetting-mail") - 1; use += 1)
      await takeFromLimit("vetting-mail", admin.userId);
    const [last, beyond] = [await makePending(), await makePending()];
    for (const { userId } of [last, beyond]) await announceSubmission(userId);
    expect(await mailsTo()).toBe(4);
    expect(await alertsOf(beyond.userId)).toHaveLength(1);
  });

  test("adds people who are missing to the admins' list", async () => {
    const contributor = await makeContributor({ status: "pending" });
    const again = await makeContributor({ status: "pending" });
    await db.adminNotification.deleteMany({ where: { userId: contributor.userId } });
    await db.adminNotification.updateMany({ where: { userId: again.userId }, data: { status: "read" } });
    const [approved, creator] = [await makeContributor(), await makeContributor({ status: "pending" })];
    await db.$transaction((tx) => setRole(tx, creator.userId, "creator"));
    await announceMissed();
    await announceMissed();
    const states = async ({ userId }: Person) => (await alertsOf(userId)).map(({ status }) => status);
    expect(await states(contributor)).toEqual(["unread"]);
    expect((await states(again)).sort()).toEqual(["read", "unread"]);
    expect([await states(approved), await states(creator)]).toEqual([[], ["read"]]);
  });
});

describe("reviewing", () => {
  test("approves a contributor: they're in decks, notified on the site and by email, and the action is recorded", async () => {
    const admin = await makeAdmin();
    const contributor = await makePending();
    expect(await approveContributor(admin, contributor.userId)).toEqual({ ok: true });
    expect(await statusOf(contributor.userId)).toMatchObject({ status: "approved", rejectionReason: null });
    expect((await alertsOf(contributor.userId)).map((alert) => alert.status)).toEqual(["read"]);
    expect(await db.personListing.count({ where: { profileId: contributor.userId } })).toBeGreaterThan(0);
    expect(await db.notification.findMany({ where: { userId: contributor.userId } })).toMatchObject([
      { kind: "vetting", title: "Your profile is approved", readAt: null },
    ]);
    // The job runs late, so there's nothing to ask the admins anymore.
    await announceSubmission(contributor.userId);
    expect(await mailsAbout(contributor.userId)).toMatchObject([
      { toAddress: contributor.email, kind: "contributor_status" },
    ]);
    expect(await db.auditEntry.findMany({ where: { subjectId: contributor.userId } })).toMatchObject([
      { actorId: admin.userId, action: "contributor.approve" },
    ]);
  });

  test("rejects with a reason that the contributor receives", async () => {
    const admin = await makeAdmin();
    const contributor = await makePending();
    const reason = "Please add <b>three</b> finished videos.";
    expect(await rejectContributor(admin, contributor.userId, { reason })).toEqual({ ok: true });
    expect(await rejectionOf(contributor)).toMatchObject({ reason, asksChanges: false });
    expect(await db.personListing.count({ where: { profileId: contributor.userId } })).toBe(0);
    const [mail] = await mailsAbout(contributor.userId);
    expect(mail?.textBody).toContain(reason);
    expect(mail?.htmlBody).not.toContain("<b>three</b>");
    expect(await db.auditEntry.findMany({ where: { subjectId: contributor.userId } })).toMatchObject([
      {
        action: "contributor.reject",
        details: { reason, before: { status: "pending" }, after: { status: "rejected" } },
      },
    ]);
  });

  test("lets only one of several concurrent admins decide", async () => {
    const contributor = await makePending();
    const admins = await Promise.all(Array.from({ length: 6 }, () => makeAdmin()));
    const outcomes = await Promise.all(
      admins.map((admin, index) =>
        index % 2
          ? approveContributor(admin, contributor.userId)
          : rejectContributor(admin, contributor.userId, { reason: "Too few samples." }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refused === "already-reviewed")).toHaveLength(
      5,
    );
    expect(await db.auditEntry.count({ where: { subjectId: contributor.userId } })).toBe(1);
    expect(await db.notification.count({ where: { userId: contributor.userId } })).toBe(1);
    expect(await mailsAbout(contributor.userId)).toHaveLength(1);
    const { status } = await statusOf(contributor.userId);
    const listed = await db.personListing.count({ where: { profileId: contributor.userId } });
    expect(listed > 0).toBe(status === "approved");
  });

  test("is refused for non-admins, and for people who aren't contributors", async () => {
    const contributor = await makePending();
    const other = await makeCreator();
    for (const person of [contributor, other]) {
      const poser = posingAsAdmin(person);
      await expect(approveContributor(poser, contributor.userId)).rejects.toThrow(SessionEnded);
      const reason = { reason: "No." };
      await expect(rejectContributor(poser, contributor.userId, reason)).rejects.toThrow(SessionEnded);
    }
    expect((await statusOf(contributor.userId)).status).toBe("pending");
    const admin = await makeAdmin();
    expect(await approveContributor(admin, other.userId)).toEqual({ ok: false, refused: "already-reviewed" });
    expect(await findVetting(other.userId)).toBeNull();
  });
});

describe("undoing an approval", () => {
  const reviewedAgo = (id: string, minutes: number) =>
    db.contributorProfile.update({
      where: { id },
      data: { reviewedAt: new Date(Date.now() - minutes * 60_000) },
    });

  test("stops being possible before the email is sent", async () => {
    const contributor = await makePending();
    await approveContributor(await makeAdmin(), contributor.userId);
    const [mail] = await mailsAbout(contributor.userId);
    const [job] = await db.$queryRaw<{ wait: number }[]>`
      SELECT extract(epoch FROM j.run_at - now())::float AS wait
        FROM graphile_worker._private_jobs j WHERE j.payload->>'mailId' = ${mail?.id ?? ""}`;
    expect(job?.wait).toBeGreaterThan(undoMinutes * 60);
  });

  test("makes the person pending again, takes them out of decks, withdraws the notification and the email, and is recorded", async () => {
    const admin = await makeAdmin();
    const contributor = await makePending();
    await approveContributor(admin, contributor.userId);
    expect(await undoReview(admin, contributor.userId)).toEqual({ ok: true });
    expect(await statusOf(contributor.userId)).toMatchObject({ status: "pending", reviewedAt: null });
    expect(await db.personListing.count({ where: { profileId: contributor.userId } })).toBe(0);
    expect(await db.notification.count({ where: { userId: contributor.userId } })).toBe(0);
    expect(await mailsAbout(contributor.userId)).toEqual([]);
    expect((await alertsOf(contributor.userId)).map((alert) => alert.status)).toEqual(["unread"]);
    const acts = await db.auditEntry.findMany({
      where: { subjectId: contributor.userId },
      orderBy: { id: "asc" },
    });
    expect(acts).toMatchObject([
      { action: "contributor.approve" },
      { action: "contributor.approve-undo", actorId: admin.userId },
    ]);
    expect(await undoReview(admin, contributor.userId)).toEqual({ ok: false, refused: "too-late" });
    expect(await approveContributor(admin, contributor.userId)).toEqual({ ok: true });
    expect(await mailsAbout(contributor.userId)).toHaveLength(1);
  });

  test("is possible once, within minutes, and only for admins", async () => {
    const admin = await makeAdmin();
    const [late, pending, rejected, other] = [
      await makePending(),
      await makePending(),
      await makePending(),
      await makePending(),
    ];
    await approveContributor(admin, late.userId);
    await reviewedAgo(late.userId, undoMinutes + 1);
    await rejectContributor(admin, rejected.userId, { reason: "Too few samples." });
    await approveContributor(admin, other.userId);
    for (const person of [late, pending]) {
      expect(await undoReview(admin, person.userId)).toEqual({ ok: false, refused: "too-late" });
    }
    expect(await undoReview(admin, rejected.userId)).toEqual({ ok: true });
    expect(await mailsAbout(rejected.userId)).toEqual([]);
    expect(await statusOf(rejected.userId)).toMatchObject({ status: "pending", rejectionReason: null });
    expect((await findVetting(rejected.userId))?.earlier).toEqual([]);
    expect(await findLastReview(rejected.userId)).toBeNull();
    await expect(undoReview(posingAsAdmin(other), other.userId)).rejects.toThrow(SessionEnded);
    expect((await statusOf(late.userId)).status).toBe("approved");
    expect(await mailsAbout(late.userId)).toHaveLength(1);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => undoReview(admin, other.userId)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(await db.auditEntry.count({ where: { subjectId: other.userId } })).toBe(2);
  });
});

describe("someone who has become a creator", () => {
  const toCreator = (userId: string) => db.$transaction((tx) => setRole(tx, userId, "creator"));
  const traces = async (id: string) => [
    (await mailsAbout(id)).length,
    await db.auditEntry.count({ where: { subjectId: id } }),
    await db.notification.count({ where: { userId: id } }),
    (await statusOf(id)).status,
    await db.personListing.findMany({ where: { profileId: id } }),
  ];

  test("can't be reviewed or submitted from pages that were opened before the switch", async () => {
    const admin = await makeAdmin();
    const [pending, approved, rejected] = [await makePending(), await makePending(), await makePending()];
    await approveContributor(admin, approved.userId);
    await rejectContributor(admin, rejected.userId, { reason: "Too few samples." });
    const acts = [
      [pending, () => approveContributor(admin, pending.userId), "already-reviewed"],
      [pending, () => rejectContributor(admin, pending.userId, { reason: "No." }), "already-reviewed"],
      [approved, () => undoReview(admin, approved.userId), "too-late"],
      [rejected, () => undoReview(admin, rejected.userId), "too-late"],
      [rejected, () => resubmit(rejected), "not-rejected"],
    ] as const;
    for (const { userId } of [pending, approved, rejected]) await toCreator(userId);
    for (const [{ userId }, act, refused] of acts) {
      const before = await traces(userId);
      expect(await act()).toEqual({ ok: false, refused });
      expect(await traces(userId)).toEqual(before);
      expect(await findVetting(userId)).toBeNull();
      expect((await listReviewedLately()).map(({ contributorId }) => contributorId)).not.toContain(userId);
    }
  });

  test("isn't approved by a review that was waiting for the switch to finish", async () => {
    const [admin, { userId }] = [await makeAdmin(), await makePending()];
    let approving: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await lockProfile(tx, userId);
      approving = approveContributor(admin, userId);
      await untilLockWait();
      await setRole(tx, userId, "creator");
    });
    expect(await approving).toEqual({ ok: false, refused: "already-reviewed" });
    expect((await statusOf(userId)).status).toBe("pending");
  });
});

describe("asking for changes", () => {
  test("rejects the contributor until they submit again, with a message that asks for changes", async () => {
    const [admin, contributor] = [await makeAdmin(), await makePending()];
    const ask = { reason: "Please add three finished videos." };
    const outcomes = await Promise.all([1, 2, 3].map(() => askForChanges(admin, contributor.userId, ask)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await rejectionOf(contributor)).toMatchObject({ ...ask, asksChanges: true });
    expect(await mailsAbout(contributor.userId)).toMatchObject([
      {
        subject: "Your profile needs a few changes",
        textBody: expect.stringMatching(
          /please make these changes:.*three finished videos\..*another look\./s,
        ),
      },
    ]);
    expect(await findLastReview(contributor.userId)).toMatchObject({ status: "asked for changes from" });
    await resubmit(contributor);
    expect(await statusOf(contributor.userId)).toMatchObject({ status: "pending", changesAsked: false });
    expect((await findVetting(contributor.userId))?.earlier).toMatchObject([ask]);
    await rejectContributor(admin, contributor.userId, ask);
    expect(await rejectionOf(contributor)).toMatchObject({ ...ask, asksChanges: false });
    expect((await mailsAbout(contributor.userId)).map(({ textBody }) => textBody)).toContainEqual(
      expect.stringMatching(/didn't approve it\. Here's why:.*three finished videos\..*submit it again/s),
    );
  });
});

describe("several people at once", () => {
  test("are approved independently, and each approval can be undone", async () => {
    const admin = await makeAdmin();
    const [one, two, rejected] = [await makePending(), await makePending(), await makePending()];
    await rejectContributor(admin, rejected.userId, { reason: "Too few samples." });
    const ids = [one, two, two, rejected].map(({ userId }) => userId);
    expect(await approveContributors(admin, ids)).toEqual({ approved: 2, reviewed: 1 });
    const lately = async () => (await listReviewedLately()).map(({ contributorId }) => contributorId);
    expect(await lately()).toEqual(expect.arrayContaining([one.userId, two.userId, rejected.userId]));
    await undoReview(admin, one.userId);
    expect(await lately()).not.toContain(one.userId);
    expect((await statusOf(two.userId)).status).toBe("approved");
  });
});

describe("notes and the history", () => {
  test("are only for admins, and contain each decision with its reason, and each note once", async () => {
    const [admin, contributor] = [await makeAdmin({ name: "Ada Admin" }), await makePending()];
    const note = { noteId: randomUUID(), note: "Same samples as somebody else?" };
    await Promise.all([1, 2, 3].map(() => writeReviewNote(admin, contributor.userId, note)));
    await rejectContributor(admin, contributor.userId, { reason: "Too few samples." });
    await undoReview(admin, contributor.userId);
    expect(await listReviewHistory(contributor.userId)).toMatchObject([
      { act: "Undid a rejection", by: "Ada Admin" },
      { act: "Rejected a contributor", text: "Too few samples." },
      { act: null, text: note.note, by: "Ada Admin" },
    ]);
    expect(
      await db.auditEntry.count({ where: { action: "contributor.note", subjectId: contributor.userId } }),
    ).toBe(1);
    await writeReviewNote(admin, contributor.userId, { ...note, note: "They aren't." });
    expect((await listReviewHistory(contributor.userId))[0]).toMatchObject({ text: "They aren't." });
    const other = await makePending();
    await writeReviewNote(admin, other.userId, { ...note, note: "About someone else." });
    expect((await listReviewHistory(contributor.userId)).map(({ text }) => text)).not.toContain(
      "About someone else.",
    );
    const noting = writeReviewNote(posingAsAdmin(contributor), contributor.userId, note);
    await expect(noting).rejects.toThrow(SessionEnded);
    expect(await writeReviewNote(admin, (await makeCreator()).userId, note)).toMatchObject({
      refused: "not-found",
    });
  });
});

test("earlier feedback is listed latest first, without a rejection that was undone, even after a note", async () => {
  const [admin, contributor] = [await makeAdmin(), await makePending()];
  const reject = (reason: string) => rejectContributor(admin, contributor.userId, { reason });
  const earlier = async () => (await findVetting(contributor.userId))?.earlier.map(({ reason }) => reason);
  await reject("Too few samples.");
  await resubmit(contributor);
  await reject("Too long.");
  expect(await earlier()).toEqual(["Too long.", "Too few samples."]);
  await writeReviewNote(admin, contributor.userId, { noteId: randomUUID(), note: "I was too strict." });
  await undoReview(admin, contributor.userId);
  expect(await earlier()).toEqual(["Too few samples."]);
});

describe("submitting again", () => {
  test("is only for rejected contributors, and a double click does it once", async () => {
    const [pending, approved, creator] = [await makePending(), await makeContributor(), await makeCreator()];
    for (const person of [pending, approved, creator]) {
      expect(await resubmit(person)).toEqual({ ok: false, refused: "not-rejected" });
    }
    const rejected = await makeContributor({ status: "rejected" });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => resubmit(rejected)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(await statusOf(rejected.userId)).toMatchObject({
      status: "pending",
      rejectionReason: null,
      reviewedAt: null,
    });
    expect(await alertsOf(rejected.userId)).toHaveLength(1);
  });

  test("starts a new review, with its own notice, emails and decision", async () => {
    const admin = await makeAdmin();
    const contributor = await makePending();
    await announceSubmission(contributor.userId);
    await rejectContributor(admin, contributor.userId, { reason: "Too few samples." });
    await resubmit(contributor);
    await announceSubmission(contributor.userId);
    await approveContributor(admin, contributor.userId);
    expect((await alertsOf(contributor.userId)).map((alert) => alert.status)).toEqual(["read", "read"]);
    const mails = await mailsAbout(contributor.userId);
    expect(mails.filter((mail) => mail.toAddress === admin.email)).toHaveLength(2);
    // The email about the rejection was canceled when the contributor submitted again.
    expect(mails.filter((mail) => mail.toAddress === contributor.email)).toHaveLength(1);
    expect(await db.notification.count({ where: { userId: contributor.userId } })).toBe(2);
  });
});

describe("the list of pending contributors", () => {
  test("is paged, and includes earlier rejections", async () => {
    const admin = await makeAdmin();
    await db.adminNotification.deleteMany();
    const people: Awaited<ReturnType<typeof makePending>>[] = [];
    for (let index = 0; index < 22; index += 1)
      people.push(await makePending({ name: `Uma Waits ${index}` }));
    const again = people[0] ?? (await makePending());
    await rejectContributor(admin, again.userId, { reason: "Too few samples." });
    await resubmit(again);
    await db.$executeRaw`UPDATE admin_notifications SET created_at = now() - interval '1 hour'`;
    const all = await rowsOfAllPages(waitingList, admin, adminPaths.waitingContributors());
    expect(all).toHaveLength(22);
    expect(new Set(all.map((one) => one.contributorId)).size).toBe(22);
    expect(all.find((one) => one.contributorId === again.userId)?.earlier).toMatchObject([
      { reason: "Too few samples." },
    ]);
    const malformed = adminPaths.waitingContributors({ after: "nonsense" });
    expect((await readList(waitingList, admin, malformed)).rows).toHaveLength(20);
  });

  test("is searched by the literal text, even if it contains wildcards", async () => {
    const admin = await makeAdmin();
    const _percent = await makePending({ name: "Ivo 100% Cut" });
    await makePending({ name: "Ivo Hundred Cut" });
    await approveContributor(admin, (await makePending({ name: "Ivo Approved" })).userId);
    const named = async (q: string) =>
      (await readList(waitingList, admin, adminPaths.waitingContributors({ q }))).rows.map((one) => one.name);
    expect(await named(" ivo ")).toEqual(["Ivo 100% Cut", "Ivo Hundred Cut"]);
    expect(await named("100%")).toEqual(["Ivo 100% Cut"]);
    expect(await named("%")).toEqual(["Ivo 100% Cut"]);
    expect(await named("_")).toEqual([]);
    expect(await named("\\")).toEqual([]);
  });

  test("knows who reviewed someone last", async () => {
    const admin = await makeAdmin();
    const contributor = await makePending();
    expect(await findLastReview(contributor.userId)).toBeNull();
    await approveContributor(admin, contributor.userId);
    await writeReviewNote(await makeAdmin(), contributor.userId, { noteId: randomUUID(), note: "Fine." });
    expect(await findLastReview(contributor.userId)).toEqual({
      ...{ adminId: admin.userId, status: "approved", reason: "" },
    });
  });
});

describe("the admins' list", () => {
  test("shows pending contributors, longest waiting first, then reviewed ones, each person once", async () => {
    const admin = await makeAdmin();
    await db.adminNotification.deleteMany();
    const waiting = [];
    for (let index = 0; index < 12; index += 1) {
      const person = await makePending({ services: ["Video Editor"] });
      await db.adminNotification.updateMany({
        where: { userId: person.userId },
        data: { createdAt: new Date(Date.now() - (100 - index) * 60_000) },
      });
      waiting.push(person);
    }
    const reviewed: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const person = await makePending();
      reviewed.unshift(person.userId);
      await rejectContributor(admin, person.userId, { reason: "Too few samples." });
      if (index > 0) continue;
      await resubmit(person);
      await approveContributor(admin, person.userId);
    }
    const list = await listVetting();
    expect(list?.waitingCount).toBe(12);
    expect(list?.waiting.map((one) => one.contributorId)).toEqual(
      waiting.slice(0, 10).map((person) => person.userId),
    );
    expect(list?.waiting[0]).toMatchObject({
      name: waiting[0]?.name,
      services: ["Video Editor"],
      status: "pending",
    });
    expect(list?.processed.map((one) => one.contributorId)).toEqual(reviewed.slice(0, 5));
    expect(await findVetting(waiting[0]?.userId ?? "")).toMatchObject({ ...list?.waiting[0] });
  });
});
