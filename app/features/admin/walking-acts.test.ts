import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { decideCase, undoDecision } from "~/features/moderation/deciding.server";
import { reportThing } from "~/features/moderation/reporting.server";
import { spend } from "~/features/plans/counting.server";
import { resetUsage } from "~/features/plans/uses.server";
import {
  approveContributor,
  askForChanges,
  rejectContributor,
  resubmit,
  undoReview,
  writeReviewNote,
} from "~/features/profiles/vetting.server";
import { db, SessionEnded } from "~/platform/db.server";
import {
  type AdminPerson,
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
  posingAsAdmin,
  signInAgain,
} from "../../../tests/support/people";
import { oneOf } from "../../../tests/support/scope";
import { tendJobs, tendMails } from "./jobs-and-mail.server";
import { liftByAdmin, renameByAdmin, signOutPerson, suspendByAdmin } from "./person.server";

/** A row that the log must contain, as recorded by the test itself. */
interface Row {
  actorId: string;
  action: string;
  subjectId: string | null;
  reason?: string;
  before?: object;
  after?: object;
}

function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const status = (name: string) => ({ status: name });
const suspendedFor = (days: number) => ({
  suspended: days === Number.POSITIVE_INFINITY ? "for good" : "until",
});
const reviews = {
  approve: { act: approveContributor, action: "contributor.approve", to: "approved" },
  reject: { act: rejectContributor, action: "contributor.reject", to: "rejected" },
  changes: { act: askForChanges, action: "contributor.ask-changes", to: "rejected" },
} as const;

type Acts = Record<string, (admin: AdminPerson) => Promise<void>>;
type Walk = Awaited<ReturnType<typeof beginWalk>>;

/**
 * Creates the people, reports, emails and jobs. The test then records their states and the rows that the log must have.
 */
