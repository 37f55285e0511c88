import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Upload } from "tus-js-client";
import { expect, onTestFinished, test } from "vitest";
import { resuming } from "./resuming";

test("an upload resumes where it stopped, even after the server couldn't say how much had arrived", async () => {
  const asked: string[] = [];
  const offsets = { "Upload-Offset": "5", "Upload-Length": "10" };
  const answers = [
    ["POST", 201, { Location: "/uploads/1" }],
    ["PATCH", 204, offsets],
    ["PATCH", 503, {}],
    ["HEAD", 503, {}],
    ["HEAD", 200, offsets],
    ["PATCH", 204, { "Upload-Offset": "10" }],
  ] as const;
  const server = createServer(async (request, response) => {
    const [, status = 500, headers] = answers[asked.push(`${request.method} ${request.url}`) - 1] ?? [];
    request.resume();
    await once(request, "end");
    response.writeHead(status, { "Tus-Resumable": "1.0.0", ...headers }).end();
  }).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await new Promise((done, failed) => {
    const endpoint = `http://localhost:${port}/uploads`;
    const retryDelays = [0, 0, 0];
    new Upload(Buffer.from("0123456789"), {
      ...{ ...resuming, retryDelays, endpoint, chunkSize: 5 },
      ...{ onSuccess: done, onError: failed },
    }).start();
  });
  expect(asked).toEqual(
    answers.map(([method]) => (method === "POST" ? "POST /uploads" : `${method} /uploads/1`)),
  );
});
