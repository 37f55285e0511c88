import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { type Door, doors, expectedOf, fieldsOf } from "../support/doors";
import { readSources } from "../support/house/sources";
import { as, type Visitor } from "../support/request";
import { makeWorld, roles, type World } from "../support/world";

const root = fileURLToPath(new URL("../..", import.meta.url));

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** What the route modules are, and which of them take forms. */
function routeModules(): { route: string; takesForms: boolean }[] {
  const layouts = new Set(["_app", "_auth", "_site"]);
  const acting = new Set(
    readSources(root, "app/routes")
      .filter(({ file }) => /export (async )?function action\b/.test(file.text))
      .map(({ path }) => path),
  );
  return readdirSync(`${root}/app/routes`)
    .filter((name) => !layouts.has(name.replace(/\.tsx?$/, "")))
    .map((name) => ({ route: name.replace(/\.tsx?$/, ""), takesForms: acting.has(`app/routes/${name}`) }));
}

describe("the table of doors", () => {
  test.each(routeModules())("has $route", ({ route, takesForms }) => {
    const rows = doors.filter((door) => door.route === route);
    expect(rows.map((door) => door.method)).toContain("GET");
    expect(rows.some((door) => door.method === "POST")).toBe(takesForms);
  });

  test("has no row for a route that is gone", () => {
    const known = new Set(routeModules().map(({ route }) => route));
    expect(doors.filter((door) => !known.has(door.route))).toEqual([]);
  });
});

async function knock(visitor: Visitor, door: Door, path: string, world: World) {
  if (door.staysOpen) {
    const reply = await visitor.open(path);
    if (reply.status === 200) reply.leave();
    else expect(await reply.ended, "a page says what happened").not.toBe("");
    return reply;
  }
  const reply =
    door.method === "GET" ? await visitor.get(path) : await visitor.post(path, fieldsOf(door, world));
  expect(reply.text.length > 0 || reply.status < 400, "a page says what happened").toBe(true);
  return reply;
}

describe.each(doors)("$method $route", (door) => {
  test("answers each kind of person as the table says", async () => {
    const world = await makeWorld();
    const path = door.path(world);
    const answers: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    await db.rateLimit.deleteMany();
    const asking = roles.map(async (role) => {
      const visitor = as(world.people[role]);
      const reply = await knock(visitor, door, path, world);
      const answer = `${reply.status} ${reply.location}`.trim();
      wanted[role] = expectedOf(door, role);
      answers[role] = answer.startsWith(wanted[role]) ? wanted[role] : answer;
    });
    await Promise.all(asking);
    expect({ path, ...answers }).toEqual({ path, ...wanted });
  }, 30_000);
});
