import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { swipe } from "~/features/discovery/swiping.server";
import { saveContributor, unsaveContributor } from "~/features/favorites/saving.server";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { apply, withdraw } from "~/features/projects/applying.server";
import { copyBrief, findBrief } from "~/features/projects/attaching.server";
import { cancelProject, extendProject, reopenProject } from "~/features/projects/closing.server";
import { acceptApplication } from "~/features/projects/deciding.server";
import { declineInvitation, invite } from "~/features/projects/inviting.server";
import { db, pool } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import {
  givePlan,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
} from "../../../tests/support/people";
import { bareProject, makeProject, postProject } from "../../../tests/support/projects";
import { findSwitch, switchRole } from "./switching.server";
import { switchEveryDays } from "./type-switch";

const now = async (person: Person) => {
  const actor = await findActor(person.token);
  if (!actor) throw new Error("signed out");
  return actor;
};

const day = 86_400_000;

/** Acts as if that much time had passed since they switched types. */
const passSinceSwitch = ({ userId }: Person, ms = switchEveryDays * day) =>
  db.$executeRaw`
    UPDATE profiles SET type_switched_at = type_switched_at - make_interval(secs => ${ms / 1000}) WHERE id = ${userId}::uuid`;

async function connect(creator: Person, contributor: Person): Promise<string> {
  const pair = { creatorId: creator.userId, contributorId: contributor.userId };
  await db.match.create({ data: pair });
  await db.savedContributor.create({ data: pair });
  await db.swipe.createMany({
    data: [
      { actorId: creator.userId, targetId: contributor.userId, liked: true },
      { actorId: contributor.userId, targetId: creator.userId, liked: true },
    ],
  });
  const first = await writeTo(creator, contributor.userId, { messageId: randomUUID(), content: "Hello" });
  const id = first.ok ? first.conversationId : "";
  await sendMessage(contributor, id, { messageId: randomUUID(), content: "Hello yourself" });
  return id;
}

const countOf = async ({ userId }: Person) => ({
  matches: await db.match.count({ where: { OR: [{ creatorId: userId }, { contributorId: userId }] } }),
  swipes: await db.swipe.count({ where: { OR: [{ actorId: userId }, { targetId: userId }] } }),
  saved: await db.savedContributor.count({ where: { contributorId: userId } }),
  listedAs: await db.personListing.findMany({
    where: { profileId: userId },
    select: { userType: true },
  }),
});

describe("a creator becomes a contributor", () => {
  test("once nothing is open and no plan is active; swipes and matches end, conversations stay, and a review is queued", async () => {
    const services = ["Writer"];
    const [person, other] = [await makeCreator({ services }), await makeContributor({ services })];
    const conversationId = await connect(person, other);
    const projectId = await makeProject(person);
    await givePlan(person, "pro");
    for (const status of ["in_progress", "open"] as const) {
      await db.projectBrief.update({ where: { id: projectId }, data: { status } });
      expect(await switchRole(person, "contributor")).toEqual({ ok: false, refused: "open-projects" });
    }
    await cancelProject(person, projectId);
    expect(await switchRole(person, "contributor")).toEqual({ ok: false, refused: "plan-runs" });
    expect(await findSwitch(person)).toEqual({
      from: "creator",
      to: "contributor",
      obstacle: "plan-runs",
      opensAt: null,
      matches: 1,
    });
    expect(await countOf(person)).toMatchObject({
      matches: 1,
      swipes: 2,
      listedAs: [{ userType: "creator" }],
    });
    await givePlan(person, "free");
    const both = await Promise.all([switchRole(person, "contributor"), switchRole(person, "contributor")]);
    expect(both).toEqual([{ ok: true }, { ok: true }]);

    const actor = await now(person);
    expect(actor).toMatchObject({ userType: "contributor", contributorStatus: "pending" });
    // No one finds a contributor before the review.
    expect(await countOf(person)).toEqual({ matches: 0, swipes: 0, saved: 0, listedAs: [] });
    expect(await db.adminNotification.count({ where: { userId: person.userId, status: "unread" } })).toBe(1);
    expect(await db.projectBrief.count({ where: { creatorId: person.userId } })).toBe(1);
    for (const [writer, content] of [
      [actor, "Still here"],
      [other, "So am I"],
    ] as const)
      expect(await sendMessage(writer, conversationId, { messageId: randomUUID(), content })).toMatchObject({
        ok: true,
      });
    await passSinceSwitch(person);
    expect(await switchRole(actor, "creator")).toEqual({ ok: true });
    expect(await countOf(person)).toMatchObject({ listedAs: [{ userType: "creator" }] });
    expect(await db.adminNotification.count({ where: { userId: person.userId, status: "unread" } })).toBe(0);
  });
});

