import { describe, expect, it } from "vitest";
import { safeLink } from "./links";

describe("a safe link", () => {
  it.each([
    ["", ""],
    ["  ", ""],
    ["https://work.example.com/reel?a=1", "https://work.example.com/reel?a=1"],
    ["HTTP://work.example.com", "http://work.example.com/"],
    ["work.example.com", "https://work.example.com/"],
    [" www.example.com/me ", "https://www.example.com/me"],
    ["https://www.youtube.com/@kim.cuts", "https://www.youtube.com/@kim.cuts"],
    ["example.com/?to=a@b.example", "https://example.com/?to=a@b.example"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["bücher.example", "https://xn--bcher-kva.example/"],
    ["\ufeffhttps://example.com/a\u200b", "https://example.com/a"],
    ["\u200eexample.com/a\u202c", "https://example.com/a"],
    ["http://203.0.113.7/reel", "http://203.0.113.7/reel"],
    ["example.com./a", "https://example.com./a"],
  ])("%j becomes %j", (typed, link) => expect(safeLink(typed)).toBe(link));

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    " javascript:1",
    "data:text/html,<script>1</script>",
    "vbscript:msgbox",
    "file:///etc/passwd",
    "ftp://example.com",
    "mailto:me@example.com",
    "https://bank.example@evil.example.com",
    "@kim.cuts",
    "https://@kim.cuts",
    "https://@kim.cuts/",
    "http:///@kim.cuts",
    "https:\\\\@kim.cuts",
    "https://:@kim.cuts",
    "kim@kim.cuts",
    "＠kim.cuts",
    "http://",
    "https://",
    "just words",
    "localhost",
    "https://localhost:3000",
    ...["1.2", "3221226219", "http://0xcb.113.7", "https://a..example", "https://.example.com"],
    ...["https://..", "1.5", "１.２.３.４"],
    `https://example.com/${"x".repeat(2000)}`,
  ])("%j is refused", (typed) => expect(safeLink(typed)).toBeNull());
});
