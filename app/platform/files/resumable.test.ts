import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noSpace } from "~/failure-words";
import { type S3StandIn, startS3 } from "../../../sandbox/s3";
import { smallDisk } from "../../../tests/support/sample-files";
import { localFiles } from "./local-files.server";
import { answerResumable, incomingKey, isComplete, localIncoming, s3Incoming } from "./resumable.server";
import { s3Files } from "./s3-files.server";

const account = { bucket: "uploads", accessKeyId: "stand-in", secretAccessKey: "not a secret" };
let folder: string;
let bucket: S3StandIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matchcut-resumable-"));
  bucket = await startS3(account);
});
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});

const s3 = () => ({ ...account, region: "eu-central-1", endpoint: bucket.endpoint });
const sides = {
  "a folder": () => ({ store: localIncoming(folder), files: localFiles(folder) }),
  "a bucket": () => ({ store: s3Incoming(s3()), files: s3Files(s3()) }),
};
type Side = ReturnType<(typeof sides)[keyof typeof sides]>;

const theirs = new Set<string>();
const held = new Map<string, string>();
/** Whether another request is waiting for the lease. */
let isWanted = false;
const rules = {
  path: "/api/uploads",
  maxBytes: 30 * 2 ** 20,
  sizeWords: { empty: "It's empty.", tooLarge: "It's too large." },
  begin: async () => {
    const uploadId = randomUUID();
    theirs.add(uploadId);
    return { uploadId };
  },
  isTheirs: async (uploadId: string) => theirs.has(uploadId),
  lease: {
    take: async (uploadId: string, holder: string) => {
      if (!held.has(uploadId)) held.set(uploadId, holder);
      return held.get(uploadId) === holder;
    },
    renew: async () => !isWanted,
    release: async (uploadId: string) => void held.delete(uploadId),
  },
};

const call = (
  adapter: Side,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: BodyInit,
) =>
  answerResumable(
    adapter.store,
    new Request(`http://localhost${path}`, {
      method,
      headers: { "Tus-Resumable": "1.0.0", ...headers },
      body,
      ...(body !== undefined && { duplex: "half" }),
    }),
    rules,
  );

async function create(adapter: Side, bytes: number): Promise<string> {
  const created = await call(adapter, "POST", "/api/uploads", { "Upload-Length": String(bytes) });
  expect(created.status).toBe(201);
  return created.headers.get("Location") ?? "";
}
const offsetOf = async (adapter: Side, path: string) =>
  Number((await call(adapter, "HEAD", path, {})).headers.get("Upload-Offset"));

/** Sends bytes starting at `offset`, and disconnects after `most` of them. */
async function send(
  adapter: Side,
  path: string,
  contents: Buffer,
  offset: number,
  most: number,
): Promise<void> {
  const rest = contents.subarray(offset);
  const cut = most < rest.length;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= Math.min(most, rest.length))
        return cut ? controller.error(new Error("dead zone")) : controller.close();
      const chunk = rest.subarray(sent, Math.min(sent + 65_536, most));
      sent += chunk.length;
      controller.enqueue(new Uint8Array(chunk));
    },
  });
  const headers = {
    "Content-Type": "application/offset+octet-stream",
    "Upload-Offset": String(offset),
    "Content-Length": String(rest.length),
  };
  await call(adapter, "PATCH", path, headers, body).catch(() => undefined);
}

describe.each(Object.entries(sides))("%s", (_name, make) => {
  test("an upload that's cut off anywhere, no matter how often, arrives byte for byte", async () => {
    const adapter = make();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 * 2 ** 20 }),
        fc.array(fc.integer({ min: 0, max: 6 * 2 ** 20 }), { maxLength: 4 }),
        async (length, cuts) => {
          const contents = randomBytes(length);
          const path = await create(adapter, length);
          const uploadId = path.split("/").at(-1) ?? "";
          for (const most of [...cuts, length]) {
            const offset = await offsetOf(adapter, path);
            expect(offset).toBeLessThanOrEqual(length);
            if (offset < length) await send(adapter, path, contents, offset, most);
          }
          for (let round = 0; (await offsetOf(adapter, path)) < length; round += 1) {
            expect(round).toBeLessThan(5);
            await send(adapter, path, contents, await offsetOf(adapter, path), length);
          }
          expect(await isComplete(adapter.store, uploadId)).toBe(true);
          const file = await adapter.files.read(incomingKey(uploadId));
          expect(file && contents.equals(await buffer(file.stream))).toBe(true);
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000);

  test("a request that hangs ends when a newer one wants to continue the upload", async () => {
    const adapter = make();
    const contents = randomBytes(100_000);
    const path = await create(adapter, contents.length);
    const headers = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" };
    isWanted = true;
    await call(adapter, "PATCH", path, headers, new ReadableStream()).catch(() => undefined);
    isWanted = false;
    await send(adapter, path, contents, await offsetOf(adapter, path), contents.length);
    expect(await offsetOf(adapter, path)).toBe(contents.length);
  });

  test("refuses a wrong offset, too many bytes, and another person's upload", async () => {
    const adapter = make();
    const path = await create(adapter, 100);
    const bytes = { "Content-Type": "application/offset+octet-stream" };
    const patch = (headers: Record<string, string>, body: Buffer<ArrayBuffer>) =>
      call(adapter, "PATCH", path, { ...bytes, "Content-Length": String(body.length), ...headers }, body);
    expect((await patch({ "Upload-Offset": "50" }, randomBytes(50))).status).toBe(409);
    expect((await patch({ "Upload-Offset": "0" }, randomBytes(101))).status).toBe(413);
    expect(await isComplete(adapter.store, path.split("/").at(-1) ?? "")).toBe(false);
    theirs.delete(path.split("/").at(-1) ?? "");
    expect((await patch({ "Upload-Offset": "0" }, randomBytes(100))).status).toBe(404);
    expect((await call(adapter, "HEAD", path, {})).status).toBe(404);
    expect((await call(adapter, "DELETE", path, {})).status).toBe(404);
    expect(await isComplete(adapter.store, randomUUID())).toBeNull();
  });

  test("doesn't begin an upload that's empty, too long or of unknown length", async () => {
    const adapter = make();
    for (const [bytes, words] of [
      [0, "It's empty.\n"],
      [rules.maxBytes + 1, "It's too large.\n"],
    ] as const) {
      const refused = await call(adapter, "POST", "/api/uploads", { "Upload-Length": String(bytes) });
      expect([refused.status, await refused.text()]).toEqual([413, words]);
    }
    for (const length of ["-1", "1e9", ""])
      expect(
        (await call(adapter, "POST", "/api/uploads", { "Upload-Length": length })).status,
      ).toBeGreaterThanOrEqual(400);
    const deferred = await call(adapter, "POST", "/api/uploads", { "Upload-Defer-Length": "1" });
    expect(deferred.status).toBeGreaterThanOrEqual(400);
  });
});

test("explains a full disk in plain words", async ({ skip }) => {
  const disk = await smallDisk();
  if (!disk) return skip();
  try {
    const adapter = { store: localIncoming(disk.folder), files: localFiles(disk.folder) };
    await mkdir(join(disk.folder, "incoming"));
    const path = await create(adapter, 4 * 2 ** 20);
    const headers = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" };
    const answer = await call(adapter, "PATCH", path, headers, randomBytes(4 * 2 ** 20));
    expect([answer.status, await answer.text()]).toEqual([507, `${noSpace}\n`]);
  } finally {
    await disk.remove();
  }
});
