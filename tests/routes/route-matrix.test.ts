import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signOut } from "~/features/accounts/sessions.server";
import type { RouteHandle } from "~/http/route-handle";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { readSources } from "../support/architecture/sources";
import { matchesOf } from "../support/browser-routes";
import { type Person, signInAgain } from "../support/people";
import { as, type Reply, type Visitor } from "../support/request";
import { routeCases } from "../support/route-cases/all";
import { expectedOf, fieldsOf, type RouteCase } from "../support/route-cases/route-case";
import { picture } from "../support/sample-files";
import { tenthOf, thirdOf } from "../support/scope";
import { multipart } from "../support/submitting";
import { makeWorld, type Role, roles, type Standing, standings, type World } from "../support/world";
import { writesSoFar } from "../support/writes";

const root = fileURLToPath(new URL("../..", import.meta.url));

let app: Awaited<ReturnType<typeof startApp>>;
/** The world for requests that change nothing. Any other request gets a new one. */
let readersWorld: World;
// Runs in production mode, because most other tests run in test mode.
beforeAll(async () => {
  app = await startApp({
    env: { APP_MODE: "production", APP_URL: "https://matchcut.test", ADMIN_SECOND_FACTOR: "required" },
  });
  readersWorld = await makeWorld();
});
afterAll(() => app.stop());

/** The routes in app/routes, and the developers' pages, which are in dev/. */
function routeModules(): { route: string; takesForms: boolean }[] {
  const developers = readdirSync(`${root}/dev`).filter((name) => name.endsWith(".tsx"));
  const acting = new Set(
    readSources(root, "app/routes")
      .filter(({ file }) => /export (async )?function action\b/.test(file.text))
      .map(({ path }) => path),
  );
  return readdirSync(`${root}/app/routes`, { recursive: true, encoding: "utf8" })
    .concat(developers.map((name) => `dev/${name}`))
    .filter((name) => name.endsWith(".tsx") && !name.endsWith("layout.tsx"))
    .map((name) => ({ route: name.replace(/\.tsx$/, ""), takesForms: acting.has(`app/routes/${name}`) }));
}

describe("the table of routes", () => {
  test.each(routeModules())("has a row for $route", ({ route, takesForms }) => {
    const rows = routeCases.filter((routeCase) => routeCase.route === route);
    expect(rows.map((routeCase) => routeCase.method)).toContain("GET");
    expect(rows.some((routeCase) => routeCase.method === "POST")).toBe(takesForms);
  });

  const scripted = new Set(
    routeCases.filter((one) => one.answersScript || one.isSigned).map(({ route }) => route),
  ).add("api/uploads.$");
  /** Their forms hold no text, so the error page needs no words of its own. */
  const plain = new Set([
    ...["auth/logout", "auth/unsubscribe.$token", "not-found", "app/profile.avatar"],
    ...["app/settings.second-factor.codes", "site/invitations.stop.$token"],
    ...["site/newsletter.confirm.$token", "site/newsletter.leave.$token"],
  ]);
  test.each(routeModules().filter(({ route, takesForms }) => takesForms && !scripted.has(route)))(
    "$route says what failed if a form can't be stored",
    async ({ route }) => {
      const { routes } = (await import(/* @vite-ignore */ `${root}/build/server/index.js`)) as ServerBuild;
      const handle = routes[`routes/${route}`]?.module.handle as RouteHandle | undefined;
      const words = [handle?.formFailure ?? handle?.pageFailure ?? []].flat();
      expect(words.length > 0).toBe(!plain.has(route));
      expect(words.filter((text) => !/^\w.*\w/.test(text))).toEqual([]);
    },
  );

  test("has no row for a route that doesn't exist anymore", () => {
    const known = new Set(routeModules().map(({ route }) => route));
    expect(routeCases.filter((routeCase) => !known.has(routeCase.route))).toEqual([]);
  });
});

async function ask(visitor: Visitor, routeCase: RouteCase, path: string, world: World) {
  if (routeCase.staysOpen) {
    const reply = await visitor.open(path);
    if (reply.status === 200) reply.leave();
    else expect(await reply.ended, "the page explains what happened").not.toBe("");
    return reply;
  }
  const reply =
    routeCase.method === "GET"
      ? await visitor.get(path)
      : await visitor.post(path, fieldsOf(routeCase, world));
  expect(reply.text.length > 0 || reply.status < 400, "the page explains what happened").toBe(true);
  return reply;
}

