import { pool } from "../db.server";
import { env } from "../env.server";
import { log } from "../log.server";
import { addressOf, channelOf } from "./ably-address.server";
import { ablyRelay } from "./ably-relay.server";
import { createHub, type Hint } from "./hub.server";
import { channel, payloadOf, startLocalSide } from "./local-side.server";
import type { Outbox, RealtimeSide, Relay } from "./realtime-side.server";
import { startRelaying } from "./relaying.server";

export type { Hint } from "./hub.server";
export { maxTaken, type Outbox } from "./realtime-side.server";

const hub = createHub();
let side: RealtimeSide | undefined;
let loading: Promise<Relay> | undefined;

/** Ably if its key is set; the SDK is loaded only then. */
function relay(): Promise<Relay> | undefined {
  const { ABLY_API_KEY: key, ABLY_HOST: host } = env;
  if (key) loading ??= ablyRelay({ key, host });
  return loading;
}

/** Calls `listener` with each hint for a person until the returned function is called. */
export const subscribe = hub.subscribe;

/**
 * Call after a commit that left something to announce: it then goes out at once, else within a second.
 * @param delivery a hint and its recipients, delivered to this process's listeners right away: at the median, 10 ms
 *   sooner than through the outbox
 */
export function announceSoon(delivery?: { to: readonly string[]; hint: Hint }): void {
  if (delivery && side) hub.deliverFirst(delivery.to, delivery.hint);
  side?.nudge();
}

/** Sends a hint at once without storing it. It may be lost, so nothing may depend on it. */
export async function sendHint(personIds: readonly string[], hint: Hint): Promise<void> {
  overRelay("a hint", (relay) => relay.send([{ to: personIds, hint }]));
  try {
    await pool.query("SELECT pg_notify($1, $2)", [channel, payloadOf(personIds, hint)]);
  } catch (error) {
    log.warn({ err: error }, "a hint was lost");
  }
}

/** Revokes the relay tokens of ended sessions. Our own streams end by themselves. */
export function revokeRelayTokens(sessionIds: readonly string[]): void {
  if (sessionIds.length > 0) overRelay("the end of sessions", (relay) => relay.dismiss(sessionIds));
}

/** A relay token for `personId`'s hints; null if no relay is configured. */
export async function issueRelayToken(personId: string, sessionId: string): Promise<object | null> {
  return (await relay())?.admit(personId, sessionId) ?? null;
}

/**
 * What a page's script needs to reach the relay, as JSON: the channel and the SDK's options. Undefined if no relay is
 * configured.
 */
export function relayConfigFor(personId: string): string | undefined {
  if (!env.ABLY_API_KEY) return undefined;
  return JSON.stringify({ channel: channelOf(personId), ...addressOf(env.ABLY_HOST) });
}

/**
 * Runs realtime in this process until stopped, starting once the database answers: to the streams of every process,
 * and to the relay if configured.
 */
export function startRealtime(outbox: Outbox): { stop(): Promise<void> } {
  const away = relay();
  const relaying = away && startRelaying(env.DATABASE_URL, outbox, away);
  const local = startLocalSide(env.DATABASE_URL, hub, relaying ? outbox.keep : outbox.take, relaying?.nudge);
  side = local;
  return {
    async stop() {
      await Promise.all([local.stop(), relaying?.stop()]);
    },
  };
}

/** Requests that may be in flight beside the outbox; more are dropped. */
const mostUnderWay = 50;
let underWay = 0;

function overRelay(what: string, act: (relay: Relay) => Promise<unknown>): void {
  const away = relay();
  if (!away) return;
  if (underWay >= mostUnderWay) {
    log.warn({ underWay }, `${what} did not go out`);
    return;
  }
  underWay += 1;
  away
    .then(act)
    .catch((error: unknown) => log.warn({ err: error }, `${what} did not reach the relay`))
    .finally(() => {
      underWay -= 1;
    });
}
