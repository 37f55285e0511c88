import { afterEach, describe, expect, it } from "vitest";
import { listCatalog } from "~/features/catalog/reading.server";
import { db, transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeContributor, makeMember, newClient } from "../../../tests/support/people";
import { choicesFor } from "./builder";
import {
  chooseRole,
  claimDraft,
  clearRole,
  completeDraft,
  discardDraft,
  findDraft,
  join,
  saveDraftStep,
  settleDraft,
  sweepDrafts,
} from "./drafting.server";
import type { UserType } from "./user-type";
import { countChoices } from "./viewing.server";

afterEach(async () => {
  await db.profileDraft.deleteMany();
});

let addresses = 0;

async function begin(userType: UserType, holder: Parameters<typeof chooseRole>[0] = null): Promise<string> {
  addresses += 1;
  const done = await chooseRole(holder, null, userType, `192.0.2.${addresses}`);
  if (!done.ok) throw new Error(done.refused);
  return done.draftId;
}

const idOf = async (table: "service" | "tool" | "visualStyle", name: string) => {
  const find = { service: db.service, tool: db.tool, visualStyle: db.visualStyle }[table] as typeof db.tool;
  return (await find.findUniqueOrThrow({ where: { name }, select: { id: true } })).id;
};

async function makeOld(draftId: string) {
  await db.$executeRaw`UPDATE profile_drafts SET updated_at = now() - interval '31 days' WHERE id = ${draftId}::uuid`;
}

