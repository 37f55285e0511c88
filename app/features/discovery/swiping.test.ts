import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { findActor } from "~/features/accounts/sessions.server";
import { writeTo } from "~/features/messaging/sending.server";
import { paths } from "~/paths";
import { db, pool, transaction } from "~/platform/db.server";
import { metricsText } from "~/platform/metrics.server";
import { storePeople } from "../../../prisma/people";
import { hintsTo } from "../../../tests/support/hints";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { findUnread } from "../../../tests/support/unread";
import { spend } from "../plans/counting.server";
import { planOf } from "../plans/plan-in-force.server";
import { acquaint } from "./acquainting.server";
import {
  findHeldMatch,
  findMatch,
  findMeeting,
  listMatches,
  type MatchFilter,
  seeMatch,
} from "./matches.server";
import { matchByApplication, releaseAllHeld } from "./matching.server";
import { showDeck } from "./showing.server";
import { swipeToast } from "./swipe-toasts";
import { swipe, undoSwipe } from "./swiping.server";
import { waitingFor } from "./waiting";

const choose = (actor: Person, target: Person, liked: boolean, key: string = randomUUID()) =>
  swipe(actor, { targetId: target.userId, liked, key });
const undo = (actor: Person, target: Person) => undoSwipe(actor, target.userId);
const usedSwipes = async (person: Person) =>
  (await planOf(person)).usage.find((use) => use.kind === "swipe")?.used;
const waitingOf = async (person: Person) => waitingFor((await findActor(person.token, "/")) as Actor);
/** Expects that these people's open pages were told to fetch matches again. */
async function expectHints(...people: Person[]): Promise<void> {
  for (const { userId } of people) expect(await hintsTo(userId)).toContainEqual({ kind: "matches" });
}
const matchesOf = (creator: Person) => db.match.findMany({ where: { creatorId: creator.userId } });

async function makeHeld() {
  const creator = await makeCreator({ name: "Cleo Full" });
  const [first, contributor] = [await makeContributor(), await makeContributor({ name: "Connie Second" })];
  for (const person of [first, contributor]) await choose(person, creator, true);
  expect(await choose(creator, first, true)).toMatchObject({ ok: true, isHeld: false });
  expect(await choose(creator, contributor, true)).toEqual({
    ok: true,
    liked: true,
    matchId: null,
    isHeld: true,
  });
  await expectHints(creator, contributor);
  return { creator, contributor };
}

const freeMatchSlot = (creator: Person) => givePlan(creator, "pro");

let crowd: Person[] = [];
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 50 }, () => makeContributor({ services: ["Writer"] })));
});

describe("the swipe limit", () => {
  it("lets exactly 10 of 50 concurrent swipes through and records no others", async () => {
    const viewer = await makeCreator({ services: ["Writer"] });
    const outcomes = await Promise.all(crowd.map((person, index) => choose(viewer, person, index % 2 === 0)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refused === "swipe-limit")).toHaveLength(40);
    expect(await db.swipe.count({ where: { actorId: viewer.userId } })).toBe(10);
    expect(await db.usageLedgerEntry.count({ where: { userId: viewer.userId } })).toBe(10);
    expect(await usedSwipes(viewer)).toBe(10);
  });

  it("resets at the user's local midnight", async () => {
    const viewer = await makeCreator({ timeZone: "Pacific/Kiritimati" });
    await Promise.all(crowd.slice(0, 10).map((person) => choose(viewer, person, false)));
    expect(await choose(viewer, crowd[10] as Person, false)).toEqual({ ok: false, refused: "swipe-limit" });
    await db.$executeRaw`UPDATE user_usage SET swipes_since = swipes_since - interval '1 day' WHERE user_id = ${viewer.userId}::uuid`;
    expect(await usedSwipes(viewer)).toBe(0);
    expect((await choose(viewer, crowd[10] as Person, false)).ok).toBe(true);
    expect(await usedSwipes(viewer)).toBe(1);
  });

  it("doesn't apply to contributors", async () => {
    const viewer = await makeContributor({ services: ["Writer"] });
    const creators = await Promise.all(
      Array.from({ length: 12 }, () => makeCreator({ services: ["Writer"] })),
    );
    const outcomes = await Promise.all(creators.map((creator) => choose(viewer, creator, false)));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  });
});

