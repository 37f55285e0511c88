import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findActor, signOut } from "~/features/accounts/sessions.server";
import { noFilter } from "~/features/discovery/deck-filter";
import { swipe } from "~/features/discovery/swiping.server";
import { savePreferences } from "~/features/notifications/preferences.server";
import { apply } from "~/features/projects/applying.server";
import { readFilter } from "~/features/projects/project-filter";
import { db, pool, SessionEnded } from "~/platform/db.server";
import { storePeople } from "../../../prisma/people";
import { untilLockWait } from "../../../tests/support/locks";
import {
  givePlan,
  makeContributor,
  makeCreator,
  makeMember,
  offerOneMore,
  type Person,
  priceFields,
  signInAgain,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { queryOf, readSavedFilter, type SavedFilter } from "./kinds.server";
import { searchLimits } from "./saved-search";
import { saveSearchSchema } from "./saved-search.schema";
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
const directory = (query = `service=${serviceId}`) =>
  readSavedFilter("directory", new URLSearchParams(query)) as Promise<SavedFilter>;
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
  test("keeps a filter once, up to the limit, even concurrently; only its owner changes it", async () => {
    const person = await makeCreator({ services: [service] });
    await givePlan(person, "pro");
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
    // The owner's session ends while it waits for a lock.
    const ending = await signInAgain(person);
    let removing: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM saved_searches WHERE id = ${first?.id}::uuid FOR UPDATE`;
      removing = removeSearch(ending, first?.id ?? "").catch((error: unknown) => error);
      await untilLockWait();
      await signOut(ending);
    });
    expect(await removing).toBeInstanceOf(SessionEnded);
    expect(await removeSearch(person, first?.id ?? "")).toEqual({ ok: true });
    expect(await removeSearch(person, first?.id ?? "")).toEqual(gone);
  });

  test("is for people with access to the page, and for filters that narrow something", async () => {
    const refused = { ok: false, refused: "not-searching" };
    expect(await saveSearch(await makeMember(), people(), daily)).toEqual(refused);
    expect(await saveSearch(await makeContributor({ status: "pending" }), people(), daily)).toEqual(refused);
    expect(await saveSearch(await makeCreator(), projects("film"), daily)).toEqual(refused);
    expect(await readSavedFilter("people", new URLSearchParams("service=999999&per=hour"))).toBeNull();
    expect(await readSavedFilter("projects", new URLSearchParams("status=open"))).toBeNull();
  });

  test("of the directory is for everyone, with a name that can be stored", async () => {
    const pending = await makeContributor({ status: "pending" });
    for (const person of [await makeMember(), pending]) {
      const one = await directory();
      const twice = await Promise.all([saveSearch(person, one, daily), saveSearch(person, one, daily)]);
      expect(twice.filter((done) => done.ok && done.isNew)).toHaveLength(1);
      await saveSearch(person, await directory("service=all"), daily);
      // The newest is first.
      const all = (await listSearches(person)).map(({ words, href, paused }) => [words, href, paused]);
      expect(all).toEqual([
        ["All contributors", "/contributors?sort=new", null],
        ["Podcast editors", "/contributors/podcast-editors?sort=new", null],
      ]);
      expect(await directory(queryOf(one))).toEqual(one);
    }
    for (const query of ["", "service=", "service=999999", "service=podcast-editors", "sort=new"])
      expect(await directory(query)).toBeNull();
    const form = { kind: "directory", query: "?service=all", pace: "daily" };
    const longest = "n".repeat(searchLimits.name);
    expect(saveSearchSchema.safeParse({ ...form, name: longest }).success).toBe(true);
    // Unicode normalization turns each of these into two characters.
    const longer = "\u0958".repeat(searchLimits.name);
    expect(saveSearchSchema.safeParse({ ...form, name: longer }).success).toBe(false);
  });

  test("refuses filters that a plan doesn't include, and finds no one with them once the plan ends", async () => {
    const filter: SavedFilter = { kind: "people", filter: { ...noFilter, serviceId, price: 40_00 } };
    const [owner, free] = [await makeCreator(), await makeCreator()];
    expect(await saveSearch(free, filter, daily)).toEqual({ ok: false, refused: "no-advanced" });
    await givePlan(owner, "pro");
    expect(await saveSearch(owner, filter, daily)).toEqual({ ok: true, isNew: true });
    await makeContributor({ name: "Cy Cheap", services: [service], priceRange: "$30 per hour" });
    await tellSearches(later(1));
    expect(await told(owner)).toHaveLength(1);
    await givePlan(owner, "free");
    await makeContributor({ name: "Lu Later", services: [service], priceRange: "$30 per hour" });
    await tellSearches(later(2));
    expect([(await told(owner)).length, await listSearches(owner)]).toMatchObject([1, [{ paused: "plan" }]]);
  });
});

describe("a digest", () => {
  test("names new and visible people, each once, and isn't sent without any", async () => {
    const owner = await makeCreator({ services: [service] });
    await makeContributor({ name: "Ada Before", services: [service] });
    await saveSearch(owner, people(), daily);
    await tellSearches(later(1));
    expect(await told(owner)).toEqual([]);

    const services = [service, "Writer", "Photographer", "Graphic Designer"];
    const fits = await makeContributor({ name: "Nia New", services });
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
    expect(await told(owner)).toEqual(["1 new person for “Editors”"]);
    expect(await noted(owner)).toBe(1);
    const text = await lastText(owner);
    expect(text).toMatch(/- Nia New: [^,\n]+, [^,\n]+, [^,\n]+ \+1 more\n/);
    expect(text).toContain(`/profile/${fits.userId}`);
    expect(text).toContain("/unsubscribe/");
    expect(text).not.toMatch(/Ada|Otto|Pau|Bo |Sid|Pia/);

    // This person is listed again, but has already been reported.
    const changedAt = async () =>
      (await db.personListing.findUniqueOrThrow({ where: { profileId: fits.userId } })).changedAt.getTime();
    const before = await changedAt();
    await db.profile.update({ where: { id: fits.userId }, data: priceFields("$70 per hour") });
    expect(await changedAt()).toBeGreaterThan(before);
    await tellSearches(later(3));
    expect(await told(owner)).toHaveLength(1);
  });

  test("includes a result that was written before the previous digest and committed after it", async () => {
    const owner = await makeCreator({ services: [service] });
    const late = await makeContributor({ name: "Lou Late", services: ["Photographer"] });
    await saveSearch(owner, people(), daily);
    await db.$transaction(async (tx) => {
      await tx.contributorService.create({ data: { contributorId: late.userId, serviceId } });
      await tx.profile.update({ where: { id: late.userId }, data: { updatedAt: new Date() } });
      await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
      await tellSearches(later(1));
    });
    expect(await told(owner)).toEqual([]);
    await tellSearches(later(2));
    expect(await told(owner)).toEqual(["1 new person for “Editors”"]);
    expect(await lastText(owner)).toContain("- Lou Late");
  });

  test("of people reports those who are new to its filter, not people whose other fields changed", async () => {
    const wanted = "Voiceover Artist";
    const { id } = await db.service.findFirstOrThrow({ where: { name: wanted } });
    const owner = await makeCreator({ services: [wanted, "Photographer"] });
    await givePlan(owner, "pro");
    const there = await makeContributor({ name: "Ada Before", services: [wanted] });
    const becoming = await makeContributor({ name: "Bea Becoming", services: ["Photographer"] });
    const free = await makeContributor({ name: "Fay Free", services: [wanted], availability: "limited" });
    const offered: SavedFilter = { kind: "people", filter: { ...noFilter, serviceId: id } };
    const available = { ...noFilter, serviceId: id, availability: "available" } as const;
    await saveSearch(owner, offered, { name: "Offered", pace: "daily" });
    await saveSearch(owner, { kind: "people", filter: available }, { name: "Available", pace: "daily" });
    const change = (person: Person, data: object) =>
      db.profile.update({ where: { id: person.userId }, data });
    // Twice, because the second change has to carry over what the first one stored.
    for (const price of ["$70 per hour", "$80 per hour"])
      for (const person of [there, free]) await change(person, priceFields(price));
    await change(there, { location: "Lisbon" });
    await tellSearches(later(1));
    expect(await told(owner)).toEqual([]);

    await db.contributorService.create({ data: { contributorId: becoming.userId, serviceId: id } });
    await change(becoming, priceFields("$60 per hour"));
    await change(free, { availability: "available" });
    await change(free, { location: "Porto" });
    await tellSearches(later(2));
    const mails = await db.outboxMail.findMany({ where: { userId: owner.userId, kind: "saved-search" } });
    const [offeredText = "", availableText = ""] = ["Offered", "Available"].map(
      (name) => mails.find(({ subject }) => subject.includes(name))?.textBody,
    );
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "1 new person for “Offered”",
      "2 new people for “Available”",
    ]);
    expect(offeredText).toContain("- Bea Becoming");
    expect(offeredText).not.toMatch(/Ada|Fay/);
    for (const name of ["Fay Free", "Bea Becoming"]) expect(availableText).toContain(`- ${name}`);
    expect(availableText).not.toContain("Ada");
  });

  test("that has more results than one search returns contains the newest, and the next one skips none", async () => {
    const wanted = "Podcast Producer";
    const owner = await makeCreator({ services: [wanted] });
    const { id } = await db.service.findFirstOrThrow({ where: { name: wanted } });
    const listed = await makeContributor({ services: [wanted] });
    await saveSearch(owner, { kind: "people", filter: { ...noFilter, serviceId: id } }, daily);
    await saveSearch(owner, await directory(`service=${id}`), { name: "Directory", pace: "daily" });
    const store = (count: number, first: string) =>
      storePeople(
        (text, values) => pool.query(text, values),
        Array.from({ length: count }, (_, index) => ({
          user_type: "contributor",
          email: `${first.toLowerCase()}-${index}@example.com`,
          full_name: `${first} Listed`,
          services: [wanted],
        })),
      );
    await store(150, "Olga");
    await store(200, "Nell");
    // The person is listed again, after everyone else.
    await offerOneMore(listed);
    await tellSearches(later(1));
    expect((await told(owner)).sort()).toEqual([
      "200+ new contributors for “Directory”",
      "200+ new people for “Editors”",
    ]);
    const mails = await db.outboxMail.findMany({ where: { userId: owner.userId, kind: "saved-search" } });
    for (const { textBody } of mails) {
      expect(textBody).toContain("Plus 180+ more.");
      expect(textBody).not.toContain("Olga");
    }
    // Simulates a digest a minute later.
    await db.savedSearch.updateMany({ where: { userId: owner.userId }, data: { seenTo: new Date() } });
    await store(1, "Lea");
    await tellSearches(later(2));
    expect((await told(owner)).slice(2).sort()).toEqual([
      "1 new contributor for “Directory”",
      "1 new person for “Editors”",
    ]);
    expect(await lastText(owner)).toContain("- Lea Listed");
  });

  test("that failed is tried again after an hour, and keeps its time of day", async () => {
    const owner = await makeContributor({ services: [service] });
    const word = `okapi${randomUUID().slice(0, 6)}`;
    await saveSearch(owner, projects(word), daily);
    const nextAt = async () =>
      (await db.savedSearch.findFirstOrThrow({ where: { userId: owner.userId } })).nextAt.getTime();
    const first = await nextAt();
    await makeProject(await makeCreator(), { title: `Film the ${word}`, serviceIds: [serviceId] });
    await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON saved_search_results FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const at = (minutes: number) => new Date(first + minutes * 60_000);
    await tellSearches(at(1));
    await pool.query("DROP TRIGGER refuse ON saved_search_results");
    await tellSearches(at(60));
    expect([await told(owner), await nextAt()]).toEqual([[], first]);
    await tellSearches(at(62));
    expect([await told(owner), await nextAt()]).toEqual([["1 new project for “Editors”"], first + day]);
  });

  test("isn't put off if the database fails before a search is found", async () => {
    const creator = await makeCreator();
    expect((await saveSearch(creator, people(), daily)).ok).toBe(true);
    const { userId } = creator;
    await db.$executeRaw`ALTER TABLE users RENAME COLUMN time_zone TO zone`;
    try {
      await expect(tellSearches(later(1))).rejects.toThrow("time_zone");
    } finally {
      await db.$executeRaw`ALTER TABLE users RENAME COLUMN zone TO time_zone`;
    }
    expect((await db.savedSearch.findFirstOrThrow({ where: { userId } })).retryAt).toBeNull();
  });

  test("is due at the same time of day in its owner's zone, even across a daylight saving change", async () => {
    const owner = { ...(await makeCreator({ services: [service] })), timeZone: "America/New_York" };
    await db.user.update({ where: { id: owner.userId }, data: { timeZone: owner.timeZone } });
    // New York's clocks went forward on March 8, 2026.
    await saveSearch(owner, people(), daily, new Date("2026-03-06T14:30:00Z"));
    const search = () => db.savedSearch.findFirstOrThrow({ where: { userId: owner.userId } });
    const { id, nextAt } = await search();
    expect(nextAt).toEqual(new Date("2026-03-07T14:30:00Z"));
    await tellSearches(new Date("2026-03-07T15:00:00Z"));
    expect((await search()).nextAt).toEqual(new Date("2026-03-08T13:30:00Z"));
    // The time of day is kept even after days when the job didn't run.
    await tellSearches(new Date("2026-03-12T13:29:00Z"));
    expect((await search()).nextAt).toEqual(new Date("2026-03-12T13:30:00Z"));
    await setPace(owner, id, "weekly", new Date("2026-03-12T20:00:00Z"));
    expect((await search()).nextAt).toEqual(new Date("2026-03-19T13:30:00Z"));
    await setPace(owner, id, "off", new Date("2026-03-12T20:00:00Z"));
    await setPace(owner, id, "daily", new Date("2026-03-14T09:00:00Z"));
    expect((await search()).nextAt).toEqual(new Date("2026-03-14T13:30:00Z"));
  });

  test.each([
    ["America/New_York", "2026-03-07T07:30:00Z", ["03-08T07:30", "03-09T06:30", "03-10T06:30"]],
    ["America/New_York", "2026-10-31T05:30:00Z", ["11-01T06:30", "11-02T06:30", "11-03T06:30"]],
    ["America/Havana", "2026-03-07T05:15:00Z", ["03-08T05:15", "03-09T04:15", "03-10T04:15"]],
    ["America/Havana", "2026-10-31T04:15:00Z", ["11-01T05:15", "11-02T05:15", "11-03T05:15"]],
    ["Africa/Cairo", "2026-04-22T22:15:00Z", ["04-23T22:15", "04-24T21:15", "04-25T21:15"]],
    ["Africa/Cairo", "2026-10-28T21:00:00Z", ["10-29T22:00", "10-30T22:00", "10-31T22:00"]],
    ["Asia/Beirut", "2026-03-27T22:00:00Z", ["03-28T22:00", "03-29T21:00", "03-30T21:00"]],
    ["Atlantic/Azores", "2026-03-28T01:30:00Z", ["03-29T01:30", "03-30T00:30", "03-31T00:30"]],
    ["Atlantic/Azores", "2026-10-24T00:30:00Z", ["10-25T01:30", "10-26T01:30", "10-27T01:30"]],
  ])("is due once a day in %s, even if clocks skip or repeat its time: %s", async (timeZone, saved, due) => {
    const owner = { ...(await makeCreator({ services: [service] })), timeZone };
    await db.user.update({ where: { id: owner.userId }, data: { timeZone } });
    await saveSearch(owner, people(), daily, new Date(saved));
    const times = [];
    for (const _ of due) {
      const { nextAt } = await db.savedSearch.findFirstOrThrow({ where: { userId: owner.userId } });
      times.push(nextAt.toISOString().slice(5, 16));
      await tellSearches(nextAt);
    }
    expect(times).toEqual(due);
  });

  test("of the directory reports the people it shows, once each, and never its owner", async () => {
    const owner = await makeContributor({ status: "pending", services: [service] });
    const everybody = await makeMember();
    const before = await makeContributor({ name: "Ada Before", services: [service] });
    await saveSearch(owner, await directory(), daily);
    await saveSearch(everybody, await directory("service=all"), { name: "Anybody", pace: "weekly" });
    await tellSearches(later(7));
    expect([await told(owner), await told(everybody)]).toEqual([[], []]);

    const fits = await makeContributor({ name: "Nia New", services: ["Writer", service] });
    await makeContributor({ name: "Otto Other", services: ["Photographer"] });
    await makeContributor({ name: "Pau Pending", status: "pending", services: [service] });
    const hide = async (name: string, data: object) => {
      const { userId } = await makeContributor({ name, services: [service] });
      await db.user.update({ where: { id: userId }, data });
    };
    await hide("Sid Suspended", { suspendedAt: new Date() });
    await hide("Lee Leaving", { leavesAt: later(9) });
    await hide("Hal Hidden", { profileHiddenAt: new Date() });
    await hide("Shay Shy", { appearsInSearch: false });
    for (const [name, isTheirs] of [
      ["Bo Blocked", false],
      ["Bea Blocking", true],
    ] as const) {
      const { userId } = await makeContributor({ name, services: [service] });
      const [blockerId, blockedId] = isTheirs ? [userId, owner.userId] : [owner.userId, userId];
      await db.block.create({ data: { blockerId, blockedId } });
    }
    // She was already listed, and is listed again for another of her services.
    await offerOneMore(before);
    // The search's owner has joined the directory, too, in the meantime.
    await db.contributorProfile.update({ where: { id: owner.userId }, data: { status: "approved" } });
    await Promise.all([tellSearches(later(8)), tellSearches(later(8))]);
    expect(await told(owner)).toEqual(["1 new contributor for “Editors”"]);
    const text = await lastText(owner);
    expect(text).toContain(`- Nia New: ${service}, Writer`);
    expect(text).toContain(`/profile/${fits.userId}`);
    expect(text).toContain("/contributors/podcast-editors?sort=new");
    expect(text).not.toMatch(/Ada|Otto|Pau|Sid|Lee|Hal|Shay|Bo |Bea/);
    // Another pace, unlike one after it was off, skips nothing that's new by then.
    const [search] = await listSearches(everybody);
    expect(await setPace(everybody, search?.id ?? "", "daily")).toEqual({ ok: true });
    await tellSearches(later(14));
    expect(await told(everybody)).toEqual(["5 new contributors for “Anybody”"]);

    // Someone who was already reported is listed again. A search for a service that's no longer in the catalog finds
    // nothing.
    await offerOneMore(fits);
    await db.savedSearch.updateMany({
      where: { userId: everybody.userId },
      data: { query: "?service=999999" },
    });
    await makeContributor({ name: "Ole Other", services: ["Photographer"] });
    await tellSearches(later(30));
    expect([await told(owner), await told(everybody)].map(({ length }) => length)).toEqual([1, 1]);
    expect(await listSearches(everybody)).toMatchObject([{ words: "", href: "", paused: "filter" }]);
  });

  test("of projects reports open ones that fit a contributor", async () => {
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
    expect(await listSearches(owner)).toMatchObject([{ name: "Zebras", paused: null }]);
    // Someone who has switched their type can't see the page with the results anymore.
    expect(await listSearches({ ...owner, userType: "creator" })).toMatchObject([
      { name: "Zebras", paused: "page" },
    ]);
    await tellSearches(later(1));
    expect(await told(owner)).toEqual([]);
    await tellSearches(later(7));
    expect(await told(owner)).toEqual(["1 new project for “Zebras”"]);
    expect(await lastText(owner)).toContain(`- Film the ${word}`);
  });

  test("waits while its owner is unconfirmed, suspended or about to leave", async () => {
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
    const unconfirmed = await findActor(owners[0]?.token ?? "");
    expect(unconfirmed && (await listSearches(unconfirmed))).toMatchObject([{ paused: "address" }]);
    const back = { confirmedAt: new Date(), suspendedAt: null, leavesAt: null };
    for (const { userId } of owners) await db.user.update({ where: { id: userId }, data: back });
    await tellSearches(later(2));
    for (const owner of owners) expect(await told(owner)).toEqual(["1 new person for “Editors”"]);
  });

  test("can be turned off: for one search, which starts from that time when it's turned on again, or for all emails of the kind", async () => {
    const owner = await makeCreator({ services: [service] });
    await saveSearch(owner, people(), { name: "Quiet", pace: "off" });
    const [search] = await listSearches(owner);
    await makeContributor({ services: [service] });
    await tellSearches(later(30));
    expect(await told(owner)).toEqual([]);
    // More concurrent requests than there are connections.
    const presses = Array.from({ length: 24 }, () => setPace(owner, search?.id ?? "", "daily"));
    expect(await Promise.all(presses)).toEqual(presses.map(() => ({ ok: true })));
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
