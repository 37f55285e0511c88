import type { TokenRequest } from "ably";
import { BaseRealtime, ErrorInfo, FetchRequest, WebSocketTransport } from "ably/modular";
import { paths } from "~/paths";
import { openEventStream } from "./event-stream";
import type { LiveHint } from "./hint";

/** So long a page hears nothing before it turns to the product's own stream, until Ably is there again. */
const patience = 10_000;

/**
 * A person's channel at Ably. Each time it is attached, for the first time or after a break, it tells to look again.
 * @param line the channel and where Ably is, as JSON
 * @returns what closes it
 */
export function openAblyLine(line: string, onHint: (hint: LiveHint) => void): () => void {
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
    // A page that is put away closes by itself.
    closeOnUnload: false,
    disconnectedRetryTimeout: 3_000,
    logLevel: 0,
  });
  const channel = client.channels.get(name);
  let again: ReturnType<typeof setTimeout>;
  let wait = 2_000;
  let late: ReturnType<typeof setTimeout> | undefined;
  let closeStream: (() => void) | undefined;

  const beLate = () => {
    late ??= setTimeout(() => {
      closeStream = openEventStream(onHint);
    }, patience);
  };
  const beInTime = () => {
    clearTimeout(late);
    late = undefined;
    closeStream?.();
    closeStream = undefined;
  };

  beLate();
  channel.on(({ current }) => {
    if (current !== "attached") return beLate();
    wait = 2_000;
    beInTime();
    onHint({});
  });
  // After a refusal the SDK gives up.
  channel.on("failed", () => {
    again = setTimeout(() => {
      client.connect();
      channel.attach().catch(() => {});
    }, wait);
    wait = Math.min(60_000, wait * 2);
  });
  channel
    .subscribe(({ data }) => {
      const hint = JSON.parse(data);
      // If it is this one that has ended, no token is to be had.
      if (hint.sessions) client.auth.authorize().catch(() => {});
      else onHint(hint);
    })
    .catch(() => {});
  return () => {
    channel.off();
    clearTimeout(again);
    beInTime();
    client.close();
  };
}

/** A refusal ends the SDK's tries, and a server that is away does not. */
async function askForToken(): Promise<TokenRequest> {
  const reply = await fetch(paths.liveToken());
  if (reply.ok) return reply.json();
  throw reply.status < 500 ? new ErrorInfo("No token", 40300, 403) : reply.status;
}
