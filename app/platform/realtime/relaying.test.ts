import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { sweepHints } from "~/features/live/hints.server";
import { sendMessage } from "~/features/messaging/sending.server";
import { db } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { announcements as outbox } from "~/tasks.server";
import { type AblyStandIn, startAbly } from "../../../sandbox/ably";
import { type AblyListener, subscribeToAbly } from "../../../tests/support/ably";
import { ablyKey } from "../../../tests/support/ably-key";
import { clearHints, insertHint, pendingHints } from "../../../tests/support/hints";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { openTalk } from "../../../tests/support/talks";
import { until } from "../../../tests/support/until";
import { channelOf } from "./ably-address.server";
import { ablyRelay } from "./ably-relay.server";
import { createHub, type Hub } from "./hub.server";
import { startLocalRealtime } from "./local-realtime.server";
import { maxTaken, type RealtimePort, type Relay } from "./realtime-port.server";
import { startRelaying } from "./relaying.server";

const databaseUrl = process.env.DATABASE_URL ?? "";
let ably: AblyStandIn;
let relay: Promise<Relay>;
const listeners: AblyListener[] = [];
const sides: RealtimePort[] = [];

beforeAll(async () => {
  ably = await startAbly({ key: ablyKey });
  relay = ablyRelay({ key: ablyKey, host: ably.url });
});
beforeEach(clearHints);
afterEach(async () => {
  await Promise.all(sides.splice(0).map((adapter) => adapter.stop()));
  for (const listener of listeners.splice(0)) listener.close();
  ably.accept();
  await ably.goOnline();
});
afterAll(() => ably.stop());

const waiting = async () => (await pendingHints()).length + (await db.relayEvent.count());

/** A process of the app with a relay. */
function start(): { hub: Hub; nudge(): void } {
  const hub = createHub();
  const relaying = startRelaying(databaseUrl, outbox, relay);
  const local = startLocalRealtime(databaseUrl, hub, outbox.keep, relaying.nudge);
  sides.push(relaying, local);
  return { hub, nudge: local.nudge };
}

async function listen(person: Actor): Promise<AblyListener> {
  const listener = subscribeToAbly(ably.url, channelOf(person.userId), async () =>
    (await relay).admit(person.userId, person.sessionId),
  );
  listeners.push(listener);
  await listener.attached;
  return listener;
}

async function makePair() {
  const [one, other] = [await makeContributor(), await makeCreator()];
  await db.match.create({ data: { creatorId: other.userId, contributorId: one.userId } });
  const conversationId = await openTalk(one, other);
  const say = async (times = 1) => {
    for (let count = 0; count < times; count += 1) {
      const sent = await sendMessage(one, conversationId, { messageId: randomUUID(), content: "Hello" });
      expect(sent).toMatchObject({ ok: true });
    }
  };
  return { one, other, conversationId, say };
}
const newest = (listener: AblyListener) => Math.max(0, ...listener.received.map(({ seq }) => Number(seq)));

test("a hint reaches this process's listeners and the relay's, and no one else", async () => {
  const { one, other, conversationId, say } = await makePair();
  const { hub } = start();
  const stranger = await listen(await makeContributor());
  const near: unknown[] = [];
  hub.subscribe(other.userId, (hint) => "seq" in hint && near.push(hint));
  const far = [await listen(one), await listen(other)];
  await say();
  await until(() => expect(near).toEqual([{ kind: "messages", conversationId, seq: 1 }]));
  for (const listener of far)
    await until(() => expect(listener.received).toEqual([{ kind: "messages", conversationId, seq: 1 }]));
  await until(async () => expect(await waiting()).toBe(0));
  expect(stranger.received).toEqual([]);
});

test("while the relay is down, local listeners still receive hints, and the relay gets them once it's back", async () => {
  const { other, say } = await makePair();
  const { hub } = start();
  const far = await listen(other);
  let near = 0;
  hub.subscribe(other.userId, (hint) => {
    near = Math.max(near, "seq" in hint ? Number(hint.seq) : 0);
  });
  await say();
  await until(() => expect(newest(far)).toBe(1));
  const [warnings, notes] = [vi.spyOn(log, "warn"), vi.spyOn(log, "info")];
  const linesAbout = (spy: typeof warnings) =>
    spy.mock.calls.filter((line) => /relay (isn't accepting|is back)/.test(line.join()));
  ably.refuse(50003);
  await say(2);
  await until(() => expect(near).toBe(3));
  expect(await waiting()).toBe(2);
  expect(newest(far)).toBe(1);
  await until(() => expect(linesAbout(warnings)).toHaveLength(1));
  ably.accept();
  await until(() => expect(newest(far)).toBe(3));
  await until(async () => expect(await waiting()).toBe(0));
  // Each warning and each note is logged once, no matter how often the hints were retried.
  expect(linesAbout(warnings)).toHaveLength(1);
  expect(linesAbout(notes)).toHaveLength(1);
  for (const spy of [warnings, notes]) spy.mockRestore();
});

test("hints that a killed process had locked are sent by another process", async () => {
  const { other, say } = await makePair();
  const far = await listen(other);
  await say();
  await db.$queryRawUnsafe(`WITH ${outbox.keep} SELECT count(*) FROM taken`, maxTaken);
  const killed = new pg.Client({ connectionString: databaseUrl });
  killed.on("error", () => {});
  await killed.connect();
  await killed.query("BEGIN");
  expect((await killed.query(outbox.lock, [maxTaken])).rows).toHaveLength(1);
  start();
  // This process polls twice and finds the row locked.
  const { one, say: sendElsewhere } = await makePair();
  const elsewhere = await listen(one);
  await sendElsewhere();
  await until(() => expect(newest(elsewhere)).toBe(1));
  expect(far.received).toEqual([]);
  await db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction' AND application_name = ''`;
  await until(() => expect(newest(far)).toBe(1));
  await until(async () => expect(await waiting()).toBe(0));
});

test("a refused hint doesn't hold up others, is retried, and is dropped after an hour", async () => {
  const [bad, good] = [await makePair(), await makePair()];
  start();
  const [badListener, goodListener] = [await listen(bad.other), await listen(good.other)];
  ably.refuse(40160, channelOf(bad.other.userId));
  await bad.say();
  await good.say(3);
  await until(() => expect(newest(goodListener)).toBe(3));
  await until(async () => expect(await waiting()).toBe(1));
  await sweepHints();
  expect(await waiting()).toBe(1);
  ably.accept();
  await until(() => expect(newest(badListener)).toBe(1));
  await until(async () => expect(await waiting()).toBe(0));

  ably.refuse(40160, channelOf(bad.other.userId));
  await bad.say();
  await until(async () => expect([await pendingHints(), await db.relayEvent.count()]).toEqual([[], 1]));
  await db.relayEvent.updateMany({ data: { createdAt: new Date(Date.now() - 3_601_000) } });
  await sweepHints();
  expect(await waiting()).toBe(0);
});

test("removes a hint that no one may receive anymore", async () => {
  const { conversationId } = await makePair();
  await db.conversationParticipant.updateMany({ where: { conversationId }, data: { state: "left" } });
  await insertHint({ conversationId, seq: 1 });
  start();
  await until(async () => expect(await waiting()).toBe(0));
});
