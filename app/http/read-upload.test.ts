import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { smallDisk } from "../../tests/support/sample-files";
import { formTokenFor } from "./form.server";
import { type ReadUpload, readUpload } from "./read-upload.server";
import type { RouteArgs } from "./request-context.server";

const boundary = "----a-boundary";
const limit = 300_000;
const leftOver = () => readdirSync(tmpdir()).filter((name) => name.startsWith("matchcut-upload-"));

type Part = { name: string; file?: string; body: string | Buffer };

function bodyOf(parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, file, body }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(file === undefined ? "" : `; filename="${file}"\r\nContent-Type: image/png`),
      Buffer.from("\r\n\r\n"),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

function streamed(body: Buffer, fail = false): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= body.length) return fail ? controller.error(new Error("reset")) : controller.close();
      controller.enqueue(new Uint8Array(body.subarray(sent, sent + 16_384)));
      sent += 16_384;
    },
  });
}

function argsOf(
  body: ReadableStream<Uint8Array> | string | null,
  options: {
    type?: string;
    headers?: Record<string, string>;
    needsFormToken?: boolean;
    signal?: AbortSignal;
  } = {},
): RouteArgs {
  const request = new Request("http://localhost/profile/avatar", {
    method: "POST",
    headers: {
      "Content-Type": options.type ?? `multipart/form-data; boundary=${boundary}`,
      ...options.headers,
    },
    body,
    signal: options.signal,
    duplex: "half",
  } as RequestInit);
  const context = {
    requestId: "test",
    clientAddress: "test",
    needsFormToken: options.needsFormToken ?? false,
  };
  return { request, context };
}

const read = (parts: Part[], options?: Parameters<typeof argsOf>[1]) =>
  readUpload(argsOf(streamed(bodyOf(parts)), options), { field: "avatar", maxBytes: limit });

async function contentsOf({ file, refused, discard }: ReadUpload): Promise<Buffer> {
  if (!file) throw new Error(refused ?? "");
  const contents = await readFile(file.path);
  await discard();
  return contents;
}

test.each([
  ["Say %22cheese%22.zip", 'Say "cheese".zip'],
  ["AC\\DC, live.mp3", "AC\\DC, live.mp3"],
  ["two%0D%0Alines.png", "two\r\nlines.png"],
  ["100%25 %41.png", "100%25 %41.png"],
])("without script, a form's file name %s is read as %j", async (sent, name) => {
  const result = await read([{ name: "avatar", file: sent, body: "picture" }]);
  await result.discard();
  expect(result.file?.name).toBe(name);
});

