import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { limitReceiving } from "./receive-limit.server";
import type { Exchange } from "./request-start.server";

/** The limits that the handler set. Other files' connections in this process may have timers of their own. */
const begun: { response: ServerResponse; socket: Socket; timers: number; pause: number }[] = [];
// Responds once the whole body has arrived.
const server = createServer((incoming, response) => {
  const exchange = { request: incoming, response, context: { requestId: "test" } } as unknown as Exchange;
  const before = vi.getTimerCount();
  limitReceiving(exchange, incoming.url === "/upload");
  const { socket } = incoming;
  begun.push({ response, socket, timers: vi.getTimerCount() - before, pause: socket.timeout ?? 0 });
  incoming.resume().once("end", () => response.end("received"));
});
let port = 0;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Sends the head and half of a body, and resolves when they've arrived. */
async function begin(path: string, headers: Record<string, string>) {
  const known = begun.length;
  const outgoing = request({ port, path, method: "POST", agent: false, headers });
  outgoing.write("half ");
  await expect.poll(() => begun.length).toBe(known + 1);
  return outgoing;
}

async function statusOf(outgoing: ClientRequest) {
  const [reply] = (await once(outgoing, "response")) as [IncomingMessage];
  reply.resume();
  return [reply.statusCode, reply.headers.connection];
}

test.each([
  ["Content-Length", "10"],
  ["Transfer-Encoding", "chunked"],
])("a form with %s that hasn't arrived after two minutes is refused", async (header, value) => {
  const outgoing = await begin("/form", { [header]: value });
  const status = statusOf(outgoing);
  // Polling has advanced the clock by a few milliseconds.
  vi.advanceTimersByTime(119_000);
  expect(begun.at(-1)?.response.headersSent).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await status).toEqual([408, "close"]);
  outgoing.destroy();
});

test("an upload may take longer, unless nothing arrives for a minute", async () => {
  const outgoing = await begin("/upload", { "Content-Length": "9" });
  expect(begun.at(-1)?.pause).toBe(60_000);
  const status = statusOf(outgoing);
  outgoing.end("rest");
  expect(await status).toEqual([200, "close"]);
  expect(begun.at(-1)?.socket.timeout).toBe(0);
});

test.each(["/form", "/upload"])("a request without a body has no limit: %s", async (path) => {
  const outgoing = request({ port, path, method: "POST", agent: false, headers: { "Content-Length": "0" } });
  outgoing.end();
  expect(await statusOf(outgoing)).toEqual([200, "close"]);
  expect(begun.at(-1)).toMatchObject({ timers: 0, pause: 0 });
});