/** The forms that all roles send. Each needs a new world, so by default only those whom a form refuses send the others. */
const sentByAll = new Set(thirdOf(routeCases.filter(({ method }) => method === "POST")));
const isRefusal = (answer: string) => /^(4|30\d \/(login|\?from=|settings\/second-factor))/.test(answer);

describe.each(routeCases)("$method $route", (routeCase) => {
  test("gives each role the response that the table states", async () => {
    const everyone = [...roles, ...(Object.keys(standings) as Standing[])];
    const refused = everyone.filter((role) => isRefusal(expectedOf(routeCase, role)));
    const isSentByAll = sentByAll.has(routeCase) || (routeCase.method === "POST" && refused.length === 0);
    const world = isSentByAll ? await makeWorld({ withBystanders: false }) : readersWorld;
    const path = routeCase.path(world);
    const answers: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    await db.rateLimit.deleteMany();
    const allPeople = { ...world.people, ...world.inStanding };
    const accepted = everyone.filter((role) => !refused.includes(role));
    const readers = thirdOf(accepted, routeCases.indexOf(routeCase));
    const senders = isSentByAll ? everyone : [...refused, ...(routeCase.method === "GET" ? readers : [])];
    const asking = senders.map(async (role) => {
      const visitor = as(allPeople[role]);
      const reply = await ask(visitor, routeCase, path, world);
      const caching = reply.headers["cache-control"] ?? "not said";
      expect
        .soft(caching, `how ${role}'s answer may be cached`)
        .toMatch(reply.status >= 400 ? /no-store/ : /no-store|no-cache|max-age/);
      const answer = `${reply.status} ${reply.location}`.trim();
      wanted[role] = expectedOf(routeCase, role);
      answers[role] = answer.startsWith(wanted[role]) ? wanted[role] : answer;
      const matches = "html" in reply && (await matchesOf(reply.html, path));
      if (matches)
        expect(matches.inBrowser, "script finds the same routes as the server").toEqual(matches.onServer);
      // If a page is hidden from someone, its title must not reveal what it is. The page for an expired emailed link
      // may.
      const title = "html" in reply && /<title>(.*?) · Matchcut/.exec(reply.html)?.[1];
      if (reply.status === 404 && title && !routeCase.route.startsWith("auth/")) {
        expect(title).toMatch(/^((Page|Profile|Project) not found|Post Not Found)$/);
      }
    });
    await Promise.all(asking);
    expect({ path, ...answers }).toEqual({ path, ...wanted });
  });
});

const pages = routeCases.filter(
  ({ method, route, staysOpen }) => method === "GET" && !staysOpen && !/^(auth|api)\//.test(route),
);

/** The paths to return to after sign-in, from the page's redirect, links, forms and hidden fields. */
function returnPathsIn({ location, html }: Reply): string[] {
  const links = [...html.matchAll(/(?:href|action)="(\/(?:login)?\?[^"]*)"/g)].map(([, link = ""]) => link);
  const fields = [...html.matchAll(/name="redirectTo" value="([^"]+)"/g)].map(([, value = ""]) => value);
  const queries = [location, ...links].map((way) => new URL(decoded(way), app.origin).searchParams);
  return queries
    .flatMap((query) => query.get("redirectTo") ?? query.get("from") ?? [])
    .concat(fields.map(decoded));
}

const decoded = (html: string) => html.replaceAll("&amp;", "&");

describe.each(thirdOf(pages))("the sign-in of a guest at $route", (routeCase) => {
  test("returns to the whole address after sign-in", async () => {
    const path = routeCase.path(readersWorld);
    const here = `${path}${path.includes("?") ? "&" : "?"}place=a+b%26c&step=2&apply=1`;
    const page = await as(null).get(here);
    const ways = returnPathsIn(page);
    // Leaves out links that first go to another page, such as the form behind a button.
    const back = ways.filter((way) => way.split("?")[0] === path.split("?")[0]);
    expect(new Set(back)).toEqual(new Set(back.length > 0 ? [here] : []));
    const isAsked = /Log In \/ Sign Up|Sign in to /.test(page.text) && routeCase.route.startsWith("app/");
    if (isAsked || /^\/(login|\?from)/.test(page.location)) expect(back, page.text).not.toEqual([]);
  });
});