async function beginWalk(seed: number) {
  const random = randomBy(seed);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  };
  const outsider = await makeCreator();
  const contributors: Person[] = [];
  for (let count = 0; count < 3; count += 1) contributors.push(await makeContributor({ status: "pending" }));
  const creators = [await makeCreator(), await makeCreator()];
  const people = [...contributors, ...creators];
  const state = new Map(
    people.map((person) => [
      person.userId,
      { status: "pending", name: person.name, sessions: 1, days: 0, swipes: 0, caseId: "", decidedBy: "" },
    ]),
  );
  const of = (person: Person) => state.get(person.userId) ?? expect.fail("unknown person");
  for (const person of creators) {
    const thing = { kind: "profile", id: person.userId, seq: null, by: null } as const;
    await reportThing(outsider, "192.0.2.1", thing, { reason: "spam", details: "x", block: false });
    of(person).caseId = (await db.reportCase.findFirstOrThrow({ where: { subjectId: person.userId } })).id;
  }
  const mails = new Map<string, "failed" | "waiting" | "stopped">();
  for (let count = 0; count < 4; count += 1) {
    const { id } = await db.outboxMail.create({
      data: {
        ...{ toAddress: "x@example.com", kind: "walk", subject: "x", textBody: "x", htmlBody: "x" },
        ...{ eventKey: randomUUID(), lastError: "TimeoutError" },
      },
    });
    mails.set(id, "failed");
  }
  const jobs = new Map<string, "failed" | "waiting" | "dropped">();
  for (let count = 0; count < 4; count += 1) {
    const [job] = await db.$queryRaw<
      { id: bigint }[]
    >`SELECT id FROM graphile_worker.add_job('walk', '{}', max_attempts := 3)`;
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 3, last_error = 'Error' WHERE id = ${job?.id}`;
    jobs.set(String(job?.id), "failed");
  }
  const rows: Row[] = [];
  return { random, one, outsider, contributors, creators, people, of, mails, jobs, rows };
}

const expectOk = (outcome: { ok: boolean }, isOk: boolean, what: string) =>
  expect(outcome.ok, what).toBe(isOk);

const reviewActs = ({ one, contributors, of, rows }: Walk): Acts => ({
  async review(admin) {
    const [person, kind] = [one(contributors), one(["approve", "reject", "changes"] as const)];
    const [own, { act, action, to }] = [of(person), reviews[kind]];
    const reason = kind === "approve" ? undefined : `Because ${rows.length}`;
    expectOk(await act(admin, person.userId, { reason: reason ?? "" }), own.status === "pending", kind);
    if (own.status !== "pending") return;
    own.status = to;
    rows.push({
      actorId: admin.userId,
      action,
      subjectId: person.userId,
      reason,
      before: status("pending"),
      after: status(to),
    });
  },
  async undo(admin) {
    const person = one(contributors);
    const own = of(person);
    expectOk(await undoReview(admin, person.userId), own.status !== "pending", "undo");
    if (own.status === "pending") return;
    const action = own.status === "rejected" ? "contributor.reject-undo" : "contributor.approve-undo";
    rows.push({
      actorId: admin.userId,
      action,
      subjectId: person.userId,
      before: status(own.status),
      after: status("pending"),
    });
    own.status = "pending";
  },
  async submitAgain() {
    const person = one(contributors);
    const own = of(person);
    // An earlier act of the test may have ended their session.
    if (!(await findActor(person.token))) return;
    expectOk(await resubmit(person), own.status === "rejected", "submit again");
    if (own.status === "rejected") own.status = "pending";
  },
  async note(admin) {
    const person = one(contributors);
    const note = { noteId: randomUUID(), note: "Seen." };
    await writeReviewNote(admin, person.userId, note);
    await writeReviewNote(admin, person.userId, note);
    rows.push({ actorId: admin.userId, action: "contributor.note", subjectId: person.userId });
  },
});

const accountActs = ({ random, one, people, of, rows }: Walk): Acts => ({
  async suspend(admin) {
    const [person, length] = [one(people), one(["1", "7", "forever"] as const)];
    const own = of(person);
    const days = length === "forever" ? Number.POSITIVE_INFINITY : Number(length);
    const isOk = own.days === 0 || (days >= own.days && own.days !== Number.POSITIVE_INFINITY);
    const words = `Enough ${rows.length}.`;
    const form = { reason: "spam", words, length } as const;
    expectOk(await suspendByAdmin(admin, person.userId, form), isOk, "suspend");
    if (!isOk) return;
    const before = own.days === 0 ? {} : suspendedFor(own.days);
    rows.push({
      ...{ actorId: admin.userId, action: "person.suspend", subjectId: person.userId },
      ...{ reason: `spam: ${words}`, before, after: suspendedFor(days) },
    });
    Object.assign(own, { days, sessions: 0 });
  },
  async lift(admin) {
    const person = one(people);
    const own = of(person);
    expectOk(await liftByAdmin(admin, person.userId), own.days > 0, "lift");
    if (own.days === 0) return;
    rows.push({
      ...{ actorId: admin.userId, action: "person.lift", subjectId: person.userId },
      ...{ before: suspendedFor(own.days), after: {} },
    });
    own.days = 0;
  },
  async signIn() {
    const person = one(people);
    if (of(person).days > 0) return;
    await signInAgain(person);
    of(person).sessions += 1;
  },
  async signOut(admin) {
    const person = one(people);
    const { sessions } = of(person);
    expect(await signOutPerson(admin, person.userId)).toEqual({ ok: true, ended: sessions });
    if (sessions > 0)
      rows.push({
        ...{ actorId: admin.userId, action: "person.sign-out", subjectId: person.userId },
        ...{ before: { sessions }, after: { sessions: 0 } },
      });
    of(person).sessions = 0;
  },
  async rename(admin) {
    const [person, isStale] = [one(people), random() < 0.3];
    const own = of(person);
    const form = {
      was: isStale ? "Somebody else" : own.name,
      fullName: `Name ${rows.length} x`,
      why: "Asked.",
    };
    const isOk = form.was === own.name && form.fullName !== own.name;
    expectOk(await renameByAdmin(admin, person.userId, form), isOk, "rename");
    if (!isOk) return;
    rows.push({
      ...{ actorId: admin.userId, action: "person.rename", subjectId: person.userId, reason: "Asked." },
      ...{ before: { name: own.name }, after: { name: form.fullName } },
    });
    own.name = form.fullName;
  },
});

const usageAndReportActs = ({ one, creators, of, rows }: Walk): Acts => ({
  async use() {
    const person = one(creators);
    const counted = await db.$transaction((tx) => spend(tx, person, "swipe", randomUUID(), randomUUID()));
    if (counted === "spent") of(person).swipes += 1;
  },
  async reset(admin) {
    const person = one(creators);
    const own = of(person);
    await resetUsage(admin, person.userId, { key: randomUUID(), reason: "Asked." });
    const none = { posts: 0, messages: 0, swipes: 0, saved: 0, matches: 0 };
    if (own.swipes > 0)
      rows.push({
        ...{ actorId: admin.userId, action: "usage.reset", subjectId: person.userId, reason: "Asked." },
        ...{ before: { ...none, swipes: own.swipes }, after: none },
      });
    own.swipes = 0;
  },
  async dismiss(admin) {
    const person = one(creators);
    const own = of(person);
    const isOk = own.decidedBy === "" || own.decidedBy === admin.userId;
    const input = { decision: "dismiss", reason: "fine", words: "" } as const;
    expectOk(await decideCase(admin, own.caseId, input), isOk, "dismiss");
    if (own.decidedBy !== "") return;
    own.decidedBy = admin.userId;
    rows.push({
      ...{ actorId: admin.userId, action: "report.dismiss", subjectId: person.userId, reason: "fine" },
      ...{ before: { report: "open" }, after: { report: "dismissed" } },
    });
  },
  async reopen(admin) {
    const person = one(creators);
    const own = of(person);
    expectOk(await undoDecision(admin, own.caseId), own.decidedBy !== "", "reopen");
    if (own.decidedBy === "") return;
    own.decidedBy = "";
    rows.push({
      ...{ actorId: admin.userId, action: "report.undo", subjectId: person.userId },
      ...{ before: { report: "dismissed" }, after: { report: "open" } },
    });
  },
});

const queueActs = ({ random, one, mails, jobs, rows }: Walk): Acts => ({
  async mail(admin) {
    const [id, isRetry] = [one([...mails.keys()]), random() < 0.5];
    const was = mails.get(id);
    const isDue = isRetry ? was === "failed" : was !== "stopped";
    const done = await tendMails(admin, isRetry ? "retry" : "stop", [id]);
    expect(done).toBe(isDue ? 1 : 0);
    if (!isDue) return;
    const after = isRetry ? "waiting" : "stopped";
    rows.push({
      ...{ actorId: admin.userId, action: isRetry ? "mail.retry" : "mail.stop", subjectId: null },
      before: was === "failed" ? { mail: "failed", cause: "TimeoutError" } : { mail: "waiting" },
      after: { mail: after },
    });
    mails.set(id, after);
  },
  async job(admin) {
    const [id, isRetry] = [one([...jobs.keys()]), random() < 0.5];
    const isDue = jobs.get(id) === "failed";
    const done = await tendJobs(admin, isRetry ? "retry" : "drop", [id]);
    expect(done).toBe(isDue ? 1 : 0);
    if (!isDue) return;
    const after = isRetry ? "waiting" : "dropped";
    rows.push({
      ...{ actorId: admin.userId, action: isRetry ? "job.retry" : "job.drop", subjectId: null },
      ...{ before: { job: "failed", cause: "Error", attempts: 3 }, after: { job: after } },
    });
    jobs.set(id, after);
  },
});

/** Tries each kind of act as someone who isn't an admin. */
async function trespass({ one, outsider, people, mails, jobs }: Walk): Promise<void> {
  const { userId } = one(people);
  const form = { reason: "spam", words: "", length: "7", was: "x", fullName: "y", why: "z" } as const;
  const poser = posingAsAdmin(outsider);
  for (const attempt of [
    () => approveContributor(poser, userId),
    () => undoReview(poser, userId),
    () => suspendByAdmin(poser, userId, form),
    () => liftByAdmin(poser, userId),
    () => signOutPerson(poser, userId),
    () => renameByAdmin(poser, userId, form),
    () => tendMails(poser, "stop", [...mails.keys()]),
    () => tendJobs(poser, "drop", [...jobs.keys()]),
  ])
    await expect(attempt()).rejects.toThrow(SessionEnded);
}

/** The log's rows after this one, in the same form as the rows that the test records. */
async function readLog(after: bigint) {
  const written = await db.auditEntry.findMany({ where: { id: { gt: after } }, orderBy: { id: "asc" } });
  // The names in a rename are stored outside the log, so that they can be deleted when the person leaves.
  const changes = new Map((await db.actName.findMany()).map(({ actId, ...change }) => [actId, change]));
  return written.map(({ id, actorId, action, subjectId, details }) => {
    const { reason, before, after } = JSON.parse(
      // The test doesn't know to the millisecond when a suspension ends.
      JSON.stringify(details).replace(/"until \d{4}-[^"]*Z"/g, '"until"'),
    );
    const change = changes.get(id);
    if (!change) return { actorId, action, subjectId, reason, before, after };
    expect([before, after, change.personId]).toEqual([undefined, undefined, subjectId]);
    const names = { before: { name: change.before }, after: { name: change.after } };
    return { actorId, action, subjectId, reason, ...names };
  });
}

const lastEntry = async () => (await db.auditEntry.findFirst({ orderBy: { id: "desc" } }))?.id ?? 0n;

test.each(oneOf([20261127, 4242], 0))(
  "after random acts (seed %d), the log has an entry for each act that changed something, and no other",
  async (seed) => {
    const admins = [await makeAdmin(), await makeAdmin()];
    const walk = await beginWalk(seed);
    const acts: Acts = {
      ...reviewActs(walk),
      ...accountActs(walk),
      ...usageAndReportActs(walk),
      ...queueActs(walk),
      trespass: () => trespass(walk),
    };
    const names = Object.keys(acts);
    const before = await lastEntry();
    for (let step = 0; step < 120; step += 1) await acts[walk.one(names)]?.(walk.one(admins));
    expect(walk.rows.length).toBeGreaterThan(40);
    const expected = walk.rows.map(({ reason, before, after, ...row }) => ({
      ...row,
      reason,
      before,
      after,
    }));
    expect(await readLog(before)).toEqual(expected);
  },
);

test("acts of anyone but an admin are refused and not logged", async () => {
  const walk = await beginWalk(1);
  const before = await lastEntry();
  await trespass(walk);
  expect(await readLog(before)).toEqual([]);
});
