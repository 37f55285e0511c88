import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { db, pool } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { files } from "~/platform/files/files.server";
import { sitePaths } from "~/site-paths";
import { storePeople } from "../../prisma/people";
import { startApp } from "../support/app";
import { exhaust } from "../support/limits";
import { makeContributor, makeCreator, type Person } from "../support/people";
import { as, type Reply, type Visitor } from "../support/request";
import { routeCases } from "../support/route-cases/all";
import { fileFolder, picture } from "../support/sample-files";
import { fillIn, press, send } from "../support/submitting";
import { makeWorld, type World } from "../support/world";

let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
let editor: Person;
let given: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  app = await startApp();
  given = await fileFolder();
  world = await makeWorld();
  editor = await makeContributor({
    name: "Rafa </script><b> & Moor",
    bio: "I cut documentaries about rivers.",
    location: "Austin, TX",
    services: ["Video Editor"],
  });
  await addCover(editor);
});
afterAll(async () => {
  await app.stop();
  await given.remove();
});

async function addCover({ userId }: Person) {
  const fileKey = `media/${randomUUID().replaceAll("-", "")}`;
  await files.put(`${fileKey}-720.webp`, await picture(720, 405).webp().toBuffer());
  const shape = { width: 720, height: 405, widths: [720] };
  const media = await db.media.create({
    data: { ownerId: userId, kind: "image", ending: "", fileKey, bytes: 8, name: "", ...shape },
  });
  await db.workSample.create({
    data: { profileId: userId, position: 1, kind: "image", mediaId: media.id, title: "A river" },
  });
}

const origin = new URL(env.APP_URL).origin;
const guest = () => as(null);
const tagOf = ({ html }: Reply, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&");
const thingsIn = ({ html }: Reply) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );

/** Creates an account, and returns where the page that checks for cookies redirects to. */
async function join(visitor: Visitor, name: string, redirectTo: string): Promise<string> {
  const { location } = await press(visitor, paths.login({ tab: "create", redirectTo }), "Create Account", {
    ...{ "Full name": name, Email: `${randomUUID()}@example.com`, Password: "violet-harbour-27" },
  });
  return (await visitor.get(location)).location;
}

test("a guest finds an editor by their work, reads their profile, and after signing up continues with what they wanted to do", async () => {
  const list = await guest().get(sitePaths.contributorsOf("video-editors"));
  expect(list.html).toContain(`href="${paths.profile(editor.userId)}"`);
  expect(list.html).not.toMatch(/<script(?![^>]*ld\+json)/);
  expect(tagOf(list, /rel="canonical" href="([^"]*)"/)).toBe(`${origin}/contributors/video-editors`);
  expect((await guest().get(sitePaths.contributorsOf("video-editor"))).status).toBe(404);

  const profile = await guest().get(paths.profile(editor.userId));
  const address = `${origin}${paths.profile(editor.userId)}`;
  expect(tagOf(profile, /rel="canonical" href="([^"]*)"/)).toBe(address);
  expect(thingsIn(profile)).toEqual([
    expect.objectContaining({
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      mainEntity: expect.objectContaining({ name: editor.name, jobTitle: "Video Editor", url: address }),
    }),
  ]);
  expect(profile.html).not.toMatch(/<script(?![^>]*ld\+json)/);
  expect(profile.html).not.toContain("</script><b>");
  for (const to of [paths.newMessage({ to: editor.userId }), paths.profile(editor.userId)])
    expect(profile.html).toContain(
      `href="${paths.login({ tab: "create", redirectTo: to }).replaceAll("&", "&amp;")}"`,
    );

  // A new account without a profile builds one and then returns.
  const member = guest();
  const to = paths.newMessage({ to: editor.userId });
  expect(await join(member, "Nia New", to)).toBe(to);
  const builder = paths.onboarding({ redirectTo: to });
  expect((await member.get(to)).html).toContain(`href="${builder.replaceAll("&", "&amp;")}"`);
  const chosen = await press(member, builder, "Creator Hiring User");
  expect(chosen.location).toBe(paths.onboardingStep(1, { redirectTo: to }));
  const back = await press(member, chosen.location, "Back");
  expect(back.location).toBe(builder);
  const away = paths.onboarding({ redirectTo: "//evil.example" });
  expect((await press(member, away, "Creator Hiring User")).location).toBe(paths.onboardingStep(1));
});

