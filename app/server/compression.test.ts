import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { acceptedEncoding, compress } from "./compression.server";

describe("the encoding", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.0, gzip;q=0", ""],
    ["br;q=0.5", "br"],
    ["identity", ""],
    ["", ""],
    [undefined, ""],
    ["brotli-like, xgzip-2", ""],
  ])("for Accept-Encoding '%s' is '%s'", (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});

describe("a body", () => {
  const page = "Ärger mit Umlauten: <p>a page of some length</p>".repeat(50);

  test.each([
    ["br", "not", brotliDecompressSync],
    ["br", "brief", brotliDecompressSync],
    ["br", "long", brotliDecompressSync],
    ["gzip", "not", gunzipSync],
    ["gzip", "long", gunzipSync],
  ] as const)("is compressed with %s and unpacks to the same text (kept: %s)", (encoding, kept, unpack) => {
    const made = compress(page, encoding, kept);
    expect(made.encoding).toBe(encoding);
    expect(unpack(made.body as Buffer).toString()).toBe(page);
    expect(made.body.length).toBeLessThan(page.length / 4);
  });

  test("is compressed harder the longer it's kept, and if it's too long for a phone's first flight", () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `word ${(index * 7919) % 997}`).join(" ");
    const sizeOf = (length: number, kept: "not" | "brief" | "long") =>
      compress(words.slice(0, length), "br", kept).body.length;
    expect(sizeOf(8_000, "brief")).toBeLessThan(sizeOf(8_000, "not"));
    expect(sizeOf(8_000, "long")).toBeLessThan(sizeOf(8_000, "brief"));
    expect(sizeOf(12_001, "not")).toBe(sizeOf(12_001, "brief"));
  });

  test("stays uncompressed when it's short or when the client accepts no encoding", () => {
    expect(compress("short", "br")).toEqual({ body: "short", encoding: "" });
    expect(compress(page, "")).toEqual({ body: page, encoding: "" });
  });
});
