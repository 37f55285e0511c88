import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listAvailable } from "~/features/projects/browsing.server";
import { readFilter } from "~/features/projects/project-filter";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { noFilter } from "./deck-filter";
import { byRank, mostPoints, planPoints, rankOf } from "./score";
import { showDeck } from "./showing.server";
import { swipe } from "./swiping.server";

const like = (actor: Person, target: Person) =>
  swipe(actor, { targetId: target.userId, liked: true, key: randomUUID() });

it("never ranks anyone above a match that's better by ten points, and sorts equal ranks by score", () => {
  expect(planPoints).toBeLessThanOrEqual(mostPoints);
  const one = fc.record({
    percent: fc.integer({ min: 60, max: 99 }),
    points: fc.integer({ min: -50, max: 50 }),
    hasWork: fc.boolean(),
  });
  fc.assert(
    fc.property(one, one, (a, b) => {
      if (a.percent >= b.percent + 10) expect(byRank(a, b)).toBeLessThan(0);
      if (rankOf(a) === rankOf(b) && a.percent > b.percent) expect(byRank(a, b)).toBeLessThan(0);
      expect(Math.sign(byRank(a, b))).toBe(-Math.sign(byRank(b, a)) || 0);
    }),
  );
});

it("ranks people who show work above better matches by up to three points", () => {
  const percent = fc.integer({ min: 60, max: 99 });
  fc.assert(
    fc.property(percent, percent, fc.constantFrom(0, planPoints), (shown, other, points) => {
      const order = byRank({ percent: shown, points, hasWork: true }, { percent: other, points });
      expect(order < 0).toBe(other - shown <= 3);
    }),
  );
});

describe("work", () => {
  const tools = ["Canva", "Photoshop", "Figma", "Illustrator", "Lightroom", "Blender", "Final Cut"];
  const others = ["CapCut", "Audition", "Descript", "Webflow", "Framer", "Notion", "Airtable"];
  const asked = { services: ["Copywriter"], tools: [...tools, "Runway", "Zapier", "Ahrefs"] };
  /** The score drops by a point for each tool that isn't shared, except the first. */
  const sharing = (count: number) => ({
    ...asked,
    tools: [...asked.tools.slice(0, count), ...others.slice(0, 10 - count)],
  });
  const mediaOf = async ({ userId: ownerId }: Person) =>
    (
      await db.media.create({
        data: { ownerId, kind: "image", fileKey: `media/${randomUUID()}`, bytes: 1, widths: [360] },
      })
    ).id;
  const shown = async (viewer: Person, filter = noFilter) => {
    const { cards } = await showDeck(viewer, filter);
    return cards.map(({ name, match }) => `${name} ${match?.percent}`);
  };
  const expected = ["Near 96", "Best 99", "Far 95"];

  it("of a contributor ranks them above matches up to three points better", async () => {
    const show = async (person: Person, removedAt: Date | null = null) => {
      const sample = { kind: "image", title: "Cut", position: 1, mediaId: await mediaOf(person) };
      await db.workSample.create({ data: { ...sample, profileId: person.userId, removedAt } });
    };
    await show(await makeContributor({ ...asked, name: "Best" }), new Date());
    for (const [name, count] of [
      ["Near", 6],
      ["Far", 5],
    ] as const)
      await show(await makeContributor({ ...sharing(count), name }));
    expect(await shown(await makeCreator(asked))).toEqual(expected);
    const filter = { ...noFilter, serviceId: await serviceId("Copywriter") };
    expect(await shown(await makeCreator(asked), filter)).toEqual(expected);
  });

  it("of a creator includes references of open briefs, and also ranks their Likes", async () => {
    const services = ["Email Marketer"];
    const viewer = await makeContributor({ ...asked, services });
    const likers = [await makeCreator({ ...asked, services, name: "Best" })];
    for (const [name, count] of [
      ["Near", 6],
      ["Far", 5],
    ] as const) {
      const person = await makeCreator({ ...sharing(count), services, name });
      likers.push(person);
      const file = { key: randomUUID(), creatorId: person.userId, mediaId: await mediaOf(person) };
      await db.briefFile.create({ data: { ...file, projectId: await makeProject(person) } });
    }
    expect(await shown(await makeContributor({ ...asked, services }))).toEqual(expected);
    for (const liker of likers) await like(liker, viewer);
    expect(await shown(viewer)).toEqual(expected);
    await db.projectBrief.updateMany({ data: { status: "cancelled" } });
    expect(await shown(await makeContributor({ ...asked, services }))).toEqual([
      "Best 99",
      "Near 96",
      "Far 95",
    ]);
  });
});

