import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { type AblyStandIn, startAbly } from "../../sandbox/ably";
import { type AblyListener, subscribeToAbly } from "../support/ably";
import { ablyKey } from "../support/ably-key";
import { startApp } from "../support/app";
import { makeAdmin, makeContributor, makeCreator, type Person, signInAgain } from "../support/people";
import { as } from "../support/request";
import { press } from "../support/submitting";
import { until } from "../support/until";

let ably: AblyStandIn;
let app: Awaited<ReturnType<typeof startApp>>;
const listeners: AblyListener[] = [];

beforeAll(async () => {
  ably = await startAbly({ key: ablyKey });
  app = await startApp({ jobs: true, env: { ABLY_API_KEY: ablyKey, ABLY_HOST: ably.url } });
});
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});
afterAll(async () => {
  await app.stop();
  await ably.stop();
});

async function listen(person: Person, on = person): Promise<AblyListener> {
  const listener = subscribeToAbly(ably.url, `person:${on.userId}`, async () => {
    const reply = await as(person).get(paths.liveToken());
    if (reply.status === 200) return JSON.parse(reply.html);
    throw Object.assign(new Error(String(reply.status)), { code: 40300, statusCode: 403 });
  });
  listeners.push(listener);
  await listener.attached;
  return listener;
}

describe("the live token route", () => {
  test("refuses guests and suspended members", async () => {
    expect((await as(null).get(paths.liveToken())).status).toBe(401);
    const person = await makeCreator();
    await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
    expect((await as(person).get(paths.liveToken())).status).toBe(401);
  });

  test("grants a member access only to their own channel, and never reveals the key", async () => {
    const person = await makeCreator();
    const reply = await as(person).get(paths.liveToken());
    expect(reply.status).toBe(200);
    expect(reply.headers["cache-control"]).toMatch(/no-store/);
    const token = JSON.parse(reply.html);
    expect(JSON.parse(token.capability)).toEqual({ [`person:${person.userId}`]: ["subscribe"] });
    expect(token).toMatchObject({ clientId: person.sessionId, ttl: 600_000 });
    expect(reply.html).not.toContain(ablyKey.split(":")[1]);
    await expect(listen(person, await makeCreator())).rejects.toMatchObject({ code: 40160 });
  });

  test("has a rate limit", async () => {
    const visitor = as(await makeCreator());
    await db.rateLimit.deleteMany();
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await visitor.get(paths.liveToken())).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a page", () => {
  test("gives members the relay's host, allows no other host, and contains no key", async () => {
    const person = await makeCreator();
    const page = await as(person).get(paths.messages());
    const [, live = ""] = / data-live="([^"]*)"/.exec(page.html) ?? [];
    expect(JSON.parse(live.replaceAll("&quot;", '"'))).toMatchObject({
      channel: `person:${person.userId}`,
      endpoint: "127.0.0.1",
    });
    expect(page.html).not.toContain(ablyKey.split(":")[1]);
    const { host } = new URL(ably.url);
    expect(page.headers["content-security-policy"]).toContain(
      `connect-src 'self' http://${host} ws://${host};`,
    );
    expect((await as(null).get(paths.messages())).html).not.toContain("data-live");
  });
});

describe("a session that has ended", () => {
  test.each([
    [
      "from another session",
      (here: Person) => press(as(here), paths.sessions(), "Sign out Firefox on Linux"),
    ],
    ["by signing out", (_: Person, ended: Person) => press(as(ended), paths.sessions(), "Sign out")],
    ["with all others", (here: Person) => press(as(here), paths.sessions(), "Sign out everywhere else")],
  ])("%s receives nothing more and gets no new token, but the other session does", async (_how, end) => {
    const here = await makeContributor();
    const ended = await signInAgain(here);
    const [gone, stays] = [await listen(ended), await listen(here)];
    await end(here, ended);
    await until(() => expect(gone.connection.state).toBe("failed"));
    await until(() => expect(stays.received).toContainEqual({ kind: "sessions" }));
    expect(stays.connection.state).toBe("connected");
  });

  test("receives nothing more, on any device, if a suspension ended it", async () => {
    const [person, reporter, admin] = [await makeContributor(), await makeCreator(), await makeAdmin()];
    const report = paths.reportThing("profile", person.userId);
    await press(as(reporter), report, "Send report", { "What's wrong?": "A scam or fraud" });
    const { id } = await db.reportCase.findFirstOrThrow({ where: { reportedId: person.userId } });
    const listeners = [await listen(person), await listen(await signInAgain(person))];
    await press(as(admin), adminPaths.decideReport(id), `Suspend ${person.name}`, {
      "How long?": "Permanent",
      "Why?": "Illegal content or conduct",
    });
    for (const gone of listeners) await until(() => expect(gone.connection.state).toBe("failed"));
  });
});
