import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { Channels } from "./ably/channels.ts";
import { KeyRing } from "./ably/key-ring.ts";
import { type Connections, Line } from "./ably/line.ts";
import { AblyError } from "./ably/protocol.ts";
import { answerRest } from "./ably/rest.ts";

export interface AblyStandIn {
  /** http://host:port, for ABLY_HOST. */
  url: string;
  /** Number of open realtime connections. */
  lines(): number;
  /** Disconnects clients, which may resume right away. */
  cutLines(): void;
  /** Refuses connections until `goOnline`. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Rejects every publish with this code until `accept`, on one channel if it's named. */
  refuse(code: number, channel?: string): void;
  accept(): void;
  stop(): Promise<void>;
}

/**
 * Ably's protocol for one key, in JSON. REST: publishing, token requests (signature, clock, nonce), revocation and
 * time. Realtime: connections with tokens (renewed, expired, revoked), attachments within the token's capability, and
 * resuming with the messages that were missed.
 */
export async function startAbly(options: { key: string; revocable?: boolean }): Promise<AblyStandIn> {
  const keys = new KeyRing(options.key, options.revocable ?? true);
  const channels = new Channels();
  const connections: Connections = new Map();
  const lines = new Set<Line>();
  const refusals = new Map<string | undefined, number>();

  const parts = {
    keys,
    channels,
    checkPublish(channel?: string) {
      const code = refusals.get(channel);
      if (code) throw new AblyError(code, "Refused by the test");
    },
    onRevoked() {
      for (const line of lines) line.checkToken();
    },
  };
  let port = 0;
  let server: Server | undefined;

  async function listen(): Promise<void> {
    const http = createServer((request, response) => {
      answerRest(parts, request, response).catch(() => response.destroy());
    });
    const sockets = new WebSocketServer({ server: http });
    sockets.on("connection", (socket, request) => {
      const { searchParams } = new URL(request.url ?? "/", "http://ably.invalid");
      const line = new Line(socket, searchParams, keys, channels, connections);
      lines.add(line);
      socket.once("close", () => lines.delete(line));
    });
    http.listen(port, "127.0.0.1");
    await once(http, "listening");
    port = (http.address() as AddressInfo).port;
    server = http;
  }

  async function close(): Promise<void> {
    const closing = server;
    if (!closing) return;
    server = undefined;
    const closed = once(closing, "close");
    closing.close();
    closing.closeAllConnections();
    for (const line of lines) line.cut();
    await closed;
  }

  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    lines: () => lines.size,
    cutLines() {
      for (const line of lines) line.cut();
    },
    goOffline: close,
    async goOnline() {
      if (!server) await listen();
    },
    refuse: (code, channel) => void refusals.set(channel, code),
    accept: () => refusals.clear(),
    stop: close,
  };
}
