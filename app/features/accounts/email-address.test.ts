import { describe, expect, test } from "vitest";
import { canonicalEmail } from "./email-address";

describe("canonicalEmail", () => {
  test.each([
    [" Ada.Reyes@Example.COM ", "ada.reyes@example.com"],
    ["o'brien+films@mail.example.co.uk", "o'brien+films@mail.example.co.uk"],
    ["noor@BÜCHER.example", "noor@xn--bcher-kva.example"],
    // The same letter as one character, then as two with a combining mark.
    ["noor@b\u00fccher.example", "noor@xn--bcher-kva.example"],
    ["noor@bu\u0308cher.example", "noor@xn--bcher-kva.example"],
    ["noor@xn--bcher-kva.example", "noor@xn--bcher-kva.example"],
    ["noor@例え.テスト", "noor@xn--r8jz45g.xn--zckzah"],
    // Invisible characters that get copied with an address from a contact card or a web page.
    ["\u202anoor@example.com\u202c", "noor@example.com"],
    ["noor\u200b@exam\u00adple.com", "noor@example.com"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
  ])("turns %s into %s", (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
    expect(canonicalEmail(canonical)).toBe(canonical);
  });

  test.each([
    "",
    "noor",
    "@example.com",
    "noor@",
    "noor@localhost",
    "noor@example..com",
    "noor@-example.com",
    "noor@127.0.0.1",
    "noor@0x7f.1",
    "noor@[::1]",
    "noor@example.com:25",
    "noor@example.com/x",
    "noor@example.com,mallory@example.com",
    "mallory,noor@example.com",
    "noor@example.com;mallory@example.com",
    "Noor<noor@example.com>",
    '"Noor"@example.com',
    "noor(x)@example.com",
    "noor@mallory@example.com",
    "a b@example.com",
    "noor@example.com\r\nBcc: mallory@example.com",
    "noor\u0000@example.com",
    "noor\u2028@example.com",
    // U+0130, a capital I with a dot, becomes an ASCII i in lower case.
    "\u0130da@example.com",
    "nöör@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b.".repeat(130)}example.com`,
  ])("refuses %j", (typed) => {
    expect(canonicalEmail(typed)).toBeNull();
  });
});
