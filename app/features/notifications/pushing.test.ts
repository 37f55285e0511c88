import { pushServices } from "../../../tests/support/push";

// The stand-in sets environment variables, so this import has to come first.

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { signOut } from "~/features/accounts/sessions.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db, transaction } from "~/platform/db.server";
import { push } from "~/platform/push/push.server";
import { UnfitPush } from "~/platform/push/push-port.server";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makePushBrowser, type PushBrowser } from "../../../tests/support/push-browser";
import { announce, type News } from "./announcing.server";
import { type OptionalKind, optionalKindNames } from "./kinds";
import { markAllRead } from "./listing.server";
import { savePreferences } from "./preferences.server";
import { hasPush, sendPush, subscribeToPush, unsubscribeFromPush } from "./pushing.server";

let person: Person;
let browser: PushBrowser;
beforeEach(async () => {
  pushServices.messages.length = 0;
  person = await makeCreator();
  browser = makePushBrowser();
  expect(await subscribeToPush(person, browser.address)).toEqual({ ok: true });
});

interface PushJob {
  notificationId: string;
  sessionId: string;
  seconds: number;
}

const jobsFor = ({ userId }: { userId: string }) =>
  db.$queryRaw<PushJob[]>`
    SELECT j.payload->>'notificationId' AS "notificationId", j.payload->>'sessionId' AS "sessionId",
           round(extract(epoch FROM j.run_at - now()))::int AS seconds
      FROM graphile_worker._private_jobs j
      JOIN notifications n ON n.id::text = j.payload->>'notificationId' AND n.user_id = ${userId}::uuid
     ORDER BY j.id`;

/** Sends a notification that contains a name, which must not leave the server. Returns the queued jobs. */
async function tell(details: Partial<News> = {}): Promise<PushJob[]> {
  const eventKey = randomUUID();
  const known = await jobsFor(person);
  await transaction((tx) =>
    announce(tx, {
      userId: person.userId,
      kind: "match",
      title: "Rafa likes you",
      body: "Rafa",
      eventKey,
      ...details,
    }),
  );
  return (await jobsFor(person)).slice(known.length);
}
const run = async (jobs: PushJob[]) => {
  for (const { notificationId, sessionId } of jobs) await sendPush(notificationId, sessionId);
};
const readAll = () => pushServices.messages.map(({ body }) => JSON.parse(browser.read(body)));

