import { type ErrorInfo, Realtime, type TokenRequest } from "ably";
import { addressOf } from "~/platform/realtime/ably-address.server";

export interface AblyEar {
  heard: { [name: string]: unknown }[];
  connection: Realtime["connection"];
  /** Resolves once the channel is attached; rejects if it is refused. */
  attached: Promise<unknown>;
  close(): void;
}

export function listenAtAbly(url: string, channel: string, askForToken: () => Promise<object>): AblyEar {
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
  const heard: AblyEar["heard"] = [];
  const attached = client.channels.get(channel).subscribe(({ data }) => heard.push(JSON.parse(data)));
  attached.catch(() => {});
  return { heard, connection: client.connection, attached, close: () => client.close() };
}
