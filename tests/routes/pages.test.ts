import { existsSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { type QueryCounter, startQueryCounter } from "../../bench/query-counter";
import { startApp } from "../support/app";
import { expectApproved } from "../support/approved-pages";
import { faultsOf } from "../support/page-faults";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
} from "../support/people";
import { as, type Fields, type Reply, type Visitor } from "../support/request";
import { routeCases } from "../support/route-cases/all";
import { runsAll, thirdOf } from "../support/scope";
import { type Changes, fillIn, forge, press, send } from "../support/submitting";
import { makeTalk } from "../support/talks";
import { makeWorld, type Role, roles, unseen, type World } from "../support/world";

let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
let counter: QueryCounter;
beforeAll(async () => {
  counter = await startQueryCounter(process.env.DATABASE_URL ?? "");
  app = await startApp({ env: { DATABASE_URL: counter.url } });
  world = await makeWorld();
  // The world is made concurrently, but lists in the order of these times must be the same in each run.
  await db.$executeRaw`
    WITH named AS (SELECT id, make_interval(mins => row_number() OVER (ORDER BY full_name)::int) AS age FROM profiles),
         reviewed AS (UPDATE contributor_profiles k SET reviewed_at = now() - n.age FROM named n
                       WHERE n.id = k.id AND k.reviewed_at IS NOT NULL)
    UPDATE matches m SET created_at = now() - n.age FROM named n WHERE n.id = m.contributor_id`;
});
afterAll(async () => {
  await app.stop();
  counter.stop();
});

async function expectNoFaults(pages: Iterable<readonly [what: string, reply: Reply]>): Promise<void> {
  const faults: Record<string, string[]> = {};
  for (const [what, reply] of pages) {
    const found = await faultsOf(reply);
    if (found.length > 0) faults[`${what} (${reply.status})`] = found;
  }
  expect(faults).toEqual({});
}

/**
 * Includes the session's statement. A filtered deck needs one more. The benchmark measures the same pages with the
 * demo's data.
 */
const maxQueries = 6;

/**
 * Whether the test opens the route's pages as this role. Only a full run opens them as roles that see the same pages as
 * another one.
 */
const isShownTo = (role: Role, route: string) => runsAll || isShownByDefault(role, route);

function isShownByDefault(role: Role, route: string): boolean {
  if (route.startsWith("site/")) return ["guest", "creator", "approved"].includes(role);
  if (route.startsWith("admin/")) return ["guest", "creator", "admin"].includes(role);
  if (route.startsWith("app/")) return role !== "stranger";
  return true;
}

/** Titles that pages at several paths share. A page in another state, or the sign-in page, may have the same title. */
function sharedTitles(replies: readonly [address: string, reply: Reply][]): Record<string, string[]> {
  const titles = new Map<string, Set<string>>();
  for (const [address, { status, html }] of replies) {
    const [, title] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
    const [path = ""] = address.split("?");
    if (status === 200 && title !== undefined) titles.set(title, (titles.get(title) ?? new Set()).add(path));
  }
  const shared = [...titles].filter(([, pages]) => pages.size > 1);
  return Object.fromEntries(shared.map(([title, pages]) => [title, [...pages]]));
}

/**
 * Counts the statements of a page. If there are too many, views it up to two more times and takes the fewest, because a
 * view may fill a cache or mark things as read.
 */
async function countQueries(visitor: Visitor, address: string): Promise<{ reply: Reply; queries: number }> {
  const counts: number[] = [];
  for (;;) {
    counter.take();
    // Without a browser's user agent, the view would count as a robot's, which isn't recorded.
    const reply = await visitor.get(address, { headers: { "User-Agent": "Mozilla/5.0" } });
    counts.push(counter.take());
    const queries = Math.min(...counts);
    if (queries <= maxQueries || counts.length === 3) return { reply, queries };
  }
}

