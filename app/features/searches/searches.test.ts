import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { noFilter } from "~/features/discovery/deck-filter";
import { swipe } from "~/features/discovery/swiping.server";
import { savePreferences } from "~/features/notifications/preferences.server";
import { apply } from "~/features/projects/applying.server";
import { readFilter } from "~/features/projects/project-filter";
import { db } from "~/platform/db.server";
import {
  givePlan,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { readSavedFilter, type SavedFilter } from "./kinds.server";
import { searchLimits } from "./saved-search";
import { listSearches, removeSearch, saveSearch, setPace } from "./saving.server";
import { tellSearches } from "./telling.server";

const day = 86_400_000;
const later = (days: number) => new Date(Date.now() + days * day + 60_000);
const service = "Podcast Editor";
let serviceId: number;
beforeAll(async () => {
  serviceId = (await db.service.findFirstOrThrow({ where: { name: service } })).id;
});
const people = (): SavedFilter => ({ kind: "people", filter: { ...noFilter, serviceId } });
const projects = (q: string): SavedFilter => ({
  kind: "projects",
  filter: readFilter(new URLSearchParams({ q })),
});
const daily = { name: "Editors", pace: "daily" } as const;
const told = async ({ userId }: Person) => {
  const mails = await db.outboxMail.findMany({
    where: { userId, kind: "saved-search" },
    orderBy: { createdAt: "asc" },
  });
  return mails.map(({ subject }) => subject);
};
const lastText = async ({ userId }: Person) =>
  (
    await db.outboxMail.findFirst({
      where: { userId, kind: "saved-search" },
      orderBy: { createdAt: "desc" },
    })
  )?.textBody ?? "";
const noted = ({ userId }: Person) => db.notification.count({ where: { userId, kind: "saved-search" } });

describe("saving", () => {
  test("keeps a filter once, up to the limit, also at once; only its owner changes it", async () => {
    const person = await makeCreator({ services: [service] });
    const twice = await Promise.all([
      saveSearch(person, people(), daily),
      saveSearch(person, people(), daily),
    ]);
    expect(twice.filter((done) => done.ok && done.isNew)).toHaveLength(1);
    const others = Array.from({ length: 14 }, (_, index) => index + 1).map((price) =>
      saveSearch(person, { kind: "people", filter: { ...noFilter, price } }, daily),
    );
    const done = await Promise.all(others);
    expect(done.filter(({ ok }) => ok)).toHaveLength(searchLimits.each - 1);
    expect(done.find(({ ok }) => !ok)).toEqual({ ok: false, refused: "limit" });
    const all = await listSearches(person);
    expect(all).toHaveLength(searchLimits.each);
    const [first] = all.filter(({ words }) => words === service);
    expect(first).toMatchObject({ kind: "people", pace: "daily", href: `/discover?service=${serviceId}` });
    const gone = { ok: false, refused: "not-found" };
    const stranger = await makeCreator();
    expect(await setPace(stranger, first?.id ?? "", "off")).toEqual(gone);
    expect(await removeSearch(stranger, first?.id ?? "")).toEqual(gone);
    expect(await removeSearch(person, first?.id ?? "")).toEqual({ ok: true });
    expect(await removeSearch(person, first?.id ?? "")).toEqual(gone);
  });

  test("is for who has the page, and for filters that narrow something", async () => {
    const refused = { ok: false, refused: "not-searching" };
    expect(await saveSearch(await makeMember(), people(), daily)).toEqual(refused);
    expect(await saveSearch(await makeContributor({ status: "pending" }), people(), daily)).toEqual(refused);
    expect(await saveSearch(await makeCreator(), projects("film"), daily)).toEqual(refused);
    expect(await readSavedFilter("people", new URLSearchParams("service=999999&per=hour"))).toBeNull();
    expect(await readSavedFilter("projects", new URLSearchParams("status=open"))).toBeNull();
  });
});

describe("a digest", () => {
  test("names who is new and may be seen, each once, and is not sent without anybody", async () => {
    const owner = await makeCreator({ services: [service] });
    await makeContributor({ name: "Ada Before", services: [service] });
    await saveSearch(owner, people(), daily);
    await tellSearches(later(1));
    expect(await told(owner)).toEqual([]);

    const fits = await makeContributor({ name: "Nia New", services: [service] });
    await makeContributor({ name: "Otto Other", services: ["Photographer"] });
    await makeContributor({ name: "Pau Pending", status: "pending", services: [service] });
    const blocked = await makeContributor({ name: "Bo Blocked", services: [service] });
    await db.block.create({ data: { blockerId: blocked.userId, blockedId: owner.userId } });
    const suspended = await makeContributor({ name: "Sid Suspended", services: [service] });
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    const passed = await makeContributor({ name: "Pia Passed", services: [service] });
    await swipe(owner, { targetId: passed.userId, liked: false, key: randomUUID() });
    await tellSearches(new Date());
    expect(await told(owner)).toEqual([]);
    await Promise.all([tellSearches(later(2)), tellSearches(later(2)), tellSearches(later(2))]);
    expect(await told(owner)).toEqual(["1 new person for ‘Editors’"]);
    expect(await noted(owner)).toBe(1);
    const text = await lastText(owner);
    expect(text).toContain(`- Nia New: ${service}`);
    expect(text).toContain(`/profile/${fits.userId}`);
    expect(text).toContain("/unsubscribe/");
    expect(text).not.toMatch(/Ada|Otto|Pau|Bo |Sid|Pia/);

    // Listed anew, but told of before.
    const numberOf = async () =>
      (await db.traitListing.findUniqueOrThrow({ where: { profileId: fits.userId } })).number;
    const before = await numberOf();
    await db.profile.update({ where: { id: fits.userId }, data: { priceRange: "$70 per hour" } });
    expect(await numberOf()).toBeGreaterThan(before);
    await tellSearches(later(3));
    expect(await told(owner)).toHaveLength(1);
  });

  test("of projects has what fits a contributor and is open", async () => {
    const word = `zebra${randomUUID().slice(0, 6)}`;
    const [owner, creator] = [await makeContributor({ services: [service] }), await makeCreator()];
    await givePlan(creator, "agency");
    const post = (title: string, serviceIds = [serviceId]) => makeProject(creator, { title, serviceIds });
    await post(`Old ${word}`);
    await saveSearch(owner, projects(word), { name: "Zebras", pace: "weekly" });
    await post(`Film the ${word}`);
    await post("Film the lions");
    await post(`Draw the ${word}`, [serviceId === 1 ? 2 : 1]);
    const applied = await post(`Cut the ${word}`);
    await apply(owner, applied, { note: "Hello", portfolioLink: null, answers: [] });
    const closed = await post(`Sold ${word}`);
    await db.projectBrief.update({ where: { id: closed }, data: { status: "cancelled" } });
    await tellSearches(later(1));
    expect(await told(owner)).toEqual([]);
    await tellSearches(later(7));
    expect(await told(owner)).toEqual(["1 new project for ‘Zebras’"]);
    expect(await lastText(owner)).toContain(`- Film the ${word}`);
  });

  test("waits while its owner is not confirmed, suspended or about to leave", async () => {
    const away = {
      unconfirmed: { confirmedAt: null },
      suspended: { suspendedAt: new Date() },
      leaving: { leavesAt: later(9) },
    };
    const owners = await Promise.all(
      Object.values(away).map(async (data) => {
        const owner = await makeCreator({ services: [service] });
        await saveSearch(owner, people(), daily);
        await db.user.update({ where: { id: owner.userId }, data });
        return owner;
      }),
    );
    await makeContributor({ name: "Wim Waited", services: [service] });
    await tellSearches(later(1));
    for (const owner of owners) expect([await told(owner), await noted(owner)]).toEqual([[], 0]);
    const back = { confirmedAt: new Date(), suspendedAt: null, leavesAt: null };
    for (const { userId } of owners) await db.user.update({ where: { id: userId }, data: back });
    await tellSearches(later(2));
    for (const owner of owners) expect(await told(owner)).toEqual(["1 new person for ‘Editors’"]);
  });

  test("is off on request: a search, begun anew from now, or all mail of the kind", async () => {
    const owner = await makeCreator({ services: [service] });
    await saveSearch(owner, people(), { name: "Quiet", pace: "off" });
    const [search] = await listSearches(owner);
    await makeContributor({ services: [service] });
    await tellSearches(later(30));
    expect(await told(owner)).toEqual([]);
    await setPace(owner, search?.id ?? "", "daily");
    await tellSearches(later(1));
    expect(await told(owner)).toEqual([]);
    await savePreferences(owner, {
      shown: ["saved-search"],
      onPage: ["saved-search"],
      byMail: [],
      pace: "each",
    });
    await makeContributor({ services: [service] });
    await tellSearches(later(2));
    expect([await told(owner), await noted(owner)]).toEqual([[], 1]);
  });
});