describe("the match limit", () => {
  it("lets exactly 10 of 50 concurrent Likes match, and holds the others", async () => {
    const creator = await makeCreator({ services: ["Writer"] });
    await givePlan(creator, "agency");
    await Promise.all(crowd.map((person) => choose(creator, person, true)));
    await givePlan(creator, "pro");
    const outcomes = await Promise.all(crowd.map((person) => choose(person, creator, true)));
    expect(outcomes.filter((outcome) => outcome.ok && outcome.matchId)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome.ok && outcome.isHeld)).toHaveLength(40);
    expect((await matchesOf(creator)).filter(({ held }) => !held)).toHaveLength(10);
    const counted = { userId: creator.userId, kind: "match" as const };
    expect(await db.usageLedgerEntry.count({ where: counted })).toBe(10);
    expect((await db.userUsage.findUniqueOrThrow({ where: { userId: creator.userId } })).matchCount).toBe(10);
  });
});

describe("a swipe", () => {
  it("is counted in the metrics by kind", async () => {
    const [creator, one, other] = [await makeCreator(), await makeContributor(), await makeContributor()];
    const counted = async () => {
      const { body } = await metricsText([]);
      return ["like", "pass"].map((kind) =>
        Number(new RegExp(`matchcut_swipes_total\\{kind="${kind}"\\} (\\d+)`).exec(body)?.[1] ?? 0),
      );
    };
    const [likes = 0, passes = 0] = await counted();
    await choose(creator, one, true);
    expect(await counted()).toEqual([likes + 1, passes]);
    await choose(creator, other, false);
    expect(await counted()).toEqual([likes + 1, passes + 1]);
  });

  it("counts once, no matter how often its form is sent, even concurrently", async () => {
    const viewer = await makeCreator();
    const key = randomUUID();
    await Promise.all(Array.from({ length: 8 }, () => choose(viewer, crowd[0] as Person, true, key)));
    expect(await usedSwipes(viewer)).toBe(1);
    // All cards of a page have the same key.
    await choose(viewer, crowd[1] as Person, true, key);
    expect(await usedSwipes(viewer)).toBe(2);
  });

  it("on one person in two tabs counts once, and the first wins", async () => {
    const viewer = await makeCreator();
    await choose(viewer, crowd[0] as Person, true);
    await choose(viewer, crowd[0] as Person, false);
    expect(await usedSwipes(viewer)).toBe(1);
    expect((await db.swipe.findMany({ where: { actorId: viewer.userId } })).map((row) => row.liked)).toEqual([
      true,
    ]);
  });

  it("returns what's stored, no matter what was requested", async () => {
    const [viewer, first, second] = [await makeCreator(), crowd[0] as Person, crowd[1] as Person];
    expect(await choose(viewer, first, false)).toMatchObject({ ok: true, liked: false });
    expect(await choose(viewer, first, true)).toMatchObject({ ok: true, liked: false, matchId: null });
    expect(await choose(viewer, second, true)).toMatchObject({ ok: true, liked: true });
    expect(await choose(viewer, second, false)).toMatchObject({ ok: true, liked: true });
    const key = randomUUID();
    await choose(viewer, crowd[2] as Person, true, key);
    await undo(viewer, crowd[2] as Person);
    expect(await choose(viewer, crowd[2] as Person, true, key)).toMatchObject({ ok: true, liked: null });
  });

  it("is refused if the actor can't find the person", async () => {
    const viewer = await makeCreator();
    const hidden = [
      await makeContributor({ status: "pending" }),
      await makeContributor({ status: "rejected" }),
      await makeCreator(),
      viewer,
      await makeContributor({ name: "Has blocked the viewer" }),
      await makeContributor({ name: "Is blocked by the viewer" }),
      await makeContributor({ name: "Is suspended" }),
    ];
    const [blocking, blocked, suspended] = hidden.slice(-3).map((person) => person.userId) as [
      string,
      string,
      string,
    ];
    await db.block.create({ data: { blockerId: blocking, blockedId: viewer.userId } });
    await db.block.create({ data: { blockerId: viewer.userId, blockedId: blocked } });
    await db.user.update({ where: { id: suspended }, data: { suspendedAt: new Date() } });
    for (const person of hidden)
      expect(await choose(viewer, person, true)).toEqual({ ok: false, refused: "not-found" });
    expect(await swipe(viewer, { targetId: randomUUID(), liked: true, key: randomUUID() })).toEqual({
      ok: false,
      refused: "not-found",
    });
    const pending = await makeContributor({ status: "pending" });
    expect(await choose(pending, viewer, true)).toEqual({ ok: false, refused: "not-approved" });
    expect(await usedSwipes(viewer)).toBe(0);
  });
});

