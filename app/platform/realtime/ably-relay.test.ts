import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AblyStandIn, startAbly } from "../../../sandbox/ably";
import { type AblyListener, subscribeToAbly } from "../../../tests/support/ably";
import { ablyKey } from "../../../tests/support/ably-key";
import { numberedHint } from "../../../tests/support/hints";
import { until } from "../../../tests/support/until";
import { ablyOrigins, addressOf, channelOf } from "./ably-address.server";
import { ablyRelay } from "./ably-relay.server";
import type { Relay } from "./realtime-port.server";

let ably: AblyStandIn;
let relay: Relay;
const listeners: AblyListener[] = [];

beforeAll(async () => {
  ably = await startAbly({ key: ablyKey });
  relay = await ablyRelay({ key: ablyKey, host: ably.url });
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
  ably.accept();
  await ably.goOnline();
});
afterAll(() => ably.stop());

/** Listens like one person's browser, on their own channel by default. */
async function listen(
  personId: string,
  sessionId: string = randomUUID(),
  on = personId,
): Promise<AblyListener> {
  const listener = subscribeToAbly(ably.url, channelOf(on), () => relay.admit(personId, sessionId));
  listeners.push(listener);
  await listener.attached;
  return listener;
}

describe("a hint", () => {
  test("reaches each person on their own channel, no matter how many there are", async () => {
    const crowd = Array.from({ length: 250 }, () => randomUUID());
    const [first, last, stranger] = [
      await listen(crowd[0] ?? ""),
      await listen(crowd[249] ?? ""),
      await listen(randomUUID()),
    ];
    const hints = [
      { to: crowd, hint: numberedHint(1) },
      { to: crowd.slice(0, 1), hint: numberedHint(2) },
      { to: crowd.slice(249), hint: numberedHint(3) },
    ];
    expect(await relay.send(hints)).toEqual([true, true, true]);
    await until(() => expect(new Set(first.received)).toEqual(new Set([numberedHint(1), numberedHint(2)])));
    await until(() => expect(new Set(last.received)).toEqual(new Set([numberedHint(1), numberedHint(3)])));
    expect(stranger.received).toEqual([]);
  });

  test("refused for one person still reaches the others", async () => {
    const [good, bad] = [randomUUID(), randomUUID()];
    const listener = await listen(good);
    ably.refuse(42911, channelOf(bad));
    const hints = [
      { to: [good, bad], hint: numberedHint(1) },
      { to: [good], hint: numberedHint(2) },
    ];
    expect(await relay.send(hints)).toEqual([false, true]);
    await until(() => expect(listener.received).toEqual([numberedHint(1), numberedHint(2)]));
  });

  test("throws if Ably is down, rejects everything, or doesn't recognize the key", async () => {
    const hints = [{ to: [randomUUID()], hint: numberedHint(1) }];
    ably.refuse(50003);
    await expect(relay.send(hints)).rejects.toMatchObject({ code: 50003 });
    ably.accept();
    const stranger = await ablyRelay({ key: "standin.key1:another-secret", host: ably.url });
    await expect(stranger.send(hints)).rejects.toMatchObject({ statusCode: 401 });
    await ably.goOffline();
    await expect(relay.send(hints)).rejects.toThrow();
    await ably.goOnline();
    // A kept-alive connection may already have been closed, so try more than once.
    await until(async () => expect(await relay.send(hints)).toEqual([true]));
  });

  test("sent while a connection was down arrives once it's back", async () => {
    const person = randomUUID();
    const listener = await listen(person);
    ably.cutLines();
    await relay.send([{ to: [person], hint: numberedHint(1) }]);
    await until(() => expect(listener.received).toEqual([numberedHint(1)]));
  });
});