describe("a draft", () => {
  it("doesn't become a profile if it's discarded in the meantime", async () => {
    const member = await makeMember();
    const draftId = await begin("creator", member);
    const { completing } = await transaction(async (tx) => {
      await lockRow(tx, "profiles", member.userId);
      await tx.profileDraft.delete({ where: { id: draftId } });
      const completing = completeDraft(member, draftId);
      await untilLockWait();
      return { completing };
    });
    expect(await completing).toEqual({ ok: false, refused: "no-draft" });
    expect(await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).toMatchObject({
      userType: null,
    });
    const again = await begin("contributor", member);
    expect(await completeDraft(member, again)).toEqual({ ok: true, saved: "profile" });
  });

  it("keeps the invitation that was opened last, even if the draft had already been started", async () => {
    const [draftId, other] = [await begin("creator"), await begin("creator")];
    const inviteOf = async (id: string) =>
      (await db.profileDraft.findUniqueOrThrow({ where: { id } })).invite;
    const choose = (invite: string | null) => chooseRole(null, draftId, "contributor", "192.0.2.250", invite);
    expect(await choose("FIRST-ONE")).toEqual({ ok: true, draftId });
    expect(await choose("SECOND-1")).toEqual({ ok: true, draftId });
    expect(await choose(null)).toEqual({ ok: true, draftId });
    expect([await inviteOf(draftId), await inviteOf(other)]).toEqual(["SECOND-1", null]);
  });

  it("keeps each step's answers in any order, and after a change of role", async () => {
    const draftId = await begin("creator");
    await saveDraftStep(null, draftId, { name: "Ada", bio: "first" });
    await saveDraftStep(null, draftId, { tools: [1, 2] });
    await saveDraftStep(null, draftId, { bio: "" });
    await clearRole(null, draftId);
    expect(await findDraft(null, draftId)).toMatchObject({
      userType: null,
      answers: { name: "Ada", bio: "", tools: [1, 2] },
    });
    expect(await chooseRole(null, draftId, "contributor", "192.0.2.250")).toEqual({ ok: true, draftId });
    expect(await findDraft(null, draftId)).toMatchObject({
      userType: "contributor",
      answers: { name: "Ada" },
    });
  });

  it("loses nothing when two tabs save different steps concurrently", async () => {
    const draftId = await begin("creator");
    await Promise.all([
      saveDraftStep(null, draftId, { name: "Ada", location: "Austin, TX" }),
      saveDraftStep(null, draftId, { priceFrom: "$40" }),
      saveDraftStep(null, draftId, { tools: [3] }),
    ]);
    expect((await findDraft(null, draftId))?.answers).toMatchObject({
      name: "Ada",
      location: "Austin, TX",
      priceFrom: "$40",
      tools: [3],
    });
  });

  it("can't be read or changed by other members", async () => {
    const [owner, other] = [await makeMember(), await makeMember()];
    const draftId = await begin("creator", owner);
    await saveDraftStep(other, draftId, { name: "Mallory" });
    await clearRole(other, draftId);
    await discardDraft(other, draftId);
    expect(await findDraft(other, draftId)).toBeNull();
    expect(await completeDraft(other, draftId)).toEqual({ ok: false, refused: "no-draft" });
    expect(await settleDraft(other.userId, draftId)).toBe("none");
    expect(await db.$transaction((tx) => claimDraft(tx, draftId, { userId: other.userId }))).toBeNull();
    expect(await findDraft(owner, draftId)).toMatchObject({
      userType: "creator",
      answers: { name: "" },
      isLocked: false,
    });
    expect((await findDraft(null, draftId))?.isLocked).toBe(true);
    // Without the owner's session, this browser can still fill it in.
    await saveDraftStep(null, draftId, { bio: "I film." });
    expect(await findDraft(owner, draftId)).toMatchObject({ answers: { bio: "I film." } });
  });

  it("expires after 30 days and is swept", async () => {
    const [old, young] = [await begin("creator"), await begin("creator")];
    await makeOld(old);
    expect(await findDraft(null, old)).toBeNull();
    await saveDraftStep(null, old, { bio: "Too late" });
    await clearRole(null, old);
    const member = await makeMember();
    expect(await db.$transaction((tx) => claimDraft(tx, old, { userId: member.userId }))).toBeNull();
    await sweepDrafts();
    expect(await db.profileDraft.findMany({ select: { id: true } })).toEqual([{ id: young }]);
  });

  it("stays as long as it's being used, no matter how long ago it was started", async () => {
    const draftId = await begin("creator");
    const pass = (days: number) => db.$executeRaw`
      UPDATE profile_drafts SET updated_at = updated_at - make_interval(days => ${days}::int) WHERE id = ${draftId}::uuid`;
    const uses = [
      () => saveDraftStep(null, draftId, { bio: "I film." }),
      () => clearRole(null, draftId),
      () => chooseRole(null, draftId, "contributor", "192.0.2.249"),
    ];
    for (const use of uses) {
      await pass(29);
      await use();
      await sweepDrafts();
      expect(await findDraft(null, draftId)).toMatchObject({ answers: { bio: "I film." } });
    }
    await pass(31);
    await sweepDrafts();
    expect(await findDraft(null, draftId)).toBeNull();
  });

  it("can be started only a limited number of times per address", async () => {
    const tryOnce = async () => (await chooseRole(null, null, "creator", "198.51.100.7")).ok;
    expect(await tryOnce()).toBe(true);
    await db.rateLimit.updateMany({ where: { key: "draft-address:198.51.100.7" }, data: { points: 299 } });
    expect([await tryOnce(), await tryOnce()]).toEqual([true, false]);
    expect(await db.profileDraft.count()).toBe(2);
  });

  it("counts toward the limit of the whole network for IPv6 addresses", async () => {
    const tryFrom = async (address: string) => (await chooseRole(null, null, "creator", address)).ok;
    expect(await tryFrom("2001:db8:7:8::1")).toBe(true);
    await db.rateLimit.updateMany({
      where: { key: { startsWith: "draft-address:2001:db8:7:8:" } },
      data: { points: 300 },
    });
    expect([await tryFrom("2001:db8:7:8::2"), await tryFrom("2001:db8:7:9::1")]).toEqual([false, true]);
  });
});