test("a guest who saves a page of the directory signs up first and then returns to it; a member saves it right away", async () => {
  const page = sitePaths.contributorsOf("video-editors");
  const { id } = await db.service.findFirstOrThrow({ where: { name: "Video Editor" } });
  const form = paths.newSearch("directory", { service: id });
  const toForm = paths.login({ tab: "create", redirectTo: form });
  expect((await guest().get(page)).html).toContain(`href="${toForm.replaceAll("&", "&amp;")}"`);
  const visitor = guest();
  expect(await join(visitor, "Sana Saver", form)).toBe(form);
  expect((await visitor.get(form)).text).toContain("Contributors: Video editors");

  for (const [name, member] of [
    ["joined", visitor],
    ["member", as(await makeCreator())],
  ] as const) {
    const saving = fillIn(await member.get(page), "Save this search");
    expect([name, saving.path]).toEqual([name, form]);
    const pressed = await Promise.all([send(member, saving), send(member, saving)]);
    expect(pressed.map(({ status, location }) => [status, location])).toEqual(
      Array(2).fill([303, paths.searches()]),
    );
    const { text } = await member.get(paths.searches());
    expect(text.match(/Contributors: Video editors/g)).toHaveLength(1);
  }
});

test("a guest's page is cached by its URL for a few seconds, and has no pictures under Save-Data", async () => {
  const first = await guest().get(paths.contributors());
  expect(first.headers).toMatchObject({
    etag: expect.any(String),
    vary: expect.stringContaining("Save-Data"),
  });
  const [again, other] = [
    await guest().get(paths.contributors(), { headers: { "If-None-Match": first.headers.etag } }),
    await guest().get(paths.contributors({ sort: "new" })),
  ];
  expect([again.status, other.status, other.headers.etag === first.headers.etag]).toEqual([304, 200, false]);
  expect(first.html).toContain("<picture>");
  const light = await guest().get(paths.contributors(), { headers: { "Save-Data": "on" } });
  expect(light.html).not.toContain("<picture>");
  // A member's own page is never cached.
  const creator = await makeCreator();
  await db.block.create({ data: { blockerId: editor.userId, blockedId: creator.userId } });
  const own = await as(creator).get(paths.contributors());
  expect(own.headers["cache-control"]).toContain("private");
  expect(own.html).not.toContain(paths.profile(editor.userId));
  expect(first.html).toContain(paths.profile(editor.userId));
});

test("the landing page shows people from the directory without script, but no one who's suspended or blocked", async () => {
  const page = await guest().get(paths.home());
  expect(page.headers).toMatchObject({
    etag: expect.any(String),
    "cache-control": "public, max-age=0, s-maxage=15",
  });
  expect(page.html).toContain(`href="${paths.profile(editor.userId)}"`);
  expect(page.text).toContain("Rafa </script><b> & Moor video editor");
  expect(page.html).not.toContain("<script src");
  // With too few people who have work to show, the page lists services with the number of their contributors instead.
  expect(page.text).toMatch(/Matchcut is new\. So far, we've vetted \d+ contributors by hand\./);
  expect(page.text).toMatch(/Video Editor \d+ vetted so far/);
  expect(page.text).toContain("You could be the first");
  expect(page.text).not.toContain("Trusted by creators worldwide");
  const light = await guest().get(paths.home(), { headers: { "Save-Data": "on" } });
  expect(light.html).not.toContain("<img");
  expect(light.html).toContain(`href="${paths.profile(editor.userId)}"`);

  // With the query, this is a URL that isn't in the cache yet.
  const where = { id: editor.userId };
  await db.user.update({ where, data: { suspendedAt: new Date() } });
  const without = await guest().get(`${paths.home()}?again=1`);
  await db.user.update({ where, data: { suspendedAt: null } });
  expect(without.html).not.toContain(paths.profile(editor.userId));
  const creator = await makeCreator();
  await db.block.create({ data: { blockerId: editor.userId, blockedId: creator.userId } });
  const own = await as(creator).get(paths.home());
  expect(own.headers["cache-control"]).toContain("private");
  expect(own.html).not.toContain(paths.profile(editor.userId));

  const listed = await storePeople(
    (text, values) => pool.query(text, values),
    Array.from({ length: 100 }, () => ({
      user_type: "creator" as const,
      email: `${randomUUID()}@example.com`,
    })),
  );
  const trusted = await guest().get(`${paths.home()}?again=2`);
  const [, count] = /Trusted by creators worldwide (\d+) members/.exec(trusted.text) ?? [];
  expect(Number(count)).toBeGreaterThan(listed.length);
  expect(Number(count)).toBeLessThanOrEqual(await db.personListing.count());
});

const index =
  /^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n(<sitemap><loc>https?:\/\/[^<&\s]+<\/loc><\/sitemap>\n)+<\/sitemapindex>\n$/;
const part =
  /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n(<url><loc>https?:\/\/[^<&\s]+<\/loc>(<lastmod>\d{4}-\d\d-\d\d<\/lastmod>)?<\/url>\n)*<\/urlset>\n$/;
const locations = ({ html }: Reply) =>
  [...html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, text = ""]) => text);

