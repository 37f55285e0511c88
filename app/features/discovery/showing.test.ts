import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { listBulk } from "../../../tests/support/filtered-decks";
import {
  givePlan,
  makeContributor,
  makeCreator,
  offerOneMore,
  type Person,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { planOf } from "../plans/plan-in-force.server";
import { acquaint } from "./acquainting.server";
import { fillDeck } from "./filling.server";
import { showDeck } from "./showing.server";
import { swipe, undoSwipe } from "./swiping.server";

const choose = (actor: Person, targetId: string, liked: boolean) =>
  swipe(actor, { targetId, liked, key: randomUUID() });

const giveUnlimitedSwipes = (person: Person) => givePlan(person, "agency");

/** Returns the top cards in order. */
async function swipeAll(viewer: Person, decide: (index: number) => boolean = () => false): Promise<string[]> {
  const shown: string[] = [];
  for (;;) {
    const { cards } = await showDeck(viewer);
    const [top] = cards;
    if (!top) return shown;
    shown.push(top.personId);
    const done = await choose(viewer, top.personId, decide(shown.length));
    expect(done.ok).toBe(true);
  }
}

describe("a contributor's deck", () => {
  it("leads with the newest brief that accepts applications, and with the references of such briefs", async () => {
    const viewer = await makeContributor({ services: ["Web Designer"] });
    const creator = await makeCreator({ services: ["Web Designer"] });
    await givePlan(creator, "agency");
    const cardShown = async () =>
      (await showDeck(viewer)).cards.find(({ personId }) => personId === creator.userId);
    expect((await cardShown())?.brief).toBeNull();
    const older = await makeProject(creator, { title: "An older brief", budgetDetails: "Two days" });
    const closed = await makeProject(creator, { title: "A closed brief" });
    const newer = await makeProject(creator, {
      title: "A newer brief",
      amount: { unit: "hour", low: 80_00, high: 80_00 },
    });
    await db.projectBrief.update({ where: { id: closed }, data: { status: "cancelled" } });
    const reference = async (projectId: string, name: string) => {
      const media = await db.media.create({
        data: {
          ownerId: creator.userId,
          kind: "image",
          fileKey: `reference-${randomUUID()}`,
          bytes: 1n,
          name,
          width: 1600,
          height: 900,
          widths: [360],
          tone: "#203040",
        },
      });
      const file = { key: randomUUID(), creatorId: creator.userId, projectId, mediaId: media.id };
      await db.briefFile.create({ data: file });
    };
    await reference(closed, "closed.jpg");
    await reference(older, "older.jpg");
    const brief = (await cardShown())?.brief;
    expect(brief).toMatchObject({ id: newer, title: "A newer brief", budget: "$80 per hour", count: 2 });
    expect(brief?.pictures).toMatchObject([{ name: "older.jpg", tone: "#203040" }]);
    await reference(newer, "newer.jpg");
    expect((await cardShown())?.brief?.pictures.map(({ name }) => name)).toEqual(["newer.jpg", "older.jpg"]);
  });
});

it("the card of someone the viewer talks to names the project that they work on together", async () => {
  const [creator, other, contributor] = [await makeCreator(), await makeCreator(), await makeContributor()];
  await givePlan(creator, "agency");
  for (const [owner, title, status] of [
    [creator, "An older season", "accepted"],
    [creator, "The season", "accepted"],
    [creator, "Another season", "pending"],
    [other, "Someone else's", "accepted"],
  ] as const) {
    const projectId = await makeProject(owner, { title });
    await db.projectApplication.create({
      data: { projectId, contributorId: contributor.userId, note: "Hello", status },
    });
  }
  const projectOf = async (viewer: Person, { userId }: Person) =>
    (await acquaint(viewer, [userId])).map(({ project }) => project?.title);
  expect(await projectOf(creator, contributor)).toEqual(["The season"]);
  expect(await projectOf(contributor, creator)).toEqual(["The season"]);
  expect(await projectOf(await makeCreator(), contributor)).toEqual([undefined]);
});

describe("a creator's deck", () => {
  it("leads with the cover and up to five more samples, and says what both share", async () => {
    const viewer = await makeCreator({ services: ["Podcast Producer"], styles: ["Cinematic"] });
    const person = await makeContributor({
      services: ["Podcast Producer", "Writer"],
      styles: ["Cinematic", "Minimalist"],
    });
    const media = await db.media.createManyAndReturn({
      data: [1, 2, 3, 4, 5].map((number) => ({
        ownerId: person.userId,
        kind: "image",
        fileKey: `deck-${person.userId}-${number}`,
        bytes: 1n,
        width: 1600,
        height: 900,
        widths: [360, 720],
        releasedAt: null,
      })),
    });
    await db.workSample.createMany({
      data: [
        { title: "A link", kind: "link", url: "https://example.com/", mediaId: null },
        ...media.map(({ id }, index) => ({ title: `Work ${index}`, kind: "image", url: null, mediaId: id })),
      ].map((sample, position) => ({
        ...sample,
        profileId: person.userId,
        position,
        isCover: sample.title === "Work 2",
      })),
    });
    const [card] = (await showDeck(viewer)).cards.filter(({ personId }) => personId === person.userId);
    expect(card?.work.map(({ title }) => title)).toEqual([
      "Work 2",
      "A link",
      "Work 0",
      "Work 1",
      "Work 3",
      "Work 4",
    ]);
    expect(card?.work[0]?.picture?.mediaId).toBe(media[2]?.id);
    expect(card?.match?.shared).toMatchObject({ services: ["Podcast Producer"], styles: ["Cinematic"] });
    expect(card?.services, "what the viewer needs comes first").toEqual(["Podcast Producer", "Writer"]);
    const bare = await makeContributor({ services: ["Podcast Producer"] });
    const [drawn] = (await showDeck(viewer)).cards.filter(({ personId }) => personId === bare.userId);
    expect(drawn).toMatchObject({ work: [], brief: null });
  });

  it("shows every approved contributor with a needed service once, and no one else", async () => {
    const viewer = await makeCreator({ services: ["Thumbnail Designer", "Voiceover Artist"] });
    await giveUnlimitedSwipes(viewer);
    const fitting = await Promise.all(
      [
        ["Thumbnail Designer"],
        ["Voiceover Artist"],
        ["Thumbnail Designer", "Voiceover Artist", "Writer"],
      ].map((services) => makeContributor({ services })),
    );
    await makeContributor({ services: ["Thumbnail Designer"], status: "pending" });
    await makeContributor({ services: ["Thumbnail Designer"], status: "rejected" });
    await makeContributor({ services: ["Photographer"] });
    await makeCreator({ services: ["Thumbnail Designer"] });
    const shown = await swipeAll(viewer);
    expect([...shown].sort()).toEqual(fitting.map((person) => person.userId).sort());
  });

  it("puts the best score on top when it fills", async () => {
    const viewer = await makeCreator({ services: ["Music Producer", "Audio Engineer"] });
    await makeContributor({ services: ["Music Producer"] });
    const best = await makeContributor({ services: ["Music Producer", "Audio Engineer"] });
    const { cards } = await showDeck(viewer);
    expect(cards[0]?.personId).toBe(best.userId);
    expect(cards[0]?.match?.percent).toBeGreaterThan(cards[1]?.match?.percent ?? 100);
  });

  it("puts those who like the viewer first", async () => {
    const viewer = await makeCreator({ services: ["Web Designer"] });
    await Promise.all([1, 2, 3].map(() => makeContributor({ services: ["Web Designer"] })));
    const admirer = await makeContributor({ services: ["Web Designer"] });
    await showDeck(viewer);
    await choose(admirer, viewer.userId, true);
    const { cards } = await showDeck(viewer);
    expect(cards[0]).toMatchObject({ personId: admirer.userId, likesYou: true });
  });

  it("picks up people who join or start to fit while the deck is being swiped", async () => {
    const viewer = await makeCreator({ services: ["Photo Editor"] });
    await giveUnlimitedSwipes(viewer);
    const first = await makeContributor({ services: ["Photo Editor"] });
    expect(await swipeAll(viewer)).toEqual([first.userId]);
    const second = await makeContributor({ services: ["Photo Editor"] });
    expect(await swipeAll(viewer)).toEqual([second.userId]);
    await offerOneMore(first);
    expect(await swipeAll(viewer)).toEqual([]);
  });

  it("is rebuilt when the viewer's needs change", async () => {
    const viewer = await makeCreator({ services: ["Videographer"] });
    await giveUnlimitedSwipes(viewer);
    const filmer = await makeContributor({ services: ["Videographer"] });
    const writer = await makeContributor({ services: ["Content Strategist"] });
    const shown = async (person: Person) => (await showDeck(person)).cards.map(({ personId }) => personId);
    const other = await makeCreator({ services: ["Videographer"] });
    // Scans begin above listings from more than a minute ago, so a card that's lost here would never come back.
    await db.personListing.update({
      where: { profileId: filmer.userId },
      data: { changedAt: new Date(Date.now() - 3_600_000) },
    });
    for (const person of [viewer, other]) expect(await shown(person)).toEqual([filmer.userId]);
    const admirer = await makeContributor({ services: ["Videographer"] });
    await choose(admirer, viewer.userId, true);
    const service = await db.service.findUniqueOrThrow({ where: { name: "Content Strategist" } });
    await db.$transaction([
      db.creatorServiceNeeded.updateMany({
        where: { creatorId: viewer.userId },
        data: { serviceId: service.id },
      }),
      db.profile.update({ where: { id: viewer.userId }, data: { updatedAt: new Date() } }),
    ]);
    // Someone who likes the viewer stays, even though they don't offer what's needed now.
    expect(await swipeAll(viewer)).toEqual([admirer.userId, writer.userId]);
    expect(await shown(other)).toContain(filmer.userId);
  });

  it("leaves out people who were rejected, blocked, unlisted or swiped in another tab after their card was stored", async () => {
    const viewer = await makeCreator({ services: ["Growth Marketer"] });
    const people = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => makeContributor({ services: ["Growth Marketer"] })),
    );
    expect((await showDeck(viewer)).cards).toHaveLength(3);
    const [rejected = "", blocker = "", blocked = "", passed = "", liked = "", left] = people.map(
      (person) => person.userId,
    );
    await db.contributorProfile.update({ where: { id: rejected }, data: { status: "rejected" } });
    await db.block.create({ data: { blockerId: blocker, blockedId: viewer.userId } });
    await db.block.create({ data: { blockerId: viewer.userId, blockedId: blocked } });
    await db.swipe.createMany({
      data: [
        { actorId: viewer.userId, targetId: passed, liked: false },
        { actorId: viewer.userId, targetId: liked, liked: true },
      ],
    });
    expect((await showDeck(viewer)).cards.map((card) => card.personId)).toEqual([left]);
  });

  it("says whether no one fits or everyone has been swiped", async () => {
    const viewer = await makeCreator({ services: ["Cinematographer"] });
    expect((await showDeck(viewer)).state).toBe("no-overlap");
    const only = await makeContributor({ services: ["Cinematographer"] });
    await choose(viewer, only.userId, false);
    expect((await showDeck(viewer)).state).toBe("empty");
  });

  it("deals someone again 30 days after a pass, but never after a Like", async () => {
    const viewer = await makeCreator({ services: ["Podcast Editor"] });
    const [passed, liked] = [
      await makeContributor({ services: ["Podcast Editor"] }),
      await makeContributor({ services: ["Podcast Editor"] }),
    ];
    await choose(viewer, passed.userId, false);
    await choose(viewer, liked.userId, true);
    expect((await showDeck(viewer)).cards).toEqual([]);
    await db.swipe.updateMany({
      where: { actorId: viewer.userId },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    expect((await showDeck(viewer)).cards.map((card) => card.personId)).toEqual([passed.userId]);
    await choose(viewer, passed.userId, false);
    expect((await showDeck(viewer)).cards).toEqual([]);
  });

  it("doesn't deal someone again sooner after a pass if they like the viewer, but then puts them first", async () => {
    const viewer = await makeCreator({ services: ["Brand Designer"] });
    const [passed, other] = [
      await makeContributor({ services: ["Brand Designer"] }),
      await makeContributor({ services: ["Brand Designer"] }),
    ];
    const dealt = async () =>
      (await showDeck(viewer)).cards.map(({ personId, likesYou }) => [personId, likesYou]);
    await choose(viewer, passed.userId, false);
    await choose(passed, viewer.userId, true);
    expect(await db.deckCard.count({ where: { viewerId: viewer.userId, personId: passed.userId } })).toBe(0);
    expect(await dealt()).toEqual([[other.userId, false]]);
    await db.swipe.updateMany({
      where: { actorId: viewer.userId },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    expect(await dealt()).toEqual([
      [passed.userId, true],
      [other.userId, false],
    ]);
  });

  it("counts today's swipes against the plan in force, even after a plan lapses", async () => {
    const viewer = await makeCreator({ services: ["Copywriter"] });
    const swipes = async () => {
      const { swipes } = await showDeck(viewer);
      const use = (await planOf(viewer)).usage.find(({ kind }) => kind === "swipe");
      expect(swipes).toEqual({ used: use?.used, limit: use?.limit });
      return swipes.limit;
    };
    expect(await swipes()).toBe(10);
    await givePlan(viewer, "pro", { ends: -1e6 });
    expect(await swipes()).toBe(50);
    await givePlan(viewer, "pro", { ends: -1e6, status: "canceled" });
    expect(await swipes()).toBe(10);
    await giveUnlimitedSwipes(viewer);
    expect(await swipes()).toBeNull();
    // Both plans allow ten swipes; a different limit shows which one applies.
    await db.subscriptionTier.update({ where: { name: "pay_per_post" }, data: { swipesPerDay: 12 } });
    try {
      await givePlan(viewer, "pay_per_post");
      expect(await swipes()).toBe(12);
      await givePlan(viewer, "pay_per_post", { ends: -1e6 });
      expect(await swipes()).toBe(10);
    } finally {
      await db.subscriptionTier.update({ where: { name: "pay_per_post" }, data: { swipesPerDay: 10 } });
    }
  });
});

it("swiping the whole deck shows everyone exactly once, no matter what changes in the meantime", async () => {
  const services = ["Writer", "Video Editor", "Graphic Designer"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray(services, { minLength: 1 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.record({ after: fc.nat(12), act: fc.constantFrom("join", "relist", "undo", "tab") }), {
        maxLength: 5,
      }),
      async (people, events) => {
        await db.personListing.deleteMany();
        const viewer = await makeCreator({ services });
        await giveUnlimitedSwipes(viewer);
        const expected = new Set<string>();
        for (const offered of people) expected.add((await makeContributor({ services: offered })).userId);
        const swiped: string[] = [];
        for (let step = 0; ; step += 1) {
          for (const { act } of events.filter((event) => event.after === step)) {
            if (act === "join") expected.add((await makeContributor({ services: ["Writer"] })).userId);
            if (act === "relist") await offerOneMore({ userId: [...expected][step % expected.size] ?? "" });
            const last = swiped.at(-1);
            if (act === "undo" && last && (await undoSwipe(viewer, last)).ok) swiped.pop();
            if (act === "tab") await Promise.all([showDeck(viewer), showDeck(viewer)]);
          }
          const top = (await showDeck(viewer)).cards[0];
          if (!top) break;
          expect(swiped).not.toContain(top.personId);
          swiped.push(top.personId);
          await choose(viewer, top.personId, step % 3 === 0);
        }
        expect([...swiped].sort()).toEqual([...expected].sort());
      },
    ),
    { numRuns: 15 },
  );
}, 120_000);

it("filling the deck ends if another tab has filled it in the meantime", async () => {
  const viewer = await makeCreator({ services: ["SEO Specialist"] });
  const { id } = await db.service.findFirstOrThrow({ where: { name: "SEO Specialist" } });
  await listBulk(600, `'{*,s${id}}'`);
  expect((await showDeck(viewer)).cards).toHaveLength(3);
  const dealt = () => db.deckCard.count({ where: { viewerId: viewer.userId } });
  const before = await dealt();
  const none = {
    styleIds: [],
    toolIds: [],
    experience: null,
    availability: "available",
    amount: null,
    priceRange: "",
  };
  const traits = { userType: "creator" as const, serviceIds: [id], ...none };
  // The deck as this tab read it before the other one began.
  const deck = { filter: [id], lowSeq: 5, highSeq: 4 };
  expect(await fillDeck({ userId: viewer.userId, traits, deck })).toBe(true);
  expect(await dealt()).toBe(before);
});

it("filling the deck gets past hundreds of swiped and blocked people without missing anyone", async () => {
  const viewer = await makeCreator({ services: ["Social Media Manager", "Creative Director"] });
  const service = async (name: string) => (await db.service.findUniqueOrThrow({ where: { name } })).id;
  const [first, second] = [await service("Social Media Manager"), await service("Creative Director")];
  // Inserts in batches, so that each one stays well within the statement timeout.
  for (let from = 1; from <= 2000; from += 250)
    await db.$executeRaw`
    WITH made AS (
      INSERT INTO users (email, password_hash)
      SELECT 'bulk' || n || '@example.com', 'x' FROM generate_series(${from}::int, ${from}::int + 249) n RETURNING id
    ), people AS (
      INSERT INTO profiles (id, full_name, user_type, completed_at) SELECT id, 'Bulk', 'contributor', now() FROM made RETURNING id
    ), vetted AS (
      INSERT INTO contributor_profiles (id, status) SELECT id, 'approved' FROM people RETURNING id
    )
    INSERT INTO contributor_services (contributor_id, service_id)
    SELECT id, s FROM vetted, unnest(ARRAY[${first}::int] || CASE WHEN hashtext(id::text) % 2 = 0 THEN ARRAY[${second}::int] ELSE '{}' END) s`;
  // Half of them changed an hour ago: listings of the last minute are scanned in listing order, the rest newest first.
  await db.$executeRaw`UPDATE person_listings SET changed_at = now() - interval '1 hour' WHERE number % 2000 < 1000`;
  const everyone = await db.$queryRaw<{ id: string }[]>`
    SELECT profile_id::text AS id FROM person_listings WHERE user_type = 'contributor' AND terms && ARRAY['s' || ${first}::int, 's' || ${second}::int]`;
  const ids = everyone.map((row) => row.id);
  // The viewer has swiped nine in ten of the newest 1,200, so whole scans find no one new.
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT profile_id::text AS id FROM person_listings WHERE user_type = 'contributor' AND terms @> ARRAY['s' || ${first}::int] ORDER BY number DESC LIMIT 1200`;
  const before = newest.map((row) => row.id).filter((_, index) => index % 10 !== 0);
  await db.swipe.createMany({
    data: before.map((targetId) => ({ actorId: viewer.userId, targetId, liked: false })),
  });
  const blocked = ids.filter((id) => !before.includes(id)).slice(0, 40);
  await db.block.createMany({ data: blocked.map((blockedId) => ({ blockerId: viewer.userId, blockedId })) });

  const dealt: string[] = [];
  for (;;) {
    const { cards } = await showDeck(viewer);
    if (cards.length === 0) break;
    const rows = await db.deckCard.findMany({
      where: { viewerId: viewer.userId },
      select: { personId: true },
    });
    dealt.push(...rows.map((row) => row.personId));
    await db.swipe.createMany({
      data: rows.map((row) => ({ actorId: viewer.userId, targetId: row.personId, liked: true })),
    });
    await db.deckCard.deleteMany({ where: { viewerId: viewer.userId } });
  }
  const expected = ids.filter((id) => !before.includes(id) && !blocked.includes(id)).sort();
  expect([...dealt].sort()).toEqual(expected);
});
