import { request as connect } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { as, type Reply, type Visitor } from "../support/request";
import { routeCases } from "../support/route-cases/all";
import type { RouteCase } from "../support/route-cases/route-case";
import { fingerprint, makeWorld, type World } from "../support/world";

let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

const actions = routeCases.filter((routeCase) => routeCase.method === "POST" && routeCase.fields);

type Pairs = [string, string][];
const hostileValues = {
  SQL: "'; DROP TABLE users; --",
  HTML: `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  "an over-long text": "a".repeat(100_000),
  "a NUL": "before\u0000after",
  "control characters": "\u0001\u001b[31m\u202e\u2028",
  "a list in its name": "[object Object]",
  nothing: "",
  blanks: " \t\u3000\u200b",
};

/** Every damaged form that can be made of a good one. */
function damaged(good: Record<string, string>): [string, Pairs][] {
  const pairs = Object.entries(good) as Pairs;
  const names = pairs.map(([name]) => name);
  return [
    ["with no field at all", []],
    ...names.map((left): [string, Pairs] => [`without ${left}`, pairs.filter(([name]) => name !== left)]),
    ...names.flatMap((changed) =>
      Object.entries(hostileValues).map(([kind, value]): [string, Pairs] => [
        `with ${kind} as ${changed}`,
        pairs.map(([name, given]) => [name, name === changed ? value : given]),
      ]),
    ),
    ...names.map((twice): [string, Pairs] => [`with ${twice} twice`, [...pairs, [twice, "another"]]]),
    ...names.flatMap((name): [string, Pairs][] => [
      [`with ${name} as a list`, [...pairs.filter(([given]) => given !== name), [`${name}[0]`, "x"]]],
      [`with ${name} as a list of four thousand million`, [...pairs, [`${name}[4294967294]`, "x"]]],
      [`with ${name} as an object`, [...pairs, [`${name}.__proto__.polluted`, "x"]]],
    ]),
    [
      "with a polluted prototype",
      [...pairs, ["__proto__.polluted", "x"], ["constructor.prototype.polluted", "x"]],
    ],
    ["with an intent of the form library's", [...pairs, ["__intent__", "garbage"]]],
    [
      "with another intent of it",
      [...pairs, ["__intent__", '{"type":"insert","payload":{"name":"x","index":1e9}}']],
    ],
    ["with state of the form library's", [...pairs, ["__state__", "{"]]],
    ["with ten thousand fields", Array.from({ length: 10_000 }, (_, index) => [`f${index}`, "x"])],
    [
      "with more fields of the same name than anybody types",
      Array.from({ length: 5_000 }, () => [names[0] ?? "x", "x"]),
    ],
  ];
}

/** Refused with a page that people can read, or taken as a form that means something else than it seems. */
function expectCalm(reply: Reply, what: string, routeCase: RouteCase): void {
  expect(reply.status, what).toBeLessThan(500);
  if (routeCase.answersScript && reply.status === 204) return;
  if (routeCase.answersScript && reply.headers["content-type"]?.startsWith("application/json")) {
    expect(JSON.parse(reply.html), what).toBeInstanceOf(Object);
  } else {
    expect(reply.status, what).toBeGreaterThanOrEqual(300);
    if (reply.status < 400) return;
    expect(reply.headers["content-type"], what).toMatch(/^text\/html/);
    expect(reply.html, what).toMatch(/<h1[ >]/);
  }
  expect(reply.html, what).not.toMatch(
    /\bat .+\.(ts|tsx|js):\d+|prisma|SELECT .+ FROM|node_modules|<script>alert/,
  );
}

describe.each(actions)("POST $route", (routeCase: RouteCase) => {
  const person = () => world.people[routeCase.by ?? "guest"];
  const path = () => routeCase.path(world);
  const good = () => routeCase.fields?.(world) ?? {};
  let prepared: Visitor;
  beforeEach(async () => {
    prepared = as(person());
    await routeCase.before?.(prepared);
    // Looking may mark as read, once.
    await prepared.get(path());
  });
  // A new browser of the same person each time: what signs out, signs out that one.
  const visitor = () => {
    const fresh = as(person());
    for (const [name, value] of prepared.cookies) fresh.cookies.set(name, value);
    return fresh;
  };

  test("meets damaged forms calmly, and changes nothing when it refuses", async () => {
    let before = await fingerprint();
    for (const [kind, pairs] of damaged(good())) {
      const reply = await visitor().post(path(), pairs);
      expectCalm(reply, kind, routeCase);
      const after = await fingerprint();
      // What was refused left everything as it was; what was taken is a form like any other.
      if (reply.status >= 400) expect(after, kind).toEqual(before);
      before = after;
      if (routeCase.route === "auth/logout") await restoreSessions();
      if (reply.status === 429) await db.rateLimit.deleteMany();
    }
  }, 120_000);

  test.each([
    ["application/json", JSON.stringify({ a: 1 })],
    ["text/plain", "a=1"],
    ["multipart/form-data; boundary=x", "--y\r\nbroken"],
    ["multipart/form-data", "no boundary"],
    ["application/x-www-form-urlencoded; charset=utf-16", "a=1"],
    ["application/x-www-form-urlencoded", "a=%ED%A0%80&b=%F0%9F&c=%&d=%zz&=&&;"],
    ["", ""],
    ["image/png", "\u0089PNG"],
  ])("meets a body of type '%s' calmly", async (type, body) => {
    const before = await fingerprint();
    const reply = await visitor().send("POST", path(), {
      headers: { "Content-Type": type || undefined },
      body,
    });
    expectCalm(reply, type, routeCase);
    if (!type.startsWith("application/x-www")) expect(reply.status).toBeGreaterThanOrEqual(400);
    if (reply.status >= 400) expect(await fingerprint()).toEqual(before);
    if (routeCase.route === "auth/logout") await restoreSessions();
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["another site's page", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ["a sibling domain's page", { "Sec-Fetch-Site": "same-site" }],
    ["another site in an older browser", { "Sec-Fetch-Site": undefined, Origin: "https://evil.example" }],
    ["nowhere that it names", { "Sec-Fetch-Site": undefined, Origin: "null" }],
    ["a malformed origin", { "Sec-Fetch-Site": undefined, Origin: "http://[::" }],
    ["an old browser without the form's token", { "Sec-Fetch-Site": undefined, Origin: undefined }],
  ])("refuses a form from %s", async (_from, headers) => {
    const before = await fingerprint();
    const reply = await visitor().post(path(), good(), { headers });
    const isVouchedFor = routeCase.secretInPath && headers.Origin === undefined && !headers["Sec-Fetch-Site"];
    expect(reply.status).toBe(isVouchedFor ? 404 : 403);
    expectCalm(reply, "foreign", routeCase);
    expect(await fingerprint()).toEqual(before);
  });

  test("refuses a body of 100 MB before it has all arrived", async () => {
    const before = await fingerprint();
    const { status, sent } = await sendHuge(path(), person()?.cookie);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(20_000_000);
    expect(await fingerprint()).toEqual(before);
  });

  test("refuses a body that does not say how long it is", async () => {
    const reply = await visitor().send("POST", path(), {
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Transfer-Encoding": "chunked",
        "Content-Length": undefined,
      },
      body: "a=1",
    });
    expect(reply.status).toBe(411);
  });

  // A script keeps what it could not send, itself.
  test.runIf(
    routeCase.by && routeCase.by !== "guest" && routeCase.route !== "auth/logout" && !routeCase.answersScript,
  )("keeps what was written when the session was over, and changes nothing", async () => {
    const before = await fingerprint();
    const reply = await as({ cookie: "session=over" }).post(path(), { ...good(), note: 'a "kept" <word>' });
    expect(reply.status).toBe(401);
    expect(reply.text).toContain("You are signed out");
    expect(reply.html).toContain("a &quot;kept&quot; &lt;word&gt;");
    expect(reply.html).toContain(`action="${path()}"`);
    expect(await fingerprint()).toEqual(before);
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])("knows no %s", async (method) => {
    const before = await fingerprint();
    const reply = await visitor().send(method, path());
    expect(reply.status).toBe(405);
    expect(await fingerprint()).toEqual(before);
  });
});

/** Signing out ends the session that the next form needs. */
async function restoreSessions(): Promise<void> {
  const { creator } = world;
  const { createHash } = await import("node:crypto");
  const tokenHash = new Uint8Array(createHash("sha256").update(creator.token).digest());
  const later = new Date(Date.now() + 3_600_000);
  await db.session.upsert({
    where: { tokenHash },
    create: { id: creator.sessionId, userId: creator.userId, tokenHash, expiresAt: later, endsAt: later },
    update: {},
  });
}

/** Starts to send 100 MB and stops when it is answered. */
function sendHuge(path: string, cookie: string | undefined): Promise<{ status: number; sent: number }> {
  return new Promise((done, failed) => {
    let sent = 0;
    let answered = false;
    const chunk = Buffer.alloc(64 * 1024, "a");
    const outgoing = connect(
      new URL(path, app.origin),
      {
        method: "POST",
        agent: false,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": 100 * 1024 * 1024,
          "Sec-Fetch-Site": "same-origin",
          ...(cookie ? { Cookie: cookie } : {}),
        },
      },
      (incoming) => {
        answered = true;
        incoming.resume();
        incoming.on("end", () => {
          outgoing.destroy();
          done({ status: incoming.statusCode ?? 0, sent });
        });
      },
    );
    outgoing.on("error", (error) => !answered && failed(error));
    const pump = () => {
      while (!answered && sent < 100 * 1024 * 1024) {
        sent += chunk.length;
        if (!outgoing.write(chunk)) return outgoing.once("drain", pump);
      }
    };
    pump();
  });
}

describe("addresses", () => {
  test.each([
    "/%",
    "/%zz",
    "/%E0%A4%A",
    "/%00",
    "/profile/%00",
    "/profile/%0d%0aSet-Cookie:x=1/save",
    "/messages/%0d%0aX",
    "/recover/%0d%0aX",
    "/matches?before=%00",
    "/matches?before='",
    "/matches?before[]=1",
    "/messages?after=%00",
    "/messages?after=garbage",
    "/messages/new?to=%00",
    "/messages/new?to='",
    "/messages/new?q=%00ab",
    "/messages/new?q=%5C%25__&with=%00+'+x",
    "/messages/00000000-0000-4000-8000-000000000000/99999999999999",
    "/messages/%00/answer",
    "/login?redirectTo=%00",
    "/login?redirectTo=%ED%A0%80",
    "/discover?limit=%00",
    "/onboarding/%00",
    "/onboarding/1e9",
    `/${"a".repeat(10_000)}`,
    `/login?${"a=1&".repeat(3_000)}`,
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/.env",
    "/__proto__",
    "/constructor",
    "/login.data",
    "/login.data?_routes=routes%2Fauth%2Flogin",
    "/dashboard.data?_routes=garbage",
    "/__manifest?p=%2Flogin&version=x",
    `/__manifest?p=${"%2Fa".repeat(3_000)}`,
  ])("%s is met calmly", async (path) => {
    for (const person of [null, world.creator]) {
      const reply = await as(person).send("GET", path);
      expect(reply.status, path).toBeLessThan(500);
      expect(reply.location).not.toMatch(/^(https?:)?\/\/(?!127\.0\.0\.1|localhost)/);
      expect(reply.headers["set-cookie"]?.join() ?? "").not.toContain("x=1");
      expect(reply.html).not.toContain('"devDependencies"');
    }
  });

  test.each([
    ["a foreign host", { Host: "evil.example", "X-Forwarded-Host": "evil.example" }],
    ["a broken language", { "Accept-Language": "\u00ff\u00ff;q=x" }],
    ["a long cookie", { Cookie: `session=${"a".repeat(7_000)}` }],
    ["a broken cookie", { Cookie: "session=%E0%A4%A; flash=%; draft=%00; =; ;;;" }],
    ["a made-up flash", { Cookie: "flash=eyJ0aXRsZSI6IjxzY3JpcHQ+In0=" }],
    ["an odd encoding", { "Accept-Encoding": "br;q=x, *;q=0" }],
    ["an odd length", { "If-None-Match": "*" }],
  ])("with %s are met calmly", async (_kind, headers) => {
    for (const path of ["/", "/login", "/discover", "/matches"]) {
      const reply = await as(null).get(path, { headers });
      expect(reply.status).toBeLessThan(500);
      expect(`${reply.location} ${reply.html}`).not.toContain("evil.example");
    }
  });
});