describe("a contributor becomes a creator", () => {
  test("once no application is pending; they're no one's favorite anymore, and an approval stays", async () => {
    const [person, other] = [await makeContributor(), await makeCreator()];
    await connect(other, person);
    const projectId = await makeProject(other);
    for (const applicant of [person, await makeContributor()])
      await apply(applicant, projectId, { note: "", portfolioLink: null, answers: [] });
    expect(await switchRole(person, "creator")).toEqual({ ok: false, refused: "pending-applications" });
    await withdraw(person, projectId);
    const inviting = await makeCreator();
    const invited = await makeProject(inviting);
    const invitations = () => db.notification.count({ where: { userId: person.userId, kind: "invitation" } });
    await invite(inviting, invited, person.userId, "");
    await declineInvitation(person, invited);
    expect(await invitations()).toBe(1);
    expect(await switchRole(person, "creator")).toEqual({ ok: true });
    expect(await invitations()).toBe(0);
    expect(await db.projectInvitation.count({ where: { contributorId: person.userId } })).toBe(0);
    expect(await countOf(person)).toEqual({
      matches: 0,
      swipes: 0,
      saved: 0,
      listedAs: [{ userType: "creator" }],
    });
    const actor = await now(person);
    expect(actor).toMatchObject({ userType: "creator", contributorStatus: null });
    expect(await makeProject({ ...person, ...actor })).toBeTruthy();
    await db.projectBrief.deleteMany({ where: { creatorId: person.userId } });
    await passSinceSwitch(person);
    expect(await switchRole(actor, "contributor")).toEqual({ ok: true });
    expect(await now(person)).toMatchObject({ userType: "contributor", contributorStatus: "approved" });

    // A second invitation to the same project is news again, and so is the answer to it.
    await invite(inviting, invited, person.userId, "");
    expect(await invitations()).toBe(1);
    expect(await db.outboxMail.count({ where: { userId: person.userId, kind: "invitation" } })).toBe(2);
    await declineInvitation(await now(person), invited);
    const declined = { userId: inviting.userId, kind: "application-withdrawn" };
    expect(await db.notification.count({ where: declined })).toBe(2);
  });
});

test("an application to someone who can't be reached is withdrawn silently", async () => {
  const [person, other] = [await makeContributor(), await makeCreator()];
  const projectId = await makeProject(other);
  const accepting = await makeCreator();
  const acceptedId = await makeProject(accepting);
  for (const id of [projectId, acceptedId])
    await apply(person, id, { note: "", portfolioLink: null, answers: [] });
  await acceptApplication(accepting, acceptedId, person.userId);
  await blockPerson(other, person.userId);
  const told = () => db.notification.count({ where: { userId: other.userId } });
  const before = await told();
  const situation = await findSwitch(person);
  expect(situation).toMatchObject({ obstacle: null });
  // A held match isn't one yet.
  await db.match.create({ data: { creatorId: other.userId, contributorId: person.userId, held: true } });
  expect(await findSwitch(person)).toEqual(situation);
  expect(await switchRole(person, "creator")).toEqual({ ok: true });
  expect(await db.projectApplication.findFirst({ where: { projectId } })).toMatchObject({
    status: "withdrawn",
  });
  expect(await db.projectApplication.findFirst({ where: { projectId: acceptedId } })).toMatchObject({
    status: "accepted",
  });
  expect(await told()).toBe(before);
});