test("the blog has links as filters, a feed, and a message when nothing is found", async () => {
  const guest = as(null);
  const titlesOf = ({ html }: Reply) => html.match(/href="\/blog\/[a-z-]+"/g)?.length ?? 0;
  const all = await guest.get(paths.blog());
  const shares = ["creator-tips", "industry-trends", "contributor-tips"].map(async (category) => {
    const reply = await guest.get(paths.blog({ category }));
    expect(all.html).toContain(`href="${paths.blog({ category })}"`);
    return titlesOf(reply);
  });
  expect((await Promise.all(shares)).reduce((sum, share) => sum + share, 0)).toBe(titlesOf(all));
  expect(titlesOf(all)).toBeGreaterThanOrEqual(9);
  expect(all.html).toMatch(
    /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/blog\/feed\.xml"/,
  );

  const feed = await guest.get(sitePaths.blogFeed());
  expect(feed.headers["content-type"]).toMatch(/^application\/atom\+xml/);
  expect(feed.headers["cache-control"]).toMatch(/^public, max-age=/);
  expect(feed.html.match(/<entry>/g)?.length).toBe(titlesOf(all));
  const date = "\\d{4}-\\d\\d-\\d\\dT00:00:00Z";
  const whole = new RegExp(
    `^<title>.+</title><link href="(.+)"/><id>\\1</id><published>(${date})</published><updated>\\2</updated>` +
      `<author><name>.+</name></author><category term=".+"/><summary>.+</summary>$`,
  );
  const entries = [...feed.html.matchAll(/<entry>(.*?)<\/entry>/g)].map(([, entry]) => entry);
  for (const entry of entries) expect(entry).toMatch(whole);
  const dates = [...feed.html.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, day]) => day);
  expect(dates).toEqual([dates[1], ...dates.slice(1)]);
  expect(dates).toEqual(dates.toSorted().reverse());
  const [, first = ""] = /<entry>.*?<link href="[^"]*(\/blog\/[^"]+)"/.exec(feed.html) ?? [];
  const post = await guest.get(first);
  expect([post.status, post.html]).toEqual([200, expect.stringContaining('"BlogPosting"')]);

  const absent = await guest.get(sitePaths.blogPost("no-such-post"));
  expect([absent.status, absent.text]).toEqual([404, expect.stringContaining("Post Not Found")]);
  expect(absent.text).toContain("The requested blog post could not be found.");
  expect(absent.html).toContain(`href="${paths.blog()}"`);
});

/** People with the same score are in the order of their IDs, which are random here. The demo's screens have a deck. */
const withoutDecks = <Page extends readonly [path: string, reply: Reply]>(pages: Page[]) =>
  pages.filter(([path]) => !path.startsWith(paths.discover()));

const pageCases = routeCases.filter(
  ({ method, answersScript, staysOpen }) => method === "GET" && !answersScript && !staysOpen,
);
interface Seen {
  replies: [string, Reply][];
  /** How many statements each page took that took too many. */
  costly: Record<string, number>;
}
const seen = new Map<Role, Promise<Seen>>();

/** Opens every page that the role is shown, once. */
function pagesOf(role: Role): Promise<Seen> {
  const pages = seen.get(role) ?? openPages(role);
  seen.set(role, pages);
  return pages;
}

async function openPages(role: Role): Promise<Seen> {
  const visitor = as(world.people[role]);
  const addresses = pageCases.filter(({ route }) => isShownTo(role, route)).map(({ path }) => path(world));
  const replies: [string, Reply][] = [];
  const costly: Record<string, number> = {};
  for (const address of new Set(addresses)) {
    const { reply, queries } = await countQueries(visitor, address);
    replies.push([address, reply]);
    // A filtered deck needs one more statement, and so does the admin area, which counts the waiting work.
    const needsMore = address.startsWith(`${paths.discover()}?`) || address.startsWith(paths.admin());
    if (queries > maxQueries + Number(needsMore)) costly[address] = queries;
  }
  return { replies, costly };
}

