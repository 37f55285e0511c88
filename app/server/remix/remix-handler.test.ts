import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRemixHandler } from "./remix-handler.server";

const part = new Uint8Array(64 * 1024);
/** 64 MB, which is more than the two sockets' buffers can take. */
const parts = 1_000;
let sent = 0;
let isCanceled = false;

beforeEach(() => {
  sent = 0;
  isCanceled = false;
});

const loader = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(part);
        if (sent === parts) controller.close();
      },
      cancel() {
        isCanceled = true;
      },
    }),
  );

const build = {
  routes: { file: { id: "file", path: "file", module: { loader } } },
  assets: { routes: {}, entry: {}, version: "1", url: "" },
  entry: { module: { default: () => new Response("page"), streamTimeout: 1 } },
  future: { v3_singleFetch: true },
  publicPath: "/",
  assetsBuildDirectory: "",
  isSpaMode: false,
  mode: "production",
} as unknown as ServerBuild;

describe("a file", () => {
  const handle = createRemixHandler(build, "production");
  const server = createServer((request, response) => {
    void handle({ request, response, context: {} } as never, { isUpload: false } as never);
  });

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Waits until the server has sent nothing more for a hundred turns of the event loop. */
  async function stall() {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, host: "127.0.0.1", path: "/file", agent: false }).end();
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    for (let before = -1; before !== sent; ) {
      before = sent;
      for (let turns = 0; turns < 100; turns += 1) await turn();
    }
    return response;
  }

  test("is read no faster than its client reads it", async () => {
    const response = await stall();
    expect(sent).toBeLessThan(parts / 2);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(parts * part.length);
  });

  test("isn't read anymore after its client has left", async () => {
    (await stall()).destroy();
    await expect.poll(() => isCanceled).toBe(true);
    expect(sent).toBeLessThan(parts / 2);
  });
});
