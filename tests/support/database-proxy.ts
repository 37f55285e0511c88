import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Cuts every connection and refuses new ones: the database is gone. */
  cut(): Promise<void>;
  /** Takes every connection and answers nothing: the database hangs. */
  hang(): void;
  /** As `hang`, and what is connected stays so, unheard: its process is stopped, or the network swallows all. */
  freeze(): void;
  /** Goes on after `freeze` where it stopped. */
  thaw(): void;
  /** After `freeze`: what was connected stays frozen, and new connections are served. */
  letNewThrough(): void;
  /** Answers new connections as PostgreSQL does when there are too many, and cuts the others. */
  refuse(): void;
  /** Lets everything through again, to another database server if one is named. */
  mend(databaseUrl?: string): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL's ErrorResponse: severity, code and message, each with its letter. */
const tooManyConnections = (() => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0");
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

/** A line to a database that can break. */
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
    letNewThrough() {
      hanging = false;
    },
    refuse() {
      refusing = true;
      for (const socket of sockets) socket.destroy();
    },
    async mend(elsewhere) {
      if (elsewhere) target = new URL(elsewhere);
      hanging = false;
      refusing = false;
      for (const socket of sockets) socket.destroy();
      if (!server) await listen();
    },
    stop: close,
  };
}