describe("a contributor's deck", () => {
  const details = { services: ["Scriptwriter"], tools: ["Figma", "Canva"] };
  const order = async (viewer: Person) =>
    (await showDeck(viewer)).cards.map(({ name, hasPriority }) => (hasPriority ? `${name}*` : name));

  it("orders Likes by score, moves those of paying creators up by a bounded amount, then puts the earliest first", async () => {
    const viewer = await makeContributor(details);
    const [early, late, paying, lapsed] = [
      await makeCreator({ ...details, name: "Early" }),
      await makeCreator({ ...details, name: "Late" }),
      await makeCreator({ ...details, name: "Paying", services: ["Scriptwriter", "Writer"] }),
      await makeCreator({ ...details, name: "Lapsed", services: ["Scriptwriter", "Writer"] }),
    ];
    await givePlan(paying, "pro");
    await givePlan(lapsed, "agency", { ends: -1, status: "canceled" });
    for (const creator of [early, late, lapsed, paying]) expect((await like(creator, viewer)).ok).toBe(true);
    const { cards } = await showDeck(viewer);
    const percents = cards.map(({ match }) => match?.percent ?? 0);
    expect(await order(viewer)).toEqual(["Early", "Late", "Paying*"]);
    expect(percents[1]).toBeGreaterThan((percents[2] ?? 0) + mostPoints);
    await db.swipe.create({ data: { actorId: viewer.userId, targetId: early.userId, liked: false } });
    // The lapsed plan has no priority. At an equal score, its Like stays below the paying creator's, even though it's
    // earlier.
    expect(await order(viewer)).toEqual(["Late", "Paying*", "Lapsed"]);
    // The filtered deck ranks Likes the same way.
    const filtered = await showDeck(viewer, { ...noFilter, availability: "available" });
    expect(filtered.cards.map(({ name }) => name)).toEqual(["Late", "Paying", "Lapsed"]);
    await givePlan(paying, "free");
    expect(await order(viewer)).toEqual(["Late", "Paying", "Lapsed"]);
  });

  it("puts a paying creator's Like above a better match whose lead is smaller than the plan's points", async () => {
    const details = { services: ["Proofreader"], tools: ["Figma", "Canva"] };
    const viewer = await makeContributor(details);
    const better = await makeCreator({ ...details, name: "Better" });
    const paying = await makeCreator({ ...details, tools: ["Figma", "Blender"], name: "Paying" });
    await givePlan(paying, "agency");
    expect(await order(viewer)).toEqual(["Better", "Paying"]);
    await like(better, viewer);
    await like(paying, viewer);
    const { cards } = await showDeck(viewer);
    const [first = 0, second = 0] = cards.map(({ match }) => match?.percent);
    expect(cards.map(({ name }) => name)).toEqual(["Paying", "Better"]);
    expect(second).toBeGreaterThan(first);
  });
});

describe("a boost for an invitation", () => {
  const later = new Date(Date.now() + 86_400_000);
  const boost = ({ userId }: Person, endsAt = later) =>
    db.boost.create({
      data: { userId, reason: "referrer", startsAt: new Date(Date.now() - 172_800_000), endsAt },
    });
  const shown = async (viewer: Person, filter = noFilter) => {
    const { cards } = await showDeck(viewer, filter);
    return cards.map(({ name, hasPriority }) => (hasPriority ? `${name}*` : name));
  };

  it("puts a contributor above a better match whose lead is smaller than the boost's points, until it ends", async () => {
    const asked = { services: ["Photographer"], tools: ["Figma", "Canva"] };
    await makeContributor({ ...asked, name: "Better" });
    const boosted = await makeContributor({ ...asked, tools: ["Figma", "Blender"], name: "Boosted" });
    const worse = await makeContributor({ ...asked, tools: ["Blender"], name: "Worse" });
    await boost(boosted);
    await boost(worse, new Date(Date.now() - 1_000));
    const [first, second] = [await makeCreator(asked), await makeCreator(asked)];
    expect(await shown(first)).toEqual(["Boosted*", "Better", "Worse"]);
    const filter = { ...noFilter, serviceId: await serviceId("Photographer") };
    expect(await shown(second, filter)).toEqual(["Boosted*", "Better", "Worse"]);
    await db.boost.updateMany({ where: { userId: boosted.userId }, data: { endsAt: new Date() } });
    expect(await shown(await makeCreator(asked))).toEqual(["Better", "Boosted", "Worse"]);
  });

  it("puts a creator's brief above a newer one that fits equally well", async () => {
    const viewer = await makeContributor({ services: ["Music Producer"] });
    const [boosted, other] = [await makeCreator(), await makeCreator()];
    const serviceIds = [await serviceId("Music Producer")];
    await makeProject(boosted, { title: "Boosted", serviceIds });
    await makeProject(other, { title: "Newer", serviceIds });
    const titles = async () =>
      (await listAvailable(viewer, readFilter(new URLSearchParams()), null)).projects.map(
        ({ title, hasPriority }) => (hasPriority ? `${title}*` : title),
      );
    expect(await titles()).toEqual(["Newer", "Boosted"]);
    await boost(boosted);
    expect(await titles()).toEqual(["Boosted*", "Newer"]);
  });

  it("is added to a plan's points, for Likes, up to the bound", async () => {
    const asked = { services: ["Voiceover Artist"], tools: ["Figma", "Canva"] };
    const viewer = await makeContributor(asked);
    const paying = await makeCreator({ ...asked, name: "Paying" });
    const both = await makeCreator({ ...asked, name: "Both" });
    for (const creator of [paying, both]) await givePlan(creator, "pro");
    await boost(both);
    await like(paying, viewer);
    await like(both, viewer);
    expect(await shown(viewer)).toEqual(["Both*", "Paying*"]);
  });
});

async function serviceId(name: string): Promise<number> {
  return (await db.service.findFirstOrThrow({ where: { name } })).id;
}
