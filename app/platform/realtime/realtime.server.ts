import type { Hint } from "~/hint";
import { pool } from "../db.server";
import { env } from "../env.server";
import { log } from "../log.server";
import { addressOf, channelOf } from "./ably-address.server";
import { ablyRelay } from "./ably-relay.server";
import { createHub } from "./hub.server";
import { channel, payloadOf, startLocalRealtime } from "./local-realtime.server";
import type { Outbox, RealtimePort, Relay } from "./realtime-port.server";
import { startRelaying } from "./relaying.server";

export type { Outbox } from "./realtime-port.server";

const hub = createHub();
let adapter: RealtimePort | undefined;
let loading: Promise<Relay> | undefined;

/** Ably's SDK is loaded only if its key is set. */
function relay(): Promise<Relay> | undefined {
  const { ABLY_API_KEY: key, ABLY_HOST: host } = env;
  if (key) loading ??= ablyRelay({ key, host });
  return loading;
}

export const subscribe = hub.subscribe;

/**
 * Announces what a commit has left in the outbox, right away or within a second.
 * @param delivery what to deliver to this process's listeners right away; the median is 10 ms faster than through the
 * outbox
 */
export function announceSoon(delivery?: { to: readonly string[]; hint: Hint }): void {
  if (delivery && adapter) hub.deliverFirst(delivery.to, delivery.hint);
  adapter?.nudge();
}

/** The signal isn't stored and may get lost, so nothing may depend on it. */
export async function sendHint(personIds: readonly string[], hint: Hint): Promise<void> {
  overRelay("a hint", (relay) => relay.send([{ to: personIds, hint }]));
  try {
    await pool.query("SELECT pg_notify($1, $2)", [channel, payloadOf(personIds, hint)]);
  } catch (error) {
    log.warn({ err: error }, "a hint was lost");
  }
}

/** Without a relay, no session has a token for it. */
export const hasRelay = (): boolean => env.ABLY_API_KEY !== undefined;

/**
 * Our own streams need no call, because they end with the session.
 * @throws if the relay is down
 */
export async function revokeRelayTokens(sessionIds: readonly string[]): Promise<void> {
  await (await relay())?.dismiss(sessionIds);
}

/** A token for `personId`'s hints. Null without a relay. */
export async function issueRelayToken(personId: string, sessionId: string): Promise<object | null> {
  return (await relay())?.admit(personId, sessionId) ?? null;
}

/** The channel and the SDK's options as JSON, for a page's script. Undefined without a relay. */
export function relayConfigFor(personId: string): string | undefined {
  if (!env.ABLY_API_KEY) return undefined;
  return JSON.stringify({ channel: channelOf(personId), ...addressOf(env.ABLY_HOST) });
}

/** Runs until it's stopped. Starts once the database responds. */
export function startRealtime(outbox: Outbox): { stop(): Promise<void> } {
  const away = relay();
  const relaying = away && startRelaying(env.DATABASE_DIRECT_URL, outbox, away);
  const local = startLocalRealtime(
    env.DATABASE_DIRECT_URL,
    hub,
    relaying ? outbox.keep : outbox.take,
    relaying?.nudge,
  );
  adapter = local;
  return {
    async stop() {
      await Promise.all([local.stop(), relaying?.stop()]);
    },
  };
}

/** The maximum number of requests in flight outside the outbox. Any others are dropped. */
const maxInFlight = 50;
let inFlight = 0;

function overRelay(what: string, act: (relay: Relay) => Promise<unknown>): void {
  const away = relay();
  if (!away) return;
  if (inFlight >= maxInFlight) {
    log.warn({ inFlight }, `${what} wasn't sent`);
    return;
  }
  inFlight += 1;
  away
    .then(act)
    .catch((error: unknown) => log.warn({ err: error }, `${what} didn't reach the relay`))
    .finally(() => {
      inFlight -= 1;
    });
}
