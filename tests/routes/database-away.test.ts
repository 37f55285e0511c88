import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { diskFull, verySlow, whileBroken } from "../support/broken-table";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { makeCreator, type Person, personPassword } from "../support/people";
import { startProduction } from "../support/production";
import { as, sendTo } from "../support/request";
import { routeCases } from "../support/route-cases/all";
import { fieldsOf, type RouteCase } from "../support/route-cases/route-case";
import { fillIn, type Submission, send } from "../support/submitting";
import { until } from "../support/until";
import { makeWorld } from "../support/world";

/** Connects directly instead of through the proxy. */
const databaseUrl = process.env.DATABASE_URL ?? "";
let proxy: DatabaseProxy;
let app: Awaited<ReturnType<typeof startApp>>;
let person: Person;
let signIn: Submission;
let signOutElsewhere: Submission;
beforeAll(async () => {
  proxy = await startDatabaseProxy(databaseUrl);
  person = await makeCreator();
  app = await startApp({ jobs: true, env: { DATABASE_URL: proxy.url, DATABASE_TIMEOUT: "2000" } });
  const account = { Email: person.email, Password: personPassword };
  signIn = fillIn(await as(null).get(paths.login()), "Sign In", account);
  await send(as(null), signIn);
  signOutElsewhere = fillIn(await as(person).get(paths.sessions()), "Sign out everywhere else");
});
afterAll(async () => {
  await proxy.mend();
  await app.stop();
  await proxy.stop();
});

const health = async () => (await as(null).get(sitePaths.health())).status;

/** Fails if `work` takes longer than even a slow machine needs. */
async function within<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
  const started = Date.now();
  const result = await work();
  expect(Date.now() - started).toBeLessThan(seconds * 1_000);
  return result;
}

/** Requests that query the database: pages of a guest and a member, and forms. */
const requests = {
  "a member's page": () => as(person).get(paths.discover()),
  "a list": () => as(person).get(paths.matches()),
  "a public page": () => as(null).get(paths.profile(person.userId)),
  "a form": () => send(as(null), signIn),
  "a member's form": () => send(as(person), signOutElsewhere),
};

const hasPage = (route: string) =>
  /^export (?:default\b|.* as default\b)/m.test(readFileSync(`app/routes/${route}.tsx`, "utf8"));