test("robots find the sitemap; each of its pages responds and may be indexed", async () => {
  const robots = await guest().get(sitePaths.robots());
  expect(robots.headers["cache-control"]).toBe("public, max-age=3600");
  const [, sitemap = ""] = /^Sitemap: (.*)$/m.exec(robots.html) ?? [];
  expect(sitemap).toBe(`${origin}/sitemap.xml`);
  const closed = [...robots.html.matchAll(/^Disallow: (.*)$/gm)].map(([, start = ""]) => start);
  const isClosed = (path: string) => closed.some((start) => path.startsWith(start));
  const parts = await guest().get(new URL(sitemap).pathname);
  expect(parts.html).toMatch(index);
  const [pages, ...people] = locations(parts).map((address) => new URL(address).pathname);
  const listed: string[] = [];
  for (const path of [pages ?? "", ...people]) {
    const reply = await guest().get(path);
    expect(reply.html).toMatch(part);
    listed.push(...locations(reply).map((address) => new URL(address).pathname));
  }
  expect(listed).toEqual(
    expect.arrayContaining([paths.home(), sitePaths.contributorsOf("writers"), paths.profile(editor.userId)]),
  );
  expect([...listed, sitePaths.sharedPicture("service", "writers")].filter(isClosed)).toEqual([]);
  const ofMembers = [
    ...[paths.dashboard(), paths.creatorDashboard(), paths.discover(), paths.matches(), paths.messages()],
    ...[paths.settings(), paths.login(), paths.onboarding(), adminPaths.refunds()],
  ];
  expect(ofMembers.filter((path) => !isClosed(path))).toEqual([]);
  for (const path of listed.filter((one) => !/^\/contributors\/./.test(one))) {
    const reply = await guest().get(path);
    expect([path, reply.status, reply.headers["x-robots-tag"]]).toEqual([path, 200, undefined]);
    expect(reply.html).not.toMatch(/<meta name="robots"/);
    expect(tagOf(reply, /rel="canonical" href="([^"]*)"/)).toBe(`${origin}${path}`);
    expect(tagOf(reply, /name="description" content="([^"]*)"/)).toMatch(/.{30}/);
  }
  const indexed = routeCases.filter(
    ({ route, method, expected, path }) =>
      route.startsWith("site/") &&
      method === "GET" &&
      expected.others === "200" &&
      !path(world).includes("?"),
  );
  // A new page needs either a line in sitemap.server.ts or `isIndexed: false`.
  for (const { path } of indexed) {
    const reply = await guest().get(path(world));
    if (reply.headers["content-type"]?.startsWith("text/html") && !reply.headers["x-robots-tag"])
      expect(listed).toContain(path(world));
  }
  const gone = [sitePaths.sitemapPart("contributors"), sitePaths.sitemapPart("nothing"), "/sitemaps/pages"];
  for (const path of gone) {
    const { status, headers } = await guest().get(path);
    expect([status, headers["cache-control"]]).toEqual([404, "private, no-store"]);
  }
});