test("the slots that someone took in creators' plans as a favorite are freed, once", async () => {
  const [person, saver, undone] = [await makeContributor(), await makeCreator(), await makeCreator()];
  for (const creator of [saver, undone]) await saveContributor(creator, person.userId);
  await unsaveContributor(undone, person.userId);
  expect(await switchRole(saver, "contributor")).toEqual({ ok: true });
  expect(await switchRole(person, "creator")).toEqual({ ok: true });
  await passSinceSwitch(saver);
  expect(await switchRole(await now(saver), "creator")).toEqual({ ok: true });
  for (const { userId } of [saver, undone]) {
    expect(await db.userUsage.findUniqueOrThrow({ where: { userId } })).toMatchObject({
      contributorSaveCount: 0,
    });
    const { _sum } = await db.usageLedgerEntry.aggregate({
      where: { userId, kind: "save" },
      _sum: { amount: true },
    });
    expect(_sum.amount).toBe(0);
  }
});

test("everyone who saved or matched with someone gets their uses back in one statement each, even from two concurrent switches", async () => {
  const [one, other] = [await makeContributor(), await makeContributor()];
  const savers = Array.from({ length: 500 }, () => randomUUID());
  await db.$transaction([
    db.$executeRaw`INSERT INTO users (id, email, password_hash) SELECT id, id || '@savers.example', '' FROM unnest(${savers}::uuid[]) id`,
    db.$executeRaw`INSERT INTO profiles (id, full_name, user_type) SELECT id, 'Saver', 'creator' FROM unnest(${savers}::uuid[]) id ON CONFLICT (id) DO UPDATE SET user_type = 'creator'`,
    db.$executeRaw`INSERT INTO creator_profiles (id) SELECT unnest(${savers}::uuid[]) ON CONFLICT DO NOTHING`,
    db.$executeRaw`INSERT INTO user_usage (user_id, contributor_save_count) SELECT id, 2 FROM unnest(${savers}::uuid[]) id
      ON CONFLICT (user_id) DO UPDATE SET contributor_save_count = 2`,
    db.$executeRaw`UPDATE user_usage SET match_count = 2 WHERE user_id = ANY (${savers}::uuid[])`,
  ]);
  for (const { userId } of [one, other]) {
    await db.$executeRaw`INSERT INTO saved_contributors (creator_id, contributor_id) SELECT id, ${userId}::uuid FROM unnest(${savers}::uuid[]) id`;
    await db.$executeRaw`
      INSERT INTO usage_ledger (user_id, kind, amount, key, subject_id)
      SELECT id, kind, 1, kind || ':' || ${userId}, ${userId}::uuid
        FROM unnest(${savers}::uuid[]) id, unnest(ARRAY['save', 'match']::usage_kind[]) kind`;
    await db.$executeRaw`INSERT INTO matches (creator_id, contributor_id) SELECT id, ${userId}::uuid FROM unnest(${savers}::uuid[]) id`;
  }
  const both = await Promise.all([one, other].map((person) => switchRole(person, "creator")));
  expect(both).toEqual([{ ok: true }, { ok: true }]);
  const used = await db.userUsage.groupBy({
    by: ["contributorSaveCount", "matchCount"],
    where: { userId: { in: savers } },
    _count: true,
  });
  expect(used).toEqual([{ contributorSaveCount: 0, matchCount: 0, _count: 500 }]);
  const { _sum, _count } = await db.usageLedgerEntry.aggregate({
    where: { userId: { in: savers } },
    _sum: { amount: true },
    _count: true,
  });
  expect([_sum.amount, _count]).toEqual([0, 4_000]);
  const statements = await db.$queryRaw`
    SELECT count(DISTINCT (xmin::text, cmin::text))::int AS count FROM usage_ledger
     WHERE user_id = ANY (${savers}::uuid[]) AND amount < 0`;
  expect(statements).toEqual([{ count: 4 }]);
});

