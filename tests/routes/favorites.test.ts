import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveContributor } from "~/features/favorites/saving.server";
import { resetUsage } from "~/features/plans/uses.server";
import { apply } from "~/features/projects/applying.server";
import { tidyLine, tidyText } from "~/lines";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken } from "../support/broken-table";
import { hostileTexts } from "../support/hostile-texts";
import { givePlan, makeAdmin, makeContributor, makeCreator, type Person } from "../support/people";
import { makeProject } from "../support/projects";
import { as } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";

let app: Awaited<ReturnType<typeof startApp>>;
let creator: Person;
let person: Person;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  [creator, person] = [await makeCreator(), await makeContributor({ name: "Plain Name" })];
  await givePlan(creator, "pro");
  await saveContributor(creator, person.userId);
});

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const decode = (html: string) => html.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
/** Counts tags, because an injected one changes the number. Ignores script data, which isn't markup. */
const tagsIn = (html: string) =>
  (html.replace(/<script.*?<\/script>/gs, "").match(/<[a-z!/]/gi) ?? []).length;

test("notes and list names are shown as typed, whatever they contain", async () => {
  const visitor = as(creator);
  const pagesWith = async (note: string, list: string) => {
    await db.savedList.deleteMany({ where: { creatorId: creator.userId } });
    await press(visitor, paths.savedLists(), "Create list", { Name: list });
    const made = await db.savedList.findFirstOrThrow({ where: { creatorId: creator.userId } });
    const favorite = await visitor.get(paths.favorite(person.userId));
    await press(visitor, favorite, "Save note", { "Only you can see this": note });
    await press(visitor, favorite, "Save lists", { Lists: [made.name] });
    const saved = fillIn(await visitor.get(paths.favorite(person.userId)), "Save lists");
    expect(saved.fields).toContainEqual(["lists", made.id]);
    const places = [
      ...[paths.saved(), paths.favorite(person.userId), paths.savedLists(), paths.savedList(made.id)],
      `${paths.compareFavorites()}?with=${person.userId}`,
    ];
    const pages = await Promise.all(places.map((place) => visitor.get(place)));
    return { made, pages };
  };
  const plain = await pagesWith("plain", "plain");
  for (const [what, text] of hostileTexts) {
    const [note, name] = [text.slice(0, 2000), [...text].slice(0, 50).join("").replace(/\s+/g, " ").trim()];
    const { made, pages } = await pagesWith(note, name);
    const stored = await db.savedContributor.findFirstOrThrow({ where: { creatorId: creator.userId } });
    expect([what, stored.note, made.name]).toEqual([what, tidyText(note), tidyLine(name).normalize("NFC")]);
    for (const [index, page] of pages.entries()) {
      expect([what, page.status]).toEqual([what, 200]);
      expect([what, index, tagsIn(page.html)]).toEqual([what, index, tagsIn(plain.pages[index]?.html ?? "")]);
    }
    expect(decode(pages[4]?.html ?? "")).toContain(tidyText(note).split("\n")[0]);
  }
});

test("a NUL and text that's too long are refused, and the text is kept", async () => {
  const visitor = as(creator);
  const favorite = await visitor.get(paths.favorite(person.userId));
  const note = fillIn(favorite, "Save note", { "Only you can see this": "before" });
  const nul = await send(visitor, forge(note, "note", "be\0fore"));
  expect(nul.status).toBe(400);
  expect(nul.text).toContain("character we can't store");
  const long = await send(visitor, forge(note, "note", "x".repeat(2001)));
  expect([long.status, long.text.includes("Please use at most 2000 characters")]).toEqual([400, true]);
  expect(long.html).toContain("x".repeat(2001));
  // Normalizing makes two characters of each of these, so the name is too long.
  const list = fillIn(await visitor.get(paths.savedLists()), "Create list", { Name: "\u0958".repeat(60) });
  const name = await send(visitor, forge(list, "name", "y".repeat(61)));
  expect([name.status, name.text.includes("Please use at most 60 characters")]).toEqual([400, true]);
  const longer = await send(visitor, list);
  expect([longer.status, longer.text.includes("Please use at most 60 characters")]).toEqual([400, true]);
});

