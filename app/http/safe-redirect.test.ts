import fc from "fast-check";
import { expect, test } from "vitest";
import { safePath, wayOn } from "./safe-redirect";

const base = "https://matchcut.example";

/** Generates strings that browsers are likely to parse as URLs. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "/",
        "//",
        "\\",
        "\t",
        "\n",
        "\r",
        " ",
        ".",
        "..",
        "@",
        ":",
        "?",
        "#",
        "%2f",
        "%5c",
        "%09",
        "\u0000",
        "\u007f",
      ),
      fc.constantFrom(
        "evil.example",
        "http:",
        "https:",
        "javascript:",
        "data:",
        "matchcut.invalid",
        "user:pass@",
        "[::1]",
        "／",
        "。",
      ),
      fc.string({ maxLength: 4, unit: "binary" }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("no string redirects to another origin", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map((text) => `/${text}`),
      ),
      (target) => {
        const path = safePath(target, "/fallback");
        expect(new URL(path, base).origin).toBe(base);
        // Parsing the result again changes nothing.
        expect(safePath(path, "/other")).toBe(path);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters would split a header
        expect(path).not.toMatch(/[\u0000-\u0020\u007f\\]/);
        expect(path.startsWith("/") && !path.startsWith("//")).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each([
  "/pricing",
  "/payment?priceId=price_1&plan=Pro&description=Pro%20plan",
  "/messages/new?to=8f14e45f-ceea-467f-9575-0b5c5c0a5e1d#last",
  "/two//parts//",
  `/${"a".repeat(1_999)}`,
])("a path on this site is unchanged: %s", (path) => {
  expect(safePath(path, "/fallback")).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "evil",
  "",
  null,
  undefined,
  `/${"a".repeat(2_000)}`,
])("anything else becomes the fallback: %s", (target) => {
  expect(safePath(target, "/fallback")).toBe("/fallback");
});

test.each([
  ["?redirectTo=%2Fmessages%3Ffind%3D1", "/messages?find=1"],
  ["?redirectTo=%2F%2Fevil.example", undefined],
  ["?redirectTo=", undefined],
  ["?other=%2Fmessages", undefined],
])("a page with the query %j leads on to %s", (query, path) => {
  expect(wayOn(new Request(`${base}/login${query}`))).toBe(path);
});