describe("a match", () => {
  it("is made once when both like each other concurrently, and both are notified once", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [creator, contributor] = [await makeCreator(), await makeContributor()];
      const [one, other] = await Promise.all([
        choose(creator, contributor, true),
        choose(contributor, creator, true),
      ]);
      const matches = await matchesOf(creator);
      expect(matches).toHaveLength(1);
      expect([one, other].filter((outcome) => outcome.ok && outcome.matchId)).toHaveLength(1);
      await expectHints(creator, contributor);
      expect(
        await db.notification.count({
          where: { kind: "match", userId: { in: [creator.userId, contributor.userId] } },
        }),
      ).toBe(2);
      expect(
        await db.outboxMail.count({
          where: { kind: "match", userId: { in: [creator.userId, contributor.userId] } },
        }),
      ).toBe(1);
    }
  });

  it("from an accepted application is named as such, and swiping an outdated card changes nothing and isn't counted", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    await transaction((tx) => matchByApplication(tx, creator.userId, contributor.userId));
    await expectHints(creator, contributor);
    const matched = { ok: true, matchId: expect.any(String), isHeld: false };
    expect(await choose(creator, contributor, true)).toMatchObject(matched);
    expect(await usedSwipes(creator)).toBe(0);
    expect((await showDeck(contributor)).cards.map(({ personId }) => personId)).not.toContain(creator.userId);
    expect(await choose(contributor, creator, true)).toMatchObject(matched);
    const [{ matchId = "" } = {}] = (await listMatches(contributor, null)).matches;
    for (const person of [creator, contributor])
      expect(await findMatch(person, matchId)).toMatchObject({ source: "application" });
  });

  it("from an accepted application keeps both people out of each other's decks, even if cards are stored after it", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    await transaction((tx) => matchByApplication(tx, creator.userId, contributor.userId));
    const cards = [
      { viewerId: creator.userId, personId: contributor.userId },
      { viewerId: contributor.userId, personId: creator.userId },
    ];
    await db.deckCard.createMany({ data: cards.map((card) => ({ ...card, position: -1, likesYou: true })) });
    for (const { viewerId, personId } of cards) {
      const viewer = viewerId === creator.userId ? creator : contributor;
      expect((await showDeck(viewer)).cards.map((card) => card.personId)).not.toContain(personId);
      expect((await waitingOf(viewer)).likes).toBe(0);
    }
  });

  it("is visible only to its two people, with the same percentage", async () => {
    const creator = await makeCreator({ services: ["Writer"], name: "Ada Reel" });
    const contributor = await makeContributor({ services: ["Writer"] });
    await choose(creator, contributor, true);
    const done = await choose(contributor, creator, true);
    const matchId = (done.ok && done.matchId) || "";
    const [mine, theirs] = [await findMatch(creator, matchId), await findMatch(contributor, matchId)];
    expect(mine?.match).toEqual(theirs?.match);
    expect(mine?.match).toEqual((await findMeeting(contributor, creator.userId)).match);
    expect(theirs).toMatchObject({ name: "Ada Reel", source: "swipe" });
    expect(await findMatch(crowd[0] as Person, matchId)).toBeNull();
    expect((await listMatches(creator, null)).matches.map((match) => match.matchId)).toEqual([matchId]);
    // It still counts toward the plan, even if an application is accepted later.
    await transaction((tx) => matchByApplication(tx, creator.userId, contributor.userId));
    expect(await findMatch(creator, matchId)).toMatchObject({ source: "swipe", isNew: true });
  });

  it("is emailed with the other person's location, price and availability, or a creator's location and budget", async () => {
    const creator = await makeCreator({ location: "Portland", priceRange: "$400 / project" });
    const contributor = await makeContributor({
      ...{ location: "Salem", priceRange: "$50 / hour", availability: "limited" },
    });
    await choose(creator, contributor, true);
    await choose(contributor, creator, true);
    const next = await makeContributor();
    await choose(next, creator, true);
    await givePlan(creator, "pro");
    await choose(creator, next, true);
    const factsTo = async ({ userId }: Person) => {
      const mail = await db.outboxMail.findFirstOrThrow({ where: { userId, kind: "match" } });
      return mail.textBody.split("\n\n")[2];
    };
    expect(await factsTo(creator)).toBe(
      "Location: Salem\nPrice: $50 per hour\nAvailability: Limited availability",
    );
    expect(await factsTo(next)).toBe("Location: Portland\nBudget: $400 per project");
  });

  it("beyond the plan's limit is held and announced to both, and is made once the plan has room", async () => {
    const { creator, contributor } = await makeHeld();
    expect((await listMatches(creator, null)).matches).toHaveLength(1);
    expect((await listMatches(contributor, null)).matches).toHaveLength(0);
    expect((await listMatches(creator, null)).held).toMatchObject({
      count: 1,
      people: [{ name: "Connie Second" }],
    });
    expect((await listMatches(contributor, null)).held).toMatchObject({
      count: 1,
      people: [{ name: "Cleo Full" }],
    });
    expect([await findHeldMatch(creator), await findHeldMatch(contributor)]).toMatchObject([
      { name: "Connie Second" },
      null,
    ]);
    expect(
      (await findUnread(contributor)).notifications.map((item) => [item.title, item.body, item.href]),
    ).toEqual([
      [
        "Cleo Full likes you back",
        "Their plan doesn't have room for another match right now. We'll let you know when it does.",
        paths.matches(),
      ],
    ]);
    expect((await findUnread(creator)).notifications[0]).toMatchObject({
      title: "Connie Second likes you back",
      body: expect.stringContaining("have room for another match"),
    });
    expect(await db.outboxMail.count({ where: { userId: contributor.userId } })).toBe(0);

    await releaseAllHeld();
    expect((await listMatches(contributor, null)).matches).toHaveLength(0);
    await freeMatchSlot(creator);
    await Promise.all([releaseAllHeld(), releaseAllHeld(), releaseAllHeld()]);
    expect((await listMatches(contributor, null)).matches).toHaveLength(1);
    expect((await listMatches(contributor, null)).held).toEqual({ count: 0, people: [] });
    expect(await findHeldMatch(creator)).toBeNull();
    expect((await findUnread(contributor)).notifications.map((item) => item.title)).toEqual(["It's a match"]);
    expect(await db.outboxMail.count({ where: { userId: contributor.userId, kind: "match" } })).toBe(1);
    expect((await planOf(creator)).usage.find((use) => use.kind === "match")?.used).toBe(2);
  });

  it("beyond the limit is also held if the contributor likes last, and stays held if they swipe again", async () => {
    const creator = await makeCreator();
    const [first, second] = [await makeContributor(), await makeContributor()];
    for (const person of [first, second]) await choose(creator, person, true);
    await choose(first, creator, true);
    expect(await choose(second, creator, true)).toEqual({
      ok: true,
      liked: true,
      matchId: null,
      isHeld: true,
    });
    expect(await choose(second, creator, true)).toEqual({
      ok: true,
      liked: true,
      matchId: null,
      isHeld: true,
    });
  });

  it("that has been held longest is made first", async () => {
    const { creator, contributor: second } = await makeHeld();
    const third = await makeContributor();
    await choose(third, creator, true);
    expect(await choose(creator, third, true)).toMatchObject({ isHeld: true });
    expect(await findHeldMatch(creator)).toMatchObject({ name: third.name });
    // The plan has one free slot again.
    await db.userUsage.update({ where: { userId: creator.userId }, data: { matchCount: 0 } });
    await releaseAllHeld();
    expect((await listMatches(second, null)).matches).toHaveLength(1);
    expect((await listMatches(third, null)).held?.count).toBe(1);
  });

  it("that is held isn't made after a block, a suspension or an undone Like", async () => {
    const [blocked, suspended, undone] = [await makeHeld(), await makeHeld(), await makeHeld()];
    await db.block.create({
      data: { blockerId: blocked.contributor.userId, blockedId: blocked.creator.userId },
    });
    await db.user.update({
      where: { id: suspended.contributor.userId },
      data: { suspendedAt: new Date() },
    });
    for (const { creator, contributor } of [blocked, suspended]) {
      expect((await listMatches(creator, null)).held).toEqual({ count: 0, people: [] });
      expect(await findHeldMatch(creator)).toBeNull();
      expect((await findUnread(creator)).notifications.map((item) => item.title)).not.toContain(
        "Connie Second likes you back",
      );
      expect(contributor.name).toBe("Connie Second");
    }
    for (const { creator } of [blocked, suspended, undone]) await freeMatchSlot(creator);
    // Either the undo wins and no match is left, or the match is made and the Like stays.
    const [taken] = await Promise.all([undo(undone.creator, undone.contributor), releaseAllHeld()]);
    const pair = await db.match.findFirst({ where: { contributorId: undone.contributor.userId } });
    expect(taken.ok).toBe(pair === null);
    expect(await db.swipe.count({ where: { actorId: undone.creator.userId } })).toBe(pair ? 2 : 1);
    if (!pair) expect((await findUnread(undone.contributor)).notifications).toEqual([]);
    for (const { contributor } of [blocked, suspended])
      expect(await db.match.findFirst({ where: { contributorId: contributor.userId } })).toMatchObject({
        held: true,
      });
  });

  it("appears exactly once across the pages of the list", async () => {
    const contributor = await makeContributor();
    const creators = await Promise.all(Array.from({ length: 8 }, () => makeCreator()));
    for (const creator of creators) {
      await choose(creator, contributor, true);
      await choose(contributor, creator, true);
    }
    const first = await listMatches(contributor, null);
    const second = await listMatches(contributor, first.next);
    const all = [...first.matches, ...second.matches].map((match) => match.personId);
    expect(first.matches).toHaveLength(6);
    expect(second.next).toBeNull();
    expect([...all].sort()).toEqual(creators.map((creator) => creator.userId).sort());
    expect(await listMatches(contributor, "nonsense'; DROP TABLE matches")).toEqual(first);
  });
});

