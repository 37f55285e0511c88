import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { FileRange } from "~/platform/files/files-port.server";
import { fileResponse } from "./file-response.server";

const contents = Buffer.from("0123456789");
const file = {
  bytes: contents.length,
  tag: "a-tag",
  open: async (range?: FileRange) => ({
    stream: Readable.from([range ? contents.subarray(range.first, range.last + 1) : contents]),
    bytes: contents.length,
    contentType: "video/mp4",
  }),
};

async function ask(headers: Record<string, string>, method = "GET", name?: string) {
  const request = new Request("http://localhost/media/x/file", { method, headers });
  const response = await fileResponse(request, file, { cacheControl: "private", downloadName: name });
  if (!response) throw new Error("the file is there");
  const { status } = response;
  return {
    status,
    body: await response.text(),
    length: response.headers.get("Content-Length"),
    range: response.headers.get("Content-Range"),
    headers: response.headers,
  };
}

// RFC 9110, section 14.
describe("a range", () => {
  test.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-400", "89", "bytes 8-9/10"],
    ["bytes=-400", "0123456789", "bytes 0-9/10"],
    ["bytes=9-9", "9", "bytes 9-9/10"],
  ])("%s returns %s", async (given, body, range) => {
    expect(await ask({ Range: given })).toMatchObject({
      status: 206,
      body,
      range,
      length: String(body.length),
    });
  });

  test.each(["bytes=10-", "bytes=400-500", "bytes=-0"])("%s is beyond the end", async (given) => {
    expect(await ask({ Range: given })).toMatchObject({ status: 416, body: "", range: "bytes */10" });
  });

  test.each(["bytes=", "bytes=x-y", "pages=1-2", "bytes=0-1,4-5", "nonsense"])(
    "%j returns the whole file",
    async (given) => {
      expect(await ask({ Range: given })).toMatchObject({ status: 200, body: "0123456789", range: null });
    },
  );

  test("applies only to the version of the file that the client has", async () => {
    expect(await ask({ Range: "bytes=0-3", "If-Range": '"a-tag"' })).toMatchObject({ status: 206 });
    for (const other of ['"another"', 'W/"a-tag"', "Wed, 21 Oct 2026 07:28:00 GMT"])
      expect(await ask({ Range: "bytes=0-3", "If-Range": other })).toMatchObject({ status: 200 });
  });

  test("is ignored by HEAD, which has no body", async () => {
    expect(await ask({ Range: "bytes=0-3" }, "HEAD")).toMatchObject({ status: 200, body: "", length: "10" });
  });
});

test("closes the file without an error when its client leaves midway", async () => {
  const stream = Readable.from([contents]);
  const opened = { ...file, open: async () => ({ ...(await file.open()), stream }) };
  const request = new Request("http://localhost/media/x/file");
  const response = await fileResponse(request, opened, { cacheControl: "private" });
  await response?.body?.cancel(new Error("left"));
  await expect.poll(() => stream.closed).toBe(true);
});

test("a client that already has the file receives no body", async () => {
  for (const given of ['"a-tag"', 'W/"a-tag"', '"x", "a-tag"', "*"])
    expect(await ask({ "If-None-Match": given })).toMatchObject({ status: 304, body: "" });
  expect(await ask({ "If-None-Match": '"x"' })).toMatchObject({ status: 200 });
});

test("a download keeps its name, no matter what the name contains, and can't run", async () => {
  const { headers } = await ask({}, "GET", `Ünder "quotes"\r\nSet-Cookie: x.pdf`);
  expect(headers.get("Content-Disposition")).toBe(
    `attachment; filename="_nder _quotes___Set-Cookie: x.pdf"; filename*=UTF-8''%C3%9Cnder%20%22quotes%22%0D%0ASet-Cookie%3A%20x.pdf`,
  );
  expect(headers.get("Content-Security-Policy")).toContain("sandbox");
  expect(headers.get("Set-Cookie")).toBeNull();
});
