import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

export interface DatabaseProxy {
  url: string;
  /** Closes all connections and refuses new ones, as if the database were down. */
  cut(): Promise<void>;
  /** Accepts every connection but doesn't respond. */
  hang(): void;
  /**
   * Like `hang`, but also stops forwarding on existing connections, which stay open, as if the database's process had
   * been stopped or the network dropped packets.
   */
  freeze(): void;
  thaw(): void;
  /** Accepts new connections after `freeze`; the old ones stay frozen. */
  acceptNew(): void;
  /** Closes all connections, and refuses new ones with PostgreSQL's "too many connections". */
  refuse(): void;
  /** Forwards everything again, from now on to `databaseUrl` if it's given. */
  mend(databaseUrl?: string): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL's ErrorResponse: its severity, code and message, each after the letter of its field. */
const tooManyConnections = (() => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0");
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
  let refusing = false;
  let server: Server | undefined;
  let port = 0;

  async function listen() {
    server = createServer((near) => {
      sockets.add(near);
      near.on("close", () => sockets.delete(near));
      near.on("error", () => {});
      if (hanging) return;
      if (refusing) {
        near.once("data", () => near.end(tooManyConnections));
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      sockets.add(far);
      far.on("close", () => sockets.delete(far));
      far.on("error", () => near.destroy());
      near.on("error", () => far.destroy());
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((listening) => server?.listen(port, "127.0.0.1", listening));
    port = (server.address() as AddressInfo).port;
  }

  async function close() {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise<void>((closed) => closing.close(() => closed()));
  }

  await listen();
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.hostname = "127.0.0.1";
  return {
    url: url.href,
    cut: close,
    hang() {
      hanging = true;
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      hanging = false;
      for (const socket of sockets) socket.resume();
    },
    acceptNew() {
      hanging = false;
    },
    refuse() {
      refusing = true;
      for (const socket of sockets) socket.destroy();
    },
    async mend(newUrl) {
      if (newUrl) target = new URL(newUrl);
      hanging = false;
      refusing = false;
      for (const socket of sockets) socket.destroy();
      if (!server) await listen();
    },
    stop: close,
  };
}
