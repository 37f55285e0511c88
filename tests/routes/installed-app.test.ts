import { pushServices } from "../support/push";

// The stand-in sets environment variables, so the import above has to come first.

import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { kindsFor, optionalKinds } from "~/features/notifications/kinds";
import { pushPath, sendSubscription } from "~/features/notifications/push-device";
import { noPerson, offlinePath, personHeader, swipeHeader, workerPath } from "~/offline-words";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator } from "../support/people";
import { makePushBrowser } from "../support/push-browser";
import { as } from "../support/request";
import { press } from "../support/submitting";
import { makeTalk, say, type Talk } from "../support/talks";

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}
interface Manifest {
  start_url: string;
  icons: Picture[];
  screenshots: (Picture & { form_factor: string })[];
  shortcuts: { url: string; icons: Picture[] }[];
}

const text = await readFile("build/client/site.webmanifest", "utf8");
const { start_url, icons, screenshots, shortcuts }: Manifest = JSON.parse(text);

// The product runs in this process and has turned off these decoders.
sharp.unblock({ operation: ["VipsForeignLoadWebp", "VipsForeignLoadWebpBuffer", "VipsForeignLoadPng"] });

const pictures = await Promise.all(
  [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons)].map(
    async ({ src, sizes, type, purpose }) => {
      const file = await readFile(`build/client${src}`);
      const { width, height, format } = await sharp(file).metadata();
      const { isOpaque } = await sharp(file).stats();
      return {
        said: { src, sizes, type, isOpaque: purpose !== "monochrome", isSmall: true },
        found: {
          src,
          sizes: `${width}x${height}`,
          type: `image/${format}`,
          isOpaque,
          isSmall: file.length < 40_000,
        },
      };
    },
  ),
);

let app: Awaited<ReturnType<typeof startApp>>;
let talk: Talk;
beforeAll(async () => {
  app = await startApp();
  talk = await makeTalk("Hello");
});
afterAll(() => app.stop());

test("the manifest is linked, its pictures have the sizes and types that it states, and its URLs are pages", async () => {
  for (const path of [paths.home(), paths.login()])
    expect((await as(null).get(path)).html).toContain('<link rel="manifest" href="/site.webmanifest"/>');
  expect((await as(null).get("/site.webmanifest")).html).toBe(text);
  for (const { said, found } of pictures) expect(found).toEqual(said);
  expect(new Set(screenshots.map((one) => one.form_factor))).toEqual(new Set(["wide", "narrow"]));
  for (const url of [start_url, ...shortcuts.map((one) => one.url)])
    expect((await as(talk.creator).get(url)).status).toBe(200);
});

test("the worker is revalidated at each start, and may control every page", async () => {
  const { status, headers, html } = await as(null).get(workerPath);
  expect([status, headers["cache-control"]]).toEqual([200, "no-cache"]);
  expect(headers["content-type"]).toMatch(/javascript/);
  for (const [file] of html.matchAll(/\/assets\/[\w.-]+/g))
    expect((await as(null).get(file)).status).toBe(200);
  // Without a directive for workers, browsers apply the one for script.
  expect((await as(null).get(paths.home())).headers["content-security-policy"]).toContain(
    "script-src 'self' ",
  );
});

describe("a page's headers tell the worker", () => {
  const headersFor = async (
    person: Talk["creator"] | null,
    path: string,
    headers: Record<string, string> = {},
  ) => {
    const reply = await as(person).get(path, { headers });
    return [reply.headers["matchcut-person"], reply.headers["matchcut-offline"]];
  };

  test("who its reader is, and whether to keep a copy", async () => {
    const { creator, contributor, place } = talk;
    const { userId } = creator;
    for (const path of [place, paths.messages(), paths.discover()]) {
      expect(await headersFor(creator, path)).toEqual([userId, "keep"]);
      expect(await headersFor(null, path)).toEqual([noPerson, undefined]);
      expect(await headersFor(creator, path, { "Save-Data": "on" })).toEqual([userId, "saves-data"]);
    }
    expect(await headersFor(contributor, place)).toEqual([contributor.userId, "keep"]);
    for (const path of [
      paths.dashboard(),
      paths.messages({ filter: "unread" }),
      paths.discover({ filters: "open" }),
    ])
      expect(await headersFor(creator, path)).toEqual([userId, undefined]);
    // If this error page were kept, it would still be shown once the conversation exists.
    expect(await headersFor(creator, paths.conversation(crypto.randomUUID()))).toEqual([userId, undefined]);
    for (const path of [paths.home(), paths.login(), offlinePath])
      expect(await headersFor(null, path)).toEqual([noPerson, undefined]);
    // The pages that script loads have the headers, too.
    expect(await headersFor(creator, `${paths.dashboard()}.data`)).toEqual([userId, undefined]);
  });

  test("not to keep a page with a toast; the copy that the worker requests has no toast", async () => {
    const visitor = as(talk.creator);
    await press(visitor, paths.notificationSettings(), "Save");
    const copy = await visitor.get(paths.messages(), { headers: { "Matchcut-Copy": "1" } });
    expect(copy.text).not.toContain("Saved");
    const page = await visitor.get(paths.messages());
    expect(page.text).toContain("Saved");
    expect(page.headers["matchcut-offline"]).toBeUndefined();
  });

  test("to keep the page that it requests as a copy, which marks nothing as read", async () => {
    const { contributor, creator, place } = await makeTalk("Are you there?");
    const unread = async () => (await findActor(creator.token, "/"))?.unread;
    const copy = await as(creator).get(place, { headers: { "Matchcut-Copy": "1" } });
    expect(copy.text).toContain("Are you there?");
    expect(copy.headers["matchcut-offline"]).toBe("keep");
    expect(await unread()).toBe(1);
    expect((await as(contributor).get(place)).text).not.toContain("Seen");
    await as(creator).get(place);
    expect(await unread()).toBe(0);
  });

  test("the offline page is the same for everyone and has no script", async () => {
    const page = await as(talk.creator).get(offlinePath);
    expect(page.html).not.toContain("<script");
    expect(page.text).not.toContain(talk.creator.name);
    expect(page.html).toMatch(
      /<section hidden="" data-talks=""[^>]*>.*<li><\/li>.*<section hidden="" data-deck=""/s,
    );
    expect(page.html).toContain('<p hidden="" data-unsent="">');
    // A class that sets `display` would override the `hidden` attribute.
    expect(page.html).not.toMatch(/hidden="" data-\w+="" class/);
  });
});

