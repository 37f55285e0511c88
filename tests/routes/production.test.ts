import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { openText } from "~/features/notifications/mailing.server";
import { unsubscribeLink } from "~/features/notifications/preferences.server";
import { builderSteps } from "~/features/profiles/builder";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { s3Files } from "~/platform/files/s3-files.server";
import { lockRow } from "~/platform/locks.server";
import { sitePaths } from "~/site-paths";
import { startS3 } from "../../sandbox/s3";
import { whileBroken } from "../support/broken-table";
import { untilLockWait } from "../support/locks";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
  signInAgain,
} from "../support/people";
import { type ProductionServer, startProduction } from "../support/production";
import { as, type Reply, sendTo, type Visitor } from "../support/request";
import { runsAll } from "../support/scope";
import { giveFactor } from "../support/second-factor";
import { fillIn, forge, press, send } from "../support/submitting";
import { until } from "../support/until";

let server: ProductionServer;
let person: Person;
beforeAll(async () => {
  server = await startProduction();
  person = await makeCreator({ name: "Cleo Creator" });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

const member = (of: Person = person) => as(of);
const begin = (visitor: Visitor) => press(visitor, paths.onboarding(), "Creator Hiring User");
const accountOf = ({ email, password }: Pick<Person, "email" | "password">) => ({
  Email: email,
  Password: password,
});

function sendRaw(text: string): Promise<string> {
  return new Promise((done) => {
    let answer = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => done(answer));
  });
}

describe("every response", () => {
  const basics = /^nosniff max-age=31536000; includeSubDomains$/;
  const basicsOf = ({ headers }: Pick<Reply, "headers">) =>
    [headers["x-content-type-options"], headers["strict-transport-security"]].join(" ");

  test.each([
    ["a cached page", () => as(null).get(paths.home()), 200],
    ["a page", () => member().get(paths.discover()), 200],
    ["an unknown page", () => as(null).get("/no/such/page"), 404],
    ["health", () => as(null).get(sitePaths.health()), 200],
    ["a file", () => as(null).get("/favicon.svg"), 200],
    ["an unknown upload", () => as(null).get("/files/avatars/none.avif"), 404],
    ["a redirect", () => as(null).get(paths.sessions()), 302],
    ["a refused stream", () => as(null).get(paths.live()), 401],
    [
      "a form from another site",
      () => as(null).post(paths.login(), {}, { headers: { "Sec-Fetch-Site": "cross-site" } }),
      403,
    ],
    ["an unsupported method", () => as(null).send("DELETE", paths.login()), 405],
  ])("has the security headers: %s", async (_, ask, status) => {
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(basicsOf(reply)).toMatch(basics);
    // All documents have this header, whatever their status.
    if (reply.headers["content-security-policy"])
      expect(reply.headers["permissions-policy"]).toMatch(/camera=\(\),.*microphone=\(\)/);
    else expect(reply.headers["content-type"] ?? "").not.toMatch(/^text\/html/);
  });

  test("has the headers on a 304 and on a stream", async () => {
    const { headers } = await as(null).get(paths.home());
    const again = await as(null).get(paths.home(), { headers: { "If-None-Match": headers.etag } });
    expect([again.status, again.html]).toEqual([304, ""]);
    expect(basicsOf(again)).toMatch(basics);
    const stream = await member().open(paths.live());
    expect(basicsOf(stream)).toMatch(basics);
    stream.leave();
  });

  test("has the headers if the request was malformed HTTP", async () => {
    const answer = await sendRaw("NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain("X-Content-Type-Options: nosniff");
    expect(answer).toContain("Strict-Transport-Security: ");
  });
});

describe("the script policy", () => {
  const sourcesOf = (reply: Reply) =>
    /script-src ([^;]*)/.exec(String(reply.headers["content-security-policy"]))?.[1]?.split(" ") ?? [];

  test.each([
    ["a page with script", () => member().get(paths.discover())],
    ["a cached page", () => as(null).get(paths.home())],
    ["a page that doesn't exist", () => as(null).get("/no/such/page")],
  ])("allows only our own files and one inline script: %s", async (_, ask) => {
    const reply = await ask();
    expect(sourcesOf(reply)).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
    const policy = String(reply.headers["content-security-policy"]).split(";");
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(rule);
    for (const [, script = ""] of reply.html.matchAll(/<script(?![^>]*json)[^>]*>([^<]+)<\/script>/g)) {
      expect(sourcesOf(reply)).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    }
  });

  test("covers a page's inline script, and Save-Data pages have none", async () => {
    const bootScripts = (reply: Reply) => reply.html.match(/requestIdleCallback/g)?.length ?? 0;
    const page = await member().get(paths.discover());
    expect(bootScripts(page)).toBe(1);
    const light = await member().get(paths.discover(), { headers: { "Save-Data": "on" } });
    expect([light.status, bootScripts(light)]).toEqual([200, 0]);
    expect(light.html).not.toMatch(/<script|\.js"/);
    expect(light.text).toContain("Discover");
  });
});

test("the outbox and the kit of parts aren't public", async () => {
  const admin = await makeAdmin();
  for (const visitor of [as(null), member(), member(admin)]) {
    expect((await visitor.get(sitePaths.devOutbox())).status).toBe(404);
    expect((await visitor.get(sitePaths.devKit("forms"))).status).toBe(404);
    expect((await visitor.get(sitePaths.devMails())).status).toBe(404);
  }
});

test("members never get cached guest pages, and guests never get a member's", async () => {
  const { headers, html } = await as(null).get(paths.home());
  expect(html).toContain(paths.login());
  const own = await member().get(paths.home(), { headers: { "If-None-Match": headers.etag } });
  expect(own.status).toBe(200);
  expect(own.html).toContain(paths.discover());
  expect(own.html).toMatch(/Cleo|Sign out|Log ?out/);
  expect(own.headers["cache-control"]).toContain("private");
  const guest = await as(null).get(paths.home());
  expect(guest.html).toBe(html);
  expect(guest.headers.vary).toContain("Cookie");
});

test("each client gets a cached page in an encoding that it accepts", async () => {
  const get = (encodings?: string) =>
    as(null).get(paths.howItWorks(), { headers: { "Accept-Encoding": encodings } });
  expect((await get("br")).headers["content-encoding"]).toBe("br");
  expect((await get("gzip")).headers["content-encoding"]).toBe("gzip");
  const plain = await get();
  expect([plain.headers["content-encoding"], plain.html]).toEqual([
    undefined,
    expect.stringContaining("How it works"),
  ]);
});

test("a post is cached for guests, and an unknown one is a 404 every time", async () => {
  const post = await as(null).get(sitePaths.blogPost("pay-for-the-test"));
  expect([post.status, post.headers.etag]).toEqual([200, expect.stringMatching(/^"/)]);
  expect((await member().get(sitePaths.blogPost("pay-for-the-test"))).headers["cache-control"]).toContain(
    "private",
  );
  for (const path of [sitePaths.blogPost("no-such-post"), sitePaths.blogPost("PAY-FOR-THE-TEST")]) {
    const absent = await as(null).get(path);
    expect([absent.status, absent.text]).toEqual([404, expect.stringContaining("Post Not Found")]);
  }
});

test("a hashed file is cached forever, and any other for an hour", async () => {
  const { html } = await as(null).get(paths.login());
  const [hashed = ""] = /\/assets\/[\w.-]+\.css/.exec(html) ?? [];
  const cachingOf = async (path: string) => (await as(null).get(path)).headers["cache-control"];
  expect(await cachingOf(hashed)).toBe("public,max-age=31536000,immutable");
  expect(await cachingOf("/favicon.svg")).toBe("public,max-age=3600");
});

test("a form is accepted only from the configured origin, whatever the Host header says", async () => {
  const post = (Host: string, Origin: string) =>
    as(null).post(paths.login(), {}, { headers: { Host, Origin, "Sec-Fetch-Site": undefined } });
  const rebound = "rebound.example";
  for (const origin of [`http://${rebound}`, `https://${rebound}`])
    expect((await post(rebound, origin)).status).toBe(403);
  expect((await post(rebound, "https://matchcut.test")).status).toBe(400);
});

test("a client is identified by the address that the proxy saw, not by the one that it claims", async () => {
  const nobody = accountOf({ email: "nobody@example.com", password: "violet-harbour" });
  const from = (forwarded?: string) =>
    press(as(null, { "X-Forwarded-For": forwarded }), paths.login(), "Sign In", nobody);
  await from("203.0.113.6, 198.51.100.9");
  await from("203.0.113.7, 198.51.100.9");
  await from();
  const keys = (await db.rateLimit.findMany()).map(({ key, points }) => `${key} ${points}`);
  expect(keys.filter((key) => key.includes("198.51.100.9 2"))).not.toEqual([]);
  expect(keys.filter((key) => key.includes("203.0.113"))).toEqual([]);
  // A request that no proxy forwarded comes from this machine's address.
  expect(keys.filter((key) => key.includes("127.0.0.1 1"))).not.toEqual([]);
});

test("a draft can be read only with its signed cookie", async () => {
  const guest = as(null);
  await begin(guest);
  const [name = "", value = ""] = [...guest.cookies].find(([cookie]) => cookie.includes("draft")) ?? [];
  expect(name).toBe("__Host-draft");
  expect((await guest.get(paths.onboardingStep(1))).status).toBe(200);
  const [id = "", signature = ""] = decodeURIComponent(value).split(".");
  const others = [id, `${id}.`, `${id}.${signature.slice(0, -2)}`, `${id}.${"A".repeat(signature.length)}`];
  for (const forged of others) {
    const page = await as(null).get(paths.onboardingStep(1), {
      headers: { Cookie: `${name}=${encodeURIComponent(forged)}` },
    });
    expect([page.status, page.location], forged).toEqual([302, paths.onboarding()]);
  }
});

test("streams end with their sessions, even if the hint about it is lost", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => makeCreator()));
  const browsers = await Promise.all(
    people.flatMap((of) => Array.from({ length: 5 }, () => signInAgain(of))),
  );
  const streams = await Promise.all(browsers.map((of) => member(of).open(paths.live())));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  // Without a hint, an ended session is noticed within twenty seconds, because a twentieth of the sessions is checked
  // each second.
  await db.session.updateMany({
    where: { id: { in: browsers.map(({ sessionId }) => sessionId) } },
    data: { expiresAt: new Date(0) },
  });
  await until(() => expect(streams.some((stream) => stream.isOver())).toBe(true));
  for (const stream of streams) stream.leave();
});

describe("the log", () => {
  let printedBefore = 0;
  beforeEach(() => {
    printedBefore = server.lines().length;
  });
  /** Waits for a line of this test. The server writes it after the response, and other tests may write similar ones. */
  const lineOf = (fits: (line: Record<string, unknown>) => boolean) =>
    until(() => {
      const line = server.lines().slice(printedBefore).findLast(fits);
      expect(line).toBeDefined();
      return line;
    });
  const hashed = expect.stringMatching(/^[\w-]{16}$/);
  const securityLine = (event: string) => lineOf((line) => line.security === event);

  test("contains no token from an emailed link, however the URL is spelled", async () => {
    const admin = await makeAdmin();
    await press(as(null), paths.recover(), "Send the link", { Email: admin.email });
    const mail = await until(() => db.outboxMail.findFirstOrThrow({ where: { toAddress: admin.email } }));
    expect(JSON.stringify(mail)).not.toMatch(/\/recover\/[\w-]{20}/);
    const recovery = /\/recover\/([\w-]+)/.exec(openText(mail.textBody) ?? "")?.[1] ?? "";
    const ending = String(unsubscribeLink(admin.userId, "message")).split("/unsubscribe/")[1] ?? "";
    for (const [path, token] of [
      ["recover", recovery],
      ["unsubscribe", ending],
    ]) {
      expect(token).toMatch(/^[\w.-]{43,}$/);
      const spellings = [
        `/${path}/${token}`,
        `/${path}/${token}/`,
        `//${path}/${token}`,
        `/x/../${path}/${token}`,
        `/%${path?.charCodeAt(0).toString(16)}${path?.slice(1)}/${token}`,
        `/${path?.toUpperCase()}/${token}`,
        `/${path}/${token}.data`,
        `/${path}/${token}?_data=routes/auth/${path}`,
        `http://matchcut.test/${path}/${token}`,
      ];
      for (const spelling of spellings) await as(null).get(spelling);
      await as(null).post(`/${path}/${token}`, { password: "12345", intent: token ?? "" });
      await as(null).send("PUT", `/${path}/${token}`);
      const headers = { Referer: `https://matchcut.test/${path}/${token}`, "User-Agent": token };
      await as(null).get(paths.home(), { headers });
      await as(null).get("/no/such/page", { headers });
      await as(null).post(paths.login(), { email: token ?? "", password: token ?? "" }, { headers });
      await as(null).get(`${paths.login()}?redirectTo=/${path}/${token}`);
    }
    const last = randomUUID();
    await as(null).get(`/${last}`);
    await lineOf((line) => line.status === 404);
    expect(server.printed()).not.toContain(recovery);
    expect(server.printed()).not.toContain(ending);
  });

  test("records sign-ins, failures and throttling, with only IDs and keyed hashes", async () => {
    const form = fillIn(await as(null).get(paths.login()), "Sign In", accountOf(person));
    const login = (password: string, address = "198.51.100.1") =>
      send(as(null, { "X-Forwarded-For": address }), forge(form, "password", password));
    await login("wrong-harbour-1");
    const failed = await securityLine("sign-in-failed");
    expect(failed).toMatchObject({ userId: person.userId, from: expect.stringMatching(/^[\w-]{16}$/) });
    expect((await login(person.password)).status).toBe(303);
    expect(await securityLine("signed-in")).toMatchObject({ userId: person.userId, from: failed?.from });
    expect((await login(person.password, "198.51.100.2")).status).toBe(303);
    await until(async () => expect((await securityLine("signed-in"))?.from).not.toBe(failed?.from));

    for (let turn = 0; turn < 45; turn += 1) await login(`wrong-harbour-${turn}`, "198.51.100.3");
    expect(await securityLine("throttled")).toMatchObject({
      act: expect.stringContaining("sign-in"),
      of: hashed,
      userId: person.userId,
      from: hashed,
    });
  });

  test("records sign-ups, chosen roles, recoveries and changed passwords with the same hash of the client", async () => {
    const client = () => as(null, { "X-Forwarded-For": "198.51.100.77" });
    const email = `new-${randomUUID()}@example.com`;
    const lineAbout = (event: string, userId: string) =>
      lineOf((line) => line.security === event && line.userId === userId);

    const joining = client();
    await begin(joining);
    const account = { "Full name": "Rosa Recorded", ...accountOf({ ...person, email }) };
    const joined = await press(joining, paths.login({ tab: "create" }), "Create Account", account);
    expect(joined.status).toBe(303);
    const { id: userId } = await db.user.findFirstOrThrow({ where: { email } });
    const from = (await lineAbout("signed-up", userId))?.from;
    expect(from).toEqual(hashed);
    expect(await lineAbout("role-chosen", userId)).toMatchObject({ role: "creator", from });
    // Otherwise, the recovery would start a new account, because the address was never confirmed.
    await db.user.update({ where: { id: userId }, data: { confirmedAt: new Date() } });

    await press(client(), paths.recover(), "Send the link", { Email: email });
    const asked = await lineOf((line) => line.security === "recovery-asked" && line.from === from);
    expect(asked?.of).toEqual(hashed);
    expect(await lineAbout("recovery-mailed", userId)).toMatchObject({ of: asked?.of });
    const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress: email, kind: "recovery" } });
    const [link = ""] = /\/recover\/[\w-]+/.exec(openText(mail.textBody) ?? "") ?? [];
    const owner = client();
    await press(owner, link, "Save password", { "New password": "amber-ladder-63" });
    expect(await lineAbout("recovery-used", userId)).toMatchObject({ from });
    const change = { "Current password": "amber-ladder-63", "New password": "copper-window-18" };
    await press(owner, paths.password(), "Change password", change);
    expect(await lineAbout("password-changed", userId)).toMatchObject({ from });

    await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    await press(client(), paths.login(), "Sign In", { Email: email, Password: change["New password"] });
    expect(await lineAbout("sign-in-failed", userId)).toMatchObject({ from });
  });

  test("records the removal of a second factor and of a passkey once, even if requested twice", async () => {
    const { factor, ...owner } = await giveFactor(await makeMember());
    const { userId } = owner;
    const key = { credentialId: randomUUID(), publicKey: new Uint8Array(77), counter: 0n, transports: [] };
    await db.passkey.create({ data: { userId, name: "Laptop", ...key } });
    const page = await as(owner).get(paths.secondFactor());
    for (let turn = 0; turn < 2; turn += 1) await press(as(owner), page, "Remove Laptop");
    // Locks the account's row until both requests have passed the check of their code.
    const { removals } = await db.$transaction(async (tx) => {
      await lockRow(tx, "users", userId, "no-key-update");
      const removals = factor.recoveryCodes
        .slice(0, 2)
        .map((code) =>
          press(as(owner), page, "Turn off two-step verification", { Password: owner.password, Code: code }),
        );
      await untilLockWait(2);
      return { removals };
    });
    for (const { status } of await Promise.all(removals)) expect(status).toBe(303);
    await as(null).get(`/${randomUUID()}`);
    await lineOf((line) => line.status === 404);
    const recorded = server.lines().filter((line) => line.userId === userId && line.security);
    expect(recorded.map(({ security }) => security)).toEqual([
      "passkey-removed",
      "recovery-code-used",
      "recovery-code-used",
      "second-factor-off",
    ]);
  });

  test("records a role chosen after sign-up, and one from a draft at sign-in", async () => {
    const [later, returning] = [await makeMember(), await makeMember()];
    const lastStep = paths.onboardingStep(builderSteps.creator.length);
    const build = async (visitor: Visitor) => {
      await begin(visitor);
      return press(visitor, lastStep, "Complete");
    };
    await build(as(later));
    const guest = as(null);
    await build(guest);
    await press(guest, paths.login(), "Sign In", accountOf(returning));
    for (const { userId } of [later, returning])
      expect(await lineOf((line) => line.security === "role-chosen" && line.userId === userId)).toMatchObject(
        { role: "creator", from: hashed },
      );
  });

  test("records refused forms with a keyed hash of the client", async () => {
    const sendEmpty = (headers: Record<string, string | undefined>) =>
      as(null).post(paths.login(), {}, { headers: { "Sec-Fetch-Site": undefined, ...headers } });
    await sendEmpty({ Origin: "https://evil.example", "X-Forwarded-For": "198.51.100.1" });
    const foreign = await securityLine("csrf-refused");
    expect(foreign).toMatchObject({ why: "foreign-origin", from: expect.stringMatching(/^[\w-]{16}$/) });
    await sendEmpty({ "X-Forwarded-For": "203.0.113.5, 198.51.100.1" });
    const unknown = await lineOf((line) => line.why === "no-form-token");
    expect(unknown?.from).toBe(foreign?.from);
  });

  test("records admin actions", async () => {
    const [admin, waiting] = [await makeAdmin(), await makeContributor({ status: "pending" })];
    const review = adminPaths.reviewContributor(waiting.userId);
    const done = await press(member(admin), review, `Approve ${waiting.name}`);
    expect(done.status).toBe(303);
    expect(await securityLine("admin-act")).toMatchObject({
      userId: admin.userId,
      act: "contributor.approve",
      subjectId: waiting.userId,
    });
  });

  test("has no addresses, and no errors for clients' mistakes", async () => {
    await as(null).post(paths.pricing(), {});
    await as(null).post("/no/such/page", {});
    await member().get(`${paths.discover()}?_data=nothing`);
    await as(null).get("/%E0%A4%A");
    await as(null).post(paths.login(), {}, { headers: { "Content-Type": "text/plain" } });
    await as(null).get("/matches/not-an-id.data");
    const text = server.printed();
    expect(text).not.toContain("NotAnError");
    expect(text).not.toMatch(/@example\.com|198\.51\.100|203\.0\.113/);
    expect(server.lines().filter((line) => Number(line.level) >= 40)).toEqual([]);
  });

  test("names the request whose upload failed", async () => {
    const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": "1000", "Content-Length": "0" };
    const refused = await whileBroken("uploads", "INSERT", () =>
      member().send("POST", paths.uploads(), { headers }),
    );
    const { requestId } = (await lineOf(({ msg }) => msg === "an upload failed")) ?? {};
    expect([refused.status, refused.headers["x-request-id"]]).toEqual([500, requestId]);
  });
});