test("either a switch or a concurrent post or application happens, never both", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const [creator, applicant] = [await makeCreator(), await makeContributor()];
    const [posted, became] = await Promise.all([
      postProject(creator, bareProject, randomUUID()),
      switchRole(creator, "contributor"),
    ]);
    expect(posted.ok).not.toBe(became.ok);
    const projectId = await makeProject(await makeCreator());
    const [applied, switched] = await Promise.all([
      apply(applicant, projectId, { note: "", portfolioLink: null, answers: [] }),
      switchRole(applicant, "creator"),
    ]);
    expect(applied.ok).not.toBe(switched.ok);
  }
});

describe("projects from before a switch", () => {
  test("can be reopened, extended and copied to a draft by creators only", async () => {
    const person = await makeCreator();
    const projectId = await makeProject(person);
    await cancelProject(person, projectId);
    expect(await switchRole(person, "contributor")).toEqual({ ok: true });
    const actor = await now(person);
    // The second actor's request began before the switch.
    for (const who of [actor, person]) {
      expect(await reopenProject(who, projectId)).toEqual({ ok: false, refused: "not-creator" });
      expect(await copyBrief(who, projectId, null)).toEqual({ ok: false, refused: "not-creator" });
      expect(await findBrief(who)).toBeNull();
      await db.projectBrief.update({ where: { id: projectId }, data: { status: "open" } });
      expect(await extendProject(who, projectId)).toEqual({ ok: false, refused: "not-creator" });
      await db.projectBrief.update({ where: { id: projectId }, data: { status: "cancelled" } });
    }
    await passSinceSwitch(person);
    expect(await switchRole(actor, "creator")).toEqual({ ok: true });
    expect(await reopenProject(await now(person), projectId)).toEqual({ ok: true });
    expect(await copyBrief(await now(person), projectId, null)).toEqual({ ok: true });
  });

  test("either a switch or a concurrent reopening happens, never both", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const person = await makeCreator();
      const projectId = await makeProject(person);
      await cancelProject(person, projectId);
      const [reopened, switched] = await Promise.all([
        reopenProject(person, projectId),
        switchRole(person, "contributor"),
      ]);
      expect(reopened.ok).not.toBe(switched.ok);
    }
  });
});

describe("an account can switch once in 30 days", () => {
  const hour = 3_600_000;

  test("a creator at a limit can't get around it as a contributor, and learns when the next switch is possible", async () => {
    for (const person of [await makeCreator(), await makeContributor()]) {
      const [from, to] =
        person.userType === "creator"
          ? (["creator", "contributor"] as const)
          : (["contributor", "creator"] as const);
      expect(await findSwitch(person)).toEqual({ from, to, obstacle: null, opensAt: null, matches: 0 });
      expect(await switchRole(person, to)).toEqual({ ok: true });
      const actor = await now(person);
      expect(await switchRole(actor, from)).toEqual({ ok: false, refused: "switched-recently" });
      await passSinceSwitch(person, switchEveryDays * day - hour);
      expect(await switchRole(actor, from)).toEqual({ ok: false, refused: "switched-recently" });
      const view = await findSwitch(actor);
      expect(view).toMatchObject({ from: to, to: from, obstacle: "switched-recently" });
      const left = Date.parse(view?.opensAt ?? "") - Date.now();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(hour);
      // A form that's sent again isn't refused, and doesn't count as a second switch.
      expect(await switchRole(actor, to)).toEqual({ ok: true });
      await passSinceSwitch(person, hour);
      expect(await findSwitch(actor)).toEqual({
        from: to,
        to: from,
        obstacle: null,
        opensAt: null,
        matches: 0,
      });
      expect(await switchRole(actor, from)).toEqual({ ok: true });
      expect(await switchRole(await now(person), to)).toEqual({ ok: false, refused: "switched-recently" });
    }
  });

  test("if a switch and a switch back are requested concurrently, only one happens", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const person = await makeCreator();
      await switchRole(person, "contributor");
      await passSinceSwitch(person);
      const both = await Promise.all([switchRole(person, "creator"), switchRole(person, "contributor")]);
      // The switch back either came first and changed nothing, or came too soon.
      expect(both[0]).toEqual({ ok: true });
      expect((await now(person)).userType).toBe("creator");
      expect(await switchRole(await now(person), "contributor")).toEqual({
        ok: false,
        refused: "switched-recently",
      });
    }
  });

  test("the FAQ says how often an account can switch", async () => {
    const answer = await readFile("content/help/faq/switching-account-type.md", "utf8");
    expect(answer).toContain(`You can switch again after ${switchEveryDays} days`);
  });
});