test("a note is on no one else's page", async () => {
  const note = "nobody-else-reads-this";
  await press(as(creator), paths.favorite(person.userId), "Save note", { "Only you can see this": note });
  const stranger = await makeCreator();
  await saveContributor(stranger, person.userId);
  const seen: string[] = [];
  for (const viewer of [person, stranger, null]) {
    const browser = as(viewer);
    for (const place of [paths.profile(person.userId), paths.ownProfile(), paths.saved(), paths.analytics()])
      seen.push((await browser.get(place)).html);
  }
  expect(seen.join("")).not.toContain(note);
  expect((await as(creator).get(paths.saved())).html).toContain(note);
});

describe("saving a favorite", () => {
  test.each([
    ["a page of ours", "/matches?before=x", "/matches?before=x"],
    ["another site", "https://evil.example/", null],
    ["another host", "//evil.example/", null],
    ["a backslash", "/\\evil.example", null],
    ["a resolved host", "/..//evil.example", null],
  ])("redirects only within the site: %s", async (_, from, expected) => {
    const remove = fillIn(await as(creator).get(paths.saved()), "Remove Plain Name");
    const reply = await send(as(creator), forge(remove, "from", from));
    expect([reply.status, reply.location]).toEqual([303, expected ?? paths.profile(person.userId)]);
  });

  test("opens a dialog once the plan is full, and returns to the page that it came from", async () => {
    await givePlan(creator, "free", { status: "canceled", ends: -1000 });
    const [one, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => makeContributor()));
    const visitor = as(creator);
    await db.match.create({ data: { creatorId: creator.userId, contributorId: one?.userId ?? "" } });
    const form = fillIn(await visitor.get(paths.matches()), `Save to Favorites ${one?.name}`);
    for (const { userId } of others) await saveContributor(creator, userId);
    const reply = await send(visitor, form);
    expect(reply.location).toBe(paths.saved({ limit: "saved", from: paths.matches() }));
    const full = await visitor.get(reply.location);
    expect(full.text).toContain("Limit Reached");
    expect(full.text).toContain("5 of 5 saved. To make room");
    expect(full.html).toMatch(/href="\/matches"[^>]*>Continue with Limitations/);
    const elsewhere = await visitor.get(paths.saved({ limit: "saved", from: "//evil.example" }));
    expect(elsewhere.html).not.toContain("evil.example");
    await press(visitor, paths.profile(person.userId), "Remove from Favorites");
    const room = await visitor.get(reply.location);
    expect(room.text).not.toContain("Limit Reached");
    expect(room.text).toContain("4 of 5 saved. Your plan has room for one more.");
  });

  test("keeps favorites shown and counted after an admin resets the plan's usage", async () => {
    const admin = await makeAdmin();
    const reset = await resetUsage(admin, creator.userId, { key: "favorites", reason: "Refund" });
    expect(reset).toMatchObject({ ok: true });
    const visitor = as(creator);
    const { text, html } = await visitor.get(paths.saved());
    expect(text).toMatch(/\b1 saved\. Your plan has room for \d+ more\./);
    expect(html).toContain('name="sort"');
    const narrowed = await visitor.get(paths.saved({ availability: "limited" }));
    expect(narrowed.text).not.toContain("No favorites yet");
    expect(narrowed.text).toContain("No one matches these filters");
    expect(narrowed.html).toMatch(/href="\/saved"[^>]*>Clear filters</);
  });

  test("explains itself if the person has left in the meantime", async () => {
    const gone = await makeContributor();
    const visitor = as(creator);
    await db.match.create({ data: { creatorId: creator.userId, contributorId: gone.userId } });
    const page = await visitor.get(paths.matches());
    await db.user.update({ where: { id: gone.userId }, data: { suspendedAt: new Date() } });
    const reply = await press(visitor, page, `Save to Favorites ${gone.name}`);
    expect([reply.status, reply.location]).toEqual([303, paths.matches()]);
    expect((await visitor.get(reply.location)).text).toContain("Contributor not saved");
  });
});