describe("undoing", () => {
  it("refunds the swipe and puts the person on top", async () => {
    const viewer = await makeCreator({ services: ["Writer"] });
    const [top, next] = (await showDeck(viewer)).cards;
    await choose(viewer, { userId: top?.personId } as Person, true);
    expect((await showDeck(viewer)).cards[0]?.personId).toBe(next?.personId);
    expect(await undo(viewer, { userId: top?.personId } as Person)).toEqual({ ok: true });
    expect((await showDeck(viewer)).cards[0]?.personId).toBe(top?.personId);
    expect(await usedSwipes(viewer)).toBe(0);
  });

  it("sent twice, in sequence or concurrently, undoes one swipe, and never an earlier or later one", async () => {
    const viewer = await makeCreator();
    const [first, second, third] = crowd as [Person, Person, Person];
    for (const person of [first, second, third]) await choose(viewer, person, false);
    const outcomes = await Promise.all([undo(viewer, third), undo(viewer, third)]);
    expect(outcomes).toContainEqual({ ok: true });
    expect(outcomes).toContainEqual({ ok: false, refused: "undone" });
    expect(await undo(viewer, third)).toEqual({ ok: false, refused: "undone" });
    expect(await undo(viewer, first)).toEqual({ ok: false, refused: "not-last" });
    expect(await usedSwipes(viewer)).toBe(2);
    expect((await showDeck(viewer)).undoable).toBe(second.userId);
    expect(await undo(viewer, second)).toEqual({ ok: true });
    expect(await undo(viewer, first)).toEqual({ ok: true });
    expect(await usedSwipes(viewer)).toBe(0);
  });

  it("is refused for a match", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    await choose(contributor, creator, true);
    await choose(creator, contributor, true);
    expect(await undo(creator, contributor)).toEqual({ ok: false, refused: "matched" });
  });

  it("is offered only when it would undo something", async () => {
    const viewer = await makeCreator({ services: ["Writer"] });
    const offered = async () => (await showDeck(viewer)).undoable;
    expect(await offered()).toBeNull();
    const [passed, likedBack] = crowd as [Person, Person];
    const other = await makeCreator();
    await db.match.create({ data: { creatorId: other.userId, contributorId: passed.userId } });
    await choose(viewer, passed, false);
    expect(await offered()).toBe(passed.userId);
    await choose(likedBack, viewer, true);
    await choose(viewer, likedBack, true);
    expect(await offered()).toBeNull();
    expect(await undo(viewer, likedBack)).toEqual({ ok: false, refused: "matched" });
    // A held match can be undone.
    const second = crowd[2] as Person;
    await choose(second, viewer, true);
    expect(await choose(viewer, second, true)).toMatchObject({ isHeld: true });
    expect(await offered()).toBe(second.userId);
    await db.$executeRaw`UPDATE swipes SET created_at = now() - interval '25 hours' WHERE actor_id = ${viewer.userId}::uuid`;
    expect(await offered()).toBeNull();
    expect(await undo(viewer, second)).toEqual({ ok: false, refused: "too-old" });
  });

  it("withdraws both people's notifications if the match is held", async () => {
    const { creator, contributor } = await makeHeld();
    expect(await undo(creator, contributor)).toEqual({ ok: true });
    for (const person of [creator, contributor])
      expect((await findUnread(person)).notifications.map((item) => item.title)).not.toContainEqual(
        expect.stringContaining("likes you back"),
      );
  });

  it("doesn't let a resent form swipe again", async () => {
    const viewer = await makeCreator();
    const key = randomUUID();
    await choose(viewer, crowd[0] as Person, true, key);
    await undo(viewer, crowd[0] as Person);
    await choose(viewer, crowd[0] as Person, true, key);
    expect(await db.swipe.count({ where: { actorId: viewer.userId } })).toBe(0);
    expect(await usedSwipes(viewer)).toBe(0);
  });
});