describe("a request that began before a switch", () => {
  test("doesn't swipe or save a favorite after it", async () => {
    const [contributor, other] = [await makeContributor(), await makeContributor()];
    const [creator, second] = [await makeCreator(), await makeCreator()];
    const like = (person: Person) => ({ targetId: person.userId, liked: true, key: randomUUID() });
    const wasContributor = await now(contributor);
    expect(await switchRole(contributor, "creator")).toEqual({ ok: true });
    expect(await swipe(wasContributor, like(second))).toEqual({ ok: false, refused: "not-found" });

    const wasCreator = await now(creator);
    expect(await switchRole(creator, "contributor")).toEqual({ ok: true });
    // Someone who has become a contributor isn't approved yet.
    expect(await swipe(wasCreator, like(other))).toEqual({ ok: false, refused: "not-approved" });
    expect(await saveContributor(wasCreator, other.userId)).toEqual({ ok: false, refused: "not-creator" });
    expect(await db.savedContributor.count({ where: { creatorId: creator.userId } })).toBe(0);
    expect([(await countOf(contributor)).swipes, (await countOf(creator)).swipes]).toEqual([0, 0]);
  });

  test("doesn't swipe after an admin has hidden the profile", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const wasShown = await now(creator);
    await db.user.update({ where: { id: creator.userId }, data: { profileHiddenAt: new Date() } });
    const given = { targetId: contributor.userId, liked: true, key: randomUUID() };
    expect(await swipe(wasShown, given)).toEqual({ ok: false, refused: "hidden" });
    expect((await countOf(creator)).swipes).toBe(0);
  });

  test("doesn't invite, apply or accept after an admin has hidden the profile", async () => {
    const [creator, contributor, applicant] = [
      await makeCreator(),
      await makeContributor(),
      await makeContributor(),
    ];
    const projectId = await makeProject(creator);
    const hidden = { ok: false, refused: "hidden" };
    const application = { note: "", portfolioLink: null, answers: [] };
    expect(await apply(applicant, projectId, application)).toEqual({ ok: true });
    const hide = (person: Person, profileHiddenAt: Date | null) =>
      db.user.update({ where: { id: person.userId }, data: { profileHiddenAt } });
    await hide(creator, new Date());
    expect(await invite(creator, projectId, contributor.userId, "")).toEqual(hidden);
    expect(await acceptApplication(creator, projectId, applicant.userId)).toEqual(hidden);
    await hide(creator, null);
    await hide(contributor, new Date());
    expect(await apply(contributor, projectId, application)).toEqual(hidden);
    expect(await db.projectApplication.findMany({ where: { projectId } })).toMatchObject([
      { contributorId: applicant.userId, status: "pending" },
    ]);
    expect(await db.projectInvitation.count({ where: { projectId } })).toBe(0);
  });

  test("doesn't swipe after the approval was taken back", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const wasApproved = await now(contributor);
    await db.contributorProfile.update({ where: { id: contributor.userId }, data: { status: "rejected" } });
    const given = { targetId: creator.userId, liked: true, key: randomUUID() };
    expect(await swipe(wasApproved, given)).toEqual({ ok: false, refused: "not-approved" });
    expect((await countOf(contributor)).swipes).toBe(0);
  });
});

