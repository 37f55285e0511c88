import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter, Link as RouterLink } from "react-router-dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { env } from "~/platform/env.server";
import { createRouteTable } from "~/server/route-table.server";
import { Link } from "~/ui/parts";
import { startApp } from "../support/app";
import { as, type Reply } from "../support/request";
import { makeWorld, type Role, type World } from "../support/world";

const browsers = {
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Language": "en-US,en;q=0.9",
  "Cache-Control": "max-age=0",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Site": "same-origin",
};

let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
let build: ServerBuild;
let plain: ReturnType<typeof createRequestHandler>;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld();
  const built = new URL("../../build/server/index.js", import.meta.url).href;
  build = await import(built);
  plain = createRequestHandler(build, "production");
});
afterAll(() => app.stop());

/** The response of Remix's own handler with all routes. */
async function answerOf(
  path: string,
  headers: Record<string, string>,
  reply: Reply,
  body?: string,
): Promise<Response> {
  const method = body === undefined ? "GET" : "POST";
  const request = new Request(new URL(path, env.APP_URL), { method, headers, body });
  const context = { requestId: reply.headers["x-request-id"], clientAddress: "::1", needsFormToken: false };
  return plain(request, context as AppLoadContext);
}

test("a missing page is rendered only for its own request, and isn't cached", async () => {
  const path = "/contributors/no-such-service";
  const reply = await as(null).get(path);
  expect([reply.status, reply.text]).toEqual([404, expect.stringContaining("Page not found")]);
  const asked = await answerOf(path, { "X-Keep-Page": "brief" }, reply);
  expect([asked.status, await asked.text()]).toEqual([404, ""]);
  expect((await answerOf("/contributors", { "X-Keep-Page": "brief" }, reply)).status).toBe(200);
});

test("our link renders the same anchor as the router's own Link", () => {
  const options = { replace: true, reloadDocument: true, preventScrollReset: true, state: { from: "here" } };
  const attributesOf = (kind: unknown) => {
    const link = createElement(
      kind as typeof Link,
      { to: "/a?b=c#d", className: "x", "aria-label": "y", ...options },
      "text",
    );
    const html = renderToString(createElement(MemoryRouter, null, link));
    return [html.match(/[\w-]+="[^"]*"/g)?.sort(), html.replace(/ [\w-]+="[^"]*"/g, "")];
  };
  expect(attributesOf(Link)).toEqual(attributesOf(RouterLink));
});

/** Removes IDs, because each view gives new ones to the deck's cards, and times, because each page contains its own. */
const withoutIds = (html: string) =>
  html.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id").replace(/\b1\d{12}\b/g, ":now");

const asked: [
  who: Role | "guest with data saver",
  path: string | ((world: World) => string),
  body?: string,
][] = [
  ["creator", paths.discover()],
  ["creator", "/discover.data"],
  ["creator", "/discover.data?_routes=root&filters=open"],
  ["creator", paths.matches()],
  ["creator", ({ conversationId }) => paths.conversation(conversationId)],
  ["creator", ({ approved }) => paths.profile(approved.userId)],
  ["creator", paths.home()],
  ["creator", "/nowhere"],
  ["guest", paths.login()],
  ["guest", paths.login(), "email=nobody&password="],
  ["guest with data saver", paths.login()],
  ["guest", paths.onboarding()],
  ["guest", paths.dashboard()],
  ["guest", "/matches.data"],
  ["guest", "/matches?index&a=b%20c"],
];

test.each(asked)("gives a %s at %s the same response as Remix's own handler", async (who, where, body) => {
  const path = typeof where === "string" ? where : where(world);
  const visitor = as(who === "guest with data saver" ? null : world.people[who]);
  // Only the first visit sets cookies and fills decks, so it isn't compared.
  await visitor.get(path);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = {
    ...browsers,
    ...(who === "guest with data saver" && { "Save-Data": "on" }),
    ...(body !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
  };
  const reply = await visitor.send(body === undefined ? "GET" : "POST", path, { headers, body });
  const answer = await answerOf(path, { ...headers, ...(cookie && { Cookie: cookie }) }, reply, body);
  expect(reply.status).toBe(answer.status);
  expect(reply.headers).toMatchObject(Object.fromEntries(answer.headers));
  expect(withoutIds(reply.html)).toBe(withoutIds(await answer.text()));
});

type RouteNode = Parameters<typeof matchRoutes>[0][number];

test("the server finds the same route for each path as Remix's router does", () => {
  const inside = (parent: string | undefined): RouteNode[] =>
    Object.values(build.routes).flatMap((route) => {
      if (!route || route.parentId !== parent) return [];
      const { id, path, index } = route;
      return index ? { id, path, index } : { id, path, children: inside(id) };
    });
  const tree = inside(undefined);
  const pathsIn = (nodes: RouteNode[], above: string): string[] =>
    nodes.flatMap(({ path, children = [] }) => {
      const own = path ? `${above}/${path.replace(/:\w+/g, "some").replace("*", "a/b")}` : above;
      return [own, ...pathsIn(children, own)];
    });
  const written = [...new Set(pathsIn(tree, ""))].map((path) => path || "/");
  const spelled = written.flatMap((path) => [
    ...[path, `/${path}`, `${path}/more`, path.replace(/(?<!^)\//g, "%2F")],
    `${path.toUpperCase().replace(/O/g, "%6F")}/`,
  ]);
  const { routeOf } = createRouteTable(build.routes);
  const idOf = (path: string) => matchRoutes(tree, path)?.at(-1)?.route.id;
  const found = spelled.map((path) => [path, idOf(path)?.replace(/^routes\//, "")]);
  expect(spelled.map((path) => [path, routeOf(path)])).toEqual(found);
  expect(written.length).toBeGreaterThan(100);
});

test("a member's page links its own stylesheets, so the router loads them before it shows the page", () => {
  const unstyled = Object.values(build.routes).flatMap((route) => {
    const { handle, links } = route?.module ?? {};
    const { styles } = (handle ?? {}) as RouteHandle;
    if (!styles || !/^routes\/(app|admin)\//.test(route?.id ?? "")) return [];
    const named = (links?.() ?? []).flatMap((link) => ("href" in link ? link.href : []));
    const { guest, ...needed }: Record<string, string> = typeof styles === "string" ? { styles } : styles;
    return Object.values(needed).every((styles) => named.includes(styles)) ? [] : route?.id;
  });
  expect(unstyled).toEqual([]);
});