test("the profile confirms that a person was saved or removed there", async () => {
  const visitor = as(creator);
  const profile = paths.profile(person.userId);
  for (const [button, words] of [
    ["Remove from Favorites", "Contributor removed"],
    ["Save to Favorites", "Contributor saved"],
  ] as const) {
    const { status, location } = await press(visitor, profile, button);
    expect([status, location]).toEqual([303, profile]);
    expect((await visitor.get(location)).text).toContain(words);
  }
});

test("people are compared by their answers, and a missing answer is stated in words", async () => {
  const other = await makeContributor({ name: "Terse Tess" });
  await saveContributor(creator, other.userId);
  const say = (id: string, profile: object, portfolioUrl: string | null) =>
    db.$transaction([
      db.profile.update({ where: { id }, data: profile }),
      db.contributorProfile.update({ where: { id }, data: { portfolioUrl } }),
    ]);
  await say(person.userId, { location: "Lisbon", priceRange: "$60 per hour" }, "https://plain.example/");
  await say(other.userId, { location: "", priceRange: "" }, null);
  const note = { "Only you can see this": "Ask in May" };
  await press(as(creator), paths.favorite(person.userId), "Save note", note);
  const page = await as(creator).get(
    `${paths.compareFavorites()}?with=${person.userId}&with=${other.userId}`,
  );
  expect(page.text).not.toContain("These are the first three");
  const nobody = await as(creator).get(paths.compareFavorites());
  expect(nobody.text).toContain("No one to compare yet Go back and check up to three people to compare.");
  const more = ["&", "&"].map((and) => `${and}with=${randomUUID()}`).join("");
  expect((await as(creator).get(page.path + more)).text).toContain("These are the first three");
  const crowd = Array.from({ length: 13 }, () => randomUUID()).join(" ");
  const crowded = await as(creator).get(paths.compareFavorites({ with: crowd }));
  const [, kept = ""] = /href="([^"]*)">(?:(?!<\/a>).)*Back to Favorites/.exec(crowded.html) ?? [];
  expect(new URL(kept, "http://x").searchParams.get("with")?.split(" ")).toEqual(
    crowd.split(" ").slice(0, 12),
  );
  const said: Record<string, string[]> = {};
  for (const [, title = "", cell = ""] of page.html.matchAll(/<dt>(.*?)<\/dt> <dd>(.*?)<\/dd>/gs))
    said[title] = [...(said[title] ?? []), cell.replace(/<[^>]*>/g, "")].sort();
  expect(said).toMatchObject({
    Price: ["$60 per hour", "Not specified"],
    Location: ["Lisbon", "Not specified"],
    Portfolio: ["No link", expect.stringContaining("View Portfolio")],
    "Your private note": ["Ask in May", "None"],
  });
});

test("the second page links to the first and, once it's empty, doesn't say that no one is saved", async () => {
  const visitor = as(creator);
  for (let more = 0; more < 5; more += 1) await saveContributor(creator, (await makeContributor()).userId);
  const next = fillIn(await visitor.get(paths.saved({ sort: "name" })), "Next");
  const second = `${next.path}?${new URLSearchParams(next.fields as [string, string][])}`;
  const page = await visitor.get(second);
  const first = await press(visitor, page, "First page");
  expect([first.status, first.text.includes("Plain Name")]).toEqual([200, false]);
  await press(visitor, page, "Remove Plain Name");
  const emptied = await visitor.get(second);
  expect(emptied.text).toContain("No one is on this page anymore");
  expect(/<a[^>]*>Go to the first page</.exec(emptied.html)?.[0]).toContain('href="/saved?sort=name"');
  expect(emptied.text).not.toContain("No favorites yet");
});

test("without script, a selection lasts across pages and filters until people are compared", async () => {
  const visitor = as(creator);
  const others = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) => makeContributor({ name: `Other ${number}` })),
  );
  for (const { userId } of others) await saveContributor(creator, userId);
  const second = await press(visitor, paths.saved({ sort: "name" }), "Next", { "Compare Other 2": true });
  expect(second.text).toContain("Plain Name");
  expect(second.text).not.toContain("Other 2");
  const filtered = await press(visitor, second, "Show", {
    "Compare Plain Name": true,
    "Sort by": "Best match",
  });
  const compared = await press(visitor, filtered, "Compare");
  expect(compared.text).toMatch(/Compare .*Other 2.*Plain Name|Compare .*Plain Name.*Other 2/s);
  const [, back = ""] = /href="([^"]*)">(?:(?!<\/a>).)*Back to Favorites/.exec(compared.html) ?? [];
  expect(back).toContain("sort=match");
  expect((await visitor.get(back.replaceAll("&amp;", "&"))).html).toContain("2 to compare");
});