describe("swiping on a profile", () => {
  it("is offered for people a deck could show, with today's remaining swipes", async () => {
    const [viewer, person] = [await makeCreator(), await makeContributor()];
    const offered = async (one: Person, other: Person) => (await findMeeting(one, other.userId)).swiping;
    expect(await offered(viewer, person)).toEqual({
      hasRoom: true,
      words: "10 of 10 swipes left today",
    });
    expect(await offered(person, viewer)).toEqual({ hasRoom: true, words: null });
    expect(await offered(viewer, viewer)).toBeNull();
    expect(await offered(viewer, await makeCreator())).toBeNull();
    expect(await offered(viewer, await makeContributor({ status: "pending" }))).toBeNull();
    expect(await offered(await makeContributor({ status: "pending" }), viewer)).toBeNull();
    await db.block.create({ data: { blockerId: (crowd[0] as Person).userId, blockedId: viewer.userId } });
    expect(await offered(viewer, crowd[0] as Person)).toBeNull();

    await choose(viewer, person, false);
    expect(await offered(viewer, person)).toBeNull();
    expect(await offered(viewer, crowd[1] as Person)).toMatchObject({ words: "9 of 10 swipes left today" });
    await choose(viewer, crowd[2] as Person, true);
    const age = (days: number) => db.$executeRaw`
      UPDATE swipes SET created_at = now() - make_interval(days => ${days}::int) WHERE actor_id = ${viewer.userId}::uuid`;
    await age(29);
    expect(await offered(viewer, person)).toBeNull();
    expect(await choose(viewer, person, true)).toMatchObject({ ok: true, liked: false });
    await age(31);
    expect(await offered(viewer, crowd[2] as Person)).toBeNull();
    expect(await choose(viewer, crowd[2] as Person, false)).toMatchObject({ ok: true, liked: true });
    expect(await offered(viewer, person)).toMatchObject({ words: "8 of 10 swipes left today" });
    await choose(person, viewer, true);
    await choose(viewer, person, true);
    expect(await offered(viewer, person)).toBeNull();
    expect(await offered(person, viewer)).toBeNull();
  });

  it("says when a swipe is the last one or none are left, and when they reset", async () => {
    const [viewer, person] = [await makeCreator(), await makeContributor()];
    const offered = async () => (await findMeeting(viewer, person.userId)).swiping;
    const use = async (count: number) => {
      for (let swipe = 0; swipe < count; swipe += 1) await spend(db, viewer, "swipe", randomUUID());
    };
    const resets = "Your swipes reset at midnight UTC.";
    await use(9);
    const last = `1 of 10 swipes left today · This is your last swipe today. ${resets}`;
    expect(await offered()).toEqual({ hasRoom: true, words: last });
    await use(1);
    const spent = `You've used all 10 of today's swipes. ${resets}`;
    expect(await offered()).toEqual({ hasRoom: false, words: spent });
  });

  it("at the limit, undoing the last one gives back the swipe and its card", async () => {
    const viewer = await makeCreator();
    const last = await makeContributor();
    for (let swipe = 0; swipe < 9; swipe += 1) await spend(db, viewer, "swipe", randomUUID());
    expect(await choose(viewer, last, false)).toMatchObject({ ok: true });
    expect((await findMeeting(viewer, last.userId)).swiping).toBeNull();
    expect((await undo(viewer, last)).ok).toBe(true);
    expect((await findMeeting(viewer, last.userId)).swiping).toMatchObject({ hasRoom: true });
    expect(await choose(viewer, last, true)).toMatchObject({ ok: true });
    expect(await choose(viewer, await makeContributor(), true)).toMatchObject({ refused: "swipe-limit" });
  });
});