describe("an upload", () => {
  test("stays in its own file until discarded, with the form's other fields", async () => {
    const body = randomBytes(200_000);
    const result = await read([
      { name: "note", body: "hello" },
      { name: "avatar", file: "me.png", body },
    ]);
    expect(result).toMatchObject({ refused: null, file: { bytes: 200_000 } });
    expect(result.fields.get("note")).toBe("hello");
    expect(leftOver()).toHaveLength(1);
    expect(await contentsOf(result)).toEqual(body);
    expect(leftOver()).toEqual([]);
  });

  test("may be exactly as large as the limit", async () => {
    expect(
      await contentsOf(await read([{ name: "avatar", file: "a", body: Buffer.alloc(limit) }])),
    ).toHaveLength(limit);
    for (const length of [limit + 1, limit + 2, limit * 4]) {
      const result = await read([{ name: "avatar", file: "a", body: Buffer.alloc(length) }]);
      expect(result).toMatchObject({ file: null, refused: "too-large" });
    }
    expect(leftOver()).toEqual([]);
  });

  test.each<[string, Part[], string]>([
    ["no part", [], "no-file"],
    ["an empty file field", [{ name: "avatar", file: "", body: "" }], "no-file"],
    ["a text instead", [{ name: "avatar", body: "me.png" }], "no-file"],
    ["a file under another name", [{ name: "other", file: "me.png", body: "x" }], "no-file"],
    [
      "two files",
      [
        { name: "avatar", file: "me.png", body: "x" },
        { name: "avatar", file: "you.png", body: "y" },
      ],
      "several-files",
    ],
  ])("is refused with %s", async (_what, parts, refused) => {
    expect(await read(parts)).toMatchObject({ file: null, refused });
    expect(leftOver()).toEqual([]);
  });

  test.each<[string, RouteArgs]>([
    [
      "cut off inside the file",
      argsOf(
        streamed(bodyOf([{ name: "avatar", file: "a", body: Buffer.alloc(100_000) }]).subarray(0, 60_000)),
      ),
    ],
    [
      "cut off inside a file that is ignored",
      argsOf(streamed(bodyOf([{ name: "other", file: "a.png", body: "abc" }]).subarray(0, -20))),
    ],
    [
      "cut off inside a file that is not open yet",
      argsOf(streamed(bodyOf([{ name: "avatar", file: "a.png", body: "abc" }]).subarray(0, -20))),
    ],
    ["cut off before the file", argsOf(streamed(Buffer.from(`--${boundary}\r\nContent-Dispo`)))],
    [
      "reset by the network",
      argsOf(
        streamed(
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nabc`,
          ),
          true,
        ),
      ),
    ],
    ["not what it says", argsOf(streamed(randomBytes(50_000)))],
    ["without a boundary", argsOf(streamed(Buffer.from("x")), { type: "multipart/form-data" })],
    [
      "of many parts",
      argsOf(streamed(bodyOf(Array.from({ length: 40 }, (_, index) => ({ name: `n${index}`, body: "x" }))))),
    ],
  ])("that is %s gets an error page and leaves no file behind", async (_what, args) => {
    await expect(readUpload(args, { field: "avatar", maxBytes: limit })).rejects.toMatchObject({
      init: { status: 400 },
    });
    expect(leftOver()).toEqual([]);
  });

  const kilobytes = (count: number) => "é".repeat(512 * count);

  test.each([
    ["one text", [{ name: "note", body: kilobytes(65) }]],
    [
      "two texts together",
      [
        { name: "note", body: kilobytes(40) },
        { name: "more", body: kilobytes(40) },
      ],
    ],
  ])(
    "with more text than we accept, as %s, is refused with the whole text and leaves no file behind",
    async (_what, texts) => {
      const refused = read([...texts, { name: "avatar", file: "me.png", body: "x" }]);
      await expect(refused).rejects.toMatchObject({
        init: { status: 413 },
        data: { unsent: { fields: texts.map(({ name, body }) => [name, body]), hadFile: true } },
      });
      expect(leftOver()).toEqual([]);
    },
  );

  test.each([
    ["one text", [{ name: "note", body: kilobytes(257) }]],
    ["texts together", Array.from({ length: 9 }, (_, index) => ({ name: `n${index}`, body: kilobytes(30) }))],
  ])("with far too much text, as %s, is refused without showing any of the text", async (_what, texts) => {
    await expect(read(texts)).rejects.toMatchObject({ init: { status: 413 }, data: { unsent: null } });
  });

  test("may contain as much text as a form", async () => {
    const result = await read([
      { name: "note", body: kilobytes(64) },
      { name: "avatar", file: "me.png", body: "x" },
    ]);
    expect(result.refused).toBeNull();
    expect(result.fields.get("note")).toBe(kilobytes(64));
    await result.discard();
  });

  test("that the browser aborts leaves no file behind", async () => {
    const given = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          new Uint8Array(
            Buffer.from(
              `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nabc`,
            ),
          ),
        ),
    });
    const reading = readUpload(argsOf(endless, { signal: given.signal }), {
      field: "avatar",
      maxBytes: limit,
    });
    given.abort();
    await expect(reading).rejects.toMatchObject({ init: { status: 400 } });
    expect(leftOver()).toEqual([]);
  });

  test("is read to its end when the disk is full, and leaves no file behind", async ({ skip }) => {
    const disk = await smallDisk();
    if (!disk) return skip();
    vi.stubEnv("TMPDIR", disk.folder);
    try {
      expect(tmpdir()).toBe(disk.folder);
      let unread = 64;
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n`;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(Buffer.from(head))),
        pull(controller) {
          unread -= 1;
          if (unread < 0) controller.enqueue(new Uint8Array(Buffer.from(`\r\n--${boundary}--\r\n`)));
          else controller.enqueue(new Uint8Array(2 ** 16));
          if (unread < 0) controller.close();
        },
      });
      await expect(readUpload(argsOf(body), { field: "avatar", maxBytes: 2 ** 24 })).rejects.toMatchObject({
        code: "ENOSPC",
      });
      expect(unread).toBe(-1);
      expect(leftOver()).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      await disk.remove();
    }
  });

  test("must be multipart", async () => {
    for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain"]) {
      await expect(
        readUpload(argsOf("a=b", { type }), { field: "avatar", maxBytes: limit }),
      ).rejects.toMatchObject({ init: { status: 415 } });
    }
  });

  test("needs the form token when the browser sends no origin", async () => {
    const { token, setCookie } = await formTokenFor(new Request("http://localhost/"));
    const headers = { Cookie: setCookie?.split(";")[0] ?? "" };
    const file = { name: "avatar", file: "a", body: "x" };
    const good = await read([{ name: "_token", body: token ?? "" }, file], { needsFormToken: true, headers });
    expect((await contentsOf(good)).toString()).toBe("x");
    for (const parts of [[file], [{ name: "_token", body: "a guess" }, file]]) {
      await expect(read(parts, { needsFormToken: true, headers })).rejects.toMatchObject({
        init: { status: 403 },
      });
    }
    expect(leftOver()).toEqual([]);
  });
});