describe("pages have valid markup, don't run words together, have text on each control, and take few statements", () => {
  test.each(roles)("every page, as %s", async (role) => {
    const { replies, costly } = await pagesOf(role);
    await expectNoFaults(thirdOf(replies, roles.indexOf(role)));
    expect(costly).toEqual({});
    expect(sharedTitles(replies)).toEqual({});
    const shown = replies.flatMap(([address, { text }]) =>
      unseen.filter((name) => text.includes(name)).map((name) => `${name} at ${address}`),
    );
    // Only admins find these people.
    if (role === "admin") expect(shown).not.toEqual([]);
    else expect(shown, "hidden, leaving and suspended people are shown to no one").toEqual([]);
  });

  test("say what was approved", async () => {
    const everyone: { role: Role; pages: Map<string, Reply> }[] = [];
    for (const role of roles) everyone.push({ role, pages: new Map((await pagesOf(role)).replies) });
    // The overview says when this process last used other services, which depends on the tests before.
    const routes = [...new Set(pageCases.map(({ route }) => route))].filter(
      (route) => route !== "admin/_index",
    );
    for (const route of routes) {
      const addresses = pageCases.filter((one) => one.route === route).map(({ path }) => path(world));
      const pages = addresses.flatMap((address) =>
        everyone.flatMap(({ role, pages }) => {
          const reply = isShownByDefault(role, route) ? pages.get(address) : undefined;
          return reply ? [[`${address} as ${role}`, reply] as const] : [];
        }),
      );
      await expectApproved(route, pages);
    }
    const approved = [...new Set(routes.map((route) => route.split("/")[0] ?? ""))].flatMap((folder) => {
      const path = `tests/approved/${folder}`;
      return existsSync(path) ? readdirSync(path).map((file) => `${folder}/${file}`) : [];
    });
    expect(approved.filter((file) => !routes.includes(file.replace(/\.txt$/, "")))).toEqual([]);
  });

  test("every empty page", async () => {
    const own = [paths.dashboard(), paths.discover(), paths.matches(), paths.messages(), paths.ownProfile()];
    const more = [
      ...[paths.blocked(), paths.sessions(), paths.newConversation(), adminPaths.waitingContributors()],
      ...[paths.saved(), paths.savedLists(), paths.analytics()],
    ];
    const people = [await makeMember(), await makeCreator(), await makeContributor(), await makeAdmin()];
    const empty: (readonly [string, Reply])[] = [];
    await db.adminNotification.deleteMany();
    for (const person of people) {
      const visitor = as(person);
      const replies = await Promise.all(
        [...own, ...more].map(async (path) => [path, await visitor.get(path)] as const),
      );
      await expectNoFaults(replies);
      empty.push(...replies);
    }
    await expectApproved("empty pages", withoutDecks(empty));
  });

  test("every full page", async () => {
    const { creator, contributor, place, conversationId } = await makeTalk("Hello https://example.com/reel");
    await fill(creator, contributor);
    const visitor = as(creator);
    await press(visitor, place, "Send", { Message: "Look here\nand there" });
    const several = paths.newGroup([creator.userId, world.newcomer.userId]);
    const group = await press(as(contributor), several, "Send", { Message: "All of us" });
    expect(group.status).toBe(303);
    // A group's people are in the order in which they joined, which must be the same in each run.
    await db.$executeRaw`
      UPDATE conversation_participants SET joined_at = joined_at - interval '1 minute'
       WHERE user_id = ${world.newcomer.userId}::uuid`;
    const { userId = "", name } = world.people.stranger ?? {};
    await press(visitor, paths.blockPerson(userId), `Block ${name}`);
    const own = [
      ...[paths.dashboard(), paths.creatorDashboard(), paths.discover(), paths.matches(), paths.messages()],
      ...[paths.discover({ limit: "swipes" }), paths.discover({ limit: "matches" }), place],
      ...[
        paths.ownProfile(),
        paths.editProfile(),
        paths.blocked(),
        paths.sessions(),
        paths.notificationSettings(),
      ],
      ...[paths.changeMessage(conversationId, 2), paths.newMessage({ to: world.newcomer.userId })],
      paths.newConversation({ people: [contributor.userId], q: "Nia" }),
      `${paths.profile(contributor.userId)}?limit=saved`,
      paths.blockPerson(contributor.userId),
    ];
    const replies: [string, Reply][] = [];
    for (const path of own) replies.push([path, await visitor.get(path)]);
    for (const person of [creator, contributor])
      replies.push(["a group", await as(person).get(group.location)]);
    replies.push(["their side", await as(contributor).get(place)]);
    replies.push(["their profile", await as(contributor).get(paths.ownProfile())]);
    expect(replies.flatMap(([what, { status }]) => (status === 200 ? [] : [what]))).toEqual([]);
    await expectNoFaults(replies);
    await expectApproved("full pages", withoutDecks(replies));
  });

  test("every refused form, and the builder", async () => {
    const admin = await makeAdmin();
    const creator = await makeCreator();
    const guest = as(null);
    const typed = { Email: "nobody@example.com", Password: "wrong-harbour" };
    const [create, newcomer] = [paths.login({ tab: "create" }), { ...typed, "Full name": "Nobody" }];
    const forms: [Person | null, page: string, button: string, Changes, forged?: Record<string, string>][] = [
      [null, paths.login(), "Sign In", typed, { email: "nobody", password: "" }],
      [null, paths.login(), "Sign In", typed],
      [null, create, "Create Account", newcomer, { fullName: "", email: "x", password: "1" }],
      [null, paths.recover(), "Send the link", { Email: typed.Email }, { email: "x" }],
      [creator, paths.editProfile({ section: "about" }), "Save", { Name: " " }],
      [creator, paths.editProfile({ section: "links" }), "Save", { Website: "javascript:alert(1)" }],
      [creator, paths.newMessage({ to: world.approved.userId }), "Send", { Message: " " }],
      [creator, paths.profile(world.approved.userId), "Like", {}, { choice: "up" }],
      [admin, adminPaths.reviewContributor(world.pending.userId), "Reject with this reason", {}],
    ];
    // No page shows these forms, so they're built by hand.
    const byHand: [Person | null, string, Fields][] = [
      [null, sitePaths.recoverWith("made-up"), { password: "a-new-harbour-41" }],
      [null, "/no/such/page", {}],
      [creator, paths.avatar(), { intent: "nothing" }],
      [creator, paths.dashboard(), { intent: "nothing" }],
      [creator, `${paths.newConversation()}?next=1`, {}],
      [world.approved, paths.saveContributor(world.newcomer.userId), { intent: "save" }],
    ];
    const replies: [string, Reply][] = [];
    const thread = await as(world.creator).get(paths.conversation(world.conversationId));
    replies.push(["signed out", await send(guest, fillIn(thread, "Send", { Message: "Signed out" }))]);
    for (const [person, path, button, changes, forged = {}] of forms) {
      let form = fillIn(await as(person).get(path), button, changes);
      for (const [name, value] of Object.entries(forged)) form = forge(form, name, value);
      replies.push([`${button} of ${path}`, await send(as(person), form)]);
    }
    for (const [person, path, fields] of byHand)
      replies.push([`POST ${path}`, await as(person).post(path, fields)]);
    expect(replies.flatMap(([what, { status }]) => (status >= 400 ? [] : [what]))).toEqual([]);
    for (const [userType, name] of [
      ["creator", "Creator Hiring User"],
      ["contributor", "Contributor Service Provider"],
    ] as const) {
      await press(guest, paths.onboarding(), name);
      for (const step of [1, 2, 3, 4]) {
        replies.push([`${userType} ${step}`, await guest.get(paths.onboardingStep(step))]);
      }
      // A group of choices shows its error in a different place than a single field.
      const list = userType === "creator" ? "contentType" : "servicesOffered";
      const step = fillIn(await guest.get(paths.onboardingStep(userType === "creator" ? 1 : 2)), "Next");
      replies.push([`${userType} refused`, await send(guest, forge(step, list, "999999"))]);
      expect(replies.at(-1)?.[1].html).toMatch(new RegExp(` id="[^"]*${list}-error"`));
      replies.push([userType, await guest.get(paths.onboarding())]);
    }
    const live = paths.conversationLive(world.conversationId);
    replies.push(
      ["live, signed out", await guest.get(live)],
      ["live, not theirs", await as(creator).get(live)],
    );
    replies.push(["sign up", await guest.get(paths.login({ fromOnboarding: "1", tab: "create" }))]);
    await expectNoFaults(replies);
    await expectApproved("refused forms", replies);
  });
});