/** Guests' forms are left out: without a cookie, two of them count as two different visitors. */
const forms = routeCases.filter(({ method, by }) => method === "POST" && by && by !== "guest");

/** The number of rows inserted minus the number deleted, by table. */
async function rowsAdded(): Promise<Record<string, number>> {
  const tables = Object.entries(await writesSoFar());
  return Object.fromEntries(tables.map(([name, { added }]) => [name, added]));
}

// Each form needs two worlds, so this checks a tenth of them. Tests in the features cover concurrency one by one.
describe.each(tenthOf(forms, 3))("the form of $route", (routeCase) => {
  test("sent twice concurrently writes no more than sent once", async () => {
    const added: Record<string, number>[] = [];
    for (const times of [1, 2]) {
      const world = await makeWorld({ withBystanders: false });
      await db.rateLimit.deleteMany();
      const [path, fields] = [routeCase.path(world), fieldsOf(routeCase, world)];
      const person = world.people[routeCase.by as Role];
      const before = await rowsAdded();
      const replies = await Promise.all(Array.from({ length: times }, () => as(person).post(path, fields)));
      for (const { status } of replies) expect(status).toBeLessThan(500);
      const after = Object.entries(await rowsAdded());
      const changes = after.map(([table, count]) => [table, count - (before[table] ?? 0)] as const);
      added.push(Object.fromEntries(changes.filter(([, count]) => count !== 0)));
    }
    expect(added[1]).toEqual(added[0]);
  });
});

/** The fields that routes read files from. */
const filesFields = ["file", "files", "avatar"];
const takesFiles = ({ route }: RouteCase) =>
  readFileSync(`${root}/app/routes/${route}.tsx`, "utf8").includes("isUpload: true");

/** All forms with files, because these have guards of their own, and a third of the others. */
const endingForms = [...new Set([...forms.filter(takesFiles), ...thirdOf(forms)])];

describe.each(endingForms)("the form of $route whose session ends while its body arrives", (routeCase) => {
  /** Routes that do nothing but end sessions, so they don't ask to sign in. */
  const exempt = ["auth/logout", "auth/come-back.$token"];

  /** Ends the session halfway through the body. Returns the response, and what was written after the session ended. */
  async function endMidway(send: (visitor: Visitor, midway: () => Promise<void>) => Promise<Reply>) {
    await db.rateLimit.deleteMany();
    const person = await signInAgain(readersWorld.people[routeCase.by as Role] as Person);
    const session = { id: person.sessionId };
    await db.session.update({ where: session, data: { lastSeenAt: new Date(Date.now() - 7_200_000) } });
    let before: unknown;
    const { status } = await send(as(person), async () => {
      // The guard accepts the session before the body arrives. It has done so once it has recorded the session's use.
      const lastUse = async () => (await db.session.findUniqueOrThrow({ where: session })).lastSeenAt;
      await expect
        .poll(lastUse, { timeout: 10_000 })
        .toSatisfy((at: Date) => Date.now() - at.getTime() < 60_000);
      await signOut(person);
      before = await writesSoFar();
    });
    return { status, before, after: await writesSoFar() };
  }

  const fields = (): [string, string][] => {
    const given = fieldsOf(routeCase, readersWorld);
    const pairs = Array.isArray(given) ? given : Object.entries(given as Record<string, string | string[]>);
    // Adds a field, so that even a form without any has a body that can arrive late.
    return [
      ...pairs.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
      ["late", "1"],
    ];
  };

  test.skipIf(exempt.includes(routeCase.route))(
    "writes nothing, and asks to sign in",
    async () => {
      const path = routeCase.path(readersWorld);
      const done = await endMidway((visitor, midway) => visitor.post(path, fields(), { midway }));
      expect(done.status).toBe(401);
      expect(done.after).toEqual(done.before);
    },
    30_000,
  );

  test.runIf(takesFiles(routeCase))(
    "stores no file",
    async () => {
      const path = routeCase.path(readersWorld);
      const file = new File([Uint8Array.from(await picture(40, 40).png().toBuffer())], "still.png");
      const body = await multipart([...fields(), ...filesFields.map((name) => [name, file] as const)]);
      const done = await endMidway((visitor, midway) => visitor.send("POST", path, { ...body, midway }));
      expect(done.status).toBe(401);
      expect(done.after).toEqual(done.before);
    },
    30_000,
  );
});
