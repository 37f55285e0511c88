import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuOf } from "../../../tests/support/cpu";
import { type Piece, piecesOf } from "./text-links.server";

const labels = (text: string) =>
  piecesOf(text).flatMap((piece) => (typeof piece === "string" ? [] : [piece.label]));
const textOf = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.label)).join("");

/** Texts with each URL between ⟦ and ⟧. */
const tables: Record<string, string[]> = {
  // https://github.com/markdown-it/linkify-it/blob/master/test/fixtures/links.txt
  "linkify-it": [
    "My ⟦http://example.com⟧ site",
    "My ⟦http://example.com/⟧ site",
    "⟦http://example.com/foo_bar/⟧",
    "[https](⟦https://www.ibm.com⟧)[mailto](mailto:someone@ibm.com)",
    "⟦http://example.com:8080⟧",
    "⟦http://example.com?foo=bar⟧",
    "⟦http://example.com/#foo=bar⟧",
    "⟦HTTP://GOOGLE.COM⟧",
    ">>⟦http://example.com⟧",
    "⟦http://lyricstranslate.com/en/someone-you-നിന്നെ-പോലൊരാള്\u200d.html⟧",
    "⟦http://localhost:8000⟧?",
    "text:⟦http://example.com/⟧",
    "(Scoped ⟦http://example.com/foo_bar⟧)",
    "⟦http://example.com/foo_bar_(wiki)⟧",
    "⟦http://foo.com/blah_blah_[other]⟧",
    "⟦http://foo.com/blah_blah_{I'm_king}⟧",
    "⟦http://foo.com/blah_blah_I'm_king⟧",
    "⟦http://www.kmart.com/bestway-10'-x-30inch-steel-pro-frame-pool/p-004W007538417001P⟧",
    "(Scoped like ⟦http://example.com/foo_bar⟧)",
    "[Scoped like ⟦http://example.com/foo_bar⟧]",
    "{Scoped like ⟦http://example.com/foo_bar⟧}",
    '"Quoted like ⟦http://example.com/foo_bar⟧"',
    "'Quoted like ⟦http://example.com/foo_bar⟧'",
    "⟦http://example.com/foo_bar.jpg⟧.",
    "⟦http://example.com/foo_bar/⟧.",
    "⟦http://example.com/foo_bar⟧,",
    "⟦http://index-of.es/Android/Professional.Android.2.Application.Development.(Wrox,.2010,.0470565527).pdf⟧",
    "⟦https://github.com/markdown-it/linkify-it/compare/360b13a...f580766⟧",
    "⟦https://ourworldindata.org/grapher/covid-deaths?time=9..&country=FRA+DEU⟧",
    "⟦http://example.com/foo_bar⟧...",
    "⟦https://www.google.ru/maps/@59.9393895,30.3165389,15z?hl=ru⟧",
    "⟦http://business.timesonline.co.uk/article/0,,9065-2473189,00.html⟧",
    "⟦https://google.com/mail/u/0/#label/!!!Today/15c9b8193da01e65⟧",
    "⟦http://example.com/123⟧!!!",
    "⟦http://example.com/foo--bar⟧",
    "See ⟦http://example.com/123⟧; Example link.",
    "⟦http://example.com/123;123⟧",
    "⟦http://www.bloomberg.com/news/what-s-troubling-germany-inc-⟧",
    "<⟦http://domain.com/foo⟧>.",
    "⟦http://✪df.ws/123⟧",
    "⟦http://xn--df-oiy.ws/123⟧",
    "⟦http://➡.ws/䨹⟧",
    "⟦http://www.bürgerentscheid-krankenhäuser.de⟧",
    "⟦http://ﻡﻮﻘﻋ.ﻭﺯﺍﺭﺓ-ﺍﻼﺘﺻﺍﻼﺗ.ﻢﺻﺭ/⟧",
    "｜⟦http://google.com⟧｜bar",
    "⟦https://5b0ee223b312746c1659db3f--thelounge-chat.netlify.com/docs/⟧",
    "⟦www.a--b.com⟧",
  ],
  // https://github.com/twitter/twitter-text/blob/master/conformance/extract.yml
  "twitter-text": [
    "⟦http://ああ.com⟧",
    "⟦http://あ-あ.com⟧",
    "text ⟦http://foobar.com/#⟧",
    "text ⟦http://xo.com/~matthew+%ff-,.;x⟧",
    "text ⟦http://msdn.microsoft.com/ja-jp/library/system.net.httpwebrequest(v=VS.100).aspx⟧",
    "text ⟦https://www.youtube.com/watch?v=LOxOAuDHzaw&list=PLPoq910Q9jXhuH6pit_KwIsck9fEz_9U-⟧",
    "text ⟦http://foo.com?#foo⟧ text",
    "foo.baz ⟦www.foo.co.uk⟧ wwwww.xxxxxxx foo.comm",
    "Go to ⟦http://example.com/a+⟧ or ⟦http://example.com/a-⟧",
    "Go to ⟦https://en.m.wikipedia.org/wiki/Hatfield–McCoy_feud⟧ please",
    "⟦http://twitter.com/⟧これは日本語です。中国語⟦http://t.co/abcde⟧한국テスト⟦http://twitter.com/abcde⟧",
    "Go to ⟦http://twitter.com/Русские_слова⟧",
    "⟦http://exampleこれは日本語です.com/path/index.html⟧",
    "@user Try\u00a0⟦http://example.com/path⟧",
    "test ⟦http://sub_domain-dash.twitter.com⟧",
    "⟦http://www.bestbuy.com/site/Currie+Technologies+-+Ezip+400+Scooter/9885188.p?id=1218&skuId=9885188⟧",
    "test ⟦http://www.foo.com/foo/path-with-period./⟧",
    "test ⟦http://www.foo.com/bar-path/some.stm?param1=foo;param2=P1|0||P2|0⟧",
    "test ⟦http://foo.com/bar/123/foo_&_bar/⟧",
    "⟦http://tn.com.ar/show/la-estrella?fb_xd_fragment#?=&cb=fe17523f223b7&relation=parent.parent⟧",
    "I really like ⟦http://t.co/pbY2NfTZ⟧'s website",
    "According to ⟦http://t.co/ulYGBYSo⟧: the internet is cool",
    "⟦http://twitter.com⟧\n⟦http://example.com⟧\n⟦http://example.com/path⟧",
    `Test a ton ⟦http://example.com/path⟧${".".repeat(40)}`,
    `Test a ton ⟦http://example.com/⟧${",".repeat(40)}`,
  ],
  // https://mathiasbynens.be/demo/url-regex
  "In search of the perfect URL validation regex": [
    "⟦http://foo.com/blah_blah_(wikipedia)_(again)⟧",
    "⟦http://foo.com/more_(than)_one_(parens)⟧",
    "⟦http://foo.com/blah_(wikipedia)#cite-1⟧",
    "⟦http://foo.com/blah_(wikipedia)_blah#cite-1⟧",
    "⟦http://foo.com/unicode_(✪)_in_parens⟧",
    "⟦http://foo.com/(something)?after=parens⟧",
    "⟦http://☺.damowmow.com/⟧",
    "⟦http://code.google.com/events/#&product=browser⟧",
    "⟦http://foo.bar/?q=Test%20URL-encoded%20stuff⟧",
    "⟦http://مثال.إختبار⟧",
    "⟦http://例子.测试⟧",
    "⟦http://उदाहरण.परीक्षा⟧",
    "⟦http://223.255.255.254⟧",
    "⟦http://a.b-c.de⟧",
  ],
  // https://github.github.com/gfm/#autolinks-extension-
  "GitHub Flavored Markdown": [
    "⟦www.commonmark.org⟧",
    "Visit ⟦www.commonmark.org/help⟧ for more information.",
    "Visit ⟦www.commonmark.org⟧.",
    "Visit ⟦www.commonmark.org/a.b⟧.",
    "⟦www.google.com/search?q=Markup+(business)⟧",
    "(⟦www.google.com/search?q=Markup+(business)⟧)",
    "⟦www.google.com/search?q=(business)+ok⟧",
    "⟦www.commonmark.org/he⟧<lp",
    "(Visit ⟦https://encrypted.google.com/search?q=Markup+(business)⟧)",
    "**⟦https://example.com/bold⟧** and _⟦https://example.com/a_b⟧_, ~~⟦https://example.com⟧~~",
  ],
  "signs that an address ends with": [
    "⟦https://youtu.be/Zx9-kQ2pLm_⟧",
    "⟦https://youtu.be/Zx9-kQ2pLm_⟧.",
    "⟦https://example.com/~⟧ ⟦https://example.com/a*⟧ ⟦https://example.com/b=⟧",
    "⟦https://example.com/kim's-cut⟧ ⟦https://example.com/kim’s-cut⟧",
    "“⟦https://example.com/a⟧” „⟦https://example.com/a⟧“ «⟦https://example.com/a⟧» ‹⟦https://example.com/a⟧›",
    "Is it ⟦http://example.com:8080/⟧?",
    "⟦https://example.com/a⟧… ⟦https://example.com/a⟧— ⟦https://example.com/a⟧’s end",
    '⟦https://a.example/⟧"onmouseover="alert(1)',
    "⟦https://a.example/⟧<script>",
    "⟦https://a.example/⟧\u202egpj.exe ⟦https://a.example/⟧\u200bx ⟦https://a.example/⟧\u3164",
    "| ⟦https://a.example/b⟧| ⟦www.a.example⟧ |",
    "⟦https://a.example/b⟧,⟦https://a.example/c⟧;⟦http://a.example⟧|⟦HTTPS://a.example/d⟧",
    "⟦https://a.example/b⟧–⟦https://a.example/c⟧ ⟦https://a.example⟧,⟦www.b.example/c⟧",
    "⟦https://a.example/b⟧·⟦https://a.example/c⟧•⟦www.a.example⟧ ⟦https://a.example/b⟧・⟦https://a.example/c⟧",
    "⟦https://web.archive.org/web/2020/https://a.example/b,c⟧ ⟦https://a.example/?u=https://b.example⟧",
  ],
  "scripts without spaces": [
    "これは⟦https://example.com/a⟧です",
    "動画：⟦https://youtu.be/Zx9-kQ2pLm_⟧をどうぞ。",
    "「⟦https://example.com/a⟧」と『⟦www.example.com⟧』、【⟦https://example.com⟧】",
    "⟦https://example.com/a⟧。⟦https://example.com/b⟧、次！⟦https://example.com/c⟧？",
    "（⟦https://example.com/a⟧）《⟦https://example.com/b⟧》〈⟦https://example.com/c⟧〉",
    "请看⟦https://example.com/v/12⟧谢谢，看⟦www.example.com⟧吧",
    "링크⟦https://example.com/x⟧를 보세요",
    "ดูที่⟦https://example.com/x⟧ครับ",
    "⟦https://ja.wikipedia.org/wiki/スター・ウォーズ⟧ ⟦https://ja.wikipedia.org/wiki/C言語⟧",
    "⟦https://zh.wikipedia.org/wiki/东京_(消歧义)?a=东京⟧",
    "⟦https://abc日本.jp/x⟧ ⟦https://例え.テスト/パス⟧",
    "👉⟦https://example.com/x⟧🎉 ❤️⟦www.example.com⟧👍🏽",
    "🇵🇹⟦https://example.com/x⟧🇧🇷 1️⃣⟦https://example.com/y⟧ 2⃣⟦www.example.com⟧",
    "→⟦https://example.com/x⟧← ⟦https://example.com/a⟧⇒⟦https://example.com/b⟧♪ ⟦https://example.com⟧★",
    "⟦https://example.com/x⟧～ ⟦https://example.com/20⟧° ⟦https://example.com/a⟧€",
    "⟦https://youtu.be/Zx9kQ2pLmA-⟧を見て ⟦https://youtu.be/Zx9kQ2pLmA-⟧谢谢",
    "⟦https://emojipedia.org/🎉⟧ ok",
  ],
  "other scripts": [
    "смотри⟦https://example.com/а⟧, тут",
    "רابط ⟦https://example.com/מילה⟧، ⟦https://example.com/a⟧؟ ⟦https://example.com/b⟧؛",
    "رابط⟦https://example.com/a⟧",
    "⟦https://fa.wikipedia.org/wiki/می\u200cخواهم⟧ ",
    "⟦https://he.wikipedia.org/wiki/צה״ל⟧.",
    "देखो ⟦https://example.com/हिन्दी⟧।",
    "⟦https://münchen.example/straße⟧; ⟦www.президент.рф⟧",
    "Δες ⟦https://example.com/ελ⟧· ναι",
  ],
};

