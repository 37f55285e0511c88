import { createHash } from "node:crypto";

export type PageAnswer = { redirect: string } | { status: number; text: string };

/** HTML that's safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Part = string | number | Html | null | false | Part[];

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join("");
  if (part === null || part === false) return "";
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] ?? "");
}

/** Escapes every value that isn't HTML. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((all, text, index) => all + textOf(parts[index - 1] ?? null) + text));
}

export const dollars = (cents: number) => `${cents < 0 ? "−" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;

export const dateText = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

const style = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #f6f8fa }
body { margin: 0 auto; max-width: 36rem; padding: 1rem }
.notice { background: #fff4d6; border: 1px solid #b98900; border-radius: 6px; padding: .5rem .75rem }
.error { background: #fdecea; border: 1px solid #b3261e; border-radius: 6px; padding: .5rem .75rem }
main { background: #fff; border: 1px solid #d5dbe1; border-radius: 8px; padding: 1rem; margin-top: 1rem }
h1 { font-size: 1.4rem; margin: 0 0 .5rem } h2 { font-size: 1.1rem }
label { display: block; font-weight: 600; margin-top: .75rem }
input { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem; font: inherit; border: 1px solid #697386; border-radius: 6px }
button { min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: #fff; background: #3d3bbf; border: 0; border-radius: 6px; margin: .75rem .5rem 0 0; cursor: pointer }
button.plain { color: #1a1f36; background: #e3e8ee } a { color: #3d3bbf }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; align-items: end } form { margin: 0 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .35rem .5rem .35rem 0; vertical-align: top }
code { font-size: .95rem; white-space: nowrap } hr { border: 0; border-top: 1px solid #d5dbe1; margin: 1.25rem 0 }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid #b98900; outline-offset: 2px }`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** The pages have no script and load nothing from other origins. */
export const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Every page says that it isn't Stripe, so no one enters a real card. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · payment sandbox</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><p class="notice"><strong>Payment sandbox.</strong> This stands in for Stripe. No money moves. Don't enter a real card.</p></header>
<main>
${content}
</main>
</body>
</html>
`.text;
}
