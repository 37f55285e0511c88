import type { BatchPublishSpec } from "ably";
import { log } from "../log.server";
import { addressOf, channelOf } from "./ably-address.server";
import type { Relay, RelayedHint } from "./realtime-port.server";

/** Ably's documented limit for a batch request. */
const maxChannels = 100;
const maxRequests = 4;
const tokenLife = 10 * 60_000;
/** Ably's error codes for a key or an app whose tokens can't be revoked. */
const notRevocable = [40164, 40121];

/** The recipients of a hint that fit into one request. */
interface Part {
  /** The hint's index in the batch. */
  index: number;
  channels: string[];
  data: string;
}

/**
 * Loads Ably's SDK on first use. Each person has a channel that carries only hints.
 * @param options.host another server with Ably's protocol; http:// sends the key unencrypted
 */
export async function ablyRelay(options: { key: string; host?: string }): Promise<Relay> {
  const { ErrorInfo, Rest } = await import("ably");
  const rest = new Rest({
    key: options.key,
    ...addressOf(options.host),
    useBinaryProtocol: false,
    httpRequestTimeout: 5_000,
    httpMaxRetryDuration: 8_000,
    logLevel: 0,
  });
  let hasWarned = false;

  /** Returns the indexes of the hints that were refused for some or all recipients. */
  async function publish(request: readonly Part[]): Promise<number[]> {
    const specs: BatchPublishSpec[] = request.map(({ channels, data }) => ({
      channels,
      messages: [{ data }],
    }));
    const results = await rest.batchPublish(specs);
    return request.filter((_, at) => results[at]?.failureCount !== 0).map(({ index }) => index);
  }

  return {
    async send(hints) {
      const requests = requestsFor(hints);
      const refused = new Set<number>();
      const failures: unknown[] = [];
      const count = requests.length;
      const work = async () => {
        for (let next = requests.shift(); next; next = requests.shift()) {
          try {
            for (const index of await publish(next)) refused.add(index);
          } catch (error) {
            failures.push(error);
            for (const { index } of next) refused.add(index);
          }
        }
      };
      await Promise.all(Array.from({ length: maxRequests }, work));
      if (count > 0 && failures.length === count) throw failures[0];
      return hints.map((_, index) => !refused.has(index));
    },

    admit: (personId, sessionId) =>
      rest.auth.createTokenRequest({
        clientId: sessionId,
        ttl: tokenLife,
        capability: { [channelOf(personId)]: ["subscribe"] },
      }),

    async dismiss(sessionIds) {
      try {
        await rest.auth.revokeTokens(sessionIds.map((value) => ({ type: "clientId", value })));
      } catch (error) {
        if (!(error instanceof ErrorInfo && notRevocable.includes(error.code))) throw error;
        if (!hasWarned)
          log.warn(
            `ABLY_API_KEY doesn't have revocable tokens, so ended sessions may receive hints for up to ten minutes`,
          );
        hasWarned = true;
      }
    },
  };
}

/** Packs the recipients into as few requests as possible. */
function requestsFor(hints: readonly RelayedHint[]): Part[][] {
  const requests: Part[][] = [];
  let capacity = 0;
  hints.forEach(({ to, hint }, index) => {
    const channels = to.map(channelOf);
    while (channels.length > 0) {
      if (capacity === 0) {
        requests.push([]);
        capacity = maxChannels;
      }
      const part = { index, channels: channels.splice(0, capacity), data: JSON.stringify(hint) };
      requests.at(-1)?.push(part);
      capacity -= part.channels.length;
    }
  });
  return requests;
}