test("a network that requests too many parts of the sitemap or new pictures is told when to try again", async () => {
  for (const [act, path] of [
    ["sitemap-part", sitePaths.sitemapPart("pages")],
    ["shared-picture", sitePaths.sharedPicture("service", "cinematographers")],
  ] as const) {
    await exhaust(act, "127.0.0.1");
    const { status, headers, html } = await guest().get(path);
    expect([act, status, html]).toEqual([act, 429, "Too many requests"]);
    expect(headers).toMatchObject({
      "retry-after": expect.stringMatching(/^[1-5]?\d$|^60$/),
      "cache-control": "private, no-store",
    });
  }
  await db.rateLimit.deleteMany();
});

test("pages that search engines shouldn't index say so to every client", async () => {
  const shy = await makeContributor();
  await db.user.update({ where: { id: shy.userId }, data: { appearsInSearch: false } });
  expect((await guest().get(paths.profile(shy.userId))).html).toContain('name="robots" content="noindex"');
  const later = await guest().get(paths.contributors({ after: "w1" }));
  expect(later.html).toContain('name="robots" content="noindex"');
  const member = as(await makeCreator());
  for (const path of [paths.dashboard(), paths.discover(), paths.settings(), paths.login(), "/no/such/page"])
    for (const visitor of [guest(), member])
      expect((await visitor.get(path)).headers["x-robots-tag"]).toBe("noindex");
});

/** Decodes a JPEG. The product runs in this process and has turned off the decoder, so this turns it on again. */
async function pictureIn(answer: Response) {
  const { path } = await given.file(Buffer.from(await answer.arrayBuffer()), "card.jpg");
  sharp.unblock({ operation: ["VipsForeignLoadJpegFile"] });
  return sharp(path);
}

test("shared links have a picture of their page, and a changed picture has a new URL", async () => {
  const pictureOf = (reply: Reply) =>
    tagOf(reply, /property="og:image" content="([^"]*)"/)?.slice(origin.length) ?? "";
  const pathOf = async (path: string) => pictureOf(await guest().get(path));
  const profile = await pathOf(paths.profile(editor.userId));
  for (const [page, kind, alt] of [
    [paths.home(), "website", "Matchcut: creators and the crews behind their work"],
    [sitePaths.contributorsOf("writers"), "website", "Writers on Matchcut"],
    [sitePaths.blogPost("pay-for-the-test"), "article", "Pay for the test"],
    [paths.profile(editor.userId), "profile", "Work by Rafa "],
  ] as const) {
    const reply = await guest().get(page);
    expect(tagOf(reply, /property="og:type" content="([^"]*)"/)).toBe(kind);
    expect(tagOf(reply, /property="og:image:alt" content="([^"]*)"/)).toContain(alt);
    const answer = await fetch(`${app.origin}${pictureOf(reply)}`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=86400, s-maxage=60",
    ]);
    const { format, width, height } = await (await pictureIn(answer)).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  }
  // The upper part of the picture shows their work, which is red here.
  const shown = await fetch(`${app.origin}${profile}`);
  const corner = { left: 0, top: 0, width: 1, height: 1 };
  const [red = 0, green = 255, blue = 255] = await (await pictureIn(shown)).extract(corner).raw().toBuffer();
  expect([red > 180, green < 60, blue < 60]).toEqual([true, true, true]);

  await db.profile.update({ where: { id: editor.userId }, data: { location: "Dallas, TX" } });
  expect(await pathOf(paths.profile(editor.userId))).not.toBe(profile);
  const stale = await guest().get(profile);
  expect(stale.status).toBe(200);
  const again = await guest().get(profile, { headers: { "If-None-Match": stale.headers.etag } });
  expect([again.status, again.html]).toEqual([304, ""]);
  const creator = await makeCreator();
  const pending = await makeContributor({ status: "pending" });
  const missing = [
    sitePaths.sharedPicture("contributor", creator.userId),
    sitePaths.sharedPicture("contributor", pending.userId),
    sitePaths.sharedPicture("contributor", "x"),
    sitePaths.sharedPicture("service", "nobody"),
    sitePaths.sharedPicture("site", "other"),
    "/shared/constructor/x.jpg",
    "/shared/service/writers.png",
  ];
  for (const path of missing) expect([path, (await guest().get(path)).status]).toEqual([path, 404]);
});
