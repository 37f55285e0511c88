import { type ErrorInfo, Realtime, type TokenRequest } from "ably";
import { addressOf } from "~/platform/realtime/ably-address.server";

export interface AblyListener {
  received: { [name: string]: unknown }[];
  connection: Realtime["connection"];
  /** Rejects if Ably refuses to attach the channel. */
  attached: Promise<unknown>;
  close(): void;
}

export function subscribeToAbly(
  url: string,
  channel: string,
  askForToken: () => Promise<object>,
): AblyListener {
  const client = new Realtime({
    ...addressOf(url),
    useBinaryProtocol: false,
    disconnectedRetryTimeout: 200,
    logLevel: 0,
    authCallback: (_, done) => {
      askForToken().then(
        (token) => done(null, token as TokenRequest),
        (error) => done(error as ErrorInfo, null),
      );
    },
  });
  const received: AblyListener["received"] = [];
  const attached = client.channels.get(channel).subscribe(({ data }) => received.push(JSON.parse(data)));
  attached.catch(() => {});
  return { received, connection: client.connection, attached, close: () => client.close() };
}