describe.each(Object.entries(tables))("%s", (_, texts) => {
  test.each(texts)("%s", (marked) => {
    const text = marked.replace(/[⟦⟧]/g, "");
    expect(labels(text)).toEqual([...marked.matchAll(/⟦(.*?)⟧/g)].map((found) => found[1]));
    expect(textOf(piecesOf(text))).toBe(text);
  });
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt://example.com/%0aalert(1)",
  "javascript://www.example.com/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x ftp://example.com file:///etc/passwd mailto:a@b.example",
  "example.com, Frame.io, me@www.example.com and kim-www.example.com",
  "www. www.. www.example www.1.2 www.-a.com",
  "https://",
  "https://?",
  "https://intranet",
  "http:/example.com",
  "http://.example.com",
  "http://-example.com",
  "https://bank.example@evil.example/",
  "https://bank.example:pass@evil.example",
  `https://bank.example${".a".repeat(50)}@evil.example`,
  "https://@evil.example",
  "https://127.1/ https://0xC0.0x00.0x02.0xEB/ https://0300.0.2.235/x",
  "https://127.1/127.0.0.1 https://0300.0.2.235?192.0.2.235 https://127.1#127.0.0.1",
  "https://example.com./a https://example.com:/a https://example.com../a",
  "www.bank.example@evil.example",
  "xhttps://example.com",
  "éhttps://example.com",
  "e\u0301https://example.com",
  "1www.example.com",
  `https://example.com:99999/`,
  `https://example.com/${"a".repeat(2000)}`,
])("stays text: %s", (text) => {
  expect(piecesOf(text)).toEqual([text]);
});