/** Stores everything that two people's pages can show, except messages. */
async function fill(creator: Person, contributor: Person): Promise<void> {
  const words = { bio: "Films\nand more", location: "Austin, TX", experienceLevel: "expert" as const };
  for (const { userId } of [creator, contributor]) {
    await db.profile.update({ where: { id: userId }, data: words });
  }
  await db.contributorProfile.update({
    where: { id: contributor.userId },
    data: { portfolioUrl: "https://example.com/" },
  });
  await db.notification.create({
    data: {
      userId: creator.userId,
      kind: "match",
      title: "It's a match",
      href: paths.matches(),
      eventKey: `pages:${creator.userId}`,
    },
  });
  await db.savedContributor.create({
    data: { creatorId: creator.userId, contributorId: contributor.userId },
  });
}

describe("a search that's longer than what we search for", () => {
  test.each([
    ["creator", paths.projects(), "Show projects", "Keywords", 100],
    ["approved", paths.projects(), "Show projects", "Keywords", 100],
    ["approved", paths.discover({ filters: "open" }), "Show people", "Location", 100],
    ["creator", paths.newConversation(), "Search", "Search by name", 100],
    ["admin", adminPaths.allPeople(), "Show people", "Person", 320],
    ["admin", adminPaths.subscribers(), "Search", "Address", 320],
  ] as const)(
    "from %s at %s is accepted in full, and the page says how much of it was searched for",
    async (role, path, button, label, most) => {
      const person = world.people[role] as Person;
      await givePlan(person, "pro");
      const search = (text: string) => press(as(person), path, button, { [label]: text });
      const note = `We searched for the first ${most} characters.`;
      expect((await search(`${"so ".repeat(most / 4)}on`)).text).not.toContain(note);
      expect((await search("and more ".repeat(500))).text).toContain(note);
    },
  );
});

