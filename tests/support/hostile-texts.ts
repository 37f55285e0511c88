/** Texts that could break a page. */
export const hostileTexts: [what: string, text: string][] = [
  ["HTML", `<img src=x onerror=alert(1)><b title="x">bold</b> <a href='javascript:alert(1)'>here</a>`],
  ["a script", `<script>alert("1")</script></script><!-- --><style>*{display:none}</style>`],
  ["closing tags", "</p></li></ol></section></main><iframe src=/login></iframe><noscript>"],
  ["the end of a page's own data", `</script><script>window.__remixContext={}</script>\u2028\u2029]]>`],
  ["SQL", `'; DROP TABLE messages; -- "' OR 1=1 \\'; SELECT pg_sleep(9) $$ $1 \\x00 %s %_ `.trim()],
  ["entities", "&lt;b&gt; &amp;amp; &#60;script&#62; &quot;"],
  ["templates", "$" + "{7*7} {{7*7}} <%= 7*7 %> #{7*7} {{constructor.constructor('alert(1)')()}}"],
  ["bidi overrides", "\u202eevil \u2066and\u2069 \u200fleft\u200e \u202dright"],
  ["invisible characters", "zero\u200bwidth\u00adsoft\ufeffmark a\u0301\u0302\u0303\u0304"],
  ["emoji", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 \u{10FFFD} é ﷽"],
  ["one very long word", "Donaudampfschifffahrt".repeat(230)],
  ["whitespace", "one\n\n\n   two\tthree\n\nfour"],
];