interface Plan extends Record<string, unknown> {
  Plans?: Plan[];
}

/** The rows that a plan reads from a table, including those it filters out. */
const readsOf = (plan: Plan, table: string): { read: number; loops: number }[] => [
  ...(plan["Relation Name"] === table
    ? [
        {
          read: Number(plan["Actual Rows"]) + Number(plan["Rows Removed by Filter"] ?? 0),
          loops: Number(plan["Actual Loops"]),
        },
      ]
    : []),
  ...(plan.Plans ?? []).flatMap((part) => readsOf(part, table)),
];

describe("the navigation's counts", () => {
  it("count people who like the member, except those who were swiped or suspended, or have undone their Like", async () => {
    const viewer = await makeCreator({ services: ["Writer"] });
    const other = await makeCreator({ services: ["Writer"] });
    const [one, two, three] = [await makeContributor(), await makeContributor(), await makeContributor()];
    for (const liker of [one, two]) await choose(liker, other, true);
    for (const liker of [one, two, three]) await choose(liker, viewer, true);
    expect(await waitingOf(viewer)).toEqual({ likes: 3, matches: 0 });
    await undo(one, viewer);
    expect((await waitingOf(viewer)).likes).toBe(2);
    await choose(viewer, two, false);
    expect((await waitingOf(viewer)).likes).toBe(1);
    // Neither the undone Like nor the pass affects another creator.
    expect((await waitingOf(other)).likes).toBe(2);
    await undo(viewer, two);
    expect((await waitingOf(viewer)).likes).toBe(2);
    await choose(viewer, two, false);
    const passing = await makeContributor();
    await choose(passing, viewer, false);
    await choose(viewer, passing, false);
    await undo(viewer, passing);
    expect((await waitingOf(viewer)).likes).toBe(1);
    await db.user.update({ where: { id: three.userId }, data: { suspendedAt: new Date() } });
    expect((await waitingOf(viewer)).likes).toBe(0);
    for (const liker of crowd.slice(0, 12)) await choose(liker, viewer, true);
    expect((await waitingOf(viewer)).likes).toBe(10);
    const [pending, creator] = [await makeContributor({ status: "pending" }), await makeCreator()];
    await choose(creator, pending, true);
    expect(await waitingOf(pending)).toEqual({ likes: 0, matches: 0 });
  });

  it("read a hundred rows at most, no matter how much a person has left unopened", async () => {
    const viewer = await makeCreator();
    const people = await storePeople(
      (text, values) => pool.query(text, values),
      Array.from({ length: 150 }, (_, n) => ({
        email: `unopened-${n}@example.com`,
        user_type: "contributor",
        status: "approved",
      })),
    );
    const past = (n: number) => new Date(Date.now() - 60_000 * (n + 1));
    await db.match.createMany({
      data: people.map((contributorId, n) => ({
        creatorId: viewer.userId,
        contributorId,
        createdAt: past(n),
      })),
    });
    await db.$executeRaw`
      INSERT INTO conversations (direct_key, last_seq)
      SELECT direct_key(${viewer.userId}::uuid, id), 1 FROM unnest(${people.slice(2)}::uuid[]) id`;
    await db.deckCard.createMany({
      data: people.map((personId, n) => ({
        ...{ viewerId: viewer.userId, personId, likesYou: true },
        position: -n - 1,
      })),
    });
    expect(await waitingOf(viewer)).toEqual({ likes: 0, matches: 2 });
    for (const [count, table] of [
      ["likes_waiting", "deck_cards"],
      ["new_matches", "matches"],
    ] as const) {
      const client = await pool.connect();
      await client.query("SET enable_seqscan = off; SET enable_bitmapscan = off");
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) SELECT n FROM ${count}($1)`, [
        viewer.userId,
      ]);
      client.release(true);
      const reads = readsOf(rows[0]["QUERY PLAN"][0].Plan, table).filter(({ loops }) => loops === 1);
      expect(Math.max(...reads.map(({ read }) => read))).toBe(100);
    }
    await db.match.deleteMany({ where: { creatorId: viewer.userId } });
    expect(await waitingOf(viewer)).toEqual({ likes: 10, matches: 0 });
  });

  it("count and list matches that the person hasn't opened and that have no messages", async () => {
    const creator = await makeCreator();
    const [first, second] = [await makeContributor(), await makeContributor()];
    for (const person of [first, second]) {
      await givePlan(creator, "agency");
      await choose(creator, person, true);
      await choose(person, creator, true);
    }
    const listed = async (filter: MatchFilter | null) =>
      (await listMatches(creator, null, filter)).matches.map(({ personId }) => personId);
    expect((await waitingOf(creator)).matches).toBe(2);
    expect((await waitingOf(first)).matches).toBe(1);
    const [held, suspended] = [await makeContributor(), await makeContributor()];
    const hidden = await db.match.createManyAndReturn({
      data: [
        { creatorId: creator.userId, contributorId: held.userId, held: true },
        { creatorId: creator.userId, contributorId: suspended.userId },
      ],
    });
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    expect([(await waitingOf(creator)).matches, (await waitingOf(held)).matches]).toEqual([2, 0]);
    expect(await listed("new")).toEqual([second.userId, first.userId]);
    for (const { id } of hidden) expect(await findMatch(creator, id)).toBeNull();
    const met = await acquaint(creator, [first.userId, held.userId]);
    expect(met.map(({ personId, matchedAt }) => [personId, matchedAt !== null])).toEqual([
      [first.userId, true],
      [held.userId, false],
    ]);

    const [match] = (await listMatches(creator, null)).matches;
    const matchId = match?.matchId ?? "";
    const stranger = (await findActor((await makeCreator()).token, "/")) as Actor;
    await seeMatch({ ...stranger, newMatches: 1 }, matchId);
    expect((await waitingOf(creator)).matches).toBe(2);
    expect(await seeMatch((await findActor(creator.token, "/")) as Actor, matchId)).toBe(1);
    expect((await waitingOf(creator)).matches).toBe(1);
    expect((await waitingOf(second)).matches).toBe(1);
    expect(await seeMatch((await findActor(second.token, "/")) as Actor, matchId)).toBe(0);
    expect((await waitingOf(second)).matches).toBe(0);
    expect(await listed("new")).toEqual([first.userId]);
    expect(await listed("unwritten")).toEqual([second.userId, first.userId]);

    await writeTo(first, creator.userId, { messageId: randomUUID(), content: "Hello" });
    expect((await waitingOf(creator)).matches).toBe(0);
    expect((await waitingOf(first)).matches).toBe(0);
    expect(await listed("unwritten")).toEqual([second.userId]);
    expect((await listMatches(creator, null)).matches).toMatchObject([
      { isNew: false, isWritten: false },
      { isNew: false, isWritten: true },
    ]);
  });
});

it("a swipe from an older page says which choice is kept", async () => {
  const [viewer, liked, passed] = [await makeCreator(), await makeContributor(), await makeContributor()];
  await choose(viewer, liked, true);
  await choose(viewer, passed, false);
  const said = async (target: Person, asks: boolean, key?: string) => {
    const done = await choose(viewer, target, asks, key);
    if (!done.ok) throw new Error(done.refused);
    const stored = done.liked === null ? null : done.liked ? "like" : "pass";
    return swipeToast({ asked: asks ? "like" : "pass", stored }, "contributor")?.title ?? null;
  };
  expect(await said(liked, false)).toBe("You already liked this person");
  expect(await said(liked, true)).toBe("Service Provider Liked!");
  expect(await said(passed, true)).toBe("You already passed on this person");
  expect(await said(passed, false)).toBeNull();
});