describe("a member without access", () => {
  test.each([
    ["a page that doesn't exist", "GET", "/no/such/page"],
    ["a form sent to a page that doesn't exist", "POST", "/no/such/page"],
    ["an invalid form", "POST", paths.dashboard()],
    ["a person who doesn't exist", "GET", paths.blockPerson("00000000-0000-4000-8000-000000000000")],
    ["a page for other roles", "POST", paths.saveContributor("00000000-0000-4000-8000-000000000000")],
  ] as const)("sees their own navigation and a way back: %s", async (_, method, path) => {
    const visitor = as(world.approved);
    const reply =
      method === "GET" ? await visitor.get(path) : await visitor.post(path, { intent: "nothing" });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.html).toContain(`href="${paths.messages()}"`);
    expect(reply.html).toContain(`action="${paths.logout()}"`);
    expect(reply.text).not.toContain("Get Started");
    expect(reply.html).toMatch(new RegExp(`<a[^>]* href="${paths.dashboard()}"[^>]*>Go to your dashboard`));
    expect(reply.text).toContain("Return to Home");
    expect(reply.html.match(/<title>/g)).toHaveLength(1);
  });

  test("a page for the other type of member says so in its title", async () => {
    const { status, html } = await as(await makeContributor()).get(paths.projectBrief());
    expect(status).toBe(403);
    expect(html).toContain("<title>You don&#x27;t have access to this page · Matchcut</title>");
  });

  test("a guest without access sees the guest page", async () => {
    const reply = await as(null).get("/no/such/page");
    expect(reply.html).toContain("<title>Page not found · Matchcut</title>");
    expect(reply.text).toContain("Get Started");
    expect(reply.text).not.toContain("Go to your dashboard");
  });
});

describe("the route manifest that script loads", () => {
  const routesOn = async (person: Person | null, path: string) => {
    const [manifest = ""] = /\/assets\/manifest-[\w.-]+\.js/.exec((await as(person).get(path)).html) ?? [];
    const { status, html } = await as(person).get(manifest);
    expect(status).toBe(200);
    return html;
  };

  test("doesn't name routes that are loaded as documents", async () => {
    for (const [person, path] of [
      [null, paths.login()],
      [world.creator, paths.dashboard()],
    ] as const) {
      const routes = await routesOn(person, path);
      const names = [...routes.matchAll(/"(routes\/[^"]+)":/g)].map(([, name = ""]) => name);
      expect(names).toContain("routes/app/discover._index");
      const byDocument = /^routes\/((site(?!\/_index)|webhooks|dev\/outbox)\/|.*csv)/;
      expect(names.filter((name) => byDocument.test(name))).toEqual([]);
      // The home page's route is in the manifest only to make links load it as a document.
      expect(routes).toMatch(/"routes\/site\/_index":\{[^}]*"hasClientLoader":true/);
    }
  });
});