describe("a token", () => {
  test("allows one session to subscribe to one channel for at most ten minutes", async () => {
    const [person, session] = [randomUUID(), randomUUID()];
    const request = await relay.admit(person, session);
    expect(request).toMatchObject({ keyName: "standin.key1", clientId: session, ttl: 600_000 });
    expect(JSON.parse((request as { capability: string }).capability)).toEqual({
      [`person:${person}`]: ["subscribe"],
    });
    expect(JSON.stringify(request)).not.toContain("a-secret-for-tests");
  });

  test("doesn't give access to another person's channel", async () => {
    const [person, other] = [randomUUID(), randomUUID()];
    await expect(listen(person, randomUUID(), other)).rejects.toMatchObject({ code: 40160 });
    await relay.send([{ to: [other], hint: numberedHint(1) }]);
    expect(listeners.at(-1)?.received).toEqual([]);
  });

  test("can't be requested by replaying or changing an earlier request", async () => {
    const request = (await relay.admit(randomUUID(), randomUUID())) as { capability: string };
    const ask = (body: object) =>
      fetch(`${ably.url}/keys/standin.key1/requestToken`, { method: "POST", body: JSON.stringify(body) });
    expect((await ask({ ...request, capability: '{"*":["*"]}' })).status).toBe(401);
    expect((await ask(request)).status).toBe(201);
    expect((await ask(request)).status).toBe(401);
  });

  test("is renewed when it expires, and without a new one the connection ends", async () => {
    const person = randomUUID();
    const { Rest } = await import("ably");
    const rest = new Rest({ key: ablyKey, ...addressOf(ably.url), useBinaryProtocol: false });
    let given = 0;
    const listener = subscribeToAbly(ably.url, channelOf(person), async () => {
      if (given === 2) throw Object.assign(new Error("no more"), { code: 40300, statusCode: 403 });
      given += 1;
      return rest.auth.createTokenRequest({
        clientId: "session",
        ttl: 1_500,
        capability: { [channelOf(person)]: ["subscribe"] },
      });
    });
    listeners.push(listener);
    await until(() => expect(given).toBe(2));
    await until(() => expect(listener.connection.state).toBe("connected"));
    await relay.send([{ to: [person], hint: numberedHint(1) }]);
    await until(() => expect(listener.received).toEqual([numberedHint(1)]));
    await until(() => expect(listener.connection.state).toBe("failed"));
  });

  test("stops working right away when its session ends, and the person's other sessions keep receiving", async () => {
    const [person, ended, living] = [randomUUID(), randomUUID(), randomUUID()];
    const [gone, here] = [await listen(person, ended), await listen(person, living)];
    const reasons: (number | undefined)[] = [];
    gone.connection.on("disconnected", ({ reason }) => reasons.push(reason?.code));
    await relay.dismiss([ended]);
    await until(() => expect(reasons).toContain(40141));
    await relay.send([{ to: [person], hint: numberedHint(1) }]);
    await until(() => expect(here.received).toEqual([numberedHint(1)]));
    expect(here.connection.state).toBe("connected");
  });

  test("stays valid until it expires if the key's tokens can't be revoked", async () => {
    const other = await startAbly({ key: ablyKey, revocable: false });
    const plain = await ablyRelay({ key: ablyKey, host: other.url });
    await expect(plain.dismiss([randomUUID()])).resolves.toBeUndefined();
    await other.stop();
  });
});

describe("Ably's address", () => {
  test("the policy allows every host that the SDK tries, over HTTP and WebSocket", async () => {
    const { Rest } = await import("ably");
    // The SDK's types don't declare these hosts; `options` is internal (checked with 2.28.0).
    const { options } = new Rest({ key: ablyKey }) as unknown as {
      options: { primaryDomain: string; fallbackHosts: string[] };
    };
    const allowed = ablyOrigins(undefined).map(
      (origin) => new RegExp(`^${origin.replaceAll(".", "\\.").replace("*", ".+")}$`),
    );
    for (const host of [options.primaryDomain, ...options.fallbackHosts]) {
      for (const scheme of ["https", "wss"])
        expect(
          allowed.some((pattern) => pattern.test(`${scheme}://${host}`)),
          host,
        ).toBe(true);
    }
  });

  test("a configured host replaces all others", () => {
    expect(ablyOrigins("https://live.example:8443")).toEqual([
      "https://live.example:8443",
      "wss://live.example:8443",
    ]);
    expect(addressOf("https://live.example:8443")).toMatchObject({
      endpoint: "live.example",
      tls: true,
      tlsPort: 8443,
    });
    expect(addressOf("http://127.0.0.1:80")).toMatchObject({ endpoint: "127.0.0.1", tls: false });
  });
});