describe("a push message", () => {
  test("says what kind of event it is and names no one, with one message for each event and device", async () => {
    const key = randomUUID();
    const details = { kind: "message", href: "/messages/1", eventKey: key } as const;
    const jobs = await tell(details);
    expect(jobs).toMatchObject([{ sessionId: person.sessionId, seconds: 10 }]);
    expect(await tell(details)).toEqual([]);
    await run(jobs);
    await markAllRead(person);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    expect(await tell(details)).toEqual(jobs);
    expect(readAll()).toEqual([{ title: "Matchcut", body: "You have a new message.", path: "/messages/1" }]);
    expect(pushServices.messages).toMatchObject([
      {
        endpoint: browser.address.endpoint,
        timeToLive: 86_400,
        topic: jobs[0]?.notificationId.replaceAll("-", ""),
      },
    ]);
  });

  test("isn't sent for events that are rolled back, to other people, or for a kind that's off", async () => {
    const other = await makeCreator();
    expect(await tell({ userId: other.userId })).toEqual([]);
    await transaction(async (tx) => {
      await announce(tx, {
        userId: person.userId,
        kind: "match",
        title: "",
        body: "",
        eventKey: randomUUID(),
      });
      throw new Error("rolled back");
    }).catch(() => {});
    expect(await jobsFor(person)).toEqual([]);
    expect(await tell({ kind: "application-withdrawn" })).toEqual([]);
    const all = [...optionalKindNames];
    const save = (byPush: OptionalKind[]) =>
      savePreferences(person, { shown: all, onPage: all, byMail: [], byPush, pace: "none" });
    await save(["application-withdrawn"]);
    expect(await tell()).toEqual([]);
    expect(await tell({ kind: "application-withdrawn" })).toHaveLength(1);
    expect(await tell({ kind: "vetting" })).toHaveLength(1);
    // A form without push fields leaves the push settings alone.
    await savePreferences(person, { shown: all, onPage: all, byMail: all, pace: "each" });
    expect(await tell()).toEqual([]);
  });

  test.each<[string, (about: Person) => Promise<unknown>]>([
    ["read", () => markAllRead(person)],
    ["withdrawn", () => db.notification.deleteMany({ where: { userId: person.userId } })],
    ["about someone blocked", (about) => blockPerson(person, about.userId)],
    ["turned off on the device", () => unsubscribeFromPush(person)],
    ["for a device that has signed out", () => signOut(person)],
    [
      "for a session that is over",
      () => db.session.updateMany({ where: { id: person.sessionId }, data: { expiresAt: new Date(0) } }),
    ],
    [
      "for a session that has reached its longest time",
      () => db.session.updateMany({ where: { id: person.sessionId }, data: { endsAt: new Date(0) } }),
    ],
    [
      "for an account that is closed",
      () => db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } }),
    ],
    [
      "a day old",
      () =>
        db.notification.updateMany({
          where: { userId: person.userId },
          data: { createdAt: new Date(Date.now() - 86_401_000) },
        }),
    ],
  ])("isn't sent once it's %s", async (_what, happen) => {
    const about = await makeContributor();
    const jobs = await tell({ aboutId: about.userId });
    expect(jobs).toHaveLength(1);
    await happen(about);
    await run(jobs);
    expect(pushServices.messages).toEqual([]);
  });

  test("deletes a subscription that the push service doesn't recognize anymore, but not a newer one", async () => {
    const jobs = await tell();
    pushServices.gone.add(browser.address.endpoint);
    await run(jobs);
    expect(await hasPush(person)).toBe(false);
    await subscribeToPush(person, makePushBrowser("eu.push.services.mozilla.com").address);
    pushServices.answerNext(404);
    await run(jobs);
    expect(await hasPush(person)).toBe(false);
    expect(pushServices.messages).toEqual([]);
  });

  test("waits as long as the service requests, is retried after a failure, and is never retried after a refusal", async () => {
    const jobs = await tell();
    pushServices.answerNext(429, { "Retry-After": "120" });
    await run(jobs);
    expect((await jobsFor(person)).map(({ seconds }) => seconds)).toEqual([10, 120]);
    pushServices.answerNext(500);
    await expect(run(jobs)).rejects.toThrow("status 500");
    pushServices.answerNext(400);
    await run(jobs);
    expect(pushServices.messages).toEqual([]);
    await run(jobs);
    expect(readAll()).toHaveLength(1);
    expect(await hasPush(person)).toBe(true);
  });

  test("counts as refused only if the service says so", async () => {
    const send = () => push?.send(browser.address, { text: "Hi", topic: "a", timeToLive: 60 });
    for (const status of [200, 201, 299]) {
      pushServices.answerNext(status);
      await expect(send()).resolves.toBeUndefined();
    }
    for (const status of [300, 400, 403]) {
      pushServices.answerNext(status);
      await expect(send(), `${status}`).rejects.toThrow(new UnfitPush(`status ${status}`));
    }
  });
});

describe("a subscription", () => {
  test.each([
    "https://127.0.0.1/send/1",
    "https://localhost/send/1",
    "https://metadata.google.internal/",
    "https://fcm.googleapis.com.evil.example/send/1",
    "https://evilpush.services.mozilla.com.example/1",
    "https://xpush.services.mozilla.com/1",
    "https://fcm.googleapis.com:8443/send/1",
    "https://user@fcm.googleapis.com/send/1",
    "http://fcm.googleapis.com/send/1",
  ])("of %s is refused", async (endpoint) => {
    expect(await subscribeToPush(person, { ...browser.address, endpoint })).toEqual({
      ok: false,
      refused: "unlisted",
    });
  });

  test("belongs to a session, and to the person who signed in there last", async () => {
    const others = [makePushBrowser(), makePushBrowser()];
    await Promise.all(others.map(({ address }) => subscribeToPush(person, address)));
    expect(await db.pushSubscription.count({ where: { userId: person.userId } })).toBe(1);
    const next = await makeCreator();
    await subscribeToPush(person, browser.address);
    await subscribeToPush(next, browser.address);
    expect([await hasPush(person), await hasPush(next)]).toEqual([false, true]);
    await unsubscribeFromPush(person);
    expect(await hasPush(next), "someone else turned it off").toBe(true);
    await signOut(person);
    expect(await subscribeToPush(person, browser.address)).toEqual({ ok: false, refused: "signed-out" });
    await signOut(next);
    expect(await db.pushSubscription.count({ where: { userId: next.userId } })).toBe(0);
  });
});