async function expectUnavailable({ healthy = false } = {}): Promise<void> {
  const asked = Object.entries(requests).map(async ([what, ask]) => ({ what, page: await within(20, ask) }));
  expect(await within(5, health)).toBe(healthy ? 200 : 503);
  for (const { what, page } of await Promise.all(asked)) {
    expect(page.status, what).toBe(503);
    expect(page.text, what).toMatch(/be right back|isn't responding/i);
    expect(page.headers["retry-after"], what).toBeDefined();
    expect(page.html, what).not.toMatch(/ECONN|postgres|prisma|\.server\.ts/i);
    expect(page.headers["content-type"], what).toMatch(/^text\/html/);
  }
}

async function expectAvailable(): Promise<void> {
  await until(async () => expect(await health()).toBe(200));
  await db.rateLimit.deleteMany();
  expect((await requests["a member's page"]()).status).toBe(200);
  expect((await requests["a list"]()).status).toBe(200);
  expect((await requests["a form"]()).status).toBe(303);
  expect((await requests["a member's form"]()).status).toBe(303);
}

async function lockTables(names: string): Promise<() => Promise<void>> {
  const locker = new pg.Client({ connectionString: databaseUrl });
  await locker.connect();
  await locker.query(`BEGIN; LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  return () => locker.end();
}

test("a browser gets an error page rather than data for an invalid ID at a URL without a page", async () => {
  const world = await makeWorld();
  const addresses = routeCases
    .filter(({ method, staysOpen, route }) => method === "GET" && !staysOpen && !route.startsWith("dev/"))
    .filter(({ route }) => route.includes("project") || !hasPage(route))
    .map((one) => one.path(world).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "zz"));
  for (const visitor of [as(null), as(world.creator), as(world.people.admin)])
    for (const path of [...new Set([...addresses, "/project-detail/zz", "/project/zz"])]) {
      const { status, headers, html } = await visitor.get(path, {
        headers: { Accept: "text/html,*/*;q=0.8" },
      });
      if (status < 400) continue;
      expect([path, status, headers["content-type"]]).toEqual([
        path,
        status,
        expect.stringMatching(/^text\//),
      ]);
      expect([path, /^\s*[{[]/.test(html)]).toEqual([path, false]);
    }
  for (const path of ["/project-detail/zz", "/project/zz"]) {
    const page = await as(null).get(path);
    expect([page.status, page.html]).toEqual([404, expect.stringContaining("<main")]);
  }
});

describe("while the database is unavailable", () => {
  test("pages say so with a 503, and everything works again once the database is back", async () => {
    await expectAvailable();
    await proxy.cut();
    await expectUnavailable();
    const stream = await as(person).open(paths.live());
    expect([stream.status, stream.headers["retry-after"]]).toEqual([503, "5"]);
    await proxy.mend();
    await expectAvailable();
  });

  test("pages without queries are still served", async () => {
    // Prices come from the last time they were read.
    expect((await as(null).get(paths.pricing())).status).toBe(200);
    await proxy.cut();
    for (const path of [paths.home(), paths.howItWorks(), paths.pricing()]) {
      expect((await as(null).get(path)).status).toBe(200);
    }
    await proxy.mend();
    await expectAvailable();
  });

  test("routes without a page say so, too: browsers get a page, and other clients a line of text", async () => {
    const world = await makeWorld();
    const cases = routeCases.filter(
      ({ route, staysOpen }) => !staysOpen && !route.startsWith("dev/") && !hasPage(route),
    );
    const ask = async (one: RouteCase, accept: string) => {
      const visitor = as(one.route.startsWith("admin/") ? world.people.admin : world.creator);
      const path = one.path(world);
      const headers = { Accept: accept };
      const reply = await within(20, () =>
        one.method === "GET"
          ? visitor.get(path, { headers })
          : visitor.post(path, fieldsOf(one, world), { headers }),
      );
      return { ...reply, what: `${one.method} ${one.route}`, isGet: one.method === "GET" };
    };
    const askAll = (accept: string) => Promise.all(cases.map((one) => ask(one, accept)));
    await proxy.cut();
    const [opened, fetched] = [await askAll("text/html,*/*;q=0.8"), await askAll("*/*")];
    await proxy.mend();
    for (const replies of [opened, fetched]) {
      const failed = replies.filter(({ status }) => status >= 500);
      for (const { what, status, headers, text } of failed) {
        expect([what, status, headers["retry-after"]]).toEqual([what, 503, "5"]);
        expect([what, /ECONN|postgres|prisma|\.server\.ts/i.test(text)]).toEqual([what, false]);
      }
      const away = failed.map(({ what }) => what);
      for (const name of ["media", "sitemap-part", "api/unread", "api/uploads.$", "admin/$list[.]csv"])
        expect([name, away.some((what) => what.endsWith(` ${name}`))]).toEqual([name, true]);
      expect(away.some((what) => what.includes("now"))).toBe(true);
    }
    for (const { what, status, headers, isGet } of opened)
      if (status >= 500 && isGet)
        expect([what, headers["content-type"]]).toEqual([what, expect.stringMatching(/^text\/html/)]);
    for (const { what, status, headers } of fetched)
      if (status >= 500)
        expect([what, headers["content-type"]]).toEqual([what, expect.stringMatching(/^text\/plain/)]);
    await expectAvailable();
  });

  test("requests that are in progress when the database goes down get a page, too", async () => {
    const unlock = await lockTables("sessions");
    const inFlight = Array.from({ length: 10 }, () => as(person).get(paths.discover()));
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await until(async () => expect(await db.$executeRawUnsafe(waiting)).toBeGreaterThan(0));
    await proxy.cut();
    for (const { status, text } of await Promise.all(inFlight))
      expect([status, text]).toEqual([503, expect.stringMatching(/be right back|isn't responding/i)]);
    await unlock();
    await proxy.mend();
    await expectAvailable();
  });

  test("connections that the database closed are replaced without failing a request", async () => {
    // A separate process, because an unhandled error event would end it.
    const server = await startProduction();
    for (const ask of [requests["a member's page"], requests["a list"]]) await ask();
    const outside = new pg.Client({ connectionString: databaseUrl });
    await outside.connect();
    const ofApp =
      "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'matchcut'";
    const { rowCount } = await outside.query(`SELECT pg_terminate_backend(pid, 5000) ${ofApp}`);
    expect(rowCount).toBeGreaterThan(0);
    await outside.end();
    const lost = expect.objectContaining({ level: 40, msg: "database connection lost" });
    await until(() => expect(server.lines()).toContainEqual(lost));
    // The first requests get connections that the database then closes. None of the next requests may fail.
    for (const ask of [requests["a member's page"], requests["a list"]])
      expect((await ask()).status).toBe(200);
    expect(await health()).toBe(200);
    expect(await server.stop()).toBe(0);
    sendTo(app.origin);
    await expectAvailable();
  });

  test("a database that accepts connections but doesn't respond counts as unavailable", async () => {
    proxy.hang();
    const started = Date.now();
    expect(await health()).toBe(503);
    expect((await as(person).get(paths.discover())).status).toBe(503);
    expect(Date.now() - started).toBeLessThan(20_000);
    await proxy.mend();
    await expectAvailable();
  });

  test("a frozen database blocks requests only briefly, and is used again once resumed", async () => {
    await expectAvailable();
    proxy.freeze();
    await expectUnavailable();
    const crowd = Array.from({ length: 40 }, () => within(20, () => as(person).get(paths.matches())));
    for (const page of await Promise.all(crowd)) expect(page.status).toBe(503);
    expect((await within(20, () => as(person).open(paths.live()))).status).toBe(503);
    proxy.thaw();
    await expectAvailable();
  });

  test("a locked table blocks requests only briefly, and the database counts as healthy", async () => {
    const unlock = await lockTables("sessions, profiles, rate_limits");
    await expectUnavailable({ healthy: true });
    await unlock();
    await expectAvailable();
  });

  test("too many connections to the database aren't logged as an error", async () => {
    const logging = await startProduction({ DATABASE_URL: proxy.url });
    proxy.refuse();
    await within(20, requests["a member's page"]);
    expect((await within(20, requests["a form"])).status).toBe(503);
    const ofRequests = logging.lines().filter(({ requestId, msg }) => requestId && msg !== undefined);
    await logging.stop();
    sendTo(app.origin);
    expect(ofRequests).toContainEqual(expect.objectContaining({ level: 40, msg: "database unavailable" }));
    expect(ofRequests.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await expectUnavailable();
    await proxy.mend();
    await expectAvailable();
  });

  test.each([
    ["a full disk", diskFull],
    ["a statement that does not end", verySlow],
  ])("%s results in a 503 for writes, and reads still work", async (_, how) => {
    await whileBroken(
      "sessions",
      "INSERT",
      async () => {
        const page = await within(20, requests["a form"]);
        expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
        expect(page.text).toMatch(/be right back/i);
        expect((await requests["a list"]()).status).toBe(200);
        expect(await health()).toBe(200);
      },
      how,
    );
    await expectAvailable();
  });
});