test.each([
  ["www.example.com/a", "https://www.example.com/a"],
  ["http://Example.com", "http://example.com/"],
  ["https://例え.テスト/パス", "https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9"],
])("%s links to %s", (text, href) => {
  expect(piecesOf(text)).toEqual([{ label: text, href }]);
});

test("a link keeps its protocol and host for any input, and no character of the text is lost", () => {
  const bit = fc.constantFrom(
    ...[
      "https://",
      "http://",
      "javascript:",
      "www.",
      "a.example",
      "@",
      ":",
      "/",
      "\\",
      ")",
      "(",
      ".",
      " ",
      '"',
    ],
    ...["<", "\u202e", "%0a", "é", "を", "。", "🎉", "_", "*", "'", "’"],
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
        expect(piece.label).toMatch(/^(?:https?:\/\/|www\.)/i);
        expect(piece.href).toMatch(/^https?:\/\/[^@/?#]+[/?#]/);
        expect(piece.href).not.toMatch(/["<>\s]/);
      }
    }),
  );
});

test("a long message without a space has many links", () => {
  const text = "この動画を見てください、https://youtu.be/Zx9-kQ2pLm_をどうぞ。".repeat(120);
  expect(labels(text)).toHaveLength(120);
});

test("a long message of only brackets and prefixes is parsed quickly", () => {
  expect(textOf(piecesOf(`https://a.example/${")".repeat(1900)}`))).toHaveLength(1918);
  expect(labels("https://".repeat(600))).toEqual([]);
});

test("links that end in long rows of punctuation are read as fast as others", () => {
  const linkWith = (part: string) => `https://a.example/${part.repeat(970)}x`;
  const read = (link: string) => {
    for (let sent = 0; sent < 50; sent += 1)
      expect(labels(`${link} `.repeat(5))).toEqual(Array(5).fill(link));
  };
  const [plain, marks] = [linkWith("a"), linkWith(",")];
  // A pattern that tries each comma again takes ten times as long.
  expect(cpuOf(() => read(marks))).toBeLessThan(3 * cpuOf(() => read(plain)));
});