test("a message that was written offline isn't sent from the account of someone else who signs in", async () => {
  const { creator, contributor, place, conversationId } = talk;
  const meant = { headers: { [personHeader]: creator.userId } };
  const now = paths.conversationNow(conversationId);
  expect((await as(contributor).post(now, say("As whom?"), meant)).status).toBe(401);
  const swipe = { targetId: contributor.userId, choice: "pass", key: creator.userId };
  expect((await as(contributor).post(paths.swipe(), swipe, meant)).status).toBe(401);
  expect((await as(creator).post(now, say("As me"), meant)).status).toBe(200);
  const { text } = await as(creator).get(place);
  expect([text.includes("As whom?"), text.includes("As me")]).toEqual([false, true]);
});

test("a first message that was written offline starts a conversation only from its own page", async () => {
  const { contributor, creator, place, conversationId } = await makeTalk("Are you there?");
  const unread = async () => (await findActor(creator.token, "/"))?.unread;
  const message = say("Back again");
  const waiting = await as(creator).post(paths.conversationNow(conversationId), message);
  expect([waiting.status, waiting.html.includes("Back again"), await unread()]).toEqual([200, true, 1]);
  expect((await as(contributor).get(place)).text).not.toContain("Seen");
  await as(creator).post(paths.conversationNow(conversationId, { after: 0 }), message);
  expect(await unread()).toBe(0);
});

test("the response to an offline swipe says whether the swipe was stored, and why not", async () => {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  const pending = await makeContributor({ status: "pending" });
  const send = async (by: typeof creator | null, to: typeof creator, choice = "pass") => {
    const fields = { targetId: to.userId, choice, key: crypto.randomUUID(), inPage: "1" };
    const { status, headers } = await as(by).post(`${paths.swipe()}.data`, fields);
    return [status, headers[swipeHeader.toLowerCase()]];
  };
  expect(await send(creator, contributor)).toEqual([200, "stored"]);
  expect(await send(creator, contributor)).toEqual([200, "stored"]);
  expect(await send(creator, contributor, "like")).toEqual([200, "decided"]);
  expect(await send(creator, pending)).toEqual([404, "not-found"]);
  // Redirects to the deck's page, which explains why.
  expect(await send(pending, creator)).toEqual([202, "not-approved"]);
  await db.userUsage.update({ where: { userId: creator.userId }, data: { swipeCountToday: 10 } });
  expect(await send(creator, await makeContributor())).toEqual([403, "swipe-limit"]);
  // No swipe is accepted from someone who's signed out or has to read a warning first.
  expect(await send(null, contributor)).toEqual([401, undefined]);
  await db.warning.create({ data: { userId: creator.userId, reason: "respect", words: "Please be kind." } });
  expect(await send(creator, contributor)).toEqual([403, undefined]);
});

test("push can be turned on for a browser in the settings, and signing out turns it off", async () => {
  const person = await makeCreator();
  const { address } = makePushBrowser();
  const count = () => db.pushSubscription.count({ where: { userId: person.userId } });
  const pushed = {
    ...Object.fromEntries(kindsFor("creator").kinds.map((kind) => [optionalKinds[kind].label, []])),
    [optionalKinds.match.label]: ["Push"],
  };
  await press(as(person), paths.notificationSettings(), "Save", pushed);
  const settings = { where: { userId: person.userId, byPush: true }, select: { kind: true } };
  expect(await db.notificationSetting.findMany(settings)).toEqual([{ kind: "match" }]);
  const subscribe = (fields: object) =>
    as(person).post(pushPath, { intent: "subscribe", ...address, ...fields });
  expect((await as(null).post(pushPath, { intent: "subscribe", ...address })).status).toBe(401);
  for (const endpoint of [pushServices.url, "https://192.168.0.1/", "https://example.com/send"])
    expect((await subscribe({ endpoint })).status).toBe(400);
  expect((await subscribe({ p256dh: "short" })).status).toBe(400);
  expect(await count()).toBe(0);
  expect((await subscribe({})).status).toBe(204);
  expect(await count()).toBe(1);
  await db.pushSubscription.deleteMany({ where: { userId: person.userId } });
  // Sends what the page's script fetches as this person's request.
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit) => {
    const fields = [...((body as URLSearchParams | undefined) ?? [])] as [string, string][];
    const reply = await as(person).send(method, path, {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    return { ok: reply.status < 300 };
  });
  const { endpoint, ...keys } = address;
  const subscription = (given: object) => ({ toJSON: () => given }) as unknown as PushSubscription;
  expect(await sendSubscription(subscription({ endpoint: "https://192.168.0.1/", keys }))).toBe(false);
  expect(await sendSubscription(subscription({ endpoint, keys }))).toBe(true);
  vi.unstubAllGlobals();
  expect(await count()).toBe(1);
  expect((await press(as(person), paths.notificationSettings(), "Sign out")).status).toBe(303);
  expect(await count()).toBe(0);
});
