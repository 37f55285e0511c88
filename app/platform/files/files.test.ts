import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3StandIn, startS3 } from "../../../sandbox/s3";
import type { FilesPort } from "./files-port.server";
import { localFiles } from "./local-files.server";
import { s3Files } from "./s3-files.server";

const account = { bucket: "pictures", accessKeyId: "stand-in", secretAccessKey: "not a secret" };
let folder: string;
let bucket: S3StandIn;
const sides: Record<"a folder" | "a bucket", () => FilesPort> = {
  "a folder": () => localFiles(folder),
  "a bucket": () => s3Files({ ...account, region: "eu-central-1", endpoint: bucket.endpoint }),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matchcut-files-test-"));
  bucket = await startS3(account);
});
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});

async function contentsOf(files: FilesPort, key: string) {
  const found = await files.read(key);
  return found && { body: await buffer(found.stream), bytes: found.bytes, contentType: found.contentType };
}

describe.each(Object.entries(sides))("%s", (_name, make) => {
  test("returns a stored file with its type and length", async () => {
    const files = make();
    const body = randomBytes(70_000);
    await files.put("avatars/one-96.avif", body);
    expect(await contentsOf(files, "avatars/one-96.avif")).toEqual({
      body,
      bytes: 70_000,
      contentType: "image/avif",
    });
  });

  test("stores a stream of known length, replacing the old file", async () => {
    const files = make();
    await files.put("avatars/two.webp", Buffer.from("before"));
    const parts = [randomBytes(100_000), randomBytes(50_000)];
    await files.put("avatars/two.webp", { stream: Readable.from(parts), bytes: 150_000 });
    expect((await contentsOf(files, "avatars/two.webp"))?.body).toEqual(Buffer.concat(parts));
  });

  test("keeps the old file when a stream breaks", async () => {
    const files = make();
    await files.put("avatars/three.webp", Buffer.from("before"));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("af");
        throw new Error("the line broke");
      })(),
    );
    await expect(files.put("avatars/three.webp", { stream: broken, bytes: 5 })).rejects.toThrow();
    expect((await contentsOf(files, "avatars/three.webp"))?.body.toString()).toBe("before");
  });

  test("returns a part of a file, with the length of the whole", async () => {
    const files = make();
    const body = randomBytes(10_000);
    await files.put("media/part.mp4", body);
    const part = await files.read("media/part.mp4", { first: 9_000, last: 9_999 });
    expect(part && (await buffer(part.stream))).toEqual(body.subarray(9_000));
    expect(part).toMatchObject({ bytes: 10_000, contentType: "video/mp4" });
    expect(await files.sizeOf("media/part.mp4")).toBe(10_000);
    expect(await files.sizeOf("media/absent.mp4")).toBeNull();
  });

  test("copies a file, and lists a folder", async () => {
    const files = make();
    const id = randomUUID();
    await files.put(`incoming/${id}`, Buffer.from("moves"));
    await files.copy(`incoming/${id}`, `media/${id}.pdf`);
    await files.remove(`incoming/${id}`);
    expect(await files.read(`incoming/${id}`)).toBeNull();
    expect(await contentsOf(files, `media/${id}.pdf`)).toMatchObject({ contentType: "application/pdf" });
    const keys = [];
    for await (const page of files.list("media")) keys.push(...page);
    const listed = keys.find(({ key }) => key === `media/${id}.pdf`);
    expect(Math.abs(Date.now() - (listed?.changedAt.getTime() ?? 0))).toBeLessThan(60_000);
    for await (const page of files.list("absent")) expect(page).toEqual([]);
    await expect(files.copy(`incoming/${id}`, `media/${id}.pdf`)).rejects.toThrow();
  });

  test("returns null for a missing file, and removes it without an error", async () => {
    const files = make();
    expect(await files.read("avatars/absent.webp")).toBeNull();
    await files.remove("avatars/absent.webp");
    await files.put("avatars/gone.webp", Buffer.from("soon gone"));
    await files.remove("avatars/gone.webp");
    expect(await files.read("avatars/gone.webp")).toBeNull();
  });

  test("keeps working while sixty clients read slowly", async () => {
    const files = make();
    await files.put("media/slow.mp4", randomBytes(2 ** 20));
    const slow = await Promise.all(Array.from({ length: 60 }, () => files.read("media/slow.mp4")));
    expect(await files.sizeOf("media/slow.mp4")).toBe(2 ** 20);
    for (const read of slow) read?.stream.destroy();
  });

  test.each([
    "avatars/../../secret.webp",
    "../secret.webp",
    "/etc/passwd",
    "avatars/a.html",
    "avatars/a.svg",
    "avatars/a",
    "avatars/a.constructor",
    "avatars/a\0.webp",
    "incoming/a",
    "incoming/../../x",
    "a.webp",
    "",
  ])("rejects the key %j", async (key) => {
    const files = make();
    await expect(files.put(key, Buffer.from("x"))).rejects.toThrow("isn't a file's key");
    await expect(files.read(key)).rejects.toThrow("isn't a file's key");
    await expect(files.remove(key)).rejects.toThrow("isn't a file's key");
  });
});

test("a folder keeps no partial file, and files that a killed process left behind can be removed", async () => {
  expect((await readdir(join(folder, "avatars"))).filter((name) => name.endsWith(".part"))).toEqual([]);
  const files = localFiles(folder);
  await writeFile(join(folder, "avatars", `half.webp.${randomUUID()}.part`), "ha");
  const left = [];
  for await (const page of files.list("avatars"))
    left.push(...page.filter(({ key }) => key.endsWith("part")));
  expect(left).toHaveLength(1);
  await files.remove(left[0]?.key ?? "");
  expect((await readdir(join(folder, "avatars"))).filter((name) => name.endsWith(".part"))).toEqual([]);
  for (const key of ["avatars/../x.webp", "../avatars/x.webp", "avatars/x", ""])
    await expect(files.remove(`${key}.${randomUUID()}.part`)).rejects.toThrow("isn't a file's key");
});

test("retries when the bucket is busy, and reports a wrong secret", async () => {
  const files = sides["a bucket"]();
  bucket.failNext(503);
  await files.put("avatars/busy.webp", Buffer.from("in the end"));
  expect(bucket.objects.get("avatars/busy.webp")).toMatchObject({
    body: Buffer.from("in the end"),
    contentType: "image/webp",
  });
  const stranger = s3Files({
    ...account,
    secretAccessKey: "a guess",
    region: "eu-central-1",
    endpoint: bucket.endpoint,
  });
  await expect(stranger.read("avatars/busy.webp")).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
  const nowhere = s3Files({ ...account, bucket: "other", region: "eu-central-1", endpoint: bucket.endpoint });
  await expect(nowhere.read("avatars/busy.webp")).rejects.toMatchObject({ name: "NoSuchBucket" });
});
