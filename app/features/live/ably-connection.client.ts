import type { TokenRequest } from "ably";
import { BaseRealtime, ErrorInfo, FetchRequest, WebSocketTransport } from "ably/modular";
import type { Hint } from "~/hint";
import { paths } from "~/paths";
import { openEventStream } from "./event-stream";

/** In ms: after Ably has been unreachable for this long, the page falls back to our event stream. */
const fallBackAfter = 10_000;

/**
 * Opens a connection to Ably and passes each hint to `onHint`. After every attach, it also passes 'catch-up', because
 * hints may have been missed.
 * @param line JSON: the channel name and Ably's endpoints
 * @returns a function that closes the connection
 */
export function openAblyLine(line: string, onHint: (hint: Hint) => void): () => void {
  const { channel: name, ...address } = JSON.parse(line);
  const client = new BaseRealtime({
    ...address,
    plugins: { WebSocketTransport, FetchRequest },
    authCallback: (_, done) => {
      askForToken().then(
        (token) => done(null, token),
        (error) => done(error, null),
      );
    },
    // listening.ts closes the connection on pagehide.
    closeOnUnload: false,
    disconnectedRetryTimeout: 3_000,
    logLevel: 0,
  });
  const channel = client.channels.get(name);
  let again: ReturnType<typeof setTimeout>;
  let wait = 2_000;
  let late: ReturnType<typeof setTimeout> | undefined;
  let closeStream: (() => void) | undefined;

  const fallBack = () => {
    late ??= setTimeout(() => {
      closeStream = openEventStream(onHint);
    }, fallBackAfter);
  };
  const cancelFallback = () => {
    clearTimeout(late);
    late = undefined;
    closeStream?.();
    closeStream = undefined;
  };

  fallBack();
  channel.on(({ current }) => {
    if (current !== "attached") return fallBack();
    wait = 2_000;
    cancelFallback();
    onHint({ kind: "catch-up" });
  });
  // The SDK doesn't retry a failed channel.
  channel.on("failed", () => {
    again = setTimeout(() => {
      client.connect();
      channel.attach().catch(() => {});
    }, wait);
    wait = Math.min(60_000, wait * 2);
  });
  channel
    .subscribe(({ data }) => {
      const hint: Hint = JSON.parse(data);
      // A revoked session gets no new token, so its connection ends.
      if (hint.kind === "sessions") client.auth.authorize().catch(() => {});
      else onHint(hint);
    })
    .catch(() => {});
  return () => {
    channel.off();
    clearTimeout(again);
    cancelFallback();
    client.close();
  };
}

/**
 * Throws a 403 if the server refuses a token, so that the SDK stops retrying. While the server is unavailable, the SDK
 * keeps trying.
 */
async function askForToken(): Promise<TokenRequest> {
  const reply = await fetch(paths.liveToken());
  if (reply.ok) return reply.json();
  throw reply.status < 500 ? new ErrorInfo("No token", 40300, 403) : reply.status;
}
