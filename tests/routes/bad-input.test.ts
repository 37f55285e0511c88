import { once } from "node:events";
import { request as connect } from "node:http";
import { connect as connectSocket, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formMarkOf } from "~/features/accounts/unsent-forms.server";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, type Person } from "../support/people";
import { as, type Reply, type Visitor } from "../support/request";
import { routeCases } from "../support/route-cases/all";
import type { RouteCase } from "../support/route-cases/route-case";
import { oneOf, runsAll, tenthOf, thirdOf } from "../support/scope";
import { textFieldsOf } from "../support/submitting";
import { makeWorld, type World } from "../support/world";
import { writesSoFar } from "../support/writes";

let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
/**
 * No form contains this person's ID, so none of them suspends or removes the person, and the session lasts through all
 * of them.
 */
let stranger: Person;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld();
  stranger = await makeContributor();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

const actions = routeCases.filter(({ method, fields, isSigned }) => method === "POST" && fields && !isSigned);

type Pairs = [string, string][];
const hostileValues = {
  SQL: "'; DROP TABLE users; --",
  HTML: `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  "an overlong text": "a".repeat(50_000),
  "a NUL": "before\u0000after",
  "control characters": "\u0001\u001b[31m\u202e\u2028",
  "an object's text": "[object Object]",
  nothing: "",
  blanks: " \t\u3000\u200b",
};

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
    ["with one of the form library's intents", [...pairs, ["__intent__", "garbage"]]],
    [
      "with another of its intents",
      [...pairs, ["__intent__", '{"type":"insert","payload":{"name":"x","index":1e9}}']],
    ],
    ["with the form library's state", [...pairs, ["__state__", "{"]]],
  ];
}

/**
 * Forms that are refused because of their size, whatever their fields. Every action reads its form with the same
 * functions (architecture.test.ts checks this), so one action's results hold for all.
 */
function oversized(good: Record<string, string>): [string, Pairs][] {
  const pairs = Object.entries(good) as Pairs;
  const [first = "x"] = Object.keys(good);
  return [
    [
      "with text longer than a form may be",
      pairs.map(([name, given]) => [name, name === first ? "a".repeat(100_000) : given]),
    ],
    [
      "with deeply nested names",
      Array.from({ length: 500 }, (_, index) => [`k${index}${"[999]".repeat(18)}`, "x"]),
    ],
    ["with 101 names", Array.from({ length: 101 }, (_, index) => [`f${index}`, "x"])],
    ["with 201 values", Array.from({ length: 201 }, () => ["f", "x"])],
    ["with ten thousand fields", Array.from({ length: 10_000 }, (_, index) => [`f${index}`, "x"])],
    [
      "with more fields of the same name than anyone types",
      Array.from({ length: 5_000 }, () => [first, "x"]),
    ],
  ];
}

/** Fails unless the form was refused with a readable page, or accepted because the damage left it valid. */
function expectHandled(reply: Reply, what: string, routeCase: RouteCase): void {
  expect(reply.status, what).toBeLessThan(500);
  if (routeCase.answersScript && reply.status === 204) return;
  if (routeCase.answersScript && reply.headers["content-type"]?.startsWith("application/json")) {
    const said = JSON.parse(reply.html);
    expect(said, what).toBeInstanceOf(Object);
    if (reply.status >= 400) expect(Object.values(said).join(" "), what).toMatch(/\w \w/);
    expect(reply.html, what).not.toContain("Unexpected Server Error");
    // JSON may repeat what was sent, unescaped, as long as no browser interprets it as a page.
    expect(reply.headers["x-content-type-options"], what).toBe("nosniff");
  } else {
    expect(reply.html, what).not.toContain("<script>alert");
    expect(reply.status, what).toBeGreaterThanOrEqual(300);
    if (reply.status < 400) return;
    expect(reply.headers["content-type"], what).toMatch(/^text\/html/);
    expect(reply.html, what).toMatch(/<h1[ >]/);
  }
  // Looks for a line of any source file, as in a stack trace. A pattern such as "at .+" would take much longer, because
  // a page is one long line that it would scan for each "at".
  expect(reply.html, what).not.toMatch(/\.(ts|tsx|js):\d|prisma|SELECT .+ FROM|node_modules/);
}

const headingOf = ({ html }: Reply): string => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";

/** Whether there's an error page, or an alert on the form's page. */
function isExplained(reply: Reply, pageHeading: string): boolean {
  if (headingOf(reply) !== pageHeading) return true;
  const [, alert = ""] = /(?:role="alert"|class="error")[^>]*>(.*?)<\/(?:div|p)>/s.exec(reply.html) ?? [];
  return /\w/.test(alert.replace(/<[^>]*>/g, ""));
}

/** The fields of the form that shows unsent text. */
function fieldsAgainIn({ html }: Reply): Record<string, string> {
  const forms = [...html.matchAll(/<form[^>]*>(.*?)<\/form>/gs)].map(([, inside = ""]) => inside);
  const form = forms.find((inside) => inside.includes('name="_again"')) ?? "";
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const texts = form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs);
  const decoded = (text = "") =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return Object.fromEntries([...inputs, ...texts].map(([, name = "", value]) => [name, decoded(value)]));
}

/** All writes, except those to the table of unsent forms, which keeps a refused form's text. */
async function writesButUnsent() {
  const { unsent_forms: _, ...writes } = await writesSoFar();
  return writes;
}

/** The page's error for the field. Undefined unless the field still has the text that was sent. */
const errorAt = (reply: Reply, name: string, text: string) =>
  textFieldsOf(reply)
    .flat()
    .find((field) => field.name === name && field.value === text)?.error;

/** How many text fields were sent with one character more than they allow. */
let countedFields = 0;

const unsupportedBodies = [
  ["application/json", JSON.stringify({ a: 1 })],
  ["text/plain", "a=1"],
  ["multipart/form-data; boundary=x", "--y\r\nbroken"],
  ["multipart/form-data", "no boundary"],
  ["application/x-www-form-urlencoded; charset=utf-16", "a=1"],
  ["application/x-www-form-urlencoded", "a=%ED%A0%80&b=%F0%9F&c=%&d=%zz&=&&;"],
  ["", ""],
  ["image/png", "\u0089PNG"],
] as const;

type Sent = [from: string, headers: Record<string, string | undefined>];
const foreignOrigins: Sent[] = Object.entries({
  "another site's page": { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  "a sibling domain's page": { "Sec-Fetch-Site": "same-site" },
  "another site in an older browser": { "Sec-Fetch-Site": undefined, Origin: "https://evil.example" },
  "an unnamed origin": { "Sec-Fetch-Site": undefined, Origin: "null" },
  "a malformed origin": { "Sec-Fetch-Site": undefined, Origin: "http://[::" },
});
const withoutToken: Sent = [
  "an old browser without the form's token",
  { "Sec-Fetch-Site": undefined, Origin: undefined },
];
const otherMethods = ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

describe.each(thirdOf(actions))("POST $route", (routeCase: RouteCase) => {
  const person = () => world.people[routeCase.by ?? "guest"];
  const path = () => routeCase.path(world);
  const good = () => routeCase.fields?.(world) ?? {};
  const position = actions.indexOf(routeCase);
  const isSampled = runsAll || position % 10 === 0;
  /**
   * Returns a function that signs in with a new browser each time, because a form such as sign-out may end a
   * browser's session.
   */
  async function prepare(): Promise<() => Visitor> {
    const prepared = as(person());
    await routeCase.before?.(prepared);
    // Opens the page once, because the first view may mark things as read.
    await prepared.get(path());
    return () => {
      const fresh = as(person());
      for (const [name, value] of prepared.cookies) fresh.cookies.set(name, value);
      return fresh;
    };
  }

  test("handles damaged forms, and changes nothing when it refuses", async () => {
    const visitor = await prepare();
    let before = await writesSoFar();
    const page = await visitor().get(path());
    const pageHeading = page.status === 200 ? headingOf(page) : "";
    const forms = [...tenthOf(damaged(good()), position), ...(isSampled ? oversized(good()) : [])];
    for (const [kind, pairs] of forms) {
      const reply = await visitor().post(path(), pairs);
      expectHandled(reply, kind, routeCase);
      if (reply.status === 400 && !routeCase.answersScript) {
        expect(isExplained(reply, pageHeading), `${kind}: ${reply.text}`).toBe(true);
      }
      expect(reply.html.length, kind).toBeLessThan(700_000);
      const after = await writesSoFar();
      // Accepted forms may change something.
      if (reply.status >= 400) expect(after, kind).toEqual(before);
      before = after;
      if (routeCase.route === "auth/logout") await restoreSessions();
      if (reply.status === 429) await db.rateLimit.deleteMany();
    }
  }, 120_000);

  test("handles malformed bodies, and refuses other content types", async () => {
    const visitor = await prepare();
    for (const [type, body] of oneOf(unsupportedBodies, position)) {
      const before = await writesSoFar();
      const reply = await visitor().send("POST", path(), {
        headers: { "Content-Type": type || undefined },
        body,
      });
      expectHandled(reply, type, routeCase);
      if (!type.startsWith("application/x-www")) expect(reply.status, type).toBeGreaterThanOrEqual(400);
      if (reply.status >= 400) expect(await writesSoFar(), type).toEqual(before);
      if (routeCase.route === "auth/logout") await restoreSessions();
    }
  });

  test("refuses forms from other sites, and from old browsers without the form's token", async () => {
    const visitor = await prepare();
    for (const [from, headers] of [...oneOf(foreignOrigins, position), withoutToken]) {
      const before = await writesSoFar();
      const reply = await visitor().post(path(), good(), { headers });
      const isVouchedFor =
        routeCase.secretInPath && headers.Origin === undefined && !headers["Sec-Fetch-Site"];
      expect(reply.status, from).toBe(isVouchedFor ? 404 : 403);
      expectHandled(reply, from, routeCase);
      expect(await writesSoFar(), from).toEqual(before);
    }
  });

  test.runIf(isSampled)("refuses a 100 MB body before all of it has arrived", async () => {
    const before = await writesSoFar();
    const { status, sent } = await sendHuge(path(), person()?.cookie);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(20_000_000);
    expect(await writesSoFar()).toEqual(before);
  });

  test.runIf(isSampled)("refuses a body without a length", async () => {
    const reply = await as(person()).send("POST", path(), {
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Transfer-Encoding": "chunked",
        "Content-Length": undefined,
      },
      body: "a=1",
    });
    expect(reply.status).toBe(411);
  });

  // A brief's draft saves text of any length.
  const keepsDraft = routeCase.route === "app/project-brief._index";

  test.skipIf(routeCase.answersScript || keepsDraft)(
    "refuses text over its limit, and keeps all of it in the form",
    async () => {
      const visitor = await prepare();
      const forms = textFieldsOf(await visitor().get(path()));
      const own = forms.find((form) => form.some(({ name }) => Object.hasOwn(good(), name))) ?? [];
      for (const { name } of thirdOf(own)) {
        const send = async (text: string) => {
          await db.rateLimit.deleteMany();
          const reply = await visitor().post(path(), { ...good(), [name]: text });
          expect(reply.status, name).toBeGreaterThanOrEqual(400);
          const error = errorAt(reply, name, text);
          expect(error, `${name} of ${text.length} characters is kept`).toBeDefined();
          expect(error, `${name} of ${text.length} characters has an error`).not.toBe("");
          return error ?? "";
        };
        const before = await writesSoFar();
        const [, most] =
          /at most ([\d,]+) characters/.exec(await send("too long ".repeat(2_000).trim())) ?? [];
        const limit = Number(most?.replaceAll(",", ""));
        if (limit) {
          countedFields += 1;
          expect(own.find((field) => field.name === name)?.isCounted, `${name} is counted`).toBe(true);
          expect(await send("a".repeat(limit + 1)), name).toContain(`at most ${most} characters`);
        }
        expect(await writesSoFar(), name).toEqual(before);
      }
    },
  );

  const isMembers = routeCase.by && routeCase.by !== "guest" && routeCase.route !== "auth/logout";

  test.runIf(isMembers)(
    "changes nothing without its account's session, and returns the fields in a form",
    async () => {
      const mark = formMarkOf(person()?.userId ?? "");
      const written = Object.entries(good()).map(([name, value], index): [string, string] => [
        name,
        index === 0 ? value : `${value} "kept" <word>`,
      ]);
      const sent: Pairs = [...written, ["undeclared", "left out"], ["_account", mark]];
      const kept = written.filter(([name]) => !/password|token|credential|^code$/i.test(name));
      for (const [who, cookie, status] of [
        ["a session that has ended", "session=over", 401],
        ["another account's session", stranger.cookie, 403],
      ] as const) {
        const before = await writesButUnsent();
        const reply = await as({ cookie }).post(path(), sent);
        expect(await writesButUnsent(), who).toEqual(before);
        // In pages with script, the browser keeps the unsent text.
        if (routeCase.answersScript) {
          expect(reply.status, who).toBeGreaterThanOrEqual(400);
          continue;
        }
        expect([reply.status, who]).toEqual([status, who]);
        expect(fieldsAgainIn(reply), who).toEqual({
          ...Object.fromEntries(kept),
          _again: "1",
          _account: mark,
        });
        expect(reply.html, who).not.toContain("left out");
        expect(reply.html, who).toContain(`action="${path().replaceAll("&", "&amp;")}"`);
      }
      const forged = sent.with(-1, ["_account", `${mark.slice(0, -4)}AAAA`]);
      for (const pairs of [forged, forged.slice(0, -1)]) {
        const reply = await as({ cookie: "session=over" }).post(path(), pairs);
        expect(reply.status).toBe(401);
        expect(reply.html).not.toContain("&lt;word&gt;");
      }
    },
  );

  test.runIf(routeCase.by && routeCase.by !== "guest" && routeCase.route !== "auth/logout")(
    "refuses a guest before the body has arrived",
    async () => {
      expect(await statusBeforeBody(path())).toBe(401);
    },
  );

  test("rejects other methods", async () => {
    const before = await writesSoFar();
    for (const method of oneOf(otherMethods, position)) {
      expect((await as(person()).send(method, path())).status, method).toBe(405);
    }
    expect(await writesSoFar()).toEqual(before);
  });
});

test("pages state the limits of their text fields", () => {
  expect(countedFields).toBeGreaterThan(runsAll ? 8 : 3);
});

/** The status of the response that a guest's form gets before any of its body has been sent. */
function statusBeforeBody(path: string): Promise<number> {
  return new Promise((done, failed) => {
    const outgoing = connect(new URL(path, app.origin), {
      method: "POST",
      agent: false,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": 60_000,
        "Sec-Fetch-Site": "same-origin",
      },
    });
    outgoing.on("response", ({ statusCode = 0 }) => {
      outgoing.destroy();
      done(statusCode);
    });
    outgoing.on("error", failed);
    outgoing.flushHeaders();
  });
}

/** Stores the sessions again, because a form may have ended the session that the next one needs. */
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

/** Sends up to 100 MB, and stops when the response arrives. */
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

describe("URLs", () => {
  test.each([
    "/%5C",
    "/%5c%5Cevil.example",
    "/%09/evil.example",
    "/%0A",
    "http://evil.example/login",
    "http://evil.example",
    "https://evil.example/dashboard?x=1",
    "ftp://evil.example/",
    "*",
    "/?_data=",
    "/login?_data=routes%2Fauth%2Flogin",
    "/dashboard?%5Fdata=root",
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
  ])("%s is handled", async (path) => {
    for (const person of [null, world.creator]) {
      const reply = await as(person).send("GET", path);
      expect(reply.status, path).toBeLessThan(500);
      expect(reply.location).not.toMatch(/^(https?:)?\/\/(?!127\.0\.0\.1|localhost)/);
      expect(reply.headers["set-cookie"]?.join() ?? "").not.toContain("x=1");
      expect(reply.html).not.toContain('"devDependencies"');
    }
  });

  test("a path that's longer than any of ours isn't matched", async () => {
    expect((await as(null).get(`/${"a".repeat(2_047)}`)).status).toBe(404);
    const reply = await as(null).get(`/${"a".repeat(2_048)}`);
    expect(reply.status).toBe(400);
    expect(headingOf(reply)).toBe("We can't read that address");
  });

  test("routes without a page say in words that they don't take a form, and why they refuse one", async () => {
    for (const path of ["/robots.txt", "/messages/people", "/admin/people.csv", "/settings/data/export/zz"]) {
      const reply = await as(world.creator).post(path, [["a", "1"]]);
      expect([path, reply.status, reply.headers.allow]).toEqual([path, 405, "GET, HEAD"]);
      expect(JSON.parse(reply.html).refused).toMatch(/^You can't do that here\. Please use/);
    }
    const headers = { "Content-Type": "text/plain" };
    const refused = await as(world.creator).send("POST", "/api/push", { headers, body: "a=1" });
    expect(refused.status).toBe(415);
    expect(JSON.parse(refused.html).refused).toMatch(/^This didn't work\. There's a problem with/);
  });

  const hostileIds = [
    "-".repeat(36),
    "%5C",
    "%00",
    "%",
    "'",
    "0",
    "1e9",
    "9999999999",
    "..%2f..",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "00000000-0000-4000-8000-000000000000%0a",
  ];
  const hostileQueries = [
    "_data=",
    "_routes=&index",
    "before=9999999999&after=9999999999",
    `before=-1&after=1e400&changed=%00&to=${"-".repeat(36)}&with=${"-".repeat(36)}+%00`,
    `q=%00%5C&next=1&limit=%00&filter=%00&from=%5C&redirectTo=%5C&sending=1&with=${"x+".repeat(500)}`,
    "view=%00&status=__proto__&service=0x1&tool=99999999999&budget=-1&q=%ED%A0%80+%27+%26&after=999999999999999.999",
    "view=applications&status=completed&service=2147483647&tool=1.5&budget=%00&after=0.0",
    `after=2026-02-30T00:00:00.000Z_${"-".repeat(36)}&before=2026-02-28T00:00:00.000Z_${"-".repeat(36)}`,
    // Names of properties that every JavaScript object inherits.
    ...["__proto__", "constructor"].map((name) =>
      "after availability billing budget by category filter filters folder from kind level limit list opener part per place plan reason redirectTo sent service show sort state status style subject tab tool topic type view"
        .split(" ")
        .map((parameter) => `${parameter}=${name}`)
        .join("&"),
    ),
  ];

  /** Replaces the path's parameters with hostile values, one parameter at a time. */
  function hostilePaths({ route, path }: RouteCase): string[] {
    const segments = path(world).split("?", 1)[0]?.split("/") ?? [];
    const parts = route
      .replace(/^.*\//, "")
      .split(".")
      .filter((part) => part !== "_index");
    const start = segments.length - parts.length;
    return parts.flatMap((part, index) =>
      part.startsWith("$") && part !== "$"
        ? hostileIds.map((id) => segments.with(start + index, id).join("/"))
        : [],
    );
  }

  test.each(routeCases)(
    "$method $route never fails, whatever its parameters and query",
    async (routeCase) => {
      const { method, staysOpen } = routeCase;
      const path = routeCase.path(world);
      const all = [
        ...hostilePaths(routeCase),
        ...(method === "GET" && !staysOpen
          ? hostileQueries.map((query) => `${path.split("?", 1)[0]}?${query}`)
          : []),
      ];
      for (const address of tenthOf(all, routeCases.indexOf(routeCase))) {
        const asking = (["guest", "creator", "approved", "admin"] as const).map(async (role) => {
          const visitor = as(world.people[role]);
          const reply =
            method === "GET"
              ? await visitor.get(address)
              : await visitor.post(address, routeCase.fields?.(world) ?? {});
          expect(reply.status, `${role} ${address}`).toBeLessThan(500);
        });
        await Promise.all(asking);
      }
    },
  );

  test("custom manifests aren't served", async () => {
    const [, version = ""] = /manifest-([\w-]+)\.js/.exec((await as(null).get("/login")).html) ?? [];
    expect(version).not.toBe("");
    expect((await as(null).get(`/__manifest?version=${version}&p=/login`)).status).toBe(404);
  });

  const megabyte = "x".repeat(1024 * 1024);
  test.each([
    ["/profile/avatar", "urlencoded", 413],
    ["/profile/avatar/../../login", "multipart", 413],
    ["/profile/avatar/%2e%2e/%2e%2e/login", "multipart", 413],
    ["/profile/avatar/x", "multipart", 413],
    ["//profile/avatar", "multipart", 413],
    ["/profile/avatar", "multipart", 400],
    ["/profile/edit/../avatar", "multipart", 400],
    ["/Profile/%61vatar/", "multipart", 400],
  ])("a 1 MB form at %s (%s) gets %d", async (path, kind, status) => {
    const type =
      kind === "urlencoded" ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=x";
    const reply = await as(world.creator).send("POST", path, {
      headers: { "Content-Type": type },
      body: kind === "urlencoded" ? `a=${megabyte}` : `--x\r\n${megabyte}`,
    });
    expect(reply.status).toBe(status);
  });

  test.each([
    ["another host", { Host: "evil.example", "X-Forwarded-Host": "evil.example" }],
    ["a malformed language", { "Accept-Language": "\u00ff\u00ff;q=x" }],
    ["a long cookie", { Cookie: `session=${"a".repeat(7_000)}` }],
    ["a malformed cookie", { Cookie: "session=%E0%A4%A; flash=%; draft=%00; =; ;;;" }],
    ["a forged flash", { Cookie: "flash=eyJ0aXRsZSI6IjxzY3JpcHQ+In0=" }],
    ["an odd encoding", { "Accept-Encoding": "br;q=x, *;q=0" }],
    ["an odd condition", { "If-None-Match": "*" }],
  ])("%s is handled", async (_kind, headers) => {
    for (const path of ["/", "/login", "/discover", "/matches"]) {
      const reply = await as(null).get(path, { headers });
      expect(reply.status).toBeLessThan(500);
      expect(`${reply.location} ${reply.html}`).not.toContain("evil.example");
    }
  });
});

test("malformed HTTP from a client that never closes its side doesn't keep the connection open", async () => {
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  const { hostname, port } = new URL(app.origin);
  const client = connectSocket({ host: hostname, port: Number(port), allowHalfOpen: true });
  client.on("error", () => {}).resume();
  try {
    const [socket] = await accepted;
    const ended = once(client, "end");
    client.write("garbage\r\n\r\n");
    await ended;
    expect(client.writable).toBe(true);
    await expect.poll(() => socket.destroyed).toBe(true);
  } finally {
    client.destroy();
  }
});