describe("a swipe, save or invitation that's sent while someone switches", () => {
  const like = (actor: Person, target: Person) =>
    swipe(actor, { targetId: target.userId, liked: true, key: randomUUID() });

  /** Sends `act` when the switch has done everything but commit, and then lets both finish. */
  async function sendDuringSwitch<Done>(person: Person, act: () => Promise<Done>): Promise<Done> {
    const holder = await pool.connect();
    try {
      await holder.query("BEGIN");
      // The switch updates this row when it commits.
      await holder.query("SELECT FROM person_listings WHERE profile_id = $1 FOR UPDATE", [person.userId]);
      const switched = switchRole(person, person.userType === "creator" ? "contributor" : "creator");
      await untilLockWait();
      const done = act();
      // Waits for the switch, unless it's refused or stored without waiting.
      await Promise.race([done, untilLockWait(2)]);
      await holder.query("ROLLBACK");
      expect(await switched).toEqual({ ok: true });
      return await done;
    } finally {
      holder.release();
    }
  }

  test("is refused, no matter which of the two switches and which of them acts", async () => {
    for (const switching of ["creator", "contributor"] as const)
      for (const acting of ["creator", "contributor"] as const) {
        const people = { creator: await makeCreator(), contributor: await makeContributor() };
        const actor = people[acting];
        const target = people[acting === "creator" ? "contributor" : "creator"];
        expect(await like(target, actor)).toMatchObject({ ok: true });
        const done = await sendDuringSwitch(people[switching], () => like(actor, target));
        // A creator who has become a contributor isn't approved yet.
        const refused = switching === "creator" && acting === "creator" ? "not-approved" : "not-found";
        expect(done, `${switching} switches, ${acting} swipes`).toEqual({ ok: false, refused });
        expect(await countOf(actor)).toMatchObject({ swipes: 0, matches: 0 });
      }
    for (const switching of ["creator", "contributor"] as const) {
      const people = { creator: await makeCreator(), contributor: await makeContributor() };
      const { creator, contributor } = people;
      const done = await sendDuringSwitch(people[switching], () =>
        saveContributor(creator, contributor.userId),
      );
      const refused = switching === "creator" ? "not-creator" : "not-found";
      expect(done, `${switching} switches`).toEqual({ ok: false, refused });
      expect(await db.savedContributor.count({ where: { creatorId: creator.userId } })).toBe(0);
      expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId } })).toBe(0);
    }
  });

  test("doesn't invite a contributor who has become a creator", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const projectId = await makeProject(creator);
    const invited = await sendDuringSwitch(contributor, () =>
      invite(creator, projectId, contributor.userId, ""),
    );
    expect(invited).toEqual({ ok: false, refused: "not-found" });
    expect(await db.projectInvitation.count({ where: { projectId } })).toBe(0);
  });

  test("never deadlocks, and leaves nothing of the old type behind", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const creators = await Promise.all([makeCreator(), makeCreator(), makeCreator()]);
      const contributors = await Promise.all([makeContributor(), makeContributor(), makeContributor()]);
      const pairs = creators.flatMap((creator) =>
        contributors.map((contributor) => [creator, contributor] as const),
      );
      const [leavingCreator, leavingContributor] = [creators[turn % 3], contributors[(turn + 1) % 3]] as [
        Person,
        Person,
      ];
      const acts = [
        ...pairs.flatMap(([creator, contributor]) => [
          () => like(creator, contributor),
          () => like(contributor, creator),
          () => saveContributor(creator, contributor.userId),
        ]),
        () => switchRole(leavingCreator, "contributor"),
        () => switchRole(leavingContributor, "creator"),
      ];
      // In odd turns, the switches come first.
      const all = await Promise.all((turn % 2 ? acts.reverse() : acts).map((act) => act()));
      expect(all.filter((done) => done.ok).length).toBeGreaterThanOrEqual(2);
      for (const person of [leavingCreator, leavingContributor])
        expect(await countOf(person)).toMatchObject({ swipes: 0, matches: 0, saved: 0 });
    }
  });
});

test("a member without a type has nothing to switch", async () => {
  const person = await makeMember();
  expect(await findSwitch(person)).toBeNull();
  expect(await switchRole(person, "creator")).toEqual({ ok: false, refused: "no-type" });
});
