import { describe, expect, test } from "vitest";
import { checkOrigin } from "./csrf-check.server";

const ours = ["https://matchcut.example"];
const absent = undefined;
const origins = [
  absent,
  "null",
  "https://evil.example",
  "https://matchcut.example",
  "https://",
  "https://matchcut.example.evil.example",
];

describe("a form", () => {
  test.each(origins)("with Sec-Fetch-Site 'same-origin' passes with Origin %s", (origin) => {
    expect(checkOrigin({ "sec-fetch-site": "same-origin", origin }, ours)).toBe("same");
  });

  test.each(
    ["same-site", "cross-site", "none", "SAME-ORIGIN", ""].flatMap((site) =>
      origins.map((origin) => [site, origin]),
    ),
  )("with Sec-Fetch-Site '%s' is foreign, even with Origin %s", (site, origin) => {
    expect(checkOrigin({ "sec-fetch-site": site, origin }, ours)).toBe("foreign");
  });

  test.each([
    [absent, "unknown"],
    ["null", "foreign"],
    ["https://evil.example", "foreign"],
    ["https://matchcut.example", "same"],
    ["http://matchcut.example", "foreign"],
    ["https://matchcut.example:8443", "foreign"],
    ["https://matchcut.example/", "foreign"],
    ["https://matchcut.example.evil.example", "foreign"],
    ["https://", "foreign"],
    ["%%%", "foreign"],
    ["", "foreign"],
  ])("without Sec-Fetch-Site and with Origin %s is treated as %s", (origin, verdict) => {
    expect(checkOrigin({ origin }, ours)).toBe(verdict);
  });
});
