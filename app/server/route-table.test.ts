import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RouteHandle } from "~/http/route-handle";
import { createApp } from "./pipeline.server";
import { createRouteTable } from "./route-table.server";

const mib = 1024 * 1024;

async function action({ request }: { request: Request }) {
  const { headers } = request;
  return Response.json({
    signature: headers.get("stripe-signature"),
    bytes: (await request.text()).length,
  });
}

type Entry = [id: string, parentId: string | undefined, path: string | undefined, handle?: RouteHandle];
const entries: Entry[] = [
  ["root", undefined, ""],
  ["layout", "root", undefined, { script: false }],
  ["home", "layout", undefined, { publicSeconds: 15 }],
  ["prices", "layout", "prices", { isPublic: true }],
  ["post", "layout", "posts/:post", { isPublic: true }],
  ["people", "layout", "people", { publicSeconds: 15 }],
  ["token", "layout", "recover/:token", { secretParams: ["token"] }],
  ["recover", "layout", "recover"],
  ["upload", "layout", "people/upload", { bodyLimit: 2 * mib }],
  ["person", "layout", "people/:id"],
  ["webhook", "root", "hooks/pay", { isWebhook: true, bodyLimit: mib }],
  ["rest", "root", "*"],
];
const routes = Object.fromEntries(
  entries.map(([id, parentId, path, handle]) => [
    id,
    { id, parentId, path, index: id === "home", module: { handle, action } },
  ]),
) as unknown as ServerBuild["routes"];

const table = createRouteTable(routes);

describe("the route table", () => {
  it("recognizes public pages only as links write them", () => {
    const given = [
      ...["/", "/prices", "/posts/a-post", "/prices/", "/prices?x=1", "/Prices", "/posts", "/posts/:post"],
      ...[
        "/posts/A-post",
        "/posts/a-post/",
        "//posts/a-post",
        "/posts/a-post?x=1",
        "/posts/%61",
        "/posts/a/b",
      ],
      ...["/people/a", "/recover/a", "/nothing"],
    ];
    expect(given.filter((path) => table.isPublic(path))).toEqual(["/prices", "/posts/a-post"]);
  });

  it("recognizes pages that may be cached for seconds by their full URL", () => {
    const given = [
      ...[
        "/",
        "/?ref=a",
        "/people",
        "/people?after=w12&sort=new",
        "/people/",
        "/PEOPLE",
        "//people",
        "/people?a=<",
        "/people/a",
      ],
      ...[`/people?after=${"1".repeat(200)}`, "//", "/prices?x=1"],
      ...["/people?_data=people", "/people?sort=new&_data=root", "/people?%5Fdata=people"],
    ];
    expect(given.filter((address) => table.publicSecondsOf(address) > 0)).toEqual(given.slice(0, 4));
  });

  it.each([
    ["/people/upload", 2 * mib],
    ["/People/%75pload/", 2 * mib],
    ["/people/upload.data", 2 * mib],
    ["/people/upload/x", 256 * 1024],
    ["/people/anybody", 256 * 1024],
    ["//people/upload", 256 * 1024],
    ["/", 256 * 1024],
  ])("%s accepts %d bytes", (path, bytes) => {
    expect(table.needsOf(path).bodyLimit).toBe(bytes);
  });

  const secret = "wJ8s0Zr2yQ5nT3kVxB7cL1mH4gF6dS9aPqEoUiYtReW";
  it.each([
    `/recover/${secret}`,
    `/recover/${secret}/`,
    `/recover/${secret}.data`,
    `/RECOVER/${secret}`,
    `/%72ecover/${secret}`,
    `/recover/${secret}%25zz`,
    `/recover%2F${secret}`,
    `/%2572ecover/${secret}`,
    `//recover//${secret}`,
    `/recover/${secret}/more`,
    `/x/recover/${secret}`,
    `/recover/${[...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")}`,
  ])("keeps the secret of %s out of the log", (path) => {
    const printed = vi.spyOn(console, "warn");
    expect(table.loggedPath(path)).not.toContain(secret);
    expect(printed).not.toHaveBeenCalled();
    expect(table.loggedPath(path)).toMatch(/^\/[\w/%:.]*$/);
  });

  it("logs a pattern for a route with secrets, and no IDs", () => {
    expect(table.loggedPath("/recover/short")).toBe("/recover/:token");
    expect(table.loggedPath("/people/0b5d9c1e-7a54-4b6e-9b0e-8f5d3c2a1b00")).toBe("/people/:id");
    expect(table.loggedPath("/recover")).toBe("/recover");
  });
});

describe("the server and the route table", () => {
  const server = createServer(
    createApp(
      {
        build: {
          routes,
          assets: { routes: {}, entry: {}, version: "1", url: "" },
          entry: { module: { default: () => new Response("page") } },
          future: { v3_singleFetch: true },
          mode: "production",
        } as unknown as ServerBuild,
        mode: "production",
        clientFolder: null,
      },
      table,
      () => false,
    ),
  );
  beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
  afterAll(() => new Promise((closed) => server.close(closed)));

  const send = (path: string, bytes: number, type = "application/json") =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      method: "POST",
      headers: {
        "Content-Type": type,
        Origin: "https://api.stripe.example",
        "Stripe-Signature": "t=1,v1=2",
      },
      body: "x".repeat(bytes),
    });

  it("accepts a cross-site webhook with its signature, up to its body limit", async () => {
    const answer = await send("/hooks/pay", mib);
    expect(await answer.json()).toEqual({ signature: "t=1,v1=2", bytes: mib });
    expect((await send("/hooks/pay", mib + 1)).status).toBe(413);
    const urlencoded = "application/x-www-form-urlencoded";
    expect((await send("/hooks/pay", 256 * 1024, urlencoded)).status).toBe(200);
    expect((await send("/hooks/pay", 256 * 1024 + 1, urlencoded)).status).toBe(413);
  });

  it("refuses any other cross-site write", async () => {
    expect((await send("/recover", 10)).status).toBe(403);
    expect((await send("/hooks/pay/../../recover", 10)).status).toBe(403);
    expect((await send("/hooks/payx", 10)).status).toBe(403);
  });
});