describe("completing a draft", () => {
  it("creates a pending contributor profile with every answer", async () => {
    const member = await makeMember({ name: "Signed Up As" });
    const draftId = await begin("contributor", member);
    const service = await idOf("service", "Video Editor");
    const tool = await idOf("tool", "DaVinci Resolve");
    const style = await idOf("visualStyle", "Documentary");
    await saveDraftStep(member, draftId, {
      name: "Ada Cut",
      bio: "I cut.",
      location: "Austin, TX",
      servicesOffered: [service],
      projectsGoodAt: "Travel films",
      visualStyle: [style],
      tools: [tool],
      otherTools: "Scissors",
      priceFrom: "$40/h",
      turnaroundTime: "2 days",
      experienceLevel: "expert",
      availability: "limited",
      portfolio: "cut.example.com",
    });
    expect(await completeDraft(member, draftId)).toEqual({ ok: true, saved: "profile" });
    const profile = await db.profile.findUniqueOrThrow({
      where: { id: member.userId },
      include: {
        contributor: { include: { services: true, tools: true, visualStyles: true } },
        links: true,
        listing: true,
      },
    });
    expect(profile).toMatchObject({
      fullName: "Ada Cut",
      userType: "contributor",
      bio: "I cut.",
      location: "Austin, TX",
      projectsGoodAt: "Travel films",
      otherTools: "Scissors",
      priceRange: "$40 per hour",
      amountUnit: "hour",
      amountLow: 40_00,
      amountHigh: 40_00,
      amountNote: "",
      turnaroundTime: "2 days",
      experienceLevel: "expert",
      availability: "limited",
      completedAt: expect.any(Date),
      links: [],
      listing: null,
      contributor: {
        status: "pending",
        portfolioUrl: "https://cut.example.com/",
        services: [{ serviceId: service }],
        tools: [{ toolId: tool }],
        visualStyles: [{ visualStyleId: style }],
      },
    });
    expect(await db.adminNotification.count({ where: { userId: member.userId, status: "unread" } })).toBe(1);
    expect(await findDraft(member, draftId)).toBeNull();
  });

  it("creates a creator profile that can be found right away, with the portfolio as website", async () => {
    const member = await makeMember({ name: "Ben" });
    const draftId = await begin("creator", member);
    const [creative, strategic] = [
      await idOf("service", "Writer"),
      await idOf("service", "Creative Director"),
    ];
    await saveDraftStep(member, draftId, {
      contentType: [1, 3],
      visualStyle: [5],
      brandTone: [2],
      tools: [1],
      creativeServices: [creative],
      strategicServices: [strategic],
      styleDescription: "Calm",
      currentProject: "A series",
      portfolio: "https://ben.example.com",
    });
    expect(await completeDraft(member, draftId)).toEqual({ ok: true, saved: "profile" });
    const profile = await db.profile.findUniqueOrThrow({
      where: { id: member.userId },
      include: {
        creator: {
          include: { contentTypes: true, brandTones: true, visualStyles: true, tools: true, services: true },
        },
        links: true,
        listing: true,
      },
    });
    expect(profile).toMatchObject({
      fullName: "Ben",
      userType: "creator",
      availability: "available",
      experienceLevel: null,
      styleDescription: "Calm",
      currentProject: "A series",
      links: [{ key: "website", url: "https://ben.example.com/" }],
    });
    expect(profile.creator?.services.map(({ serviceId }) => serviceId).sort()).toEqual(
      [creative, strategic].sort(),
    );
    expect(profile.creator?.contentTypes).toHaveLength(2);
    expect(profile.creator?.brandTones).toHaveLength(1);
    expect(profile.listing?.terms).toEqual(expect.arrayContaining(["*", `s${strategic}`, `s${creative}`]));
  });

  it("drops choices that the other role can't make", async () => {
    const member = await makeMember();
    const draftId = await begin("contributor", member);
    const style = await idOf("visualStyle", "Documentary");
    await saveDraftStep(member, draftId, { visualStyle: [style, 1], servicesOffered: [20], tools: [11] });
    await chooseRole(member, draftId, "creator", "192.0.2.251");
    await completeDraft(member, draftId);
    const creator = await db.creatorProfile.findUniqueOrThrow({
      where: { id: member.userId },
      include: { visualStyles: true, tools: true },
    });
    expect(creator.visualStyles.map(({ visualStyleId }) => visualStyleId)).toEqual([1]);
    expect(creator.tools).toEqual([]);
    expect(await db.contributorProfile.count({ where: { id: member.userId } })).toBe(0);
  });

  it("refuses a link that isn't a web address, and keeps the draft", async () => {
    const member = await makeMember();
    for (const holder of [member, null]) {
      const draftId = await begin("contributor", holder);
      await saveDraftStep(holder, draftId, { portfolio: "javascript:alert(1)" });
      expect(await completeDraft(holder, draftId)).toEqual({ ok: false, refused: "unsafe-link" });
      expect((await findDraft(holder, draftId))?.answers.portfolio).toBe("javascript:alert(1)");
    }
    expect((await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).userType).toBeNull();
  });

  it("creates one profile from two drafts completed concurrently", async () => {
    const member = await makeMember();
    const drafts = [await begin("creator", member), await begin("contributor", member)];
    const done = await Promise.all(drafts.map((draftId) => completeDraft(member, draftId)));
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(done).toContainEqual({ ok: false, refused: "has-profile" });
    const roles = [
      await db.creatorProfile.count({ where: { id: member.userId } }),
      await db.contributorProfile.count({ where: { id: member.userId } }),
    ];
    expect(roles.sort()).toEqual([0, 1]);
  });

  it("lets only one of two concurrent claims succeed", async () => {
    const draftId = await begin("creator");
    const people = [await makeMember(), await makeMember()];
    const claims = await Promise.all(
      people.map(({ userId }) => db.$transaction((tx) => claimDraft(tx, draftId, { userId }))),
    );
    expect(claims.filter(Boolean)).toEqual(["creator"]);
    const typed = await db.profile.count({
      where: { id: { in: people.map(({ userId }) => userId) }, userType: "creator" },
    });
    expect(typed).toBe(1);
  });
});