test.runIf(runsAll)(
  "a second process continues an upload that the first one is still receiving",
  async () => {
    const account = { bucket: "uploads", accessKeyId: "stand-in", secretAccessKey: "not a secret" };
    const bucket = await startS3(account);
    const env = {
      S3_BUCKET: account.bucket,
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    };
    const first = await startProduction(env);
    const second = await startProduction(env);
    try {
      const tus = { "Tus-Resumable": "1.0.0" };
      const begun = await member().send("POST", paths.uploads(), {
        headers: { ...tus, "Upload-Length": "1000", "Content-Length": "0" },
      });
      const path = begun.location;
      const patch = (offset: number) => ({
        ...tus,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
      });
      // Sends a part of the file and then pauses, with the connection open on both sides.
      const older = request(`${first.origin}${path}`, {
        method: "PATCH",
        headers: {
          ...patch(0),
          "Content-Length": "1000",
          "Sec-Fetch-Site": "same-origin",
          Cookie: `__Host-${person.cookie}`,
        },
      });
      older.on("error", () => {}).write("1".repeat(400));
      const id = path.split("/").at(-1);
      await expect.poll(() => db.upload.count({ where: { id, heldUntil: { gt: new Date() } } })).toBe(1);
      const asked = await member().send("HEAD", path, { headers: tus });
      expect(asked.headers["upload-offset"]).toBe("400");
      const newer = member().send("PATCH", path, { headers: patch(400), body: "2".repeat(600) });
      older.end("1".repeat(600));
      expect((await newer).status).toBe(204);
      const file = await s3Files({ ...account, region: "us-east-1", endpoint: bucket.endpoint }).read(
        `incoming/${id}`,
      );
      expect(file && (await text(file.stream))).toBe("1".repeat(400) + "2".repeat(600));
    } finally {
      await Promise.all([first.stop(), second.stop()]);
      await bucket.stop();
      sendTo(server.origin, { https: true });
    }
  },
);

test("a server that's told to stop finishes open requests and accepts no new ones", async () => {
  const locker = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE matches IN ACCESS EXCLUSIVE MODE");
  const inFlight = member().get(paths.matches());
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'matches'::regclass AND NOT granted";
  await until(async () => expect((await locker.query(waiting)).rowCount).toBeGreaterThan(0));
  const stopped = server.stop();
  await until(() => expect(as(null).get(sitePaths.health())).rejects.toThrow());
  await locker.query("ROLLBACK");
  await locker.end();
  const reply = await inFlight;
  expect([reply.status, reply.headers.connection]).toEqual([200, "close"]);
  expect(await stopped).toBe(0);
});
