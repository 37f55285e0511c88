import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Piece, piecesOf, typingWords } from "./message";

const labels = (text: string) =>
  piecesOf(text).flatMap((piece) => (typeof piece === "string" ? [] : [piece.label]));
const textOf = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.label)).join("");

describe("an address in a message", () => {
  test.each([
    ["See https://example.com/a?b=c#d now", ["https://example.com/a?b=c#d"]],
    ["https://example.com.", ["https://example.com"]],
    ["(https://example.com/a)", ["https://example.com/a"]],
    ["https://en.wikipedia.org/wiki/Cut_(transition)!", ["https://en.wikipedia.org/wiki/Cut_(transition)"]],
    ["Is it http://example.com:8080/?", ["http://example.com:8080/"]],
    ["HTTPS://EXAMPLE.COM", ["HTTPS://EXAMPLE.COM"]],
    ["one https://a.example\ntwo https://b.example", ["https://a.example", "https://b.example"]],
    ["https://münchen.example/straße", ["https://münchen.example/straße"]],
  ])("is a link: %s", (text, expected) => {
    expect(labels(text)).toEqual(expected);
    expect(textOf(piecesOf(text))).toBe(text);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt://example.com/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x ftp://example.com file:///etc/passwd mailto:a@b.example",
    "www.example.com and example.com",
    "https://",
    "https://?",
    "http:/example.com",
    "https://bank.example@evil.example/",
    "https://bank.example:pass@evil.example",
    "https://@evil.example",
    "xhttps://example.com",
    "éhttps://example.com",
    `https://example.com:99999/`,
    `https://example.com/${"a".repeat(2000)}`,
  ])("stays text: %s", (text) => {
    expect(piecesOf(text)).toEqual([text]);
  });

  test("ends at quotes, brackets and invisible characters", () => {
    expect(labels(`https://a.example/"onmouseover="alert(1)`)).toEqual(["https://a.example/"]);
    expect(labels("https://a.example/<script>")).toEqual(["https://a.example/"]);
    expect(labels("https://a.example/\u202egpj.exe")).toEqual(["https://a.example/"]);
    expect(labels("https://a.example/\u200bx")).toEqual(["https://a.example/"]);
  });

  test("keeps its protocol and host for any input, and loses no character of the text", () => {
    const bit = fc.constantFrom(
      "https://",
      "http://",
      "javascript:",
      "a.example",
      "@",
      ":",
      "/",
      ")",
      "(",
      ".",
      " ",
      '"',
      "<",
      "\u202e",
      "%0a",
      "é",
    );
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(bit).map((bits) => bits.join("")),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const pieces = piecesOf(text);
        expect(textOf(pieces)).toBe(text);
        for (const piece of pieces) {
          if (typeof piece === "string") continue;
          expect(piece.href).toMatch(/^https?:\/\/[^@/?#]+[/?#]/);
          expect(piece.href).not.toMatch(/["'<>\s]/);
        }
      }),
    );
  });

  test("a long message of only brackets and prefixes is parsed quickly", () => {
    expect(textOf(piecesOf(`https://a.example/${")".repeat(1900)}`))).toHaveLength(1918);
    expect(labels("https://".repeat(600))).toEqual([]);
  });
});

test.each([
  [[], ""],
  [["Cleo Field"], "Cleo Field is typing…"],
  [["Cleo Field", "Rafa Moor"], "Cleo Field and Rafa Moor are typing…"],
  [["Cleo Field", "Rafa Moor", "Theo Lind"], "Several people are typing…"],
])("typing by %j reads '%s'", (names, words) => {
  expect(typingWords(names)).toBe(words);
});