test("a creator whose saved people have all left isn't told that no one is saved", async () => {
  await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
  const page = await as(creator).get(paths.saved());
  expect(page.text).toContain("1 person you saved is no longer available.");
  expect(page.text).not.toContain("No favorites yet");
});

test("a list is created and deleted once, even if the form arrives twice, and can be renamed", async () => {
  const visitor = as(creator);
  const making = fillIn(await visitor.get(paths.savedLists()), "Create list", { Name: "Crew" });
  for (const _ of [1, 2]) expect((await send(visitor, making)).location).toBe(paths.savedLists());
  const [list, ...others] = await db.savedList.findMany({ where: { creatorId: creator.userId } });
  expect(others).toEqual([]);
  const place = paths.savedList(list?.id ?? "");
  const renamed = await press(visitor, place, "Rename", { Name: "Film crew" });
  expect((await visitor.get(renamed.location)).text).toMatch(/List renamed.*Film crew/s);
  const deleting = fillIn(await visitor.get(place), "Delete list");
  expect((await send(visitor, deleting)).location).toBe(paths.savedLists());
  const again = await send(visitor, deleting);
  expect(again.location).toBe(paths.savedLists());
  expect((await visitor.get(again.location)).text).toContain("This list was already deleted");
});

test("without Pro, a creator keeps the lists they have, and isn't told about lists if they have none", async () => {
  const keeping = "You can still view, empty and delete the lists you have.";
  const lists = await as(creator).get(paths.savedLists());
  await press(as(creator), lists, "Create list", { Name: "Crew" });
  const favorite = await as(creator).get(paths.favorite(person.userId));
  const choosing = fillIn(favorite, "Save lists", { Lists: ["Crew"] });
  const gone = await send(as(creator), forge(choosing, "lists", randomUUID()));
  expect([gone.status, gone.text]).toEqual([
    409,
    expect.stringContaining("One of these lists was deleted. Please reload the page and try again."),
  ]);
  await db.userSubscription.deleteMany({ where: { userId: creator.userId } });
  const full = await send(as(creator), choosing);
  expect([full.status, full.text]).toEqual([
    403,
    expect.stringContaining("You can take people off a list, but you can't add them."),
  ]);
  const page = await as(creator).get(paths.savedLists());
  expect(page.text).toMatch(/Crew.*See Pricing Options/s);
  expect(page.text).toContain(keeping);
  expect(page.html).not.toContain("Create list");
  const another = await press(as(creator), lists, "Create list", { Name: "Second unit" });
  expect(another.status).toBe(403);
  expect(another.html).toContain('value="Second unit"');
  const without = await as(await makeCreator()).get(paths.savedLists());
  expect(without.text).toContain("See Pricing Options");
  expect(without.text).not.toContain(keeping);
});

test("every heart says that it would use the last remaining favorite", async () => {
  const creator = await makeCreator({ services: ["Writer"] });
  const [match, applicant, dealt, ...others] = await Promise.all(
    ["Match", "Applicant", "Dealt", "One", "Two", "Three"].map((name) =>
      makeContributor({ name, services: name === "Dealt" ? ["Writer"] : ["Video Editor"] }),
    ),
  );
  if (!match || !applicant || !dealt) throw new Error("expected at least three contributors");
  const { id: matchId } = await db.match.create({
    data: { creatorId: creator.userId, contributorId: match.userId },
  });
  const projectId = await makeProject(creator);
  await apply(applicant, projectId, { note: "Hello", portfolioLink: null, answers: [] });
  const places = [
    ...[paths.discover(), paths.matches(), paths.match(matchId), paths.profile(match.userId)],
    ...[paths.applicant(projectId, applicant.userId)],
    `${paths.compareApplicants(projectId)}?with=${applicant.userId}`,
  ];
  const visitor = as(creator);
  const announcing = async () => {
    const replies = await Promise.all(places.map((place) => visitor.get(place)));
    for (const { text } of replies) expect(text).toMatch(/(Save to|Remove from) Favorites/);
    return replies.filter(({ text }) => text.includes("This is the last favorite your plan allows.")).length;
  };
  for (const { userId } of others) await saveContributor(creator, userId);
  expect(await announcing()).toBe(0);
  await saveContributor(creator, match.userId);
  // Three of the places show the match's person, who is saved already, so their hearts don't say it.
  expect(await announcing()).toBe(places.length - 3);
  await saveContributor(creator, dealt.userId);
  expect(await announcing()).toBe(0);
});