describe("a draft at sign-up", () => {
  it("becomes the new account's profile, under the name given at sign-up", async () => {
    const draftId = await begin("creator");
    await saveDraftStep(null, draftId, { name: "Draft Name", bio: "Hello" });
    const done = await join(
      { fullName: "Real Name", email: "claims@example.com", password: "violet-harbour-27" },
      draftId,
      newClient(),
    );
    expect(done).toMatchObject({ ok: true, role: expect.any(String) });
    const profile = await db.profile.findFirstOrThrow({ where: { user: { email: "claims@example.com" } } });
    expect(profile).toMatchObject({ fullName: "Real Name", bio: "Hello", userType: "creator" });
  });

  it("stays a draft if no role was chosen", async () => {
    const draftId = await begin("creator");
    await clearRole(null, draftId);
    const done = await join(
      { fullName: "No Role", email: "no-role@example.com", password: "violet-harbour-27" },
      draftId,
      newClient(),
    );
    expect(done).toMatchObject({ ok: true, role: null });
  });
});

describe("a draft at sign-in", () => {
  it("is saved if it was complete", async () => {
    const member = await makeMember({ name: "Old Name" });
    const draftId = await begin("creator");
    await saveDraftStep(null, draftId, { name: "New Name" });
    expect(await completeDraft(null, draftId)).toEqual({ ok: true, saved: "draft" });
    expect(await settleDraft(member.userId, draftId)).toBe("saved");
    expect(await db.profile.findUniqueOrThrow({ where: { id: member.userId } })).toMatchObject({
      fullName: "New Name",
      userType: "creator",
    });
  });

  it("is kept for the member if it's unfinished", async () => {
    const [member, other] = [await makeMember(), await makeMember()];
    const draftId = await begin("creator");
    expect(await settleDraft(member.userId, draftId)).toBe("pending");
    expect(await findDraft(other, draftId)).toBeNull();
    expect(await findDraft(member, draftId)).not.toBeNull();
  });

  it("leaves an existing profile alone", async () => {
    const person = await makeContributor({ name: "Ada", bio: "Mine" });
    const complete = await begin("creator");
    await saveDraftStep(null, complete, { bio: "Draft" });
    await completeDraft(null, complete);
    expect(await settleDraft(person.userId, complete)).toBe("kept-profile");
    expect(await settleDraft(person.userId, await begin("creator"))).toBe("none");
    expect(await settleDraft(person.userId, null)).toBe("none");
    expect(await db.profile.findUniqueOrThrow({ where: { id: person.userId } })).toMatchObject({
      bio: "Mine",
      userType: "contributor",
    });
    expect(await db.profileDraft.count()).toBe(0);
  });

  it("counts as unfinished again once it has been changed", async () => {
    const member = await makeMember();
    const draftId = await begin("creator");
    await completeDraft(null, draftId);
    await saveDraftStep(null, draftId, { bio: "one more thing" });
    expect(await settleDraft(member.userId, draftId)).toBe("pending");
  });
});

describe("the options of a step", () => {
  it("start with the most popular ones; the rest are alphabetical", async () => {
    const order = async (now: number) => {
      const uses = await countChoices("contributor", now);
      const groups = choicesFor("contributor", await listCatalog(), uses).servicesOffered ?? [];
      return groups.map(({ legend, choices, isFirst }) => [
        legend,
        isFirst,
        choices.map(({ label }) => label),
      ]);
    };
    const hour = 3_600_000;
    const before = await order(Date.now());
    for (const services of [["Video Editor", "Proofreader"], ["Video Editor"]])
      await makeContributor({ services });
    expect(await order(Date.now())).toEqual(before);
    const after = await order(Date.now() + 2 * hour);
    expect(after.filter(([, isFirst]) => isFirst).map(([legend]) => legend)).toEqual(["Media & Video"]);
    expect(after.find(([legend]) => legend === "Content & Copy")).toEqual([
      "Content & Copy",
      false,
      ["Proofreader", "Content Strategist", "Copywriter", "Newsletter Writer", "Scriptwriter", "Writer"],
    ]);
  });
});