describe("a profile view", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const events = () =>
    db.memberEvent.findMany({ where: { memberId: person.userId }, select: { kind: true } });

  test("is recorded once for a member, counted anonymously for guests, and ignored when prefetched", async () => {
    const place = paths.profile(person.userId);
    for (const viewer of [creator, creator, person, null]) {
      await as(viewer).get(place, { headers: { "User-Agent": firefox, "Sec-Purpose": "prefetch" } });
      await as(viewer).get(place, { headers: { "User-Agent": firefox } });
      await as(viewer).send("HEAD", place, { headers: { "User-Agent": firefox } });
    }
    expect(await events()).toEqual([{ kind: "view" }, { kind: "guest_view" }]);
  });

  test("doesn't fail if it can't be counted", async () => {
    const page = await whileBroken("profile_views", "INSERT", () =>
      as(creator).get(paths.profile(person.userId), { headers: { "User-Agent": firefox } }),
    );
    expect([page.status, page.text.includes("Plain Name")]).toEqual([200, true]);
    expect(await events()).toEqual([]);
  });
});

test("analytics tell creators on Free which plans include them, and show contributors their own", async () => {
  const free = await as(await makeCreator()).get(paths.analytics());
  expect(free.text).toContain("Analytics come with Pro and Agency");
  expect(free.html).toContain(`href="${paths.pricing({ from: paths.analytics() })}"`);
  expect(free.html).not.toContain('role="img"');
  const contributor = await makeContributor();
  expect((await as(contributor).get(paths.analytics())).text).toContain("No activity yet");
  await db.swipe.create({
    data: { actorId: creator.userId, targetId: contributor.userId, liked: true },
  });
  const page = await as(contributor).get(paths.analytics());
  expect(page.text).toMatch(/Likes received\s+1\s+1 this week\./);
  expect(page.html.match(/role="img"/g)).toHaveLength(5);
  expect(page.text).toContain("Show likes received as a table");
  const columns = [...page.html.matchAll(/<thead>.*?<\/thead>/gs)].map(([head]) =>
    [...head.matchAll(/<th scope[^>]*>([^<]*)</g)].map(([, label]) => label),
  );
  expect(columns).toEqual([
    ["Week of", "Members", "Guests"],
    ["Week of", "Likes"],
    ["Week of", "Match rate"],
    ["Week of", "Median"],
    ["Week of", "Accepted", "Sent"],
  ]);
});

test("people who are no longer available are removed together, and no one else", async () => {
  const visitor = as(creator);
  const clean = async (button: string, said: string, ids: string[]) => {
    const page = await visitor.get(paths.saved());
    await db.user.updateMany({ where: { id: { in: ids } }, data: { suspendedAt: new Date() } });
    const { location } = await press(visitor, await visitor.get(paths.saved()), button);
    expect(location).toBe(paths.saved());
    expect((await visitor.get(location)).text).toContain(said);
    expect(page.text).not.toContain("no longer available");
  };
  const others = [await makeContributor(), await makeContributor(), await makeContributor()];
  for (const other of others) await saveContributor(creator, other.userId);
  const [one, ...two] = others.map(({ userId }) => userId);
  await clean("Remove them", "Contributor removed", [one ?? ""]);
  await clean("Remove all of them", "2 contributors removed", two);
  expect(
    await db.savedContributor.findMany({ where: { creatorId: creator.userId, removedAt: null } }),
  ).toMatchObject([{ contributorId: person.userId }]);
});
